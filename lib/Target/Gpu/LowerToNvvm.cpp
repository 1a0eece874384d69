// From gpu.funcs over memrefs to the LLVM and NVVM dialects.
#include "lib/Target/Gpu/ExpandDivisions.h"
#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/Conversions.h"
#include "lib/Target/Native/ConvertToLlvm.h"
#include "lib/Target/Native/LowerChecks.h"
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "dialects/Kernel/KeptPasses.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir::gpu {

static void buildDeviceFault(OpBuilder &builder, Operation *check, const FaultFields &fields) {
  buildGpuFault(builder, check->getLoc(), gpuFaultOf(check), fields.code, fields.ordinal, fields.first, fields.second);
}

/// Those of convert-gpu-to-nvvm, but that what is one instruction (square roots, magnitudes, rounding to integers)
/// stays an LLVM intrinsic: the pass has math call libdevice, which isn't linked.
static void addNvvmRules(LLVMTypeConverter &types, LLVMConversionTarget &target, RewritePatternSet &patterns) {
  configureGpuToNVVMTypeConverter(types);
  populateGpuToNVVMConversionPatterns(types, patterns, /*benefit=*/2);
  populateMathToLLVMConversionPatterns(types, patterns, /*approximateLog1p=*/false, /*benefit=*/3);
  configureGpuToNVVMConversionLegality(target);
  target.addLegalOp<LLVM::SqrtOp, LLVM::FAbsOp, LLVM::FFloorOp, LLVM::FCeilOp, LLVM::RoundEvenOp, LLVM::FTruncOp>();
}

/// Equal ops are left to those who go on from here.
static void addConversions(PassManager &passes) {
  OpPassManager &inside = passes.nest<mlir::gpu::GPUModuleOp>();
  inside.addPass(createExpandViewsPass());
  inside.addPass(createConvertToLlvmPass(addNvvmRules));
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createFoldKernelPass());
}

LogicalResult lowerToNvvm(ModuleOp device, std::vector<Location> &locations, TargetInterface::DumpFn dump) {
  if (failed(verifyKernelMemory(device)))
    return failure();
  lowerChecks(device, locations, buildDeviceFault);
  if (failed(expandNumbers(device)))
    return failure();
  expandDivisions(device);
  if (dump)
    dump("expanded", device);
  if (failed(runKeptPasses("to nvvm", device, addConversions)) || failed(verify(device)))
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
