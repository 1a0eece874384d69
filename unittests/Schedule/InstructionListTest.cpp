// One list of instructions: Instructions.def, the structs of Program.h, the union of the file format, the vm dialect.
#include "Artifact_generated.h"
#include "dialects/Vm/Vm.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

struct Listed {
  std::string structName, mnemonic;
};

const Listed kList[] = {
#define WEIR_INSTRUCTION(name, mnemonic) {#name, #mnemonic},
#include "lib/Artifact/Instructions.def"
};

TEST(InstructionList, FileFormatHasTheSame) {
  const char *const *names = fb::EnumNamesInstructionBody();
  ASSERT_STREQ(names[0], "NONE");
  for (size_t i = 0; i < std::size(kList); ++i)
    EXPECT_EQ(names[i + 1], kList[i].structName);
  EXPECT_EQ(names[std::size(kList) + 1], nullptr);
}

TEST(InstructionList, RuntimeHasTheSame) {
  ASSERT_EQ(std::size(kList), size_t(kNumInstructionKinds));
  for (size_t i = 0; i < std::size(kList); ++i)
    EXPECT_EQ(name(InstructionKind(i)), kList[i].mnemonic);
}

TEST(InstructionList, DialectHasTheSame) {
  mlir::MLIRContext context;
  context.loadDialect<vm::VmDialect>();
  size_t count = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperationsByDialect("vm")) {
    auto *interface = op.getInterface<vm::InstructionInterface>();
    if (!interface)
      continue;
    ++count;
    EXPECT_EQ(name(interface->instructionKind()), op.stripDialect().str());
  }
  EXPECT_EQ(count, std::size(kList));
}

} // namespace
} // namespace weir
