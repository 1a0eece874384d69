// The order of steps from weir ops to host code and a module of NVVM ops.
#include "lib/Target/Gpu/GpuKernel.h"

#include "include/weir/Runtime/KernelAbi.h"

#include "lib/Target/Gpu/GpuLoopEmitter.h"
#include "lib/Target/Gpu/ModuleHash.h"
#include "lib/Target/Gpu/Nest/GpuNestEmitter.h"
#include "lib/Target/Gpu/Product/GpuProduct.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/CompileKernel.h"
#include "lib/Target/Native/Register.h"
#include "lib/Target/Nest/NestPlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;

namespace weir::gpu {

constexpr StringLiteral kDeviceModule = "device";
/// `prepare` is a few comparisons and products; every CPU that the runtime builds for runs this.
constexpr StringLiteral kHostCpu = "x86-64";

static OwningOpRef<ModuleOp> deviceModule(mlir::Location loc) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
  mlir::gpu::GPUModuleOp::create(builder, loc, kDeviceModule);
  return module;
}

/// A kernel's parameters are limited; merged groups stay far below.
static LogicalResult checkParameters(func::FuncOp kernel, const KernelSignature &signature) {
  constexpr int64_t kMostBytes = 32764, kWordBytes = 8;
  int64_t words = 2 + signature.numScalars + WEIR_MAX_LAUNCH_SCALARS;
  for (MemRefType operand : signature.operands)
    words += 1 + 2 * operand.getRank();
  if (words * kWordBytes <= kMostBytes)
    return success();
  return kernel.emitError("expects a kernel for GPUs to have at most ")
         << kMostBytes << " bytes of addresses, sizes and strides of operands, got " << words * kWordBytes;
}

/// Adds `prepare` to `host` and the phases to `device`.
static FailureOr<SmallVector<GpuPhase>> emitPhases(ModuleOp host, mlir::gpu::GPUModuleOp device, func::FuncOp kernel,
                                                   const KernelSignature &signature) {
  if (std::optional<GpuProduct> product = findGpuProduct(kernel, signature))
    return emitGpuProduct(host, device, kernel, *product, signature);
  if (nest::NestPlan::isNest(kernel))
    return emitGpuNests(host, device, kernel, signature);
  return emitGpuLoops(host, device, kernel, signature);
}

FailureOr<GpuKernel> compileGpuKernel(ModuleOp module, func::FuncOp kernel, DictionaryAttr description,
                                      TargetInterface::DumpFn dump) {
  FailureOr<KernelSignature> signature = lowerToLinalg(module, kernel, dump);
  if (failed(signature))
    return failure();
  std::vector<Location> locations = checkLocations(*signature);
  if (failed(checkParameters(kernel, *signature)))
    return failure();
  GpuKernel result{.device = deviceModule(kernel.getLoc())};
  FailureOr<SmallVector<GpuPhase>> phases = emitPhases(module, result.gpuModule(), kernel, *signature);
  if (failed(phases))
    return failure();
  result.phases = std::move(*phases);
  if (dump)
    dump("blocks", *result.device);
  if (failed(lowerToNvvm(*result.device, locations, dump)))
    return failure();
  result.sourceHash = hashOf(*result.device);

  module->setAttr(kQuicklyAttr, UnitAttr::get(module.getContext()));
  std::vector<Location> hostLocations;
  if (failed(lowerToLLVM(module, hostLocations, /*dump=*/nullptr)))
    return failure();
  FailureOr<Image> host = compileToImage(module, {kHostCpu.str(), ""}, std::string("prepare"));
  if (failed(host))
    return failure();
  result.kernel = makeKernel(*signature, "", std::move(*host), std::move(locations));
  result.kernel.images.clear();
  return result;
}

void registerGpuLowering(DialectRegistry &registry) {
  registerNativeLowering(registry);
  registry.insert<mlir::gpu::GPUDialect, NVVM::NVVMDialect>();
  registerGPUDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

} // namespace weir::gpu
