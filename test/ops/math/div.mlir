// RUN: %op_runs
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

func.func @typical_f16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.1, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.div %lhs, %rhs : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0.75, -3.0, 0.5, -10000.0, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
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

func.func @special_f16() {
  %lhs = weir.constant dense<
      [0x7E00, 1.0, 0x7C00, 0x7C00, 0xFC00, -0.0, 0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %rhs = weir.constant dense<
      [1.0, 0x7E00, 1.0, 0xFC00, 0xFC00, 0.0, -0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.div %lhs, %rhs : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 1.0, 1.0]> : tensor<10xf16> -> tensor<10xf16>
  check.expect_close %y, %expected : tensor<10xf16>
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

// The narrow types.
func.func @odd_i32() {
  %lhs = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %rhs = weir.constant dense<
      [2147483647, -1, 5, 9, 3, 1, 9, 6, -235895471, 2, 7, 6, 2, 6, 1, 7, 8, 8, 6]> : tensor<19xi32> -> tensor<19xi32>
  %y = weir.div %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [1, -2147483648, 158209361, 189557809, 112087840, 1184061023, 159224469, -196704355, 8, -429139635, -131875722,
      267399971, 886101560, -354144889, -915747, 197095078, -197868756, 159487935, -272671013]> : tensor<19xi32> ->
      tensor<19xi32>
  check.expect_eq %y, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %lhs = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %rhs = weir.constant dense<
      [7, -1, -27, 5, 1, 114, 6, 18, 4, 4, 8, -59, 11, 115, 11, -15, 5, 122, 6]> : tensor<19xi8> -> tensor<19xi8>
  %y = weir.div %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [18, -128, -2, 24, -125, 0, 5, 0, 18, 28, 0, 1, 5, 0, -6, 5, -15, 0, -6]> : tensor<19xi8> -> tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %lhs = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %rhs = weir.constant dense<
      [3, 3, 7, 3, 5, 134, 7, 1, 5, 3, 138, 8, 9, 181, 10, 6, 5, 218, 11]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.div %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [85, 0, 6, 48, 32, 1, 32, 97, 8, 21, 1, 14, 28, 0, 15, 4, 30, 0, 19]> : tensor<19xui8> -> tensor<19xui8>
  check.expect_eq %y, %expected : tensor<19xui8>
  return
}

func.func @odd_f16() {
  %lhs = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %rhs = weir.constant dense<
      [3.418, 2.824, -0.5996, -6.84, -1.485, -2.715, 2.547, 9.03, 0.8677, -3.117, -4.684, -0.2244, -0.707, -4.605,
      0.4653, -4.605, 4.45, 4.25, 4.34]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.div %lhs, %rhs : (tensor<19xf16>, tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [-1.103, -1.212, 3.365, -0.1709, 0.5527, -0.316, 0.4658, -0.1323, -0.1852, -0.2651, 0.0717, -8.98, -10.586,
      -0.514, 0.4797, 1.465, 0.3489, -1.832, -1.299]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
