// Holds Program.h to the list of instruction kinds.
#include "lib/Artifact/Program.h"

namespace weir {

#define WEIR_INSTRUCTION(name, mnemonic)                                                                               \
  static_assert(std::is_same_v<std::variant_alternative_t<size_t(InstructionKind::name), InstructionBody>, name>);
#include "lib/Artifact/Instructions.def"

std::string_view name(InstructionKind kind) {
  switch (kind) {
#define WEIR_INSTRUCTION(name, mnemonic)                                                                               \
  case InstructionKind::name:                                                                                          \
    return #mnemonic;
#include "lib/Artifact/Instructions.def"
  }
  return "unknown";
}

} // namespace weir
