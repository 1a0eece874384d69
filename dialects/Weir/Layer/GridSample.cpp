// Elements of an image at places that a grid says, between neighbours: inference and decomposition.
#include "dialects/Weir/Layer/Resizing.h"
#include "dialects/Weir/Math/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

// inference

Result<Metas> inferGridSample(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, &grid = operands[1].shape;
  size_t rank = input.size();
  bool fits = (rank == 4 || rank == 5) && grid.size() == rank && mayEqual(input[0], grid[0]) &&
              mayEqual(grid.back(), DimSize(static_cast<int64_t>(rank) - 2));
  if (!fits)
    return Failure{
        "expects input (N, C, H, W) and grid (N, H', W', 2), or (N, C, D, H, W) and (N, D', H', W', 3), got " +
        tupleText(input) + " and " + tupleText(grid)};
  for (size_t d = 2; d < rank; ++d)
    if (input[d].knownOr(0) < 1)
      return Failure{"expects known sizes of at least 1 behind C, got " + tupleText(input)};
  if (attributes.get<std::string>("mode") == "bicubic" && rank != 4)
    return Failure{"expects input (N, C, H, W) for mode bicubic, got " + tupleText(input)};
  Shape result = {input[0], input[1]};
  result.insert(result.end(), grid.begin() + 1, grid.end() - 1);
  return Metas{{commonFloat(operands), result}};
}

// decomposition

namespace {

/// One dimension of the image, and how coordinates from -1 to 1 lie along it.
struct Axis {
  int64_t size;
  bool alignCorners;
  StringRef padding;

  Expression unnormalized(Expression coordinate) const {
    auto count = static_cast<double>(size);
    return alignCorners ? (coordinate + 1) * ((count - 1) / 2) : ((coordinate + 1) * count - 1) * 0.5;
  }

  Expression clipped(Expression x) const { return minimum(maximum(x, 0), static_cast<double>(size - 1)); }

  /// Mirrored at the outer elements, or at their outer edges, as often as needed.
  Expression reflected(Expression x) const {
    double low = alignCorners ? 0 : -0.5, span = static_cast<double>(alignCorners ? size - 1 : size);
    if (span == 0)
      return x.constant(0);
    Expression from = abs(x - low), flips = floor(from / span), rest = from - flips * span;
    Expression isEven = floor(flips * 0.5) * 2 == flips;
    return select(isEven, rest, span - rest) + low;
  }

  /// A position that has an element, unless what is outside is zeros.
  Expression padded(Expression x) const {
    if (padding == "zeros")
      return x;
    return clipped(padding == "border" ? x : reflected(x));
  }
};

/// An element that a place is made of: its position, which may be outside, and its share.
struct Neighbour {
  Expression position, share;
};

} // namespace

static Expression rounded(Expression x) {
  return {x.getBuilder(), x.getLoc(), RoundOp::create(x.getBuilder(), x.getLoc(), Value(x))};
}

/// Keys' shares with a = -3/4 of elements at a distance up to 1, and from there up to 2.
static Expression cubicNear(Expression x) { return (x * 1.25 - 2.25) * x * x + 1; }
static Expression cubicFar(Expression x) { return ((x * -0.75 + 3.75) * x - 6) * x + 3; }

static SmallVector<Neighbour> neighboursOf(Expression coordinate, const Axis &axis, StringRef mode) {
  Expression place = axis.unnormalized(coordinate);
  if (mode == "bicubic") {
    Expression below = floor(place), x = place - below;
    return {{axis.padded(below - 1), cubicFar(x + 1)},
            {axis.padded(below), cubicNear(x)},
            {axis.padded(below + 1), cubicNear(1 - x)},
            {axis.padded(below + 2), cubicFar(2 - x)}};
  }
  place = axis.padded(place);
  if (mode == "nearest")
    return {{rounded(place), place.constant(1)}};
  Expression below = floor(place), x = place - below;
  return {{below, 1 - x}, {below + 1, x}};
}

Expression gridSample(GridSampleOp op, Expression input, Expression grid) {
  OpBuilder &builder = input.getBuilder();
  Location loc = input.getLoc();
  int64_t spatial = input.rank() - 2, last = grid.rank() - 1;
  SmallVector<OpFoldResult> image = sizesOf(input), places = sizesOf(grid);
  places.pop_back();
  SmallVector<SmallVector<Neighbour>> neighbours; // along each dimension
  SmallVector<Axis> axes;
  for (int64_t d = 0; d < spatial; ++d) {
    axes.push_back({input.knownSize(d + 2), op.getAlignCorners(), op.getPaddingMode()});
    // The first coordinate is the one along the last dimension.
    Expression coordinate = without(slice(grid, last, spatial - 1 - d, 1), last);
    neighbours.push_back(neighboursOf(coordinate, axes.back(), op.getMode()));
  }
  OpFoldResult count = product(builder, loc, ArrayRef(places).drop_front());
  Expression flat = reshape(input, {image[0], image[1], product(builder, loc, ArrayRef(image).drop_front(2))});
  SmallVector<OpFoldResult> result = {image[0], image[1]};
  result.append(places.begin() + 1, places.end());

  std::optional<Expression> sum;
  int64_t combinations = 1;
  for (const SmallVector<Neighbour> &along : neighbours)
    combinations *= static_cast<int64_t>(along.size());
  for (int64_t combination = 0; combination < combinations; ++combination) {
    std::optional<Expression> position, share, isInside;
    int64_t rest = combination;
    for (auto [axis, along] : llvm::zip_equal(axes, neighbours)) {
      const Neighbour &one = along[rest % static_cast<int64_t>(along.size())];
      rest /= static_cast<int64_t>(along.size());
      Expression at = axis.clipped(one.position), isElement = at == one.position;
      position = position ? *position * static_cast<double>(axis.size) + at : at;
      share = share ? *share * one.share : one.share;
      isInside = isInside ? *isInside & isElement : isElement;
    }
    auto perChannel = [&](Expression x) {
      return broadcastTo(reshape(x, {image[0], count}), {image[0], image[1], count}, {0, 2});
    };
    Expression element = select(*isInside, *position, 0).cast(builder.getI64Type());
    Expression taken = gather(flat, perChannel(element), 2);
    // What is outside counts as 0, but the share of a place that is no number as NaN.
    Expression part = select(perChannel(*isInside), taken, 0) * perChannel(*share);
    sum = sum ? *sum + part : part;
  }
  return reshape(*sum, result);
}

} // namespace weir
