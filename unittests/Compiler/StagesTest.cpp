// Every stage ends in the verifier of what it leaves behind.
#include "lib/Compiler/Stages.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

struct StageVerifier {
  const char *stage, *verifier;
};

constexpr StageVerifier kVerifiers[] = {
    {"graph", "weir-verify-normal-form{amp=true gradients=true ranks=false sbp=true}"},
    {"autograd", "weir-verify-normal-form{amp=true gradients=false ranks=false sbp=true}"},
    {"precision", "weir-verify-normal-form{amp=false gradients=false ranks=false sbp=true}"},
    {"sbp", "weir-verify-signatures"},
    {"partition", "weir-verify-normal-form{amp=false gradients=false ranks=true sbp=false}"},
    {"layout", "weir-verify-normal-form{amp=false gradients=false ranks=true sbp=false}"},
    {"group", "weir-verify-groups"},
    {"launch", "weir-verify-launches"},
    {"schedule", "vm-verify"},
};

std::string lastPass(const Stage &stage, mlir::MLIRContext &context) {
  mlir::PassManager passes(&context);
  stage.build(passes);
  std::string pipeline;
  llvm::raw_string_ostream stream(pipeline);
  passes.printAsTextualPipeline(stream);
  llvm::StringRef text = llvm::StringRef(pipeline).rtrim(')');
  return text.substr(text.find_last_of(",(") + 1).str();
}

TEST(StagesTest, EachStageEndsInItsVerifier) {
  ASSERT_EQ(stages().size(), std::size(kVerifiers));
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (auto [stage, expected] : llvm::zip(stages(), kVerifiers)) {
    EXPECT_EQ(stage.name, expected.stage);
    EXPECT_EQ(lastPass(stage, context), expected.verifier) << "of the stage " << expected.stage;
  }
}

} // namespace
} // namespace weir
