// Padding by what is near: pieces of the input, mirrored or repeated, before and behind it along each dimension.
#include "dialects/Weir/Layer/Resizing.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

// inference

/// Why a dimension of `size` elements doesn't hold what is to stand `before` and `behind` it.
static std::optional<Failure> checkReach(const std::string &mode, int64_t size, int64_t before, int64_t behind,
                                         size_t dim) {
  const std::string of = std::to_string(size) + " elements of dimension " + std::to_string(dim) + ", got " +
                         std::to_string(before) + " and " + std::to_string(behind);
  int64_t most = std::max(before, behind);
  if (mode == "reflect" && most >= size)
    return Failure{"expects less than the " + of};
  if (mode == "circular" && most > size)
    return Failure{"expects at most the " + of};
  return std::nullopt;
}

Result<Metas> inferPadByMode(const TensorMeta &input, const Attributes &attributes) {
  const auto &low = attributes.get<std::vector<int64_t>>("padding_low"),
             &high = attributes.get<std::vector<int64_t>>("padding_high");
  const auto &mode = attributes.get<std::string>("mode");
  if (low.size() != input.shape.size() || high.size() != input.shape.size())
    return Failure{"expects two numbers for each dimension of input " + tupleText(input.shape) + ", got " +
                   tupleText(low) + " and " + tupleText(high)};
  TensorMeta result = input;
  for (size_t d = 0; d < low.size(); ++d) {
    DimSize &size = result.shape[d];
    if (low[d] < 0 || high[d] < 0)
      return Failure{"expects numbers of at least 0 for mode '" + mode + "', got " + std::to_string(low[d]) + " and " +
                     std::to_string(high[d]) + " in dimension " + std::to_string(d)};
    if (low[d] == 0 && high[d] == 0)
      continue;
    if (!size.isKnown())
      return Failure{"expects known sizes of padded dimensions, got " + tupleText(input.shape)};
    if (size == 0)
      return Failure{"expects an element to repeat in dimension " + std::to_string(d) + ", got " +
                     tupleText(input.shape)};
    if (auto failure = checkReach(mode, size.known(), low[d], high[d], d))
      return *failure;
    size = DimSize(size.known() + low[d] + high[d]);
  }
  return Metas{result};
}

// decomposition

static Expression flipped(Expression x, int64_t dim) {
  return {x.getBuilder(), x.getLoc(), FlipOp::create(x.getBuilder(), x.getLoc(), Value(x), ArrayRef<int64_t>{dim})};
}

/// The element at a position along `dim`, `times` times.
static Expression repeated(Expression x, int64_t dim, int64_t position, int64_t times) {
  Expression element = slice(x, dim, position, 1);
  if (times == 1)
    return element;
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes[dim] = x.getBuilder().getIndexAttr(times);
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  others.erase(others.begin() + dim);
  return broadcastTo(without(element, dim), sizes, others);
}

/// What stands before and behind x along `dim`.
static std::pair<Expression, Expression> surroundings(StringRef mode, Expression x, int64_t dim, int64_t before,
                                                      int64_t behind) {
  int64_t size = x.knownSize(dim);
  if (mode == "reflect")
    return {flipped(slice(x, dim, 1, before), dim), flipped(slice(x, dim, size - 1 - behind, behind), dim)};
  if (mode == "replicate")
    return {repeated(x, dim, 0, before), repeated(x, dim, size - 1, behind)};
  assert(mode == "circular");
  return {slice(x, dim, size - before, before), slice(x, dim, 0, behind)};
}

static Expression joined(Expression lhs, Expression rhs, int64_t dim) {
  return {lhs.getBuilder(), lhs.getLoc(), ConcatOp::create(lhs.getBuilder(), lhs.getLoc(), lhs, rhs, dim)};
}

Expression padByMode(PadByModeOp op, Expression x) {
  for (int64_t dim = x.rank() - 1; dim >= 0; --dim) {
    int64_t before = op.getPaddingLow()[dim], behind = op.getPaddingHigh()[dim];
    if (before == 0 && behind == 0)
      continue;
    auto [first, last] = surroundings(op.getMode(), x, dim, before, behind);
    if (behind > 0)
      x = joined(x, last, dim);
    if (before > 0)
      x = joined(first, x, dim);
  }
  return x;
}

} // namespace weir
