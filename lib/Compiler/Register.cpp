// Everything that a tool over Weir's IR has to know.
#include "lib/Compiler/Register.h"

#include "dialects/Check/Ops.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Sbp/Sbp.h"
#include "dialects/Vm/Vm.h"
#include "dialects/Weir/Control/Passes.h"
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Compiler/Stages.h"
#include "lib/Reference/Reference.h"
#include "lib/Target/Cpu/CpuTarget.h"
#include "lib/Target/Cuda/CudaTarget.h"
#include "lib/Target/Naive/NaiveTarget.h"
#include "lib/Target/Sim/Passes.h"
#include "lib/Target/Sim/SimTarget.h"
#include "passes/Autograd/Passes.h"
#include "passes/Fusion/Passes.h"
#include "passes/Graph/Passes.h"
#include "passes/Layout/Passes.h"
#include "passes/Lowering/ExpandMath/Passes.h"
#include "passes/Lowering/OutlineKernels/Passes.h"
#include "passes/Lowering/WeirToLinalg/Passes.h"
#include "passes/Precision/Passes.h"
#include "passes/Sbp/Passes.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassRegistry.h"

namespace weir {

void registerWeir(mlir::DialectRegistry &registry) {
  registry.insert<WeirDialect, check::CheckDialect, sbp::SbpDialect, comm::CommDialect, kernel::KernelDialect,
                  vm::VmDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect>();
  registerReferenceModels(registry);
  cpu::registerCpuTarget(registry);
  cuda::registerCudaTarget(registry);
  registerNaiveTarget(registry);
  sim::registerSimTarget(registry);
}

static void registerStages() {
  auto build = [](mlir::OpPassManager &passes, llvm::StringRef name,
                  llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)> fail) {
    std::optional<size_t> stage = findStage(name);
    if (!stage)
      return fail("expects a stage, one of: " + stageNames() + "; got '" + name + "'");
    std::optional<llvm::StringRef> on = passes.getOpName();
    if (on && *on != mlir::ModuleOp::getOperationName())
      return fail("expects a stage to run on a module, got " + *on);
    buildStage(stages()[*stage], passes);
    return mlir::success();
  };
  mlir::registerPassPipeline("weir-stage", "Runs the passes of a stage, one of: " + stageNames(), build, [](auto) {});
}

void registerWeirPasses() {
  registerStages();
  registerWeirControlPasses();
  registerWeirGraphPasses();
  registerWeirAutogradPasses();
  registerWeirPrecisionPasses();
  registerWeirSbpPasses();
  registerWeirLayoutPasses();
  registerWeirFusionPasses();
  registerWeirExpandMathPasses();
  registerWeirOutlineKernelsPasses();
  registerWeirToLinalgPasses();
  registerSchedulePasses();
  sim::registerWeirSimTargetPasses();
}

void registerUpstream(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
}

} // namespace weir
