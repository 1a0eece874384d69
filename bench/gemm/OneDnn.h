// The peer: a matrix product of oneDNN. Includes no header of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace weir::bench {

/// Calls C = A * B of row-major operands (f32 or bf16; C is f32). With `packed`, B is reordered once, beforehand.
std::function<void()> makeOneDnnProduct(int64_t m, int64_t n, int64_t k, bool bf16, bool packed, void *a, void *b,
                                        float *c);

} // namespace weir::bench
