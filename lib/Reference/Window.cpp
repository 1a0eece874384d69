// Evals of ops over windows: convolutions and pooling. Operands and results are parts; positions are those of the
// wholes.
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Positions.h"
#include "lib/Reference/Sums.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace mlir;

namespace weir {
namespace {

/// A part of a tensor, asked and written at positions of the whole.
struct Part {
  const EvalValue &value;
  Sizes shape = value.part().shape;

  /// The number of the element, or none where the whole has no such position.
  std::optional<int64_t> find(std::initializer_list<int64_t> position) const {
    return find(std::span(position.begin(), position.size()));
  }
  std::optional<int64_t> find(std::span<const int64_t> position) const {
    int64_t offset = 0;
    for (size_t d = 0; d < position.size(); ++d) {
      int64_t inside = position[d] - value.box[d].begin;
      if (position[d] < 0 || position[d] >= value.whole.shape[d] || inside < 0 || inside >= shape[d])
        return std::nullopt;
      offset = offset * shape[d] + inside;
    }
    return offset;
  }
};

/// Calls `visit(position)` for all positions of the factors from `first` on, `count` of them, in the scope's box.
template <typename Visit> void forFactors(const EvalScope &scope, size_t first, size_t count, Visit visit) {
  Sizes sizes;
  for (size_t f = first; f < first + count; ++f)
    sizes.push_back(scope.box[f].size());
  Position position(count);
  forEachPosition(sizes, [&](const Position &relative) {
    for (size_t d = 0; d < count; ++d)
      position[d] = relative[d] + scope.box[first + d].begin;
    visit(static_cast<const Position &>(position));
  });
}

/// The points of a convolution: all (n, g, o, c, windows, elements) of the box, and the positions they have in an image
/// with many positions, in the kernel, and in an image with a position for each window.
class ConvPoints {
public:
  explicit ConvPoints(const EvalScope &scope, const Sizes &kernel)
      : scope(scope), layout(ConvLayout::of(scope.attributes, scope.operands[0].whole.shape.size())),
        windows(*windowDims(scope.attributes, layout.spatialRank, shapeOf(kernel).data() + layout.kernelSpatial())) {}

  /// `stepsAreWindows` says that the factors s number windows; else they number positions of the large image, and the
  /// window follows where there is one. Calls visit(position in the large image, in the kernel, in the small image).
  template <typename Visit> void forEach(bool stepsAreWindows, Visit visit) const {
    Position large(layout.imageRank()), small(layout.imageRank()), kernel(layout.imageRank());
    forFactors(scope, 0, scope.box.size(), [&](const Position &point) {
      size_t at = 1 + layout.grouped;
      int64_t o = point[at], c = point[at + 1];
      std::span<const int64_t> steps(point.data() + at + 2, layout.spatialRank);
      std::span<const int64_t> elements(point.data() + at + 2 + layout.spatialRank, layout.spatialRank);
      large[0] = small[0] = point[0];
      if (layout.grouped) {
        large[layout.imageGroup()] = small[layout.imageGroup()] = point[1];
        kernel[layout.kernelGroup()] = point[1];
      }
      large[layout.imageChannel()] = c;
      small[layout.imageChannel()] = o;
      kernel[layout.kernelResultChannel()] = o;
      kernel[layout.kernelInputChannel()] = c;
      std::ranges::copy(elements, kernel.begin() + static_cast<ptrdiff_t>(layout.kernelSpatial()));
      for (size_t d = 0; d < layout.spatialRank; ++d) {
        const WindowDim &window = windows[d];
        int64_t offset = elements[d] * window.dilation - window.low;
        int64_t number = stepsAreWindows ? steps[d] : (steps[d] - offset) / window.stride;
        if (!stepsAreWindows && number * window.stride + offset != steps[d])
          return;
        large[layout.imageSpatial() + d] = number * window.stride + offset;
        small[layout.imageSpatial() + d] = number;
      }
      visit(large, kernel, small);
    });
  }

private:
  const EvalScope &scope;
  ConvLayout layout;
  WindowDims windows;
};

enum class ConvRole { Large, Kernel, Small };

/// Sums the products of two of the three into the third.
Result<Tensors> evalAnyConv(Operation *op, Type accumulatorType, ArrayRef<HostTensor> operands, const EvalScope &scope,
                            ConvRole first, ConvRole second, ConvRole result) {
  std::optional<DType> accumulator = dtypeOf(accumulatorType);
  if (!accumulator || isFloat(*accumulator) != isFloat(operands[0].meta.dtype))
    return Failure{"expects operands and accumulator to be all floats or all integers"};
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, *accumulator, scope.widened);
  Part a{scope.operands[0]}, b{scope.operands[1]}, to{scope.results[0]};
  const Sizes &kernel = result == ConvRole::Kernel ? scope.results[0].whole.shape : scope.operands[1].whole.shape;
  auto visit = [&](const Position &large, const Position &inKernel, const Position &small) {
    auto positionOf = [&](ConvRole role) -> const Position & {
      return role == ConvRole::Large ? large : role == ConvRole::Kernel ? inKernel : small;
    };
    std::optional<int64_t> i = a.find(positionOf(first)), j = b.find(positionOf(second)),
                           k = to.find(positionOf(result));
    if (i && j && k)
      sums.addProduct(*k, operands[0], *i, operands[1], *j);
  };
  ConvPoints(scope, kernel).forEach(/*stepsAreWindows=*/result != ConvRole::Large, visit);
  return Tensors{std::move(y)};
}

} // namespace

static Result<Tensors> evalConv(ConvOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, ConvRole::Large, ConvRole::Kernel, ConvRole::Small);
}

static Result<Tensors> evalConvTranspose(ConvTransposeOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, ConvRole::Small, ConvRole::Kernel, ConvRole::Large);
}

static Result<Tensors> evalConvKernelGradient(ConvKernelGradientOp op, ArrayRef<HostTensor> operands,
                                              const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, ConvRole::Large, ConvRole::Small, ConvRole::Kernel);
}

/// Points are (n, windows, panel, column in it, block, elements, channel in it).
static Result<Tensors> evalConvPacked(ConvPackedOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  std::optional<DType> accumulator = dtypeOf(op.getAccumulatorType());
  if (!accumulator || isFloat(*accumulator) != isFloat(operands[0].meta.dtype))
    return Failure{"expects operands and accumulator to be all floats or all integers"};
  Result<PackedKernel> kernel = PackedKernel::of(scope.attributes);
  size_t rank = kernel->window.size();
  WindowDims windows = *windowDims(scope.attributes, rank);
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, *accumulator, scope.widened);
  Part x{scope.operands[0]}, packed{scope.operands[1]}, to{scope.results[0]};
  Position image(rank + 2), result(rank + 2);
  forFactors(scope, 0, scope.box.size(), [&](const Position &point) {
    std::span<const int64_t> steps(point.data() + 1, rank), elements(point.data() + rank + 4, rank);
    int64_t panel = point[rank + 1], column = point[rank + 2], block = point[rank + 3], channel = point.back();
    image[0] = result[0] = point[0];
    int64_t number = block;
    for (size_t d = 0; d < rank; ++d) {
      image[d + 1] = steps[d] * windows[d].stride + elements[d] * windows[d].dilation - windows[d].low;
      result[d + 1] = steps[d];
      number = number * windows[d].size.known() + elements[d];
    }
    image[rank + 1] = block * kernel->block + channel;
    result[rank + 1] = panel * kernel->panel + column;
    std::optional<int64_t> i = x.find(image), j = packed.find({panel, number * kernel->block + channel, column}),
                           k = to.find(result);
    if (i && j && k)
      sums.addProduct(*k, operands[0], *i, operands[1], *j);
  });
  return Tensors{std::move(y)};
}

/// Points are (n, tile, window of it, tile, window of it, panel, column in it, channel).
static Result<Tensors> evalConvWinograd(ConvWinogradOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  using namespace winograd;
  Result<WinogradKernel> kernel = WinogradKernel::of(scope.attributes);
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, y.meta.dtype, scope.widened);
  Part x{scope.operands[0]}, packed{scope.operands[1]}, to{scope.results[0]};
  forFactors(scope, 0, scope.box.size(), [&](const Position &point) {
    int64_t n = point[0], t = point[1], window = point[2], u = point[3], windowInLine = point[4], panel = point[5],
            column = point[6], channel = point[7];
    std::optional<int64_t> k =
        to.find({n, kTile * t + window, kTile * u + windowInLine, panel * kernel->panel + column});
    if (!k)
      return;
    std::array<std::optional<int64_t>, kReached * kReached> read;
    for (int64_t at = 0; at < kReached * kReached; ++at)
      read[at] = x.find({n, kTile * t + at / kReached - kernel->windows[0].low,
                         kTile * u + at % kReached - kernel->windows[1].low, channel});
    for (int64_t q = 0; q < kTerms * kTerms; ++q) {
      int64_t term = q / kTerms, termInLine = q % kTerms;
      int output = kOutput[window][term] * kOutput[windowInLine][termInLine];
      std::optional<int64_t> j = packed.find({panel, q * kernel->channels + channel, column});
      for (int64_t at = 0; output != 0 && j && at < kReached * kReached; ++at)
        if (int sign = output * kInput[term][at / kReached] * kInput[termInLine][at % kReached]; sign != 0 && read[at])
          sums.addProduct(*k, operands[0], *read[at], operands[1], *j, sign);
    }
  });
  return Tensors{std::move(y)};
}

// Pooling

namespace {

/// The points of pooling: all pairs of a window and an element of it, as positions of the large tensor, of the small
/// one with an element for each window, and the row-major number of the element.
template <typename Visit> void forPoolingPoints(const EvalScope &scope, bool stepsAreWindows, Visit visit) {
  size_t rank = scope.results[0].whole.shape.size();
  WindowDims windows = *windowDims(scope.attributes, rank);
  forFactors(scope, 0, scope.box.size(), [&](const Position &point) {
    Position large(rank), small(rank);
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

void attachWindowEvals(MLIRContext &context) {
  attachEval<ConvOp, evalConv>(context);
  attachEval<ConvPackedOp, evalConvPacked>(context);
  attachEval<ConvWinogradOp, evalConvWinograd>(context);
  attachEval<ConvTransposeOp, evalConvTranspose>(context);
  attachEval<ConvKernelGradientOp, evalConvKernelGradient>(context);
  attachEval<WindowSumOp, evalWindowSum>(context);
  attachEval<WindowMaxOp, evalWindowMax>(context);
  attachEval<WindowIndexOp, evalWindowIndex>(context);
  attachEval<WindowPickOp, evalWindowPick>(context);
  attachEval<WindowSpreadOp, evalWindowSpread>(context);
  attachEval<WindowSpreadToOp, evalWindowSpreadTo>(context);
}

} // namespace weir
