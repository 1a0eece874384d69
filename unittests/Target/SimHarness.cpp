// Compiles a gpu.module for the simulator.
#include "unittests/Target/SimHarness.h"

#include "lib/Target/Native/Register.h"
#include "lib/Target/Sim/CompileSimImage.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

SimKernel::SimKernel(const std::string &text, const SimKernelOptions &options) {
  DialectRegistry registry;
  registerNativeLowering(registry);
  registry.insert<mlir::gpu::GPUDialect, NVVM::NVVMDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context, "k.mlir");
  PassManager passes(&context);
  OpPassManager &inside = passes.nest<mlir::gpu::GPUModuleOp>();
  inside.addPass(createSCFToControlFlowPass());
  inside.addPass(createConvertGpuOpsToNVVMOps());
  inside.addPass(createReconcileUnrealizedCastsPass());
  if (!module || failed(passes.run(*module))) {
    ADD_FAILURE() << "the kernel does not lower to NVVM";
    return;
  }
  sim::SimImage sites{.check = options.check};
  auto kernels = *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  KernelPhase phase{.symbol = "k", .threads = options.threads, .sharedBytes = options.sharedBytes};
  FailureOr<KernelImage> compiled = sim::compileSimImage(kernels, phase, sites);
  if (failed(compiled)) {
    ADD_FAILURE() << "the kernel does not compile";
    return;
  }
  image = std::move(*compiled);
  locations = std::move(sites.locations);
  code = std::make_unique<MappedCode>(image.code);
}

sim::TestLaunch SimKernel::launch(int64_t blocks) const {
  if (!code)
    return {};
  const KernelPhase &phase = image.phases.front();
  sim::TestLaunch launch{.entry = code->function<weir_sim_phase>(phase.offset),
                         .threads = phase.threads,
                         .sharedBytes = phase.sharedBytes,
                         .blocks = blocks};
  launch.options.check = image.arch != WEIR_SIM_ARCH_UNCHECKED;
  return launch;
}

sim::MemoryRange SimKernel::constants() const {
  return {code->data(), code->size(), sim::Place::Space::Constants, 0, true, false, true};
}

std::string SimKernel::textOf(const std::optional<sim::Report> &report) const {
  std::vector<sim::Site> sites;
  for (const Location &location : locations)
    sites.push_back({location.op, location.file + ":" + std::to_string(location.line)});
  return report ? sim::describe(*report, "k", sites) : "no report";
}

} // namespace weir
