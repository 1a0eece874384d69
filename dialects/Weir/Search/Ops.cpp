// Registration of the Search family: what is cumulative; the rest has files of its own.
#include "dialects/Weir/Search/Ops.h"

#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Sequence/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <cmath>

using namespace mlir;

namespace weir {

// What the definitions of records call.

static Result<Metas> inferCumulativeFound(const TensorMeta &input, const Attributes &attributes) {
  Result<Metas> results = CumulativeMaxOp::inferResults({input}, attributes);
  if (results)
    results->push_back({DType::I64, input.shape});
  return results;
}

template <typename Op> static SmallVector<Value> cumulativeFound(Expression x, int64_t dim) {
  OpBuilder &builder = x.getBuilder();
  Expression extremes(builder, x.getLoc(),
                      Op::create(builder, x.getLoc(), Value(x), static_cast<uint64_t>(dim), false));
  return {extremes, lastEqualAlong(x, extremes, dim, /*reverse=*/false)};
}

static Result<Metas> inferLogcumsumexp(const TensorMeta &input, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  if (auto failure = checkDims(input, {dim}))
    return *failure;
  if (!input.shape[dim].isKnown())
    return Failure{"expects a known size of dimension " + std::to_string(dim) + ", got " + tupleText(input.shape)};
  return Metas{input};
}

static Expression logAddExp(Expression x, Expression y) {
  // Equal infinities have no difference.
  Expression apart = select(x == y, 0.0, abs(x - y));
  return maximum(x, y) + log1p(exp(-apart));
}

/// x moved `by` places along `dim`, behind -infinity.
static Expression movedBack(Expression x, int64_t dim, int64_t by) {
  OpBuilder &builder = x.getBuilder();
  SmallVector<int64_t> starts(x.rank(), 0), steps(x.rank(), 1);
  starts[dim] = by;
  return {builder, x.getLoc(),
          PadOp::create(builder, x.getLoc(), x.type(), x, dynamicSizes(builder, x.getLoc(), x),
                        builder.getDenseI64ArrayAttr(starts), builder.getDenseI64ArrayAttr(steps),
                        builder.getF64FloatAttr(-INFINITY))};
}

/// By sums over 1, 2, 4, ... elements, each of two of half the length, so that no shift has to do for all of a line. In
/// f64, because each of them rounds.
static Expression logCumulativeSumExp(Expression x, int64_t dim) {
  Type element = x.type().getElementType();
  x = x.cast(x.getBuilder().getF64Type());
  for (int64_t length = 1; length < x.knownSize(dim); length *= 2)
    x = logAddExp(x, movedBack(x, dim, length));
  return x.cast(element);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Search/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerSearchOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Search/Ops.cpp.inc"
      >();
}

} // namespace weir
