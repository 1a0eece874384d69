// The steps from a module of LLVM and NVVM ops to an image for the simulator.
#include "lib/Target/Sim/CompileSimImage.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Sim/LowerToSim.h"

using namespace mlir;

namespace weir::sim {

FailureOr<KernelImage> compileSimImage(mlir::gpu::GPUModuleOp kernels, ArrayRef<KernelPhase> phases, SimImage &image,
                                       TargetInterface::DumpFn dump) {
  FailureOr<SimModule> lowered = lowerToSim(kernels, image);
  if (failed(lowered))
    return failure();
  // With checks, most of the time passes in the simulator.
  if (image.check)
    (*lowered->module)->setAttr(kQuicklyAttr, UnitAttr::get(kernels.getContext()));
  std::vector<std::string> entries;
  for (const KernelPhase &phase : phases)
    entries.push_back(phase.symbol);
  FailureOr<Image> code = compileToImage(*lowered->module, {std::string(kSimCpu), ""}, entries, dump);
  if (failed(code))
    return failure();
  std::string arch(image.check ? WEIR_SIM_ARCH : WEIR_SIM_ARCH_UNCHECKED);
  KernelImage result{.target = "sim", .arch = std::move(arch), .code = Bytes(std::move(code->bytes))};
  for (auto [phase, offset] : llvm::zip(phases, code->offsets)) {
    result.phases.push_back(phase);
    result.phases.back().symbol.clear(); // flat code has offsets
    result.phases.back().offset = offset;
    result.phases.back().sharedBytes += lowered->staticSharedBytes;
  }
  return result;
}

} // namespace weir::sim
