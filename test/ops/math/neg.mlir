// RUN: weir-run %s --interpret
// RUN: weir-run %s --interpret --dynamic
// -x, zeros included.

func.func @typical_f32() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.neg %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.neg %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.neg %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

// The smallest integer has no negative and wraps.
func.func @typical_i64() {
  %x = weir.constant dense<[5, -7, 0, 9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.neg %x : (tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [-5, 7, 0, -9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.neg %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.neg %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-3.351, -3.38, 3.955, -0.81, -7.978, 8.917, 6.997, 7.494, -4.562, -1.906, -4.911, -6.752, -8.406, 0.06,
      -6.784, -5.827, 6.489, -0.284, -5.693]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.neg %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.351, 3.38, -3.955, 0.81, 7.978, -8.917, -6.997, -7.494, 4.562, 1.906, 4.911, 6.752, 8.406, -0.06, 6.784,
      5.827, -6.489, 0.284, 5.693]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[3.06, -4.22, 0.48, -3.9, 0.29], [2.31, 0.65, -1.88, 5.22, 6.72], [-5.78, -6.56, -6.97, 8.6, 7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.neg %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-3.06, 4.22, -0.48, 3.9, -0.29], [-2.31, -0.65, 1.88, -5.22, -6.72], [5.78, 6.56, 6.97, -8.6, -7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.neg %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.neg %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_eq %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+38, 1.0e-45, -1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0xFF800000, 0x7F800000, -0.0, 0.0, -3.0e+38, -1.0e-45, 1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq %y, %expected : tensor<8xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.7e+308, 5.0e-324, -5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  %y = weir.neg %x : (tensor<8xf64>) -> tensor<8xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0xFFF0000000000000, 0x7FF0000000000000, -0.0, 0.0, -1.7e+308, -5.0e-324, 5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq %y, %expected : tensor<8xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0xFF80, 0.0, -0.0, 3.0e+38, 9.2e-41, -9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  %y = weir.neg %x : (tensor<8xbf16>) -> tensor<8xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0xFF80, 0x7F80, -0.0, 0.0, -3.0e+38, -9.2e-41, 9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  check.expect_eq %y, %expected : tensor<8xbf16>
  return
}
