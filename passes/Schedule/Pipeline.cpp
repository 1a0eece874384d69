// The order of the stage's passes.
#include "passes/Schedule/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

void buildSchedulePipeline(OpPassManager &passes) {
  passes.addPass(createJoinEpiloguesPass());
  passes.addPass(createFromKernelCallsPass());
  OpPassManager &programs = passes.nest<vm::ProgramOp>();
  programs.addPass(createOrderPass());
  programs.addPass(createPlanMemoryPass());
  passes.addPass(createVerifyPass());
}

} // namespace weir
