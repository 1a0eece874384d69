// The peer: a matrix product of oneDNN. Includes no header of it.
#pragma once

#include <cstdint>
#include <functional>

namespace weir::bench {

struct OneDnnProduct {
  int64_t m, n, k;
  bool bf16;                     ///< else f32; C is f32
  bool packed;                   ///< B is reordered once, beforehand
  bool transposedA, transposedB; ///< stored as [K, M] and [N, K]
};

/// Calls C = A * B of contiguous operands.
std::function<void()> makeOneDnnProduct(const OneDnnProduct &product, void *a, void *b, float *c);

} // namespace weir::bench
