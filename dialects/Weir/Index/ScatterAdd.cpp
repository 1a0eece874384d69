// scatter_add: inference, iteration rule, gradient, canonicalization.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> ScatterAddOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects x and updates to be of numbers, got bool"};
  return ScatterOp::inferResults(operands, attributes);
}

Result<IterationRule> ScatterAddOp::iterationRule(const Metas &operands, const Metas &results,
                                                  const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  IterationRule rule;
  rule.operands.resize(3);
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    bool isPosition = static_cast<int64_t>(d) == dim;
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d], .indexed = isPosition});
    DimMap map{.terms = {{static_cast<int>(d), 1}}, .picked = isPosition};
    rule.operands[0].push_back(map);
    rule.results[0].push_back(map);
    rule.operands[1].push_back(map);
    rule.operands[2].push_back(map);
  }
  // Along `dim` every update may fall on every position.
  int update = static_cast<int>(rule.factors.size());
  rule.factors.push_back({.name = "update", .size = operands[1].shape[dim], .kind = FactorKind::Whole});
  rule.operands[1][dim] = rule.operands[2][dim] = {.terms = {{update, 1}}};
  rule.linearGroups = linearOver(operands[0].dtype, {{0, 2}});
  rule.accumulations = {{.factor = update, .onto = 0, .combiner = combiner}};
  return rule;
}

void ScatterAddOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                 SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(resultGradients[0]);
  operandGradients.push_back(nullptr);
  operandGradients.push_back(GatherOp::create(builder, getLoc(), resultGradients[0], getIndex(), getDim()));
}

namespace {

/// One update per row into zeros is an elementwise op on the rows: it fuses with what made the update and what reads
/// the result, as in the gradient of a cross entropy. An index outside the rows must still fail, so the same index has
/// to be in use by a gather from rows as long.
struct ScatterOneAsSelect : OpRewritePattern<ScatterAddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterAddOp op, PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    int64_t dim = op.getDim(), size = type.getDimSize(dim);
    bool isZero = isSplat(op.getX(), 0.0) || isSplat(op.getX(), -0.0);
    if (!isZero || ShapedType::isDynamic(size) ||
        cast<RankedTensorType>(op.getIndex().getType()).getDimSize(dim) != 1 || !isChecked(op.getIndex(), dim, size))
      return failure();

    Location loc = op.getLoc();
    Value zeros = op.getX(), update = op.getUpdates();
    TypedAttr zero = splatOf(zeros);
    auto zeroSplat = SplatElementsAttr::get(RankedTensorType::get({}, zero.getType()), zero);
    Value nothing = ConstantOp::create(rewriter, loc, update.getType(), zeroSplat, dynamicSizes(rewriter, loc, update));
    update = AddOp::create(rewriter, loc, nothing, update); // zero + -0.0 may be another zero
    Value isHit = CompareOp::create(rewriter, loc, ComparePredicate::eq, positions(rewriter, op),
                                    repeatAlong(rewriter, loc, op.getIndex(), zeros, dim));
    rewriter.replaceOpWithNewOp<SelectOp>(op, isHit, repeatAlong(rewriter, loc, update, zeros, dim), zeros);
    return success();
  }

private:
  static bool isChecked(Value index, int64_t dim, int64_t size) {
    return llvm::any_of(index.getUsers(), [&](Operation *user) {
      auto gather = dyn_cast<GatherOp>(user);
      return gather && gather.getIndex() == index && static_cast<int64_t>(gather.getDim()) == dim &&
             cast<RankedTensorType>(gather.getX().getType()).getDimSize(dim) == size;
    });
  }

  /// Each element's position along the op's dimension.
  static Value positions(PatternRewriter &rewriter, ScatterAddOp op) {
    int64_t dim = op.getDim(), size = cast<RankedTensorType>(op.getType()).getDimSize(dim);
    auto type = RankedTensorType::get({size}, rewriter.getI64Type());
    Value numbers = IotaOp::create(rewriter, op.getLoc(), type, /*sizes=*/ValueRange());
    return broadcastLike(rewriter, op.getLoc(), numbers, op.getX(), {dim});
  }

  /// `value`, of size 1 along `dim`, repeated along it to the shape of `like`.
  static Value repeatAlong(PatternRewriter &rewriter, Location loc, Value value, Value like, int64_t dim) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape, kept;
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (d == dim)
        continue;
      kept.push_back(d);
      shape.push_back(type.getDimSize(d));
      if (type.isDynamicDim(d))
        sizes.push_back(DimOp::create(rewriter, loc, value, d));
    }
    Value row = ReshapeOp::create(rewriter, loc, type.clone(shape), value, sizes);
    return broadcastLike(rewriter, loc, row, like, kept);
  }
};

} // namespace

void ScatterAddOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ScatterOneAsSelect>(context);
}

} // namespace weir
