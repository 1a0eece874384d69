// Evals of reductions. Every result element takes its operand elements in row-major order.
#include "dialects/Weir/Reduce/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"
#include "lib/Reference/Positions.h"
#include "lib/Reference/Sums.h"

using namespace mlir;

namespace weir {

/// Calls `visit(offset in x, offset in the result)` for every element of x, in row-major order.
template <typename Visit> static void forEachReduced(const Sizes &shape, ArrayRef<int64_t> dims, Visit visit) {
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

template <typename Op>
static Result<Tensors> evalReduction(Op op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  if (!accumulator || isFloat(*accumulator) != isFloat(x.meta.dtype))
    return Failure{"expects x and accumulator to be both floats or both integers"};
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  std::fill(y.floats.begin(), y.floats.end(), identityOf(Op::combiner));
  std::fill(y.integers.begin(), y.integers.end(), identityOf(Op::combiner, x.meta.dtype));
  ElementSums sums(y, *accumulator, scope.widened);
  forEachReduced(x.meta.shape, op.getDims(), [&](int64_t from, int64_t to) {
    if (Op::combiner == Combiner::Sum) {
      sums.addElement(to, x, from);
    } else if (isFloat(x.meta.dtype)) {
      double next = combined(Op::combiner, y.floats[to], x.floats[from]);
      y.floats[to] = scope.widened ? next : roundedTo(*accumulator, next);
    } else {
      y.integers[to] = wrappedTo(*accumulator, combined(Op::combiner, y.integers[to], x.integers[from]));
    }
  });
  return Tensors{std::move(y)};
}

template <typename... Op> static void attachReductions(MLIRContext &context) {
  (attachEval<Op, evalReduction<Op>>(context), ...);
}

void attachReduceEvals(MLIRContext &context) {
  attachReductions<ReduceSumOp, ReduceProdOp, ReduceMaxOp, ReduceMinOp, ReduceAnyOp, ReduceAllOp>(context);
}

} // namespace weir
