// Differences of neighbours, and the areas between them.
#include "dialects/Weir/Sequence/Neighbours.h"

#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

// inference

static std::optional<Failure> checkKnownDim(const TensorMeta &x, int64_t dim) {
  if (auto failure = checkDims(x, {dim}))
    return failure;
  if (!x.shape[dim].isKnown())
    return Failure{"expects a known size of dimension " + std::to_string(dim) + ", got " + tupleText(x.shape)};
  return std::nullopt;
}

Result<Metas> inferDiff(const Metas &operands, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim"), n = attributes.get<int64_t>("n");
  if (n < 0)
    return Failure{"expects n to be at least 0, got " + std::to_string(n)};
  Metas joined = {operands[0]};
  for (size_t i = 0; i < operands.size(); ++i) {
    if (auto failure = checkKnownDim(operands[i], dim))
      return *failure;
    if (i == 0)
      continue;
    Result<Metas> more = ConcatOp::inferResults({joined[0], operands[i]}, attributes);
    if (!more)
      return more;
    joined = *more;
  }
  DimSize &size = joined[0].shape[dim];
  size = DimSize(std::max<int64_t>(0, size.known() - n));
  return joined;
}

Result<Metas> inferArea(const Metas &operands, const Attributes &attributes, bool isCumulative) {
  const TensorMeta &y = operands[0], *x = optionalOperand(operands, attributes, 0);
  int64_t dim = attributes.get<int64_t>("dim");
  if (auto failure = checkKnownDim(y, dim))
    return *failure;
  for (const TensorMeta &operand : operands)
    if (operand.dtype == DType::Bool)
      return Failure{"expects operands to be of numbers, got bool"};
  if (x && !std::equal(y.shape.begin(), y.shape.end(), x->shape.begin(), x->shape.end(), mayEqual))
    return Failure{"expects x in the shape of y, got " + tupleText(x->shape) + " for " + tupleText(y.shape)};
  TensorMeta result{commonFloat(operands), y.shape};
  if (!isCumulative)
    return inferReduced(result, {dim}, /*keepdim=*/false);
  result.shape[dim] = DimSize(std::max<int64_t>(0, y.shape[dim].known() - 1));
  return Metas{result};
}

// decomposition

namespace {

/// The elements along a dimension that have one before them, and those that have one behind them.
struct Neighbours {
  Neighbours(Expression x, int64_t dim)
      : Neighbours(x, dim, x.knownSize(dim), std::max<int64_t>(0, x.knownSize(dim) - 1)) {}

  Expression behind, before;

private:
  Neighbours(Expression x, int64_t dim, int64_t size, int64_t between)
      : behind(slice(x, dim, size - between, between)), before(slice(x, dim, 0, between)) {}
};

} // namespace

Expression joinedAround(Expression before, Expression x, Expression behind, int64_t dim) {
  auto joined = [&](Expression front, Expression back) -> Expression {
    return {x.getBuilder(), x.getLoc(),
            ConcatOp::create(x.getBuilder(), x.getLoc(), front, back, static_cast<uint64_t>(dim))};
  };
  x = before.isPresent() ? joined(before, x) : x;
  return behind.isPresent() ? joined(x, behind) : x;
}

Expression differences(Expression x, int64_t n, int64_t dim) {
  bool isBool = x.type().getElementType().isInteger(1);
  for (int64_t i = 0; i < n && x.knownSize(dim) > 0; ++i) {
    Neighbours pairs(x, dim);
    x = isBool ? pairs.behind ^ pairs.before : pairs.behind - pairs.before;
  }
  return x;
}

Expression areas(Expression y, Expression x, double dx, int64_t dim) {
  auto floatOf = [](Expression value) { return dyn_cast<FloatType>(value.type().getElementType()); };
  Type wide = floatOf(y);
  if (!wide && x.isPresent())
    wide = floatOf(x);
  if (!wide)
    wide = y.getBuilder().getF32Type();
  Neighbours heights(y, dim);
  Expression sums = heights.behind + heights.before;
  if (!x.isPresent())
    return sums.cast(wide) * (0.5 * dx);
  if (x.type().isDynamicDim(dim)) // it is as long as y
    x = broadcast(x, y, llvm::to_vector(llvm::seq<int64_t>(0, y.rank())));
  Expression gaps = differences(x, 1, dim);
  Type own = sums.type().getElementType();
  // Integers are multiplied as such, and wrap.
  bool areIntegers = isa<IntegerType>(own) && !own.isInteger(1) && own == gaps.type().getElementType();
  return (areIntegers ? (sums * gaps).cast(wide) : sums.cast(wide) * gaps.cast(wide)) * 0.5;
}

Expression accumulated(Expression x, int64_t dim) {
  return {x.getBuilder(), x.getLoc(),
          CumsumOp::create(x.getBuilder(), x.getLoc(), Value(x), static_cast<uint64_t>(dim), /*reverse=*/false)};
}

} // namespace weir
