// Checked arithmetic on tensor shapes, and their text form.
#include "lib/Support/Shape.h"

#include <algorithm>
#include <cassert>

namespace weir {

namespace {

/// No machine that Weir runs on addresses more, so every byte offset inside a tensor fits int64 with room for sums.
constexpr int64_t kMaxBytes = int64_t{1} << 48;

/// The product of the sizes and `unit`. A size of zero is left out of the limit's product, so that the strides of an
/// empty tensor don't overflow either.
Result<int64_t> checkedProduct(std::span<const int64_t> shape, int64_t unit, const char *what) {
  int64_t product = unit;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return Failure{"expects sizes to be known and not negative, got " + toString(shape)};
    if (size == 0) {
      empty = true;
      continue;
    }
    if (product > kMaxBytes / size)
      return Failure{std::string("expects at most 2^48 ") + what + ", got shape " + toString(shape)};
    product *= size;
  }
  return empty ? 0 : product;
}

} // namespace

bool isStatic(std::span<const int64_t> shape) {
  return std::none_of(shape.begin(), shape.end(), [](int64_t size) { return size == kDynamic; });
}

std::string toString(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape) {
    if (!text.empty())
      text += 'x';
    text += size == kDynamic ? "?" : std::to_string(size);
  }
  return text;
}

std::string toString(const TensorMeta &meta) {
  std::string sizes = toString(meta.shape);
  if (!sizes.empty())
    sizes += 'x';
  return "tensor<" + sizes + std::string(name(meta.dtype)) + ">";
}

Result<int64_t> checkedNumElements(std::span<const int64_t> shape) { return checkedProduct(shape, 1, "elements"); }

Result<int64_t> checkedNumBytes(std::span<const int64_t> shape, DType dtype) {
  return checkedProduct(shape, byteSize(dtype), "bytes");
}

std::vector<int64_t> contiguousStrides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    assert(shape[i] >= 0 && "strides are those of a static shape");
    strides[i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

bool broadcastsTo(std::span<const int64_t> from, std::span<const int64_t> to) {
  if (from.size() > to.size())
    return false;
  std::span<const int64_t> last = to.last(from.size());
  return std::equal(from.begin(), from.end(), last.begin(),
                    [](int64_t a, int64_t b) { return a == 1 || mayEqual(a, b); });
}

} // namespace weir
