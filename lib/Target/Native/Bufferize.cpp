// From a kernel on tensors to the ABI's two functions on memrefs, by upstream's bufferization.
#include "lib/Target/Native/Bufferize.h"
#include "dialects/Kernel/KeptPasses.h"

#include "lib/Support/Shape.h"
#include "lib/Target/Native/LinalgLoops.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {
namespace {

constexpr int64_t kAlignment = 64;
// No device has so many, and sums of them don't overflow.
constexpr int64_t kTooManyBytes = int64_t{1} << 56;

/// A function on memrefs with the kernel's body: operands, scalars, workspace. Operands are read from their memrefs,
/// results materialize in theirs.
func::FuncOp buildBody(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature) {
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  mlir::Location loc = kernel.getLoc();
  SmallVector<Type> arguments(signature.operands.begin(), signature.operands.end());
  arguments.append(signature.numScalars, builder.getIndexType());
  arguments.push_back(MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()));
  auto body = func::FuncOp::create(builder, loc, "body", builder.getFunctionType(arguments, {}));
  body.setPrivate();
  builder.setInsertionPointToStart(body.addEntryBlock());

  IRMapping mapping;
  unsigned nextTensor = 0, nextScalar = signature.operands.size();
  for (BlockArgument argument : kernel.getArguments()) {
    if (argument.getType().isIndex()) {
      mapping.map(argument, body.getArgument(nextScalar++));
      continue;
    }
    auto tensor = bufferization::ToTensorOp::create(builder, loc, argument.getType(), body.getArgument(nextTensor++),
                                                    /*restrict=*/true, /*writable=*/false);
    mapping.map(argument, tensor.getResult());
  }
  for (Operation &op : kernel.getBody().front().without_terminator())
    builder.clone(op, mapping);
  for (auto [i, result] : llvm::enumerate(kernel.getBody().front().getTerminator()->getOperands())) {
    auto store = bufferization::MaterializeInDestinationOp::create(builder, loc, mapping.lookupOrDefault(result),
                                                                   body.getArgument(signature.numInputs + i));
    store.setRestrict(true);
    store.setWritable(true);
  }
  func::ReturnOp::create(builder, loc);
  return body;
}

/// Copies the body into `run`, where its arguments are what the ABI's tables hold.
void inlineBody(func::FuncOp body, RunFunction &run) {
  IRMapping mapping;
  SmallVector<Value> arguments(run.operands);
  llvm::append_range(arguments, run.scalars);
  arguments.push_back(run.workspace);
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.getBody().front().without_terminator())
    run.builder.clone(op, mapping);
  body.erase();
}

/// Whether a generic may be computed where its result is read: there it is computed several times over, and one that
/// goes on from what its result holds (a sum without loops to sum over) would go on from its own result.
bool mayFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  return producer && producer->hasOneUse() && llvm::none_of(producer.getDpsInitsMutable(), [&](OpOperand &init) {
           return producer.payloadUsesValueFromOperand(&init);
         });
}

LogicalResult fuseElementwise(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
  // Each fusion takes a generic away, so this ends; a chain may take an iteration for each.
  auto config = GreedyRewriteConfig().setMaxIterations(GreedyRewriteConfig::kNoLimit);
  return applyPatternsGreedily(module, std::move(patterns), config);
}

/// Gives each op a buffer of its own to write into. Where two begin with the same one, empty tensor elimination takes
/// one's result as the place of both.
void separateInits(ModuleOp module) {
  OpBuilder builder(module.getContext());
  auto separate = [&](OpOperand &init, auto &&again) -> void {
    Operation *made = init.get().getDefiningOp();
    if (!isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(made))
      return;
    if (!made->hasOneUse()) {
      builder.setInsertionPoint(init.getOwner());
      made = builder.clone(*made);
      init.set(made->getResult(0));
    }
    if (auto fill = dyn_cast<linalg::FillOp>(made))
      again(fill.getDpsInitsMutable()[0], again);
  };
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops)
    for (OpOperand &init : op.getDpsInitsMutable())
      separate(init, separate);
}

LogicalResult runUpstreamBufferization(ModuleOp module) {
  auto cleanUp = [](PassManager &passes) { passes.addPass(createCSEPass()); };
  if (failed(fuseElementwise(module)) || failed(runKeptPasses("clean up", module, cleanUp)))
    return failure();
  separateInits(module);
  return runKeptPasses("bufferization", module, [](PassManager &passes) {
    passes.addPass(bufferization::createEmptyTensorEliminationPass());
    bufferization::OneShotBufferizePassOptions options;
    options.allowReturnAllocsFromLoops = false;
    passes.addPass(bufferization::createOneShotBufferizePass(options));
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
  });
}

/// The sizes that an allocation's type says.
Sizes knownSizesOf(MemRefType type) {
  Sizes sizes;
  llvm::copy_if(type.getShape(), std::back_inserter(sizes), [](int64_t size) { return !ShapedType::isDynamic(size); });
  return sizes;
}

/// The product, or kTooManyBytes where it is larger.
Value limitedProduct(OpBuilder &builder, mlir::Location loc, Value bytes, Value size) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value most = arith::ConstantIndexOp::create(builder, loc, kTooManyBytes);
  Value limit = arith::DivUIOp::create(builder, loc, most, arith::MaxUIOp::create(builder, loc, size, one));
  Value isLarger = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, bytes, limit);
  Value product = arith::MulIOp::create(builder, loc, bytes, size);
  return arith::SelectOp::create(builder, loc, isLarger, most, product);
}

/// Bytes of one allocation, of which the known sizes have `known` elements, rounded up to the alignment; built where
/// `builder` stands.
Value allocationBytes(OpBuilder &builder, mlir::Location loc, MemRefType type, int64_t known, ValueRange dynamicSizes) {
  known *= static_cast<int64_t>(llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  Value bytes = arith::ConstantIndexOp::create(builder, loc, known);
  for (Value size : dynamicSizes)
    bytes = limitedProduct(builder, loc, bytes, size);
  Value alignment = arith::ConstantIndexOp::create(builder, loc, kAlignment);
  return arith::MulIOp::create(builder, loc, arith::CeilDivUIOp::create(builder, loc, bytes, alignment), alignment);
}

/// Clones the ops that compute `values` in `body` to where `prepare` stands.
SmallVector<Value> cloneComputation(ValueRange values, func::FuncOp body, PrepareFunction &prepare,
                                    IRMapping &mapping) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return op->getParentOp() == body; };
  for (Value value : values)
    (void)getBackwardSlice(value, &slice, options);
  for (Operation *op : topologicalSort(slice))
    if (!llvm::all_of(op->getResults(), [&](Value result) { return mapping.contains(result); }))
      prepare.builder.clone(*op, mapping);
  return llvm::map_to_vector(values, [&](Value value) { return mapping.lookup(value); });
}

/// What the body's parameters but the workspace are in `prepare`.
IRMapping parametersIn(PrepareFunction &prepare, func::FuncOp body) {
  IRMapping mapping;
  SmallVector<Value> arguments(prepare.operands);
  llvm::append_range(arguments, prepare.scalars);
  mapping.map(body.getArguments().drop_back(), arguments);
  return mapping;
}

} // namespace

SmallVector<Value> computeInPrepare(ValueRange values, func::FuncOp body, PrepareFunction &prepare) {
  IRMapping mapping = parametersIn(prepare, body);
  return cloneComputation(values, body, prepare, mapping);
}

LogicalResult moveAllocationsToWorkspace(func::FuncOp body, PrepareFunction &prepare) {
  IRMapping mapping = parametersIn(prepare, body);
  SmallVector<memref::AllocOp> allocations;
  body.walk([&](memref::AllocOp op) { allocations.push_back(op); });
  Value total = arith::ConstantIndexOp::create(prepare.builder, prepare.loc, 0);
  Value offset;
  for (memref::AllocOp alloc : allocations) {
    if (alloc->getParentOp() != body)
      return alloc.emitError("expects kernels to allocate outside loops");
    OpBuilder builder(alloc);
    mlir::Location loc = alloc.getLoc();
    ValueRange sizes = alloc.getDynamicSizes();
    Result<int64_t> known = checkedNumElements(knownSizesOf(alloc.getType()));
    if (!known)
      return alloc.emitError(known.message());
    if (!offset)
      offset = arith::ConstantIndexOp::create(builder, loc, 0);
    Value view = memref::ViewOp::create(builder, loc, alloc.getType(), body.getArguments().back(), offset, sizes);
    offset = arith::AddIOp::create(builder, loc, offset, allocationBytes(builder, loc, alloc.getType(), *known, sizes));
    Value bytes = allocationBytes(prepare.builder, prepare.loc, alloc.getType(), *known,
                                  cloneComputation(sizes, body, prepare, mapping));
    total = arith::AddIOp::create(prepare.builder, prepare.loc, total, bytes);
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
  prepare.setWorkspaceBytes(total);
  return success();
}

FailureOr<func::FuncOp> bufferizeBody(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature) {
  func::FuncOp body = buildBody(module, kernel, signature);
  kernel.erase();
  if (failed(runUpstreamBufferization(module)))
    return failure();
  // A result that is an operand unchanged is the only copy left; it becomes a loop like any other.
  module.walk([](memref::CopyOp copy) {
    OpBuilder builder(copy);
    linalg::CopyOp::create(builder, copy.getLoc(), copy.getSource(), copy.getTarget());
    copy.erase();
  });
  return body;
}

LogicalResult bufferizeKernel(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature,
                              TargetInterface::DumpFn dump) {
  mlir::Location loc = kernel.getLoc();
  FailureOr<func::FuncOp> body = bufferizeBody(module, kernel, signature);
  if (failed(body))
    return failure();
  PrepareFunction prepare(module, loc, signature);
  if (failed(moveAllocationsToWorkspace(*body, prepare)))
    return failure();
  prepare.setTiles(arith::ConstantIndexOp::create(prepare.builder, loc, 1));
  prepare.finish();
  RunFunction run(module, loc, signature);
  inlineBody(*body, run);
  run.finish();
  if (dump)
    dump("bufferized", module);
  return lowerLinalgToLoops(module);
}

} // namespace weir
