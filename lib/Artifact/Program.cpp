// Holds Program.h to the list of instruction kinds; kernels of host code.
#include "lib/Artifact/Program.h"

#include <algorithm>

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

bool includes(const Ranks &ranks, int64_t rank) {
  return std::ranges::any_of(ranks.places, [&](int64_t place) { return ranks.devices[size_t(place)] == rank; });
}

bool sendsNothing(const Collective &collective) {
  auto isWhole = [](const Holding &axis) { return axis.kind == Holding::Kind::Broadcast; };
  return !collective.givers && std::ranges::all_of(collective.from, isWhole);
}

void Kernel::setHostCode(std::string target, Bytes code, uint64_t prepare, const std::vector<uint64_t> &phaseOffsets) {
  host = code;
  prepareOffset = prepare;
  KernelImage image;
  image.target = std::move(target);
  image.code = std::move(code);
  for (uint64_t offset : phaseOffsets)
    image.phases.push_back({.offset = offset});
  images = {std::move(image)};
}

} // namespace weir
