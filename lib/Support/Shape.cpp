// Checked arithmetic on tensor shapes, and their text form.
#include "lib/Support/Shape.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace weir {

namespace {

/// No machine that Weir runs on addresses more, so every byte offset inside a tensor fits int64 with room for sums.
constexpr int64_t kMaxBytes = int64_t{1} << 48;

/// Below 0 where there is none.
int64_t numberOf(int64_t size) { return size; }
int64_t numberOf(DimSize size) { return size.knownOr(-1); }

/// Whoever gives numbers may give the one that no DimSize holds. It is no size, and neither is its neighbour.
DimSize sizeOf(int64_t number) { return DimSize(std::max(number, std::numeric_limits<int64_t>::min() + 1)); }

/// The product of the sizes and `unit`. A size of zero is left out of the limit's product, so that the strides of an
/// empty tensor don't overflow either.
template <typename Size> Result<int64_t> checkedProduct(std::span<const Size> sizes, int64_t unit, const char *what) {
  int64_t product = unit;
  bool empty = false;
  for (Size each : sizes) {
    int64_t size = numberOf(each);
    if (size < 0)
      return Failure{"expects sizes to be known and not negative, got " + toString(sizes)};
    if (size == 0) {
      empty = true;
      continue;
    }
    if (product > kMaxBytes / size)
      return Failure{std::string("expects at most 2^48 ") + what + ", got shape " + toString(sizes)};
    product *= size;
  }
  return empty ? 0 : product;
}

} // namespace

StaticMeta::operator TensorMeta() const { return {dtype, shapeOf(shape)}; }

bool isStatic(std::span<const DimSize> shape) { return std::ranges::all_of(shape, &DimSize::isKnown); }

Shape shapeOf(std::span<const int64_t> sizes) {
  Shape shape(sizes.size());
  std::ranges::transform(sizes, shape.begin(), sizeOf);
  return shape;
}

Sizes knownSizes(std::span<const DimSize> shape) {
  Sizes sizes(shape.size());
  std::ranges::transform(shape, sizes.begin(), &DimSize::known);
  return sizes;
}

StaticMeta knownMeta(const TensorMeta &meta) { return {meta.dtype, knownSizes(meta.shape)}; }

Shape fromMarked(std::span<const int64_t> sizes) {
  Shape shape(sizes.size());
  std::ranges::transform(sizes, shape.begin(),
                         [](int64_t size) { return size == kDynamic ? DimSize() : sizeOf(size); });
  return shape;
}

std::vector<int64_t> marked(std::span<const DimSize> shape) {
  std::vector<int64_t> sizes(shape.size());
  std::ranges::transform(shape, sizes.begin(), [](DimSize size) { return size.knownOr(kDynamic); });
  return sizes;
}

std::string toString(std::span<const DimSize> shape) {
  std::string text;
  for (DimSize size : shape)
    text += (text.empty() ? "" : "x") + toString(size);
  return text;
}

std::string toString(std::span<const int64_t> sizes) { return toString(shapeOf(sizes)); }

std::string toString(const TensorMeta &meta) {
  std::string sizes = toString(meta.shape);
  if (!sizes.empty())
    sizes += 'x';
  return "tensor<" + sizes + std::string(name(meta.dtype)) + ">";
}

Result<int64_t> checkedNumElements(std::span<const DimSize> shape) { return checkedProduct(shape, 1, "elements"); }
Result<int64_t> checkedNumElements(std::span<const int64_t> sizes) { return checkedProduct(sizes, 1, "elements"); }

Result<int64_t> checkedNumBytes(std::span<const DimSize> shape, DType dtype) {
  return checkedProduct(shape, byteSize(dtype), "bytes");
}
Result<int64_t> checkedNumBytes(std::span<const int64_t> sizes, DType dtype) {
  return checkedProduct(sizes, byteSize(dtype), "bytes");
}

std::vector<int64_t> contiguousStrides(std::span<const int64_t> sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    assert(sizes[i] >= 0 && "expects sizes that are not negative");
    strides[i] = stride;
    stride *= std::max<int64_t>(sizes[i], 1);
  }
  return strides;
}

bool broadcastsTo(std::span<const DimSize> from, std::span<const DimSize> to) {
  if (from.size() > to.size())
    return false;
  std::span<const DimSize> last = to.last(from.size());
  return std::equal(from.begin(), from.end(), last.begin(),
                    [](DimSize a, DimSize b) { return a == 1 || mayEqual(a, b); });
}

} // namespace weir
