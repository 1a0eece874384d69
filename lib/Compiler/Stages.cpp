// Runs the stages of compilation.
#include "lib/Compiler/Stages.h"

#include "dialects/Kernel/KeptPasses.h"
#include "dialects/Weir/Control/Passes.h"
#include "passes/Autograd/Passes.h"
#include "passes/Fusion/Passes.h"
#include "passes/Graph/Passes.h"
#include "passes/Layout/Passes.h"
#include "passes/Lowering/OutlineKernels/Passes.h"
#include "passes/Precision/Passes.h"
#include "passes/Sbp/Passes.h"
#include "passes/Schedule/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace weir {

static constexpr Stage kStages[] = {
#define WEIR_STAGE(name, sentence, build) {#name, sentence, build},
#include "lib/Compiler/Stages.def"
#undef WEIR_STAGE
};

ArrayRef<Stage> stages() { return kStages; }

std::string stageNames() {
  return llvm::join(llvm::map_range(stages(), [](const Stage &stage) { return stage.name; }), ", ");
}

std::optional<size_t> findStage(StringRef name) {
  for (auto [i, stage] : llvm::enumerate(kStages))
    if (stage.name == name)
      return i;
  return std::nullopt;
}

void buildStage(const Stage &stage, OpPassManager &passes) {
  stage.build(passes);
  passes.addPass(createMarkStagePass({.stage = stage.name.str()}));
}

/// By passes that somebody looks at.
static LogicalResult runWatched(const Stage &stage, ModuleOp module, SetUpFn setUp) {
  PassManager passes(module.getContext());
  buildStage(stage, passes);
  return success(succeeded(setUp(passes)) && succeeded(passes.run(module)));
}

LogicalResult runStages(ModuleOp module, std::optional<size_t> from, size_t to, StageFn afterStage, SetUpFn setUp) {
  for (size_t i = from ? *from + 1 : 0; i <= to; ++i) {
    LogicalResult ran = setUp ? runWatched(kStages[i], module, setUp)
                              : runKeptPasses(("stage " + kStages[i].name).str(), module,
                                              [&](PassManager &passes) { buildStage(kStages[i], passes); });
    if (failed(ran) || failed(verify(module)) || failed(afterStage(kStages[i], i, module)))
      return failure();
  }
  return success();
}

} // namespace weir
