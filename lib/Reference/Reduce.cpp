// Evals of reductions. Every result element takes its operand elements in row-major order.
#include "dialects/Weir/Reduce/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/Positions.h"

#include <limits>

using namespace mlir;

namespace weir {

/// Calls `visit(offset in x, offset in the result)` for every element of x, in row-major order.
template <typename Visit> static void forEachReduced(const Shape &shape, ArrayRef<int64_t> dims, Visit visit) {
  // A reduced dimension doesn't move the result's offset.
  std::vector<int64_t> strides(shape.size(), 0);
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;)
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim))) {
      strides[dim] = stride;
      stride *= shape[dim];
    }
  int64_t from = 0;
  forEachPosition(shape, [&](const Position &position) {
    int64_t to = 0;
    for (size_t dim = 0; dim < position.size(); ++dim)
      to += position[dim] * strides[dim];
    visit(from++, to);
  });
}

static Result<Tensors> evalReduceSum(ReduceSumOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  if (!accumulator || isFloat(*accumulator) != isFloat(x.meta.dtype))
    return Failure{"expects x and accumulator to be both floats or both integers"};
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  forEachReduced(x.meta.shape, op.getDims(), [&](int64_t from, int64_t to) {
    if (!isFloat(x.meta.dtype))
      y.integers[to] = wrappedTo(*accumulator, wrappingAdd(y.integers[to], x.integers[from]));
    else if (scope.widened)
      y.floats[to] += x.floats[from];
    else
      y.floats[to] = roundedTo(*accumulator, y.floats[to] + x.floats[from]);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalReduceMax(ReduceMaxOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  std::fill(y.floats.begin(), y.floats.end(), -std::numeric_limits<double>::infinity());
  std::fill(y.integers.begin(), y.integers.end(), smallestOf(x.meta.dtype));
  forEachReduced(x.meta.shape, op.getDims(), [&](int64_t from, int64_t to) {
    if (isFloat(x.meta.dtype))
      y.floats[to] = maximumOf(y.floats[to], x.floats[from]);
    else
      y.integers[to] = std::max(y.integers[to], x.integers[from]);
  });
  return Tensors{std::move(y)};
}

void attachReduceEvals(MLIRContext &context) {
  attachEval<ReduceSumOp, evalReduceSum>(context);
  attachEval<ReduceMaxOp, evalReduceMax>(context);
}

} // namespace weir
