// Moves transpositions that put channels back in front behind the ops that read them, until they meet those that put
// channels last and vanish. Reshapes behind convolutions of each channel go the same way.
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/IR/Traits.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_SINKTRANSPOSESPASS
#include "passes/Layout/Passes.h.inc"

namespace {

using Permutation = SmallVector<int64_t>;

/// The transposition that makes `value`, if it puts channels from the last place behind the batch.
TransposeOp channelsFirst(Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose || transpose.getPermutation().size() < 3)
    return nullptr;
  ArrayRef<int64_t> order = transpose.getPermutation();
  int64_t rank = static_cast<int64_t>(order.size());
  if (order[0] != 0 || order[1] != rank - 1)
    return nullptr;
  for (int64_t d = 2; d < rank; ++d)
    if (order[d] != d - 1)
      return nullptr;
  return transpose;
}

/// A single number, as the hyper-parameters of updates are.
bool isScalar(Value value) { return cast<RankedTensorType>(value.getType()).getRank() == 0; }

/// Whether `value` is as easily had in any order.
bool takesTranspositions(Value value) {
  return isScalar(value) || splatOf(value) || value.getDefiningOp<BroadcastOp>();
}

/// A transposition that puts channels first among those that make `values`, if there are more of them than would have
/// to be added the other way round: so the number of transpositions never grows.
TransposeOp channelsFirstAmong(ValueRange values) {
  TransposeOp first;
  int64_t saved = 0;
  for (Value value : values) {
    TransposeOp transpose = channelsFirst(value);
    first = first ? first : transpose;
    saved += transpose ? 1 : takesTranspositions(value) ? 0 : -1;
  }
  return saved > 0 ? first : nullptr;
}

RankedTensorType permuted(RankedTensorType type, ArrayRef<int64_t> order) {
  return type.clone(applyPermutation(type.getShape(), order));
}

/// One size for each `?` of a type, in another order.
SmallVector<Value> permutedSizes(RankedTensorType type, ValueRange sizes, ArrayRef<int64_t> order) {
  SmallVector<Value> moved;
  for (int64_t dim : order)
    if (type.isDynamicDim(dim))
      moved.push_back(sizes[type.getDynamicDimIndex(dim)]);
  return moved;
}

/// Takes a transposition in at once: left for later, it would count among those to sink.
Value transposed(PatternRewriter &rewriter, Value value, ArrayRef<int64_t> order) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  if (TypedAttr element = splatOf(value)) {
    auto splat = SplatElementsAttr::get(RankedTensorType::get({}, element.getType()), element);
    ValueRange sizes = value.getDefiningOp<ConstantOp>().getSizes();
    return ConstantOp::create(rewriter, loc, permuted(type, order), splat, permutedSizes(type, sizes, order));
  }
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast)
    return rewriter.createOrFold<TransposeOp>(loc, value, order);
  Permutation place = invertPermutationVector(order);
  SmallVector<std::pair<int64_t, int64_t>> dims; // of the result, of x
  for (auto [d, dim] : llvm::enumerate(broadcast.getDims()))
    dims.push_back({place[dim], static_cast<int64_t>(d)});
  llvm::sort(dims);
  Value x = transposed(rewriter, broadcast.getX(), llvm::to_vector(llvm::make_second_range(dims)));
  return BroadcastOp::create(rewriter, loc, permuted(type, order), x, permutedSizes(type, broadcast.getSizes(), order),
                             llvm::to_vector(llvm::make_first_range(dims)));
}

/// The op on operands in another order, its result put back in the one that it has.
void replaceBehind(PatternRewriter &rewriter, Operation *op, ArrayRef<int64_t> order, ValueRange operands,
                   ArrayRef<NamedAttribute> attributes) {
  Permutation last = invertPermutationVector(order);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(permuted(cast<RankedTensorType>(type), last));
  OperationState state(op->getLoc(), op->getName(), operands, types, attributes);
  Operation *moved = rewriter.create(state);
  SmallVector<Value> results;
  for (Value result : moved->getResults())
    results.push_back(TransposeOp::create(rewriter, op->getLoc(), result, order));
  rewriter.replaceOp(op, results);
}

struct SinkThroughElementwise : OpInterfaceRewritePattern<ElementwiseInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseInterface op, PatternRewriter &rewriter) const override {
    TransposeOp first = channelsFirstAmong(op->getOperands());
    if (!first)
      return failure();
    Permutation order(first.getPermutation()), last = invertPermutationVector(order);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isScalar(operand) ? operand : transposed(rewriter, operand, last));
    replaceBehind(rewriter, op, order, operands, op->getAttrs());
    return success();
  }
};

/// A broadcast in another order repeats along other dimensions.
struct TransposeOfBroadcast : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    if (!op.getX().getDefiningOp<BroadcastOp>())
      return failure();
    rewriter.replaceOp(op, transposed(rewriter, op.getX(), op.getPermutation()));
    return success();
  }
};

/// Attributes with one number for each dimension follow it. Elements of windows keep their numbers, because only the
/// dimension of channels, which has no windows, moves past others.
struct SinkThroughWindows : OpTraitRewritePattern<OverWindows> {
  using Base::Base;

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    SmallVector<Value> tensors, sizes;
    for (Value operand : op->getOperands())
      (isa<RankedTensorType>(operand.getType()) ? tensors : sizes).push_back(operand);
    TransposeOp first = channelsFirstAmong(tensors);
    if (!first || op->getAttrOfType<DenseI64ArrayAttr>("window")[1] != 1)
      return failure();
    Permutation order(first.getPermutation()), last = invertPermutationVector(order);
    SmallVector<Value> operands;
    for (Value tensor : tensors)
      operands.push_back(transposed(rewriter, tensor, last));
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!sizes.empty())
      llvm::append_range(operands, permutedSizes(type, sizes, last));
    NamedAttrList attributes(op->getAttrs());
    for (StringRef name : {"window", "strides", "padding_low", "padding_high", "dilations"}) {
      ArrayRef<int64_t> numbers = cast<DenseI64ArrayAttr>(attributes.get(name)).asArrayRef();
      SmallVector<int64_t> moved;
      for (int64_t dim : last)
        moved.push_back(numbers[dim]);
      attributes.set(name, rewriter.getDenseI64ArrayAttr(moved));
    }
    replaceBehind(rewriter, op, order, operands, attributes.getAttrs());
    return success();
  }
};

/// Dimensions that are left stand in the order that they had.
struct SinkThroughReduction : OpTraitRewritePattern<ReducesDims> {
  using Base::Base;

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    TransposeOp first = channelsFirst(op->getOperand(0));
    if (!first)
      return failure();
    ArrayRef<int64_t> order = first.getPermutation(), dims = op->getAttrOfType<DenseI64ArrayAttr>("dims");
    SmallVector<int64_t> reduced, left;
    for (auto [d, dim] : llvm::enumerate(order))
      (llvm::is_contained(dims, static_cast<int64_t>(d)) ? reduced : left).push_back(dim);
    llvm::sort(reduced);
    // The dimensions of the reduction in the other order, and where each dimension of this one's result is there.
    Permutation there = left, places;
    llvm::sort(there);
    for (int64_t dim : left)
      places.push_back(llvm::find(there, dim) - there.begin());
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    NamedAttrList attributes(op->getAttrs());
    attributes.set("dims", rewriter.getDenseI64ArrayAttr(reduced));
    OperationState state(op->getLoc(), op->getName(), first.getX(), permuted(type, invertPermutationVector(places)),
                         attributes.getAttrs());
    Value moved = rewriter.create(state)->getResult(0);
    rewriter.replaceOp(op, transposed(rewriter, moved, places));
    return success();
  }
};

/// Where the transposition moves only dimensions of size 1 past others, elements stand in the order of its operand.
struct ReshapeOfTranspose : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    TransposeOp first = channelsFirst(op.getX());
    if (!first)
      return failure();
    auto type = cast<RankedTensorType>(first.getX().getType());
    SmallVector<int64_t> large;
    for (int64_t dim : first.getPermutation())
      if (type.getDimSize(dim) != 1)
        large.push_back(dim);
    if (!llvm::is_sorted(large))
      return failure();
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), first.getX(), op.getSizes());
    return success();
  }
};

/// What a reshape leaves a last dimension of size 1 out of, where nobody else reads either: the result of a convolution
/// of each channel, or of an elementwise op behind it. Else null.
Value withUnit(Value value) {
  auto reshape = value.getDefiningOp<ReshapeOp>();
  Operation *producer = reshape && reshape->hasOneUse() ? reshape.getX().getDefiningOp() : nullptr;
  if (!producer || !producer->hasOneUse() || !isa<ConvOp, ElementwiseInterface>(producer))
    return nullptr;
  auto whole = cast<RankedTensorType>(reshape.getX().getType()), rest = cast<RankedTensorType>(reshape.getType());
  bool isUnit = whole.getRank() > 1 && whole.getShape().back() == 1 && whole.getShape().drop_back() == rest.getShape();
  return isUnit ? Value(reshape.getX()) : nullptr;
}

/// An elementwise op behind such a reshape comes before it, so that it can be the convolution's epilogue.
struct SinkReshapeOfUnit : OpInterfaceRewritePattern<ElementwiseInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseInterface op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || llvm::none_of(op->getOperands(), [](Value x) { return withUnit(x) != nullptr; }))
      return failure();
    Location loc = op->getLoc();
    auto rest = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape(rest.getShape());
    shape.push_back(1);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isScalar(operand) ? operand : unitOf(rewriter, operand));
    OperationState state(loc, op->getName(), operands, rest.clone(shape), op->getAttrs());
    Expression moved(rewriter, loc, rewriter.create(state)->getResult(0));
    rewriter.replaceOp(op, Value(without(moved, moved.rank() - 1)));
    return success();
  }

  /// The operand with the dimension; which sizes it knows is its own affair.
  static Value unitOf(PatternRewriter &rewriter, Value value) {
    if (Value whole = withUnit(value))
      return whole;
    auto own = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(own.getShape());
    shape.push_back(1);
    RankedTensorType type = own.clone(shape);
    if (TypedAttr element = splatOf(value)) {
      auto splat = SplatElementsAttr::get(RankedTensorType::get({}, element.getType()), element);
      return ConstantOp::create(rewriter, value.getLoc(), type, splat, value.getDefiningOp<ConstantOp>().getSizes());
    }
    if (auto broadcast = value.getDefiningOp<BroadcastOp>())
      return BroadcastOp::create(rewriter, value.getLoc(), type, broadcast.getX(), broadcast.getSizes(),
                                 broadcast.getDims());
    Expression x(rewriter, value.getLoc(), value);
    return unsqueezed(x, x.rank());
  }
};

struct SinkTransposes : impl::SinkTransposesPassBase<SinkTransposes> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kJobAttr))
      return;
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<SinkThroughElementwise, TransposeOfBroadcast, SinkThroughWindows, SinkThroughReduction,
                 ReshapeOfTranspose, SinkReshapeOfUnit>(context);
    TransposeOp::getCanonicalizationPatterns(patterns, context);
    BroadcastOp::getCanonicalizationPatterns(patterns, context);
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true).setMaxIterations(GreedyRewriteConfig::kNoLimit);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace weir
