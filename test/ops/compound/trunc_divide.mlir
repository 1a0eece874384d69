// RUN: %op_runs
// lhs / rhs, rounded towards zero.

func.func @typical_f32() {
  %lhs = weir.constant dense<[7.0, -7.0, 7.0, -7.0, 6.5, 0.5, -9.0]> : tensor<7xf32> -> tensor<7xf32>
  %rhs = weir.constant dense<[2.0, 2.0, -2.0, -2.0, 0.5, 3.0, 3.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[3.0, -3.0, -3.0, 3.0, 13.0, 0.0, -3.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[7.0, -7.0, 7.0, -7.0, 6.5, 0.5, -9.0]> : tensor<7xf64> -> tensor<7xf64>
  %rhs = weir.constant dense<[2.0, 2.0, -2.0, -2.0, 0.5, 3.0, 3.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[3.0, -3.0, -3.0, 3.0, 13.0, 0.0, -3.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[7.0, -7.0, 7.0, -7.0, 6.5, 0.5, -9.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %rhs = weir.constant dense<[2.0, 2.0, -2.0, -2.0, 0.5, 3.0, 3.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[3.0, -3.0, -3.0, 3.0, 13.0, 0.0, -3.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %lhs = weir.constant dense<[7.0, -7.0, 7.0, -7.0, 6.5, 0.5, -9.0]> : tensor<7xf16> -> tensor<7xf16>
  %rhs = weir.constant dense<[2.0, 2.0, -2.0, -2.0, 0.5, 3.0, 3.0]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[3.0, -3.0, -3.0, 3.0, 13.0, 0.0, -3.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [8.1, -23.6, -4.9, -11.8, -47.62, 42.37, -48.92, -20.12, 43.48, 49.7, 17.15, -8.12, -11.84, -11.62, 3.86, 17.11,
      -31.36, 1.9, 4.0]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [-1.95, 1.95, -4.11, -1.33, 3.03, 5.87, 2.41, 3.57, 5.39, -6.82, 6.5, -2.35, 2.22, -3.78, -4.01, 1.16, -4.74,
      6.29, -1.38]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-4.0, -12.0, 1.0, 8.0, -15.0, 7.0, -20.0, -5.0, 8.0, -7.0, 2.0, 3.0, -5.0, 3.0, -0.0, 14.0, 6.0, 0.0, -2.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[8.1, -23.6, -4.9, -11.8, -47.62], [42.37, -48.92, -20.12, 43.48, 49.7], [17.15, -8.12, -11.84, -11.62, 3.86]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %rhs = weir.constant dense<
      [[-1.95, 1.95, -4.11, -1.33, 3.03], [5.87, 2.41, 3.57, 5.39, -6.82], [6.5, -2.35, 2.22, -3.78, -4.01]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-4.0, -12.0, 1.0, 8.0, -15.0], [7.0, -20.0, -5.0, 8.0, -7.0], [2.0, 3.0, -5.0, 3.0, -0.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_eq %y, %expected : tensor<3x5xf64>
  return
}

func.func @rounded_once_f16() {
  %lhs = weir.constant dense<[2047.0, 2048.0, 60000.0]> : tensor<3xf16> -> tensor<3xf16>
  %rhs = weir.constant dense<[0.5, 1.0, 7.0]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[4094.0, 2048.0, 8570.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y, %expected : tensor<3xf16>
  return
}

// All 64 bits of integers count.
func.func @integers() {
  %lhs = weir.constant dense<
      [7, -7, 7, -7, 9223372036854775807, -9223372036854775808, 9007199254740993]> : tensor<7xi64> -> tensor<7xi64>
  %rhs = weir.constant dense<[2, 2, -2, -2, 3, 3, 1]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  %expected = weir.constant dense<
      [3, -3, -3, 3, 3074457345618258602, -3074457345618258602, 9007199254740993]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y, %expected : tensor<7xi64>
  return
}

func.func @integers_i32() {
  %lhs = weir.constant dense<[7, -7, 7, -7, 2147483647, -2147483648, 1]> : tensor<7xi32> -> tensor<7xi32>
  %rhs = weir.constant dense<[2, 2, -2, -2, 3, 3, 5]> : tensor<7xi32> -> tensor<7xi32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
  %expected = weir.constant dense<[3, -3, -3, 3, 715827882, -715827882, 0]> : tensor<7xi32> -> tensor<7xi32>
  check.expect_eq %y, %expected : tensor<7xi32>
  return
}

func.func @bytes() {
  %lhs = weir.constant dense<[255, 200, 7]> : tensor<3xui8> -> tensor<3xui8>
  %rhs = weir.constant dense<[2, 201, 7]> : tensor<3xui8> -> tensor<3xui8>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = weir.constant dense<[127, 0, 1]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %y, %expected : tensor<3xui8>
  return
}

func.func @special_f32() {
  %lhs = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 1.0, 3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  %rhs = weir.constant dense<[1.0, 0x7FC00000, 2.0, 2.0, 0x7F800000, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0.0, 3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %lhs = weir.constant dense<[0x7E00, 1.0, 0x7C00, 0xFC00, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  %rhs = weir.constant dense<[1.0, 0x7E00, 2.0, 2.0, 0x7C00]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<-5.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-2.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[9.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[4.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[2.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.trunc_divide %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}
