// RUN: %op_runs
// Whether it is neither infinite nor NaN.

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+38, 1.0e-45]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.isfinite %input : (tensor<7xf32>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, false, true, true, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @special_f64() {
  %input = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.7e+308, 5.0e-324]>
      : tensor<7xf64> -> tensor<7xf64>
  %y = weir.isfinite %input : (tensor<7xf64>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, false, true, true, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @special_bf16() {
  %input = weir.constant dense<[0x7FC0, 0x7F80, 0xFF80, 0.0, -0.0, 3.0e+38, 0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.isfinite %input : (tensor<7xbf16>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, false, true, true, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 65500.0, 6.0e-08]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.isfinite %input : (tensor<7xf16>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, false, true, true, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0x7F800000, 0.9, 2.21, 0x7FC00000, -1.93, 2.78, 0.88, 0xFF800000, 1.61, -1.45, 1.05, 0x7FC00000, 0.3, -2.47,
      2.45, -2.5, 1.53, -1.45, 0x7F800000]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.isfinite %input : (tensor<19xf32>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, true, true, false, true, true, true, false, true, true, true, false, true, true, true, true, true, true,
      false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @odd_matrix() {
  %input = weir.constant dense<
      [[0x7F800000, 0.9, 2.21, 0x7FC00000, -1.93], [2.78, 0.88, 0xFF800000, 1.61, -1.45], [1.05, 0x7FC00000, 0.3, -2.47,
      2.45]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.isfinite %input : (tensor<3x5xf32>) -> tensor<3x5xi1>
  %expected = weir.constant dense<
      [[false, true, true, false, true], [true, true, false, true, true], [true, false, true, true, true]]>
      : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y, %expected : tensor<3x5xi1>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  %y = weir.isfinite %input : (tensor<f32>) -> tensor<i1>
  %expected = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %expected : tensor<i1>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0x7FF0000000000000]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.isfinite %input : (tensor<1x1xf64>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y, %expected : tensor<1x1xi1>
  return
}

// Integers are always finite.
func.func @integers() {
  %input = weir.constant dense<[0, -1, 9223372036854775807, -9223372036854775808]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.isfinite %input : (tensor<4xi64>) -> tensor<4xi1>
  %expected = weir.constant dense<true> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[0, 1, 255]> : tensor<3xui8> -> tensor<3xui8>
  %y = weir.isfinite %input : (tensor<3xui8>) -> tensor<3xi1>
  %expected = weir.constant dense<true> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y, %expected : tensor<3xi1>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.isfinite %input : (tensor<0xf32>) -> tensor<0xi1>
  %expected = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  check.expect_eq %y, %expected : tensor<0xi1>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.isfinite %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xi1>
  %expected = weir.constant dense<> : tensor<2x0x3xi1> -> tensor<2x0x3xi1>
  check.expect_eq %y, %expected : tensor<2x0x3xi1>
  return
}
