// The order of the stage's passes.
#include "passes/Schedule/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

void buildSchedulePipeline(OpPassManager &passes) {
  passes.addPass(createJoinEpiloguesPass());
  passes.addPass(createFromKernelCallsPass());
  passes.nest<vm::ProgramOp>().addPass(createOrderPass());
  passes.addPass(createStreamsPass());
  passes.addPass(createPutAsidePass());
  passes.nest<vm::ProgramOp>().addPass(createPlanMemoryPass());
  passes.addPass(createVerifyPass());
}

} // namespace weir
