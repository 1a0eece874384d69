// The position p of a transposed convolution's result gets x[i] * w[k] where i * stride + k * dilation - padding = p.
// So the positions of one residue of the stride meet every stride-th tap alone, at neighbours of x: a convolution with
// these taps in reverse order.
#include "passes/Layout/DenseConvolutions.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <numeric>

using namespace mlir;

namespace weir {
namespace {

/// What a transposed convolution is along one dimension.
struct StridedDim {
  int64_t taps, before, after; ///< of the kernel, of x, of the result
  int64_t stride, dilation, padding;
  bool isOpen = false; ///< `before` and `after` stand for any sizes, of which the second is the largest for the first
};

/// The convolution for some positions along one dimension.
struct DensePart {
  int64_t tap, tapStep, taps;
  int64_t dilation, low, high; ///< below 0, padding cuts off
  int64_t start, step, count;  ///< of the result's positions
  /// So many neighbouring positions are computed as channels of one; `count` is of all of them.
  int64_t merged = 1;
};

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The padding that gives `positions` windows of which the first has its last tap at `last`.
void setPadding(DensePart &part, int64_t last, int64_t positions, int64_t before) {
  int64_t reach = (part.taps - 1) * part.dilation;
  part.low = reach - last;
  part.high = positions + reach - before - part.low;
}

/// All positions by one convolution that has the residues as channels; the kernel gets taps of zeros to have equally
/// many for each. Positions begin at those that the padding cuts off.
DensePart mergedPart(const StridedDim &line) {
  DensePart part{.tap = 0, .tapStep = 1, .taps = ceilDiv(line.taps, line.stride), .dilation = 1};
  int64_t positions = ceilDiv(line.after + line.padding, line.stride);
  setPadding(part, /*last=*/0, positions, line.before);
  part.start = -line.padding;
  part.step = 1;
  part.count = positions * line.stride;
  part.merged = line.stride;
  return part;
}

/// One for each residue that taps meet.
SmallVector<DensePart> partsOf(const StridedDim &line) {
  SmallVector<DensePart> parts;
  int64_t common = std::gcd(line.stride, line.dilation), tapStep = line.stride / common;
  for (int64_t start = 0; start < std::min(line.stride, line.after); ++start) {
    int64_t residue = (start + line.padding) % line.stride, tap = 0;
    while (tap < std::min(tapStep, line.taps) && tap * line.dilation % line.stride != residue)
      ++tap;
    if (tap == std::min(tapStep, line.taps))
      continue;
    DensePart part{.tap = tap, .tapStep = tapStep, .taps = ceilDiv(line.taps - tap, tapStep)};
    part.dilation = line.dilation / common;
    part.start = start;
    part.step = line.stride;
    part.count = ceilDiv(line.after - start, line.stride);
    setPadding(part, (start + line.padding - tap * line.dilation) / line.stride, part.count, line.before);
    parts.push_back(part);
  }
  return parts;
}

/// Merged where that adds few taps: one convolution, and nothing to put together.
SmallVector<DensePart> plan(const StridedDim &line, bool mayMerge) {
  mayMerge &= line.stride > 1 && line.dilation == 1 && !line.isOpen;
  int64_t padded = ceilDiv(line.taps, line.stride) * line.stride;
  if (line.taps == 0 || (mayMerge && 4 * padded <= 5 * line.taps))
    return {mergedPart(line)};
  return partsOf(line);
}

class DenseConvolutions {
public:
  DenseConvolutions(OpBuilder &builder, ConvTransposeOp op, Value x, bool channelsLast)
      : op(op), x(builder, op.getLoc(), x), grouped(op.getGrouped()), channelsLast(channelsLast),
        spatial(channelsLast ? 1 : 2 + grouped) {
    assert(!op.getChannelsLast() && !op.getKernelChannelsLast() && "layouts are what is to come");
  }

  Value build() {
    if (!collectLines())
      return nullptr;
    SmallVector<SmallVector<DensePart>> choices = {{}};
    for (const StridedDim &line : lines) {
      SmallVector<SmallVector<DensePart>> longer;
      for (const auto &chosen : choices)
        for (const DensePart &part : plan(line, !isDepthwise())) {
          longer.push_back(chosen);
          longer.back().push_back(part);
        }
      choices = std::move(longer);
    }
    if (choices.empty() || choices.size() > kMostParts || llvm::any_of(choices, [&](auto &parts) {
          return llvm::any_of(llvm::zip(parts, lines), [](auto pair) { return cutsTooMuch(pair); });
        }))
      return nullptr;
    std::optional<Expression> result;
    for (const auto &parts : choices) {
      Expression placed = place(convolution(parts), parts);
      result = result ? *result + placed : placed;
    }
    return *result;
  }

private:
  static constexpr size_t kMostParts = 64;
  static constexpr int64_t kAnySize = 1 << 20;

  /// Each channel by a window of its own: more channels for a group would end that.
  bool isDepthwise() {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getW().getType()).getShape();
    return grouped && shape[1] == 1 && shape[2] == 1;
  }

  bool collectLines() {
    auto kernel = cast<RankedTensorType>(op.getW().getType()), image = cast<RankedTensorType>(op.getX().getType()),
         result = cast<RankedTensorType>(op.getType());
    int64_t first = 2 + grouped; // spatial dimension of all three
    bool hasGroups = !grouped || !(image.isDynamicDim(1) || result.isDynamicDim(1));
    bool hasChannels = !result.isDynamicDim(first - 1) && hasGroups;
    if (!kernel.hasStaticShape() || !hasChannels || (result.isDynamicDim(0) && !image.isDynamicDim(0)))
      return false;
    for (int64_t d = first; d < kernel.getRank(); ++d) {
      StridedDim &line = lines.emplace_back();
      line = {kernel.getDimSize(d),       image.getDimSize(d),          result.getDimSize(d),
              op.getStrides()[d - first], op.getDilations()[d - first], op.getPaddingLow()[d - first]};
      line.isOpen = image.isDynamicDim(d) || result.isDynamicDim(d);
      if (line.isOpen) {
        line.before = kAnySize;
        line.after = (kAnySize - 1) * line.stride + (line.taps - 1) * line.dilation + line.stride - line.padding -
                     op.getPaddingHigh()[d - first];
      }
    }
    return true;
  }

  /// All of x; or some of it where its size isn't known.
  static bool cutsTooMuch(std::tuple<const DensePart &, const StridedDim &> pair) {
    auto [part, line] = pair;
    int64_t cut = std::min<int64_t>(part.low, 0) + std::min<int64_t>(part.high, 0);
    return line.isOpen ? cut != 0 : line.before + cut < 1;
  }

  /// Of x, without what is cut off.
  Expression convolution(ArrayRef<DensePart> parts) {
    OpBuilder &builder = x.getBuilder();
    Expression image = x;
    SmallVector<int64_t> ones(parts.size(), 1), low, high, dilations;
    for (auto [d, part, line] : llvm::enumerate(parts, lines)) {
      low.push_back(std::max<int64_t>(part.low, 0));
      high.push_back(std::max<int64_t>(part.high, 0));
      dilations.push_back(part.dilation);
      int64_t first = std::max<int64_t>(-part.low, 0), left = line.before - first - std::max<int64_t>(-part.high, 0);
      if (left != line.before)
        image = slice(image, static_cast<int64_t>(d) + spatial, first, left);
    }
    Value y = ConvOp::create(builder, x.getLoc(), image, kernel(parts), builder.getDenseI64ArrayAttr(ones),
                             builder.getDenseI64ArrayAttr(low), builder.getDenseI64ArrayAttr(high),
                             builder.getDenseI64ArrayAttr(dilations), op.getGroupedAttr(),
                             channelsLast ? builder.getUnitAttr() : UnitAttr(), /*kernel_channels_last=*/UnitAttr(),
                             op.getAccumulatorAttr(), op.getOutAttr());
    return {builder, x.getLoc(), y};
  }

  /// [groups, channels of the result, channels of x, taps...], in front of the first channels the residues that are
  /// channels, too.
  Value kernel(ArrayRef<DensePart> parts) {
    OpBuilder &builder = x.getBuilder();
    Location loc = x.getLoc();
    auto type = cast<RankedTensorType>(op.getW().getType());
    size_t leading = 2 + grouped;
    SmallVector<int64_t> starts(leading, 0), steps(leading, 1), kept(type.getShape().take_front(leading)),
        padded = kept;
    // [groups, channels of x, of the result, taps or taps and residues of each dimension], and the order of these in
    // the end.
    SmallVector<int64_t> apart = kept, residues, taps, flipped;
    for (auto [part, line] : llvm::zip(parts, lines)) {
      starts.push_back(part.tap);
      steps.push_back(part.tapStep);
      kept.push_back(part.merged > 1 ? line.taps : part.taps);
      padded.push_back(part.taps * part.merged);
      taps.push_back(static_cast<int64_t>(apart.size()));
      apart.push_back(part.taps);
      if (part.merged > 1) {
        residues.push_back(static_cast<int64_t>(apart.size()));
        apart.push_back(part.merged);
      }
      flipped.push_back(static_cast<int64_t>(flipped.size() + leading));
    }
    Value w = op.getW();
    if (ArrayRef(kept) != type.getShape())
      w = SliceOp::create(builder, loc, type.clone(kept), w, ValueRange(), starts, steps);
    if (padded != kept) {
      SmallVector<int64_t> zeros(padded.size(), 0), ones(padded.size(), 1);
      w = PadOp::create(builder, loc, type.clone(padded), w, ValueRange(), zeros, ones, llvm::APFloat(0.0));
    }
    w = reshaped(w, apart);
    int64_t ofX = grouped, ofResult = grouped + 1, channels = apart[ofResult];
    SmallVector<int64_t> order, joined;
    if (grouped)
      order.push_back(0), joined.push_back(apart[0]);
    llvm::append_range(order, residues);
    llvm::append_range(order, ArrayRef{ofResult, ofX});
    llvm::append_range(order, taps);
    w = TransposeOp::create(builder, loc, w, order);
    for (int64_t dim : residues)
      channels *= apart[dim];
    llvm::append_range(joined, ArrayRef{channels, apart[ofX]});
    for (int64_t dim : taps)
      joined.push_back(apart[dim]);
    return FlipOp::create(builder, loc, reshaped(w, joined), flipped);
  }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    if (cast<RankedTensorType>(value.getType()).getShape() == shape)
      return value;
    SmallVector<OpFoldResult> sizes =
        llvm::map_to_vector(shape, [&](int64_t size) -> OpFoldResult { return x.getBuilder().getIndexAttr(size); });
    return reshape(Expression(x.getBuilder(), x.getLoc(), value), sizes);
  }

  /// A convolution's result at its places in the whole, zeros elsewhere.
  Expression place(Expression y, ArrayRef<DensePart> parts) {
    y = unmerged(y, parts);
    ArrayRef<int64_t> whole = cast<RankedTensorType>(op.getType()).getShape();
    SmallVector<int64_t> shape(y.type().getShape()), starts(shape.size(), 0), steps(shape.size(), 1);
    for (auto [d, part] : llvm::enumerate(parts)) {
      starts[d + spatial] = part.start;
      steps[d + spatial] = part.step;
      shape[d + spatial] = whole[d + 2 + grouped];
    }
    bool isWhole = y.type().getShape() == ArrayRef(shape) && llvm::all_of(starts, [](int64_t s) { return s == 0; }) &&
                   llvm::all_of(steps, [](int64_t step) { return step == 1; });
    if (isWhole)
      return y;
    // Which of the others are unknown may differ in the result's own type.
    SmallVector<OpFoldResult> all = sizesOf(y), ofWhole = mlir::getMixedValues(whole, op.getSizes(), y.getBuilder());
    for (size_t d = 0; d < parts.size(); ++d)
      all[d + spatial] = ofWhole[d + 2 + grouped];
    SmallVector<int64_t> known;
    SmallVector<Value> sizes;
    dispatchIndexOpFoldResults(all, sizes, known);
    Value padded =
        PadOp::create(y.getBuilder(), y.getLoc(), y.type().clone(shape), y, sizes, starts, steps, llvm::APFloat(0.0));
    return {y.getBuilder(), y.getLoc(), padded};
  }

  /// With channels that are positions where these belong.
  Expression unmerged(Expression y, ArrayRef<DensePart> parts) {
    auto merges = [](const DensePart &part) { return part.merged > 1; };
    if (llvm::none_of(parts, merges))
      return y;
    SmallVector<OpFoldResult> sizes = sizesOf(y), apart, joined;
    SmallVector<int64_t> order, residues, positions;
    auto size = [&](int64_t number) { return OpFoldResult(y.getBuilder().getIndexAttr(number)); };
    auto put = [&](SmallVector<int64_t> &places, OpFoldResult count) {
      places.push_back(static_cast<int64_t>(apart.size()));
      apart.push_back(count);
    };
    int64_t channel = 0;
    auto putChannels = [&] {
      for (const DensePart &part : parts)
        if (merges(part))
          put(residues, size(part.merged));
      channel = static_cast<int64_t>(apart.size());
      apart.push_back(size(cast<RankedTensorType>(op.getW().getType()).getDimSize(1 + grouped)));
    };
    SmallVector<int64_t> group;
    put(order, sizes.front()), joined.push_back(sizes.front());
    auto putGroups = [&] {
      if (grouped)
        put(group, y.getBuilder().getIndexAttr(cast<RankedTensorType>(op.getW().getType()).getDimSize(0)));
      putChannels();
    };
    if (!channelsLast)
      putGroups();
    for (size_t d = 0; d < parts.size(); ++d)
      put(positions, sizes[d + spatial]);
    if (channelsLast)
      putGroups();
    auto orderChannels = [&] {
      for (int64_t place : group)
        order.push_back(place), joined.push_back(apart[place]);
      order.push_back(channel), joined.push_back(apart[channel]);
    };
    if (!channelsLast)
      orderChannels();
    const int64_t *residue = residues.begin();
    for (auto [position, part] : llvm::zip(positions, parts)) {
      order.push_back(position);
      if (merges(part))
        order.push_back(*residue++);
      joined.push_back(merges(part) ? size(part.count) : apart[position]); // another's size may be a run's
    }
    if (channelsLast)
      orderChannels();
    Value moved = TransposeOp::create(y.getBuilder(), y.getLoc(), reshape(y, apart), order);
    return reshape(Expression(y.getBuilder(), y.getLoc(), moved), joined);
  }

  ConvTransposeOp op;
  Expression x;
  bool grouped, channelsLast;
  int64_t spatial; ///< the first spatial dimension of images
  SmallVector<StridedDim> lines;
};

} // namespace

Value denseConvolutions(OpBuilder &builder, ConvTransposeOp op, Value x, bool channelsLast) {
  return DenseConvolutions(builder, op, x, channelsLast).build();
}

} // namespace weir
