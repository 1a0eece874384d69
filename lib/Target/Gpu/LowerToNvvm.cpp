// From gpu.funcs over memrefs to the LLVM and NVVM dialects.
#include "lib/Target/Gpu/ExpandDivisions.h"
#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/LowerChecks.h"
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir::gpu {

static void buildDeviceFault(OpBuilder &builder, Operation *check, const FaultFields &fields) {
  buildGpuFault(builder, check->getLoc(), gpuFaultOf(check), fields.code, fields.ordinal, fields.first, fields.second);
}

/// What convert-gpu-to-nvvm does, but that what is one instruction (square roots, magnitudes, rounding to integers)
/// stays an LLVM intrinsic: the pass has them call libdevice, which isn't linked.
static LogicalResult convertToNvvm(mlir::gpu::GPUModuleOp module) {
  MLIRContext *context = module.getContext();
  LLVMTypeConverter types(context);
  configureGpuToNVVMTypeConverter(types);
  LLVMConversionTarget target(*context);
  RewritePatternSet patterns(context);
  populateGpuToNVVMConversionPatterns(types, patterns, /*benefit=*/2);
  populateConversionTargetFromOperation(module, target, types, patterns);
  configureGpuToNVVMConversionLegality(target);
  target.addLegalOp<LLVM::SqrtOp, LLVM::FAbsOp, LLVM::FFloorOp, LLVM::FCeilOp, LLVM::RoundEvenOp, LLVM::FTruncOp>();
  return applyPartialConversion(module, target, std::move(patterns));
}

LogicalResult lowerToNvvm(ModuleOp device, std::vector<Location> &locations, TargetInterface::DumpFn dump) {
  if (failed(verifyKernelMemory(device)))
    return failure();
  lowerChecks(device, locations, buildDeviceFault);
  PassManager expansion(device.getContext());
  addExpansions(expansion);
  if (failed(expansion.run(device)))
    return failure();
  expandDivisions(device);
  if (dump)
    dump("expanded", device);
  PassManager passes(device.getContext());
  OpPassManager &inside = passes.nest<mlir::gpu::GPUModuleOp>();
  inside.addPass(createSCFToControlFlowPass());
  inside.addPass(memref::createExpandStridedMetadataPass());
  inside.addPass(createLowerAffinePass());
  inside.addPass(createConvertVectorToLLVMPass());
  inside.addPass(createConvertMathToLLVMPass());
  if (failed(passes.run(device)))
    return failure();
  for (auto module : device.getOps<mlir::gpu::GPUModuleOp>())
    if (failed(convertToNvvm(module)))
      return failure();
  PassManager cleanup(device.getContext());
  cleanup.addPass(createReconcileUnrealizedCastsPass());
  cleanup.addPass(createCanonicalizerPass());
  cleanup.addPass(createCSEPass());
  if (failed(cleanup.run(device)))
    return failure();
  device.walk([](LLVM::LLVMFuncOp function) {
    if (function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      addStopCheck(function);
  });
  if (dump)
    dump("nvvm", device);
  return success();
}

} // namespace weir::gpu
