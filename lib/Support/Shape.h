// Tensor shapes and the arithmetic on them that must not overflow.
#pragma once

#include "lib/Support/DType.h"
#include "lib/Support/DimSize.h"
#include "lib/Support/Status.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weir {

inline constexpr int kMaxRank = 16;

/// Sizes as they are known before the program runs.
using Shape = std::vector<DimSize>;
/// Sizes of a tensor that exists.
using Sizes = std::vector<int64_t>;

/// What is known of a tensor before it exists.
struct TensorMeta {
  DType dtype = DType::F32;
  Shape shape;

  bool operator==(const TensorMeta &) const = default;
};

/// What a tensor that exists is.
struct StaticMeta {
  DType dtype = DType::F32;
  Sizes shape;

  bool operator==(const StaticMeta &) const = default;
  operator TensorMeta() const;
};

bool isStatic(std::span<const DimSize> shape);
Shape shapeOf(std::span<const int64_t> sizes);
/// Of a static shape or meta.
Sizes knownSizes(std::span<const DimSize> shape);
StaticMeta knownMeta(const TensorMeta &meta);

/// How artifacts and the structs of the C interfaces, which hold plain numbers, write a size that is `?`.
inline constexpr int64_t kDynamic = -1;
Shape fromMarked(std::span<const int64_t> sizes);
std::vector<int64_t> marked(std::span<const DimSize> shape);

/// "2x?x3"; "" for a scalar.
std::string toString(std::span<const DimSize> shape);
std::string toString(std::span<const int64_t> sizes);
/// "tensor<2x?x3xf32>"
std::string toString(const TensorMeta &meta);

/// Number of elements or bytes. Fails on a size that is unknown or negative and where int64 or 2^48 bytes are exceeded.
Result<int64_t> checkedNumElements(std::span<const DimSize> shape);
Result<int64_t> checkedNumElements(std::span<const int64_t> sizes);
Result<int64_t> checkedNumBytes(std::span<const DimSize> shape, DType dtype);
Result<int64_t> checkedNumBytes(std::span<const int64_t> sizes, DType dtype);

/// Row-major strides, in elements.
std::vector<int64_t> contiguousStrides(std::span<const int64_t> sizes);

/// Whether shape `from` may be broadcast to `to`: missing dimensions are in front, those of size 1 are repeated.
bool broadcastsTo(std::span<const DimSize> from, std::span<const DimSize> to);

} // namespace weir
