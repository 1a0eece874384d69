// Tensor shapes and the arithmetic on them that must not overflow.
#pragma once

#include "lib/Support/DType.h"
#include "lib/Support/Status.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weir {

/// A size that is known only when the program runs; written `?`.
inline constexpr int64_t kDynamic = -1;
inline constexpr int kMaxRank = 16;

using Shape = std::vector<int64_t>;

/// What is known of a tensor before it exists.
struct TensorMeta {
  DType dtype = DType::F32;
  Shape shape;

  bool operator==(const TensorMeta &) const = default;
};

bool isStatic(std::span<const int64_t> shape);

/// "2x?x3"; "" for a scalar.
std::string toString(std::span<const int64_t> shape);
/// "tensor<2x?x3xf32>"
std::string toString(const TensorMeta &meta);

/// Number of elements or bytes of a static shape. Fails on a negative size and where int64 or 2^48 bytes are exceeded.
Result<int64_t> checkedNumElements(std::span<const int64_t> shape);
Result<int64_t> checkedNumBytes(std::span<const int64_t> shape, DType dtype);

/// Row-major strides, in elements, of a static shape.
std::vector<int64_t> contiguousStrides(std::span<const int64_t> shape);

/// True where two sizes may be equal: both known and the same, or one of them `?`.
inline bool mayEqual(int64_t a, int64_t b) { return a == b || a == kDynamic || b == kDynamic; }
/// Whether shape `from` may be broadcast to `to`: missing dimensions are in front, those of size 1 are repeated.
bool broadcastsTo(std::span<const int64_t> from, std::span<const int64_t> to);

/// The more precise of two sizes that may be equal.
inline int64_t refine(int64_t a, int64_t b) { return a == kDynamic ? b : a; }

} // namespace weir
