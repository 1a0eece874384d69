// RUN: %op_runs
// Minima over some dimensions.

func.func @rows() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-2.0, -6.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %r, %expected : tensor<2xf32>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_min %x {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-4.0, -5.0, -6.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %r, %expected : tensor<3xf32>
  return
}

func.func @all() {
  %x = weir.constant dense<[[1, -2, 3], [-4, -5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %r = weir.reduce_min %x {dims = array<i64: 0, 1>} : (tensor<2x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<-6> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

// No dimension: x itself.
func.func @none() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_min %x {dims = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %r, %expected : tensor<2x3xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[8.0, 2.0, 3.0, 7.0, 1.0], [4.0, 6.0, -5.0, -9.0, -4.0], [-4.0, 6.0, 7.0, -9.0, -1.0], [5.0, -7.0, 5.0,
      -7.0, -1.0], [5.0, -4.0, -3.0, -4.0, 3.0], [-5.0, 8.0, -1.0, -1.0, 0.0], [1.0, 0.0, 0.0, 8.0, 5.0]], [[5.0,
      3.0, 2.0, -3.0, 8.0], [-1.0, -6.0, 6.0, -7.0, 6.0], [2.0, -7.0, -9.0, -1.0, -9.0], [-7.0, 0.0, 8.0, -1.0,
      5.0], [7.0, 5.0, 2.0, -2.0, 0.0], [-5.0, -1.0, -3.0, -5.0, 8.0], [-9.0, -8.0, -6.0, 8.0, 3.0]], [[6.0,
      -6.0, 3.0, -3.0, -1.0], [-9.0, 2.0, 5.0, 2.0, -7.0], [0.0, -5.0, 8.0, 6.0, -6.0], [0.0, 7.0, 6.0, 3.0,
      2.0], [-9.0, 4.0, -1.0, -8.0, -5.0], [0.0, 4.0, 0.0, 2.0, 6.0], [3.0, -3.0, 2.0, 1.0, -8.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<3x7x5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[-5.0, -7.0, -5.0, -9.0, -4.0], [-9.0, -8.0, -9.0, -7.0, -9.0], [-9.0, -6.0, -1.0, -8.0, -8.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %r, %expected : tensor<3x5xf32>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[8.0, 2.0, 3.0, 7.0, 1.0], [4.0, 6.0, -5.0, -9.0, -4.0], [-4.0, 6.0, 7.0, -9.0, -1.0], [5.0, -7.0, 5.0,
      -7.0, -1.0], [5.0, -4.0, -3.0, -4.0, 3.0], [-5.0, 8.0, -1.0, -1.0, 0.0], [1.0, 0.0, 0.0, 8.0, 5.0]], [[5.0,
      3.0, 2.0, -3.0, 8.0], [-1.0, -6.0, 6.0, -7.0, 6.0], [2.0, -7.0, -9.0, -1.0, -9.0], [-7.0, 0.0, 8.0, -1.0,
      5.0], [7.0, 5.0, 2.0, -2.0, 0.0], [-5.0, -1.0, -3.0, -5.0, 8.0], [-9.0, -8.0, -6.0, 8.0, 3.0]], [[6.0,
      -6.0, 3.0, -3.0, -1.0], [-9.0, 2.0, 5.0, 2.0, -7.0], [0.0, -5.0, 8.0, 6.0, -6.0], [0.0, 7.0, 6.0, 3.0,
      2.0], [-9.0, 4.0, -1.0, -8.0, -5.0], [0.0, 4.0, 0.0, 2.0, 6.0], [3.0, -3.0, 2.0, 1.0, -8.0]]]>
      : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  %r = weir.reduce_min %x {dims = array<i64: 0, 2>} : (tensor<3x7x5xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[-6.0, -9.0, -9.0, -7.0, -9.0, -5.0, -9.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %r, %expected : tensor<7xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.reduce_min %x {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %expected = weir.constant dense<-2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

// All positive, so that a tail filled with zeros would win.
func.func @odd_long() {
  %x = weir.constant dense<
      [4.0, 33.0, 20.0, 30.0, 17.0, 12.0, 9.0, 20.0, 41.0, 21.0, 20.0, 29.0, 48.0, 20.0, 30.0, 23.0, 31.0, 23.0,
      32.0]> : tensor<19xf32> -> tensor<19xf32>
  %r = weir.reduce_min %x {dims = array<i64: 0>} : (tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<4.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

// The minimum of nothing is the largest there is.
func.func @empty_f32() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7F800000, 0x7F800000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %r, %expected : tensor<2xf32>
  return
}

func.func @empty_bf16() {
  %x = weir.constant dense<> : tensor<2x0xbf16> -> tensor<2x0xbf16>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x0xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[0x7F80, 0x7F80]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %r, %expected : tensor<2xbf16>
  return
}

func.func @empty_i64() {
  %x = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x0xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %r, %expected : tensor<2xi64>
  return
}

func.func @empty_i8() {
  %x = weir.constant dense<> : tensor<2x0xi8> -> tensor<2x0xi8>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x0xi8>) -> tensor<2xi8>
  %expected = weir.constant dense<[127, 127]> : tensor<2xi8> -> tensor<2xi8>
  check.expect_eq %r, %expected : tensor<2xi8>
  return
}

func.func @empty_ui8() {
  %x = weir.constant dense<> : tensor<2x0xui8> -> tensor<2x0xui8>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<2x0xui8>) -> tensor<2xui8>
  %expected = weir.constant dense<[255, 255]> : tensor<2xui8> -> tensor<2xui8>
  check.expect_eq %r, %expected : tensor<2xui8>
  return
}

func.func @empty_result() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %r, %expected : tensor<0xf32>
  return
}

// NaN wins over infinity; -0 is below 0.
func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0x7FC00000, 1.0, 0xFF800000], [0x7F800000, 0xFF800000, 3.0], [0x7F800000,
      0x7F800000, 0x7F800000], [-0.0, 0.0, -0.0], [0.0, -0.0, 0.0]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<6x3xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0xFF800000, 0x7F800000, -0.0, -0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r, %expected : tensor<6xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[1.0, 0x7FF8000000000000, 2.0], [0x7FF8000000000000, 1.0, 0xFFF0000000000000], [0x7FF0000000000000,
      0xFFF0000000000000, 3.0], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000], [-0.0, 0.0, -0.0],
      [0.0, -0.0, 0.0]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<6x3xf64>) -> tensor<6xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF0000000000000, -0.0, -0.0]>
      : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r, %expected : tensor<6xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [[1.0, 0x7FC0, 2.0], [0x7FC0, 1.0, 0xFF80], [0x7F80, 0xFF80, 3.0], [0x7F80, 0x7F80, 0x7F80], [-0.0, 0.0,
      -0.0], [0.0, -0.0, 0.0]]> : tensor<6x3xbf16> -> tensor<6x3xbf16>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<6x3xbf16>) -> tensor<6xbf16>
  %expected = weir.constant dense<[0x7FC0, 0x7FC0, 0xFF80, 0x7F80, -0.0, -0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close %r, %expected : tensor<6xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00, 2.0], [0x7E00, 1.0, 0xFC00], [0x7C00, 0xFC00, 3.0], [0x7C00, 0x7C00, 0x7C00], [-0.0, 0.0,
      -0.0], [0.0, -0.0, 0.0]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<6x3xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0xFC00, 0x7C00, -0.0, -0.0]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %r, %expected : tensor<6xf16>
  return
}

func.func @ends_i64() {
  %x = weir.constant dense<
      [[-9223372036854775808, 9223372036854775807, 5], [9223372036854775807, 9223372036854775807,
      9223372036854775807], [9223372036854775807, 7, 9]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<3x3xi64>) -> tensor<3xi64>
  %expected = weir.constant dense<[-9223372036854775808, 9223372036854775807, 7]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %r, %expected : tensor<3xi64>
  return
}

func.func @ends_i32() {
  %x = weir.constant dense<
      [[-2147483648, 2147483647, 5], [2147483647, 2147483647, 2147483647], [2147483647, 7, 9]]>
      : tensor<3x3xi32> -> tensor<3x3xi32>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<3x3xi32>) -> tensor<3xi32>
  %expected = weir.constant dense<[-2147483648, 2147483647, 7]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %r, %expected : tensor<3xi32>
  return
}

func.func @ends_i8() {
  %x = weir.constant dense<[[-128, 127, 5], [127, 127, 127], [127, 7, 9]]> : tensor<3x3xi8> -> tensor<3x3xi8>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<3x3xi8>) -> tensor<3xi8>
  %expected = weir.constant dense<[-128, 127, 7]> : tensor<3xi8> -> tensor<3xi8>
  check.expect_eq %r, %expected : tensor<3xi8>
  return
}

func.func @ends_ui8() {
  %x = weir.constant dense<[[0, 255, 5], [255, 255, 255], [255, 7, 9]]> : tensor<3x3xui8> -> tensor<3x3xui8>
  %r = weir.reduce_min %x {dims = array<i64: 1>} : (tensor<3x3xui8>) -> tensor<3xui8>
  %expected = weir.constant dense<[0, 255, 7]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %r, %expected : tensor<3xui8>
  return
}
