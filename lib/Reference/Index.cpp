// Evals of ops that read and write at positions which another tensor holds.
#include "dialects/Weir/Index/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"
#include "lib/Reference/Positions.h"
#include "lib/Reference/Sums.h"

using namespace mlir;

namespace weir {

/// Fails for the first of the indices (operand 1) that isn't in [0, size).
static std::optional<Failure> checkIndices(const HostTensor &index, int64_t size, const EvalScope &scope) {
  for (auto [i, value] : llvm::enumerate(index.integers))
    if (value < 0 || value >= size)
      return Failure{"expects index to be in [0, " + std::to_string(size) + "), got " + std::to_string(value) +
                     " at position " + positionText(inWhole(positionAt(i, index.meta.shape), scope.operands[1].box))};
  return std::nullopt;
}

/// A part of x answers for the indices that fall into it; the others find 0 there, so that parts add up.
static Result<Tensors> evalGather(GatherOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0], &index = operands[1];
  int64_t dim = op.getDim();
  if (auto failure = checkIndices(index, scope.operands[0].whole.shape[dim], scope))
    return *failure;
  Range counted = scope.box[scope.rule.findFactor("position")];
  int64_t origin = scope.operands[0].box[dim].begin;

  HostTensor y = HostTensor::zeros(scope.results[0].part());
  int64_t to = 0;
  forEachPosition(y.meta.shape, [&](Position position) {
    int64_t i = index.integers[to];
    if (i >= counted.begin && i < counted.end) {
      position[dim] = i - origin;
      int64_t from = offsetOf(position, x.meta.shape);
      if (isFloat(x.meta.dtype))
        y.floats[to] = x.floats[from];
      else
        y.integers[to] = x.integers[from];
    }
    ++to;
  });
  return Tensors{std::move(y)};
}

/// y, which is x at first, takes the updates that fall into it, in the order of their positions: `take(to, from)`
/// brings the update at offset `from` to the element of y at offset `to`.
template <typename Op, typename Take>
static Result<Tensors> scattered(Op op, ArrayRef<HostTensor> operands, const EvalScope &scope, HostTensor &y,
                                 Take take) {
  const HostTensor &index = operands[1], &updates = operands[2];
  int64_t dim = op.getDim();
  if (auto failure = checkIndices(index, scope.operands[0].whole.shape[dim], scope))
    return *failure;
  Range counted = scope.operands[0].box[dim];

  int64_t from = 0;
  forEachPosition(updates.meta.shape, [&](Position position) {
    int64_t i = index.integers[from];
    if (i >= counted.begin && i < counted.end) {
      position[dim] = i - counted.begin;
      take(offsetOf(position, y.meta.shape), from);
    }
    ++from;
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalScatter(ScatterOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &updates = operands[2];
  HostTensor y = operands[0];
  return scattered(op, operands, scope, y, [&](int64_t to, int64_t from) {
    if (isFloat(y.meta.dtype))
      y.floats[to] = updates.floats[from];
    else
      y.integers[to] = updates.integers[from];
  });
}

static Result<Tensors> evalScatterAdd(ScatterAddOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = operands[0];
  ElementSums sums(y, y.meta.dtype, scope.widened);
  return scattered(op, operands, scope, y, [&](int64_t to, int64_t from) { sums.addElement(to, operands[2], from); });
}

template <typename Op>
static Result<Tensors> evalScatterBy(Op op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &updates = operands[2];
  HostTensor y = operands[0];
  DType accumulator = defaultAccumulator(y.meta.dtype);
  return scattered(op, operands, scope, y, [&](int64_t to, int64_t from) {
    if (isFloat(y.meta.dtype)) {
      double joined = combined(Op::combiner, y.floats[to], updates.floats[from]);
      y.floats[to] = scope.widened ? joined : roundedTo(accumulator, joined);
    } else {
      y.integers[to] = wrappedTo(accumulator, combined(Op::combiner, y.integers[to], updates.integers[from]));
    }
  });
}

void attachIndexEvals(MLIRContext &context) {
  attachEval<GatherOp, evalGather>(context);
  attachEval<ScatterOp, evalScatter>(context);
  attachEval<ScatterAddOp, evalScatterAdd>(context);
  attachEval<ScatterProdOp, evalScatterBy<ScatterProdOp>>(context);
  attachEval<ScatterMaxOp, evalScatterBy<ScatterMaxOp>>(context);
  attachEval<ScatterMinOp, evalScatterBy<ScatterMinOp>>(context);
}

} // namespace weir
