// See ConvertToLlvm.h.
#include "lib/Target/Native/ConvertToLlvm.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace weir {

namespace {

/// Upstream's rule looks for the op that makes the dimension's number, which has been converted by then, and puts the
/// sizes into an array on the stack.
struct KnownDim : ConvertOpToLLVMPattern<memref::DimOp> {
  explicit KnownDim(const LLVMTypeConverter &types) : ConvertOpToLLVMPattern(types, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(memref::DimOp op, OpAdaptor converted,
                                ConversionPatternRewriter &rewriter) const override {
    APInt dim;
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type || !matchPattern(converted.getIndex(), m_ConstantInt(&dim)) || dim.uge(type.getRank()))
      return failure();
    rewriter.replaceOp(op, MemRefDescriptor(converted.getSource()).size(rewriter, op.getLoc(), dim.getZExtValue()));
    return success();
  }
};

/// A dialect that only promises its rules has them in nobody's registry: NVVM's are for ops that are inline assembly.
const ConvertToLLVMPatternInterface *rulesOf(Dialect &dialect) {
  if (dialect.hasPromisedInterface(dialect.getTypeID(), ConvertToLLVMPatternInterface::getInterfaceID()))
    return nullptr;
  return dialect.getRegisteredInterface<ConvertToLLVMPatternInterface>();
}

struct Rules {
  LLVMTypeConverter types;
  LLVMConversionTarget target;
  FrozenRewritePatternSet patterns;

  Rules(MLIRContext *context, AddLlvmRulesFn add) : types(context), target(*context) {
    RewritePatternSet all(context);
    add(types, target, all);
    all.add<KnownDim>(types);
    populateAffineToStdConversionPatterns(all);
    populateSCFToControlFlowConversionPatterns(all);
    vector::populateVectorMaskMaterializationPatterns(all, /*force32BitVectorIndices=*/true);
    vector::populateVectorMaskOpLoweringPatterns(all);
    vector::populateVectorInsertExtractStridedSliceTransforms(all);
    vector::populateVectorStepLoweringPatterns(all);
    vector::populateVectorTransferLoweringPatterns(all, /*maxTransferRank=*/1);
    for (Dialect *dialect : context->getLoadedDialects())
      if (const ConvertToLLVMPatternInterface *rules = rulesOf(*dialect))
        rules->populateConvertToLLVMConversionPatterns(target, types, all);
    patterns = std::move(all);
  }
};

struct ConvertToLlvm : PassWrapper<ConvertToLlvm, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToLlvm)

  explicit ConvertToLlvm(AddLlvmRulesFn addRules) : addRules(addRules) {}

  LogicalResult initialize(MLIRContext *context) override {
    rules = std::make_shared<Rules>(context, addRules);
    return success();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect, LLVM::LLVMDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    if (failed(nestParallelLoops()))
      return signalPassFailure();
    ConversionConfig config;
    config.allowPatternRollback = false; // the bookkeeping for it takes a third of the time
    if (failed(applyPartialConversion(getOperation(), rules->target, rules->patterns, config)))
      signalPassFailure();
  }

private:
  /// Their rule makes loops of one dimension, which the conversion wants to convert as they come, and can't.
  LogicalResult nestParallelLoops() {
    IRRewriter rewriter(&getContext());
    auto walked = getOperation()->walk([&](Operation *op) -> WalkResult {
      rewriter.setInsertionPoint(op);
      if (auto loop = dyn_cast<scf::ForallOp>(op))
        return scf::forallToForLoop(rewriter, loop);
      auto loop = dyn_cast<scf::ParallelOp>(op);
      if (!loop)
        return WalkResult::advance();
      if (loop.getNumResults() > 0)
        return loop.emitError("expects parallel loops without results in a kernel");
      return success(succeeded(scf::parallelForToNestedFors(rewriter, loop)));
    });
    return failure(walked.wasInterrupted());
  }

  AddLlvmRulesFn addRules;
  std::shared_ptr<const Rules> rules; ///< of all copies, of which each thread has one
};

} // namespace

std::unique_ptr<Pass> createConvertToLlvmPass(AddLlvmRulesFn addRules) {
  return std::make_unique<ConvertToLlvm>(addRules);
}

} // namespace weir
