// Slices: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Shape/Strides.h"

using namespace mlir;

namespace weir {

Result<Metas> SliceOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  if (auto failure = checkStrides(x, attributes))
    return *failure;
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  const auto &shape = attributes.get<Shape>("shape");
  for (size_t d = 0; d < shape.size(); ++d) {
    if (starts[d] < 0)
      return Failure{"expects starts of at least 0, got " + std::to_string(starts[d]) + " in dimension " +
                     std::to_string(d)};
    bool isKnown = x.shape[d].isKnown() && shape[d].isKnown();
    if (isKnown && !liesWithin(x.shape[d].known(), starts[d], steps[d], shape[d].known()))
      return Failure{"expects the slice to lie within dimension " + std::to_string(d) + " of x, got " +
                     toString(shape[d]) + " elements from " + std::to_string(starts[d]) + " by " +
                     std::to_string(steps[d]) + " of " + toString(x)};
  }
  return Metas{{x.dtype, shape}};
}

Result<IterationRule> SliceOp::iterationRule(const Metas &operands, const Metas &results,
                                             const Attributes &attributes) {
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  const Shape &from = operands[0].shape, &to = results[0].shape;
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  for (size_t d = 0; d < to.size(); ++d) {
    int factor = static_cast<int>(d);
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = to[d]});
    rule.results[0].push_back({.terms = {{factor, 1}}});
    bool isWhole = from[d] == to[d] && to[d].isKnown() && starts[d] == 0;
    rule.operands[0].push_back(isWhole ? DimMap{.terms = {{factor, 1}}}
                                       : DimMap{.terms = {{factor, steps[d]}}, .constant = starts[d], .inset = true});
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

void SliceOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(PadOp::create(builder, getLoc(), getX().getType(), resultGradients[0],
                                           dynamicSizes(builder, getLoc(), getX()), getStarts(), getSteps(),
                                           llvm::APFloat(0.0)));
  operandGradients.resize(getNumOperands());
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getType());
  if (getX().getType() == type && type.hasStaticShape() && movesNothing(getStarts(), getSteps()))
    return getX();
  auto inner = getX().getDefiningOp<SliceOp>();
  if (!inner)
    return nullptr;
  SmallVector<int64_t> starts, steps;
  for (auto [d, start] : llvm::enumerate(getStarts())) {
    int64_t shift, first, step;
    if (llvm::MulOverflow(start, inner.getSteps()[d], shift) || llvm::AddOverflow(inner.getStarts()[d], shift, first) ||
        llvm::MulOverflow(getSteps()[d], inner.getSteps()[d], step) || first > kFarthest || step > kFarthest)
      return nullptr;
    starts.push_back(first);
    steps.push_back(step);
  }
  setStarts(starts);
  setSteps(steps);
  getXMutable().assign(inner.getX());
  return getResult();
}

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveSplatThrough<SliceOp>>(context);
}

} // namespace weir
