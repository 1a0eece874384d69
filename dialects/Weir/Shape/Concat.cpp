// Concatenation: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

Result<Metas> ConcatOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &lhs = operands[0], &rhs = operands[1];
  int64_t dim = attributes.get<int64_t>("dim"), rank = static_cast<int64_t>(lhs.shape.size());
  if (lhs.dtype != rhs.dtype)
    return Failure{"expects lhs and rhs to have one dtype, got " + std::string(name(lhs.dtype)) + " and " +
                   std::string(name(rhs.dtype))};
  if (dim < 0 || dim >= rank)
    return Failure{"expects dim to be in [0, " + std::to_string(rank) + "), got " + std::to_string(dim)};
  bool fits = lhs.shape.size() == rhs.shape.size();
  for (int64_t d = 0; fits && d < rank; ++d)
    fits = d == dim || mayEqual(lhs.shape[d], rhs.shape[d]);
  if (!fits)
    return Failure{"expects lhs and rhs to agree in all dimensions but " + std::to_string(dim) + ", got " +
                   toString(lhs) + " and " + toString(rhs)};
  TensorMeta result = lhs;
  for (int64_t d = 0; d < rank; ++d)
    result.shape[d] = refine(lhs.shape[d], rhs.shape[d]);
  result.shape[dim] = sum(lhs.shape[dim], rhs.shape[dim]);
  return Metas{result};
}

/// Along `dim` each side has padding where the other one's elements are. Where the size of lhs isn't known, neither is
/// where rhs begins.
Result<IterationRule> ConcatOp::iterationRule(const Metas &operands, const Metas &results,
                                              const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  DimSize behind = operands[0].shape[dim];
  IterationRule rule;
  rule.operands.resize(2);
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    bool isJoined = static_cast<int64_t>(d) == dim;
    DimMap map{.terms = {{static_cast<int>(d), 1}}};
    bool isOpen = isJoined && !behind.isKnown();
    rule.factors.push_back({.name = "i" + std::to_string(d),
                            .size = results[0].shape[d],
                            .indexed = isOpen,
                            .heldWhole = isOpen ? "where the second one begins is not known" : nullptr});
    rule.results[0].push_back(map);
    map.clipped = isJoined;
    rule.operands[0].push_back(map);
    map.constant = isJoined ? -behind.knownOr(0) : 0;
    rule.operands[1].push_back(isOpen ? DimMap{.indirect = true} : map);
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0, 1}});
  return rule;
}

Value ConcatOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  return arith::AddIOp::create(builder, getLoc(), sizeOf(0, dim), sizeOf(1, dim));
}

/// The first elements of dy, and the last ones: the first ones of dy reversed, because where they begin need not be
/// known.
void ConcatOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  Value dy = resultGradients[0];
  SmallVector<int64_t> starts(lhs.getRank(), 0), steps(lhs.getRank(), 1);
  auto slice = [&](Value from, Value like, ArrayRef<int64_t> at) -> Value {
    return SliceOp::create(builder, loc, like.getType(), from, dynamicSizes(builder, loc, like), at, steps);
  };
  operandGradients.push_back(slice(dy, getLhs(), starts));
  int64_t dim = getDim();
  if (!lhs.isDynamicDim(dim)) {
    starts[dim] = lhs.getDimSize(dim);
    operandGradients.push_back(slice(dy, getRhs(), starts));
    return;
  }
  Value last = slice(FlipOp::create(builder, loc, dy, dim), getRhs(), starts);
  operandGradients.push_back(FlipOp::create(builder, loc, last, dim).getResult());
}

/// Nothing is added by a side without elements.
OpFoldResult ConcatOp::fold(FoldAdaptor) {
  auto isNothing = [&](Value side) { return cast<RankedTensorType>(side.getType()).getDimSize(getDim()) == 0; };
  if (isNothing(getLhs()) && getRhs().getType() == getType())
    return getRhs();
  if (isNothing(getRhs()) && getLhs().getType() == getType())
    return getLhs();
  return nullptr;
}

} // namespace weir
