// From gpu.funcs over memrefs to the LLVM and NVVM dialects.
#include "lib/Target/Gpu/ExpandDivisions.h"
#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/Conversions.h"
#include "lib/Target/Native/LowerChecks.h"
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "dialects/Kernel/KeptPasses.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir::gpu {

static void buildDeviceFault(OpBuilder &builder, Operation *check, const FaultFields &fields) {
  buildGpuFault(builder, check->getLoc(), gpuFaultOf(check), fields.code, fields.ordinal, fields.first, fields.second);
}

namespace {

/// What convert-gpu-to-nvvm does, but that what is one instruction (square roots, magnitudes, rounding to integers)
/// stays an LLVM intrinsic: the pass has them call libdevice, which isn't linked.
struct ConvertToNvvm : PassWrapper<ConvertToNvvm, OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToNvvm)

  LogicalResult initialize(MLIRContext *context) override {
    rules = std::make_shared<Rules>(context);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPartialConversion(getOperation(), rules->target, rules->patterns)))
      signalPassFailure();
  }

private:
  struct Rules {
    LLVMTypeConverter types;
    LLVMConversionTarget target;
    FrozenRewritePatternSet patterns;

    explicit Rules(MLIRContext *context) : types(context), target(*context) {
      configureGpuToNVVMTypeConverter(types);
      RewritePatternSet all(context);
      populateGpuToNVVMConversionPatterns(types, all, /*benefit=*/2);
      for (Dialect *dialect : context->getLoadedDialects())
        addRulesOf(*dialect, all);
      configureGpuToNVVMConversionLegality(target);
      target.addLegalOp<LLVM::SqrtOp, LLVM::FAbsOp, LLVM::FFloorOp, LLVM::FCeilOp, LLVM::RoundEvenOp, LLVM::FTruncOp>();
      patterns = std::move(all);
    }

    /// NVVM's own are for its ops that are inline assembly: they are promised, and nobody registers them.
    void addRulesOf(Dialect &dialect, RewritePatternSet &all) {
      if (dialect.hasPromisedInterface(dialect.getTypeID(), ConvertToLLVMPatternInterface::getInterfaceID()))
        return;
      if (auto *toLlvm = dialect.getRegisteredInterface<ConvertToLLVMPatternInterface>())
        toLlvm->populateConvertToLLVMConversionPatterns(target, types, all);
    }
  };
  std::shared_ptr<Rules> rules; ///< of all copies, of which each thread has one
};

} // namespace

static void addPlainConversions(PassManager &passes) {
  OpPassManager &inside = passes.nest<mlir::gpu::GPUModuleOp>();
  inside.addPass(createSCFToControlFlowPass());
  inside.addPass(createLowerAffinePass());
  inside.addPass(createConvertMathToLLVMPass());
  inside.addPass(std::make_unique<ConvertToNvvm>());
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createCanonicalizerPass(quickFolding()));
  passes.addPass(createCSEPass());
}

static void addConversions(PassManager &passes) {
  OpPassManager &inside = passes.nest<mlir::gpu::GPUModuleOp>();
  inside.addPass(memref::createExpandStridedMetadataPass());
  inside.addPass(createConvertVectorToLLVMPass());
  addPlainConversions(passes);
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
  LogicalResult converted = isPlain(device) ? runKeptPasses("plain to nvvm", device, addPlainConversions)
                                            : runKeptPasses("to nvvm", device, addConversions);
  if (failed(converted) || failed(verify(device)))
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
