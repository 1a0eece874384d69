// RUN: weir-run %s --interpret
// RUN: weir-run %s --interpret --dynamic
// lhs / rhs. Float quotients are close, because not every target divides exactly.

func.func @typical_f32() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.div %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[0.75, -3.0, 0.5, -999999.94, 1.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.div %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[0.75, -3.0, 0.5, -1000000.0, 1.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.div %lhs, %rhs : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[0.75, -3.0, 0.5, -1000000.0, 1.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %y, %expected : tensor<5xbf16>
  return
}

// Integers truncate towards zero; the smallest one has no negative and wraps.
func.func @typical_i64() {
  %lhs = weir.constant dense<
      [9223372036854775807, -9223372036854775808, -9223372036854775808, 7, -7, 7, -7, 6]>
      : tensor<8xi64> -> tensor<8xi64>
  %rhs = weir.constant dense<[2, 2, -1, 2, 2, -2, -2, 7]> : tensor<8xi64> -> tensor<8xi64>
  %y = weir.div %lhs, %rhs : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi64>
  %expected = weir.constant dense<
      [4611686018427387903, -4611686018427387904, -9223372036854775808, 3, -3, -3, 3, 0]>
      : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %y, %expected : tensor<8xi64>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y = weir.div %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.625> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[0.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.div %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [1.339, -8.286, 5.43, 8.281, 6.372, -8.087, -2.904, -3.276, -6.971, 2.279, 5.354, -3.353, 6.531, 5.348,
      -6.676, 4.803, 6.887, -5.449, 1.326]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [2.497, 1.968, -7.268, 2.901, 2.375, 5.83, 5.463, -3.111, 3.997, 6.611, 7.073, -6.093, -8.519, 2.715,
      -5.136, 1.147, 8.006, -2.172, -4.45]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.div %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.5362435, -4.210366, -0.7471106, 2.854533, 2.6829474, -1.3871355, -0.5315761, 1.0530376, -1.7440581,
      0.3447285, 0.75696313, 0.55030364, -0.7666393, 1.9697975, 1.2998443, 4.1874456, 0.8602299, 2.5087478,
      -0.29797754]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[-0.78, 2.83, -7.2, -2.16, -6.6], [2.92, 5.94, -2.22, -2.31, 0.71], [-5.12, -4.56, -3.06, -0.77, -7.53]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %rhs = weir.constant dense<
      [[7.03, 5.62, 3.4, 1.62, 7.12], [2.05, 2.06, 2.05, 1.65, 8.25], [3.16, 3.45, 7.66, 5.97, 2.5]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.div %lhs, %rhs : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-0.1113, 0.504, -2.11, -1.336, -0.926], [1.43, 2.88, -1.086, -1.41, 0.086], [-1.625, -1.32, -0.4, -0.129,
      -3.02]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.div %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %lhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %rhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %y = weir.div %lhs, %rhs : (tensor<2x0x3xi64>, tensor<2x0x3xi64>) -> tensor<2x0x3xi64>
  %expected = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  check.expect_eq %y, %expected : tensor<2x0x3xi64>
  return
}

// NaN, infinities, zeros of both signs, overflow, the smallest denormal.
func.func @special_f32() {
  %lhs = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, -0.0, 0.0, -0.0, 3.0e+38, 1.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  %rhs = weir.constant dense<
      [1.0, 0x7FC00000, 1.0, 0xFF800000, 0xFF800000, 0.0, -0.0, -0.0, 3.0e+38, 1.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  %y = weir.div %lhs, %rhs : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 1.0, 1.0]>
      : tensor<10xf32> -> tensor<10xf32>
  check.expect_close %y, %expected : tensor<10xf32>
  return
}

func.func @special_f64() {
  %lhs = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.0, -0.0,
      1.7e+308, 5.0e-324]> : tensor<10xf64> -> tensor<10xf64>
  %rhs = weir.constant dense<
      [1.0, 0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0xFFF0000000000000, 0.0, -0.0, -0.0, 1.7e+308, 5.0e-324]>
      : tensor<10xf64> -> tensor<10xf64>
  %y = weir.div %lhs, %rhs : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.0, 1.0]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_close %y, %expected : tensor<10xf64>
  return
}

func.func @special_bf16() {
  %lhs = weir.constant dense<
      [0x7FC0, 1.0, 0x7F80, 0x7F80, 0xFF80, -0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %rhs = weir.constant dense<
      [1.0, 0x7FC0, 1.0, 0xFF80, 0xFF80, 0.0, -0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %y = weir.div %lhs, %rhs : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 1.0, 1.0]> : tensor<10xbf16> -> tensor<10xbf16>
  check.expect_close %y, %expected : tensor<10xbf16>
  return
}

func.func @by_zero_f32() {
  %lhs = weir.constant dense<[1.0, -1.0, 0.0, 1.0, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[0.0, 0.0, 0.0, -0.0, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.div %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7F800000, 0xFF800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}
