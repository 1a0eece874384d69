// Evals of convolutions. Operands and results are parts; positions are those of the wholes.
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Sums.h"
#include "lib/Reference/WindowPoints.h"

#include <algorithm>
#include <array>

using namespace mlir;

namespace weir {
namespace {

enum ConvRole { Large, Kernel, Small };

/// Numbers of elements, by role: of an image with many positions, of the kernel, of an image with a position for each
/// window. Each dimension adds to one of them.
using Numbers = std::array<int64_t, 3>;

/// The points of a convolution: all (n, g, o, c, steps, elements) of the box.
class ConvPoints {
public:
  /// `stepsAreWindows` says that the factors s number windows; else they number positions of the large image, and the
  /// window follows where there is one.
  ConvPoints(const EvalScope &scope, std::array<Part, 3> parts, bool stepsAreWindows)
      : scope(scope), parts(std::move(parts)), stepsAreWindows(stepsAreWindows),
        layout(ConvLayout::of(scope.attributes, scope.operands[0].whole.shape.size())),
        windows(*windowDims(scope.attributes, layout.spatialRank,
                            shapeOf(this->parts[Kernel].value.whole.shape).data() + layout.kernelSpatial())) {}

  /// What all (g, o, c) add.
  std::vector<Numbers> channels() const {
    std::vector<Numbers> all;
    forFactors(scope, 1, 2 + layout.grouped, [&](const Position &point) {
      int64_t o = point[layout.grouped], c = point[1 + layout.grouped];
      Numbers numbers = {};
      bool isThere = add(Large, layout.imageChannel(), c, numbers) && add(Small, layout.imageChannel(), o, numbers) &&
                     add(Kernel, layout.kernelResultChannel(), o, numbers) &&
                     add(Kernel, layout.kernelInputChannel(), c, numbers);
      if (layout.grouped)
        isThere = isThere && add(Large, layout.imageGroup(), point[0], numbers) &&
                  add(Small, layout.imageGroup(), point[0], numbers) &&
                  add(Kernel, layout.kernelGroup(), point[0], numbers);
      if (isThere)
        all.push_back(numbers);
    });
    return all;
  }

  /// Calls visit(elements) for all n and steps, with what these and the elements that meet there add.
  template <typename Visit> void forEach(Visit visit) const {
    size_t rank = layout.spatialRank, firstStep = 3 + layout.grouped;
    std::vector<Numbers> met;
    forFactors(scope, 0, 1, [&](const Position &n) {
      Numbers image = {};
      if (!add(Large, 0, n[0], image) || !add(Small, 0, n[0], image))
        return;
      forFactors(scope, firstStep, rank, [&](const Position &steps) {
        met.clear();
        forFactors(scope, firstStep + rank, rank, [&](const Position &elements) {
          if (Numbers numbers = image; addWindow(steps, elements, numbers))
            met.push_back(numbers);
        });
        visit(static_cast<const std::vector<Numbers> &>(met));
      });
    });
  }

private:
  bool add(ConvRole role, size_t dim, int64_t position, Numbers &to) const {
    std::optional<int64_t> term = parts[role].term(dim, position);
    to[role] += term.value_or(0);
    return term.has_value();
  }

  bool addWindow(const Position &steps, const Position &elements, Numbers &to) const {
    for (size_t d = 0; d < layout.spatialRank; ++d) {
      const WindowDim &window = windows[d];
      int64_t offset = elements[d] * window.dilation - window.low;
      int64_t number = stepsAreWindows ? steps[d] : (steps[d] - offset) / window.stride;
      int64_t position = number * window.stride + offset;
      bool isThere = (stepsAreWindows || position == steps[d]) && add(Large, layout.imageSpatial() + d, position, to) &&
                     add(Kernel, layout.kernelSpatial() + d, elements[d], to) &&
                     add(Small, layout.imageSpatial() + d, number, to);
      if (!isThere)
        return false;
    }
    return true;
  }

  const EvalScope &scope;
  std::array<Part, 3> parts;
  bool stepsAreWindows;
  ConvLayout layout;
  WindowDims windows;
};

/// Sums the products of two of the three into the third.
Result<Tensors> evalAnyConv(Operation *op, Type accumulatorType, ArrayRef<HostTensor> operands, const EvalScope &scope,
                            ConvRole first, ConvRole second, ConvRole result) {
  std::optional<DType> accumulator = dtypeOf(accumulatorType);
  if (!accumulator || isFloat(*accumulator) != isFloat(operands[0].meta.dtype))
    return Failure{"expects operands and accumulator to be all floats or all integers"};
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  ElementSums sums(y, *accumulator, scope.widened);
  auto part = [&](ConvRole role) {
    return Part{role == first ? scope.operands[0] : role == second ? scope.operands[1] : scope.results[0]};
  };
  auto meetings = [&](const std::vector<Numbers> &all) {
    std::vector<ProductTerm> found;
    for (const Numbers &numbers : all)
      found.push_back({numbers[first], numbers[second], numbers[result]});
    return found;
  };
  ConvPoints points(scope, {part(Large), part(Kernel), part(Small)}, /*stepsAreWindows=*/result != Large);
  std::vector<ProductTerm> channels = meetings(points.channels());
  points.forEach([&](const std::vector<Numbers> &elements) {
    sums.addProducts(operands[0], operands[1], channels, meetings(elements));
  });
  return Tensors{std::move(y)};
}

} // namespace

static Result<Tensors> evalConv(ConvOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, Large, Kernel, Small);
}

static Result<Tensors> evalConvTranspose(ConvTransposeOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, Small, Kernel, Large);
}

static Result<Tensors> evalConvKernelGradient(ConvKernelGradientOp op, ArrayRef<HostTensor> operands,
                                              const EvalScope &scope) {
  return evalAnyConv(op, op.getAccumulatorType(), operands, scope, Large, Small, Kernel);
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
  std::vector<ProductTerm> columns, met;
  forFactors(scope, rank + 1, 2, [&](const Position &at) {
    auto panel = packed.term(0, at[0]), column = packed.term(2, at[1]),
         result = to.term(rank + 1, at[0] * kernel->panel + at[1]);
    if (panel && column && result)
      columns.push_back({0, *panel + *column, *result});
  });
  /// What steps and elements have in common, or none where there is no such element.
  auto find = [&](const Position &steps, const Position &point) -> std::optional<ProductTerm> {
    int64_t block = point.front(), channel = point.back(), number = block;
    std::optional<int64_t> batch = x.term(0, steps[0]), image = x.term(rank + 1, block * kernel->block + channel),
                           result = to.term(0, steps[0]);
    for (size_t d = 0; d < rank && batch && image && result; ++d) {
      int64_t step = steps[d + 1], element = point[d + 1];
      auto from = x.term(d + 1, step * windows[d].stride + element * windows[d].dilation - windows[d].low);
      auto at = to.term(d + 1, step);
      if (!from || !at)
        return std::nullopt;
      *image += *from;
      *result += *at;
      number = number * windows[d].size.known() + element;
    }
    auto row = packed.term(1, number * kernel->block + channel);
    if (!batch || !image || !result || !row)
      return std::nullopt;
    return ProductTerm{*batch + *image, *row, *result};
  };
  forFactors(scope, 0, rank + 1, [&](const Position &steps) {
    met.clear();
    forFactors(scope, rank + 3, rank + 2, [&](const Position &point) {
      if (std::optional<ProductTerm> term = find(steps, point))
        met.push_back(*term);
    });
    sums.addProducts(operands[0], operands[1], columns, met);
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

void attachConvolutionEvals(MLIRContext &context) {
  attachEval<ConvOp, evalConv>(context);
  attachEval<ConvPackedOp, evalConvPacked>(context);
  attachEval<ConvWinogradOp, evalConvWinograd>(context);
  attachEval<ConvTransposeOp, evalConvTranspose>(context);
  attachEval<ConvKernelGradientOp, evalConvKernelGradient>(context);
}

} // namespace weir
