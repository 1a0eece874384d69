// Evals of ops along one dimension. A part of the iteration space holds whole lines.
#include "dialects/Weir/Sequence/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"
#include "lib/Reference/Positions.h"
#include "lib/Reference/Sums.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace weir {

/// Calls `visit(offsets)` for every line along `dim`: where its elements are in a row-major tensor.
template <typename Visit> static void forEachLine(const Sizes &shape, int64_t dim, Visit visit) {
  Sizes lines = shape;
  lines[dim] = 1;
  int64_t stride = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d)
    stride *= shape[d];
  std::vector<int64_t> offsets(shape[dim]);
  forEachPosition(lines, [&](const Position &position) {
    int64_t first = offsetOf(position, shape);
    for (size_t i = 0; i < offsets.size(); ++i)
      offsets[i] = first + static_cast<int64_t>(i) * stride;
    visit(offsets);
  });
}

template <typename Op>
static Result<Tensors> evalCumulative(Op op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  DType accumulator = defaultAccumulator(x.meta.dtype);
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  forEachLine(x.meta.shape, op.getDim(), [&](std::vector<int64_t> offsets) {
    if (op.getReverse())
      std::reverse(offsets.begin(), offsets.end());
    int64_t integer = identityOf(Op::combiner, x.meta.dtype);
    double number = identityOf(Op::combiner);
    WideSum sum;
    for (int64_t at : offsets)
      if (!isFloat(x.meta.dtype)) {
        y.integers[at] = integer = wrappedTo(accumulator, combined(Op::combiner, integer, x.integers[at]));
      } else if (Op::combiner == Combiner::Sum) {
        sum.add(x.floats[at]);
        y.floats[at] = sum.value();
      } else {
        y.floats[at] = number = combined(Op::combiner, number, x.floats[at]);
      }
  });
  return Tensors{std::move(y)};
}

/// NaN is larger than any number.
static bool isLess(double x, double y) { return x < y || (std::isnan(y) && !std::isnan(x)); }
static bool isLess(int64_t x, int64_t y) { return x < y; }

/// The elements in order, as many as the results have along each line.
template <typename Op> static Result<Tensors> evalSort(Op op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  HostTensor values = HostTensor::zeros(scope.results[0].part()), indices = HostTensor::zeros(scope.results[1].part());
  std::vector<std::vector<int64_t>> lines;
  forEachLine(values.meta.shape, op.getDim(), [&](const std::vector<int64_t> &places) { lines.push_back(places); });
  size_t number = 0;
  auto sortLine = [&](const auto &from, auto &to, ArrayRef<int64_t> offsets) {
    std::vector<int64_t> order(offsets.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<int64_t>(i);
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      auto x = from[offsets[a]], y = from[offsets[b]];
      bool isBefore = op.getDescending() ? isLess(y, x) : isLess(x, y);
      bool isAfter = op.getDescending() ? isLess(x, y) : isLess(y, x);
      return isBefore || (!isAfter && a < b);
    });
    const std::vector<int64_t> &places = lines[number++];
    for (size_t i = 0; i < places.size(); ++i) {
      to[places[i]] = from[offsets[order[i]]];
      indices.integers[places[i]] = order[i];
    }
  };
  forEachLine(x.meta.shape, op.getDim(), [&](ArrayRef<int64_t> offsets) {
    if (isFloat(x.meta.dtype))
      sortLine(x.floats, values.floats, offsets);
    else
      sortLine(x.integers, values.integers, offsets);
  });
  return Tensors{std::move(values), std::move(indices)};
}

void attachSequenceEvals(MLIRContext &context) {
  attachEval<CumsumOp, evalCumulative<CumsumOp>>(context);
  attachEval<CumprodOp, evalCumulative<CumprodOp>>(context);
  attachEval<CumulativeMaxOp, evalCumulative<CumulativeMaxOp>>(context);
  attachEval<CumulativeMinOp, evalCumulative<CumulativeMinOp>>(context);
  attachEval<SortOp, evalSort<SortOp>>(context);
  attachEval<SortFirstOp, evalSort<SortFirstOp>>(context);
}

} // namespace weir
