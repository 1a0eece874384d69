// Reshaping: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> ReshapeOp::inferResults(const Metas &operands, const Attributes &attributes) {
  TensorMeta result{operands[0].dtype, attributes.get<Shape>("shape")};
  if (isStatic(operands[0].shape) && isStatic(result.shape)) {
    Result<int64_t> from = checkedNumElements(operands[0].shape), to = checkedNumElements(result.shape);
    if (!from || !to)
      return from ? to.failure() : from.failure();
    if (*from != *to)
      return Failure{"expects x and the result to have as many elements, got " + toString(operands[0]) + " with " +
                     std::to_string(*from) + " and " + toString(result) + " with " + std::to_string(*to)};
  }
  return Metas{result};
}

namespace {

/// Walks both shapes from the minor end and pairs runs of dimensions with equal products: each run becomes the factors
/// of its finer side, and the coarser side's dimension an affine form of them. A run that pairs neither way, and all
/// that lies behind a `?` which is not its own partner, is whole.
class Refactoring {
public:
  Refactoring(const Shape &from, const Shape &to) : from(from), to(to) {
    rule.operands.resize(1);
    rule.results.resize(1);
    rule.operands[0].resize(from.size());
    rule.results[0].resize(to.size());
  }

  IterationRule run() {
    while (pairFromMinorEnd())
      ;
    finishWhole();
    return std::move(rule);
  }

private:
  bool pairFromMinorEnd() {
    if (fromEnd == 0 || toEnd == 0)
      return false;
    DimSize last = from[fromEnd - 1], lastTo = to[toEnd - 1];
    if (last == lastTo && (last.isKnown() || (fromEnd == 1 && toEnd == 1))) {
      int factor = addFactor(last, FactorKind::Parallel);
      rule.operands[0][--fromEnd] = {.terms = {{factor, 1}}};
      rule.results[0][--toEnd] = {.terms = {{factor, 1}}};
      return true;
    }
    if (!last.isKnown() || !lastTo.isKnown())
      return false;
    if (last.known() > lastTo.known())
      return splitCoarse(last.known(), rule.operands[0], fromEnd, to, rule.results[0], toEnd);
    return splitCoarse(lastTo.known(), rule.results[0], toEnd, from, rule.operands[0], fromEnd);
  }

  /// One dimension of the coarse side against several of the fine side.
  bool splitCoarse(int64_t size, ValueMap &coarse, size_t &coarseEnd, const Shape &fineShape, ValueMap &fine,
                   size_t &fineEnd) {
    size_t begin = fineEnd;
    int64_t product = 1;
    while (begin > 0 && product < size) {
      int64_t next = fineShape[begin - 1].knownOr(0);
      if (next <= 0 || product * next > size)
        return false;
      product *= next;
      --begin;
    }
    if (product != size)
      return false;
    DimMap map;
    int64_t stride = 1;
    for (size_t d = fineEnd; d-- > begin;) {
      int factor = addFactor(fineShape[d], FactorKind::Parallel);
      map.terms.insert(map.terms.begin(), {factor, stride});
      fine[d] = {.terms = {{factor, 1}}};
      stride *= fineShape[d].known();
    }
    fineEnd = begin;
    coarse[--coarseEnd] = std::move(map);
    return true;
  }

  void finishWhole() {
    while (fromEnd > 0)
      rule.operands[0][fromEnd - 1] = {.terms = {{addFactor(from[fromEnd - 1], FactorKind::Whole), 1}}}, --fromEnd;
    while (toEnd > 0)
      rule.results[0][toEnd - 1] = {.terms = {{addFactor(to[toEnd - 1], FactorKind::Whole), 1}}}, --toEnd;
  }

  int addFactor(DimSize size, FactorKind kind) {
    int id = static_cast<int>(rule.factors.size());
    rule.factors.push_back({.name = "f" + std::to_string(id), .size = size, .kind = kind});
    return id;
  }

  const Shape &from, &to;
  size_t fromEnd = from.size(), toEnd = to.size();
  IterationRule rule;
};

Shape withoutOnes(Shape shape) {
  std::erase(shape, DimSize(1));
  return shape;
}

/// From the map of the shape without its ones to that of the shape: a dimension of size 1 has the position 0 alone.
ValueMap withOnes(const ValueMap &others, const Shape &shape) {
  ValueMap map(shape.size());
  for (size_t d = 0, next = 0; d < shape.size(); ++d)
    if (shape[d] != 1)
      map[d] = others[next++];
  return map;
}

} // namespace

Result<IterationRule> ReshapeOp::iterationRule(const Metas &operands, const Metas &results, const Attributes &) {
  Shape from = withoutOnes(operands[0].shape), to = withoutOnes(results[0].shape);
  IterationRule rule = Refactoring(from, to).run();
  rule.operands[0] = withOnes(rule.operands[0], operands[0].shape);
  rule.results[0] = withOnes(rule.results[0], results[0].shape);
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

void ReshapeOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                              SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(ReshapeOp::create(builder, getLoc(), getX().getType(), resultGradients[0],
                                               dynamicSizes(builder, getLoc(), getX())));
  operandGradients.resize(getNumOperands());
}

/// Whether a value of type `type` reshaped to that same type keeps all sizes: two `?` could trade factors, and beside a
/// dimension of size 0 one could be anything.
static bool keepsSizes(RankedTensorType type) {
  return type.hasStaticShape() || (type.getNumDynamicDims() == 1 && !llvm::is_contained(type.getShape(), 0));
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getX().getType() == getType() && keepsSizes(cast<RankedTensorType>(getType())))
    return getX();
  auto inner = getX().getDefiningOp<ReshapeOp>();
  if (!inner)
    return nullptr;
  getXMutable().assign(inner.getX());
  return getResult();
}

namespace {

/// An elementwise op on a computed value that was only given or rid of dimensions of size 1 is computed in that value's
/// shape and reshaped afterwards: so it shares the value's loops, and reshapes there and back join.
struct ReshapeBehindElementwise : OpInterfaceRewritePattern<ElementwiseInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseInterface op, PatternRewriter &rewriter) const override {
    ReshapeOp reshape = reshapeOfComputed(op);
    if (!reshape)
      return failure();
    auto outer = cast<RankedTensorType>(reshape.getType()), inner = cast<RankedTensorType>(reshape.getX().getType());
    auto hasOuterShape = [&](Type type) { return cast<RankedTensorType>(type).getShape() == outer.getShape(); };
    auto mayBeInner = [&](Value value) {
      auto other = value.getDefiningOp<ReshapeOp>();
      return splatOf(value) || (other && cast<RankedTensorType>(other.getX().getType()).getShape() == inner.getShape());
    };
    if (!llvm::all_of(op->getOperandTypes(), hasOuterShape) || !llvm::all_of(op->getResultTypes(), hasOuterShape) ||
        !llvm::all_of(op->getOperands(), mayBeInner))
      return failure();

    auto inInnerShape = [&](Type type) { return inner.clone(getElementTypeOrSelf(type)); };
    // Of rank 0, operands that the op works on look like scalars that it takes beside them.
    auto metas = llvm::map_to_vector(op->getOperandTypes(), [&](Type type) { return metaOf(inInnerShape(type)); });
    auto semantics = cast<SemanticsInterface>(op.getOperation());
    if (!semantics.inferResults(Metas(metas.begin(), metas.end()), plainAttributes(op)))
      return failure();
    auto operands = llvm::map_to_vector(op->getOperands(), [&](Value value) -> Value {
      if (!splatOf(value))
        return value.getDefiningOp<ReshapeOp>().getX();
      return ReshapeOp::create(rewriter, op.getLoc(), inInnerShape(value.getType()), value, reshape.getSizes());
    });
    auto types = llvm::map_to_vector(op->getResultTypes(), [&](Type type) -> Type { return inInnerShape(type); });
    OperationState state(op.getLoc(), op->getName(), operands, types, op->getAttrs());
    Operation *moved = rewriter.create(state);
    auto results = llvm::map_to_vector(llvm::zip(moved->getResults(), op->getResultTypes()), [&](auto pair) -> Value {
      auto [value, type] = pair;
      return ReshapeOp::create(rewriter, op.getLoc(), type, value, reshape.getSizes());
    });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static ReshapeOp reshapeOfComputed(Operation *op) {
    for (Value operand : op->getOperands()) {
      auto reshape = operand.getDefiningOp<ReshapeOp>();
      if (!reshape || !reshape.getX().getDefiningOp<SemanticsInterface>() || splatOf(reshape.getX()))
        continue;
      auto from = cast<RankedTensorType>(reshape.getX().getType()), to = cast<RankedTensorType>(reshape.getType());
      if (keepsSizes(to) && withoutOnes(metaOf(from).shape) == withoutOnes(metaOf(to).shape))
        return reshape;
    }
    return nullptr;
  }
};

unsigned widthOf(Value value) { return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth(); }

/// Whether a reshape does more than to give or take dimensions of size 1.
bool regroups(ReshapeOp reshape) {
  auto shapeOf = [](Value value) { return withoutOnes(metaOf(cast<RankedTensorType>(value.getType())).shape); };
  return shapeOf(reshape.getX()) != shapeOf(reshape.getY());
}

// What a reshape reads and makes stands in memory: it is of the narrower of two types, and the cast to the wider one is
// computed with what is computed there.

/// A reshape of what was cast to a wider type is in front of the cast.
struct ReshapeBeforeWidening : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp reshape, PatternRewriter &rewriter) const override {
    auto cast = reshape.getX().getDefiningOp<CastOp>();
    if (!cast || widthOf(cast.getX()) >= widthOf(cast.getY()) || !regroups(reshape))
      return failure();
    auto type = mlir::cast<RankedTensorType>(reshape.getType()).clone(getElementTypeOrSelf(cast.getX().getType()));
    Value narrow = ReshapeOp::create(rewriter, reshape.getLoc(), type, cast.getX(), reshape.getSizes());
    rewriter.replaceOpWithNewOp<CastOp>(reshape, narrow, cast.getTo());
    return success();
  }
};

/// A reshape of what is computed and then cast to a narrower type is behind the cast.
struct ReshapeBehindNarrowing : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp cast, PatternRewriter &rewriter) const override {
    auto reshape = cast.getX().getDefiningOp<ReshapeOp>();
    if (!reshape || !reshape->hasOneUse() || widthOf(cast.getX()) <= widthOf(cast.getY()) || !regroups(reshape) ||
        !reshape.getX().getDefiningOp<SemanticsInterface>())
      return failure();
    Value narrow = CastOp::create(rewriter, cast.getLoc(), reshape.getX(), cast.getTo());
    rewriter.replaceOpWithNewOp<ReshapeOp>(cast, cast.getType(), narrow, reshape.getSizes());
    return success();
  }
};

} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveSplatThrough<ReshapeOp>, ReshapeBehindElementwise, ReshapeBeforeWidening, ReshapeBehindNarrowing>(
      context);
}

} // namespace weir
