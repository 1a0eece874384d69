// Kernels and operands that tests of several targets share.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace weir {

/// Of the rows of a matrix.
inline constexpr const char *kSoftmax = R"mlir(
  func.func @k(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> attributes {kernel.kernel} {
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
    %1 = weir.broadcast %0 sizes(%m, %n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x?xf32>
    %2 = weir.sub %x, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %3 = weir.exp %2 : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
    %5 = weir.broadcast %4 sizes(%m, %n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x?xf32>
    %6 = weir.div %3, %5 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %6 : tensor<?x?xf32>
  })mlir";

inline std::vector<float> randomFloats(int64_t count, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> distribution(-2, 2);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(engine);
  return values;
}

} // namespace weir
