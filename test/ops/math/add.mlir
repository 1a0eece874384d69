// RUN: weir-run %s --interpret
// RUN: weir-run %s --interpret --dynamic
// lhs + rhs.

func.func @typical_f32() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.add %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[3.5, -1.5, 0.3, 999.999, -6.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.add %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[3.5, -1.5, 0.30000000000000004, 999.999, -6.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.add %lhs, %rhs : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[3.5, -1.5, 0.3, 1000.0, -6.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

// Integers wrap around.
func.func @typical_i64() {
  %lhs = weir.constant dense<[9223372036854775807, -9223372036854775808, 7, -7, 7]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[1, -1, 2, 2, -2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.add %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [-9223372036854775808, 9223372036854775807, 9, -5, 5]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y = weir.add %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[0.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.add %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.30000000000000004]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [2.252, 7.15, 4.962, -4.946, -3.597, 6.724, -8.905, 5.782, 5.347, -0.577, -3.545, -3.988, -4.412, -0.989,
      0.082, 0.963, 8.919, 5.268, 2.199]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [8.801, -5.124, -6.116, 2.026, -8.209, -8.358, 0.268, -0.608, 7.509, 2.326, 0.254, -0.056, -4.545, -8.788,
      -5.537, 3.457, -5.389, -2.348, -8.933]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.add %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [11.0529995, 2.026, -1.1540003, -2.92, -11.806, -1.6339998, -8.637, 5.1740003, 12.856, 1.749, -3.2910001,
      -4.044, -8.957001, -9.777, -5.4550004, 4.42, 3.5299997, 2.92, -6.7339997]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[5.94, -6.22, -4.2, 6.84, 0.18], [6.25, 2.52, 4.34, -7.34, 0.74], [0.14, 6.7, -2.5, 1.77, -7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %rhs = weir.constant dense<
      [[4.1, 3.58, 2.2, 7.53, 4.03], [8.8, 5.72, 5.84, 6.1, 6.4], [2.2, 4.53, 2.92, 4.22, 1.77]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.add %lhs, %rhs : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[10.0, -2.64, -1.984, 14.4, 4.22], [15.06, 8.25, 10.2, -1.25, 7.16], [2.34, 11.25, 0.422, 6.0, -6.16]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.add %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %lhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %rhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %y = weir.add %lhs, %rhs : (tensor<2x0x3xi64>, tensor<2x0x3xi64>) -> tensor<2x0x3xi64>
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
  %y = weir.add %lhs, %rhs : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0.0, 0.0, -0.0, 0x7F800000, 3.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  check.expect_eq %y, %expected : tensor<10xf32>
  return
}

func.func @special_f64() {
  %lhs = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.0, -0.0,
      1.7e+308, 5.0e-324]> : tensor<10xf64> -> tensor<10xf64>
  %rhs = weir.constant dense<
      [1.0, 0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0xFFF0000000000000, 0.0, -0.0, -0.0, 1.7e+308, 5.0e-324]>
      : tensor<10xf64> -> tensor<10xf64>
  %y = weir.add %lhs, %rhs : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0.0,
      0.0, -0.0, 0x7FF0000000000000, 1.0e-323]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_eq %y, %expected : tensor<10xf64>
  return
}

func.func @special_bf16() {
  %lhs = weir.constant dense<
      [0x7FC0, 1.0, 0x7F80, 0x7F80, 0xFF80, -0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %rhs = weir.constant dense<
      [1.0, 0x7FC0, 1.0, 0xFF80, 0xFF80, 0.0, -0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %y = weir.add %lhs, %rhs : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0.0, 0.0, -0.0, 0x7F80, 1.8e-40]> : tensor<10xbf16> -> tensor<10xbf16>
  check.expect_eq %y, %expected : tensor<10xbf16>
  return
}
