// Evals of pooling. Operands and results are parts; positions are those of the wholes.
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Sums.h"
#include "lib/Reference/WindowPoints.h"

#include <algorithm>
#include <limits>

using namespace mlir;

namespace weir {
namespace {

/// The points of pooling: all pairs of a window and an element of it, as positions of the large tensor, of the small
/// one with an element for each window, and the row-major number of the element.
template <typename Visit> void forPoolingPoints(const EvalScope &scope, bool stepsAreWindows, Visit visit) {
  size_t rank = scope.results[0].whole.shape.size();
  WindowDims windows = *windowDims(scope.attributes, rank);
  Position large(rank), small(rank);
  forFactors(scope, 0, scope.box.size(), [&](const Position &point) {
    int64_t number = 0;
    size_t nextElement = rank;
    for (size_t d = 0; d < rank; ++d) {
      const WindowDim &window = windows[d];
      int64_t element = window.isTrivial() ? 0 : point[nextElement++];
      int64_t offset = element * window.dilation - window.low;
      int64_t step = stepsAreWindows ? point[d] : (point[d] - offset) / window.stride;
      if (!stepsAreWindows && step * window.stride + offset != point[d])
        return;
      large[d] = step * window.stride + offset;
      small[d] = step;
      number = number * window.size.known() + element;
    }
    visit(static_cast<const Position &>(large), static_cast<const Position &>(small), number);
  });
}

} // namespace

static Result<Tensors> evalWindowSum(WindowSumOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, defaultAccumulator(y.meta.dtype), scope.widened);
  Part x{scope.operands[0]}, to{scope.results[0]};
  forPoolingPoints(scope, /*stepsAreWindows=*/true, [&](const Position &large, const Position &small, int64_t) {
    if (std::optional<int64_t> from = x.find(large))
      sums.addElement(*to.find(small), operands[0], *from);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWindowMax(WindowMaxOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  std::fill(y.floats.begin(), y.floats.end(), -std::numeric_limits<double>::infinity());
  std::fill(y.integers.begin(), y.integers.end(), smallestOf(y.meta.dtype));
  Part x{scope.operands[0]}, to{scope.results[0]};
  forPoolingPoints(scope, /*stepsAreWindows=*/true, [&](const Position &large, const Position &small, int64_t) {
    std::optional<int64_t> from = x.find(large);
    if (!from)
      return;
    int64_t at = *to.find(small);
    if (isFloat(y.meta.dtype))
      y.floats[at] = maximumOf(y.floats[at], operands[0].floats[*from]);
    else
      y.integers[at] = std::max(y.integers[at], operands[0].integers[*from]);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWindowIndex(WindowIndexOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  int64_t count = 1;
  for (int64_t size : op.getWindow())
    count *= size;
  std::fill(y.integers.begin(), y.integers.end(), count);
  Part x{scope.operands[0]}, largest{scope.operands[1]}, to{scope.results[0]};
  auto isSame = [&](int64_t i, int64_t j) {
    if (!isFloat(operands[0].meta.dtype))
      return operands[0].integers[i] == operands[1].integers[j];
    double a = operands[0].floats[i], b = operands[1].floats[j];
    return a == b || (a != a && b != b);
  };
  forPoolingPoints(scope, /*stepsAreWindows=*/true, [&](const Position &large, const Position &small, int64_t number) {
    std::optional<int64_t> from = x.find(large);
    if (!from || !isSame(*from, *largest.find(small)))
      return;
    int64_t &first = y.integers[*to.find(small)];
    first = std::min(first, number);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWindowPick(WindowPickOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, defaultAccumulator(y.meta.dtype), scope.widened);
  Part x{scope.operands[0]}, index{scope.operands[1]}, to{scope.results[0]};
  forPoolingPoints(scope, /*stepsAreWindows=*/true, [&](const Position &large, const Position &small, int64_t number) {
    std::optional<int64_t> from = x.find(large);
    if (from && operands[1].integers[*index.find(small)] == number)
      sums.addElement(*to.find(small), operands[0], *from);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWindowSpread(WindowSpreadOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, defaultAccumulator(y.meta.dtype), scope.widened);
  Part x{scope.operands[0]}, to{scope.results[0]};
  forPoolingPoints(scope, /*stepsAreWindows=*/false, [&](const Position &large, const Position &small, int64_t) {
    if (std::optional<int64_t> from = x.find(small))
      sums.addElement(*to.find(large), operands[0], *from);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalWindowSpreadTo(WindowSpreadToOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, defaultAccumulator(y.meta.dtype), scope.widened);
  Part x{scope.operands[0]}, index{scope.operands[1]}, to{scope.results[0]};
  forPoolingPoints(scope, /*stepsAreWindows=*/false, [&](const Position &large, const Position &small, int64_t number) {
    std::optional<int64_t> from = x.find(small);
    if (from && operands[1].integers[*index.find(small)] == number)
      sums.addElement(*to.find(large), operands[0], *from);
  });
  return Tensors{std::move(y)};
}

void attachPoolingEvals(MLIRContext &context) {
  attachEval<WindowSumOp, evalWindowSum>(context);
  attachEval<WindowMaxOp, evalWindowMax>(context);
  attachEval<WindowIndexOp, evalWindowIndex>(context);
  attachEval<WindowPickOp, evalWindowPick>(context);
  attachEval<WindowSpreadOp, evalWindowSpread>(context);
  attachEval<WindowSpreadToOp, evalWindowSpreadTo>(context);
}

} // namespace weir
