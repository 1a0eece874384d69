// RUN: %op_runs
// Dimension i of the result is dimension permutation[i] of x.

func.func @matrix_f32() {
  %x = weir.constant dense<[[1.5, 0x7FC00000, -0.0], [0x7F800000, -2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[1.5, 0x7F800000], [0x7FC00000, -2.0], [-0.0, 3.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @matrix_f64() {
  %x = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [0x7FF0000000000000, -2.0, 0.1]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[1.5, 0x7FF0000000000000], [0x7FF8000000000000, -2.0], [-0.0, 0.1]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_eq %y, %expected : tensor<3x2xf64>
  return
}

func.func @matrix_bf16() {
  %x = weir.constant dense<[[1.5, 0x7FC0, -0.0], [0x7F80, -2.0, 3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  %expected = weir.constant dense<[[1.5, 0x7F80], [0x7FC0, -2.0], [-0.0, 3.0]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_eq %y, %expected : tensor<3x2xbf16>
  return
}

func.func @matrix_f16() {
  %x = weir.constant dense<[[1.5, 0x7E00, -0.0], [0x7C00, -2.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %expected = weir.constant dense<[[1.5, 0x7C00], [0x7E00, -2.0], [-0.0, 3.0]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_eq %y, %expected : tensor<3x2xf16>
  return
}

func.func @matrix_i64() {
  %x = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [0, -2, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %expected = weir.constant dense<
      [[1, 0], [9223372036854775807, -2], [-9223372036854775808, 3]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %expected : tensor<3x2xi64>
  return
}

func.func @matrix_i32() {
  %x = weir.constant dense<[[1, 2147483647, -2147483648], [0, -2, 3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %expected = weir.constant dense<[[1, 0], [2147483647, -2], [-2147483648, 3]]> : tensor<3x2xi32> -> tensor<3x2xi32>
  check.expect_eq %y, %expected : tensor<3x2xi32>
  return
}

func.func @matrix_i8() {
  %x = weir.constant dense<[[1, 127, -128], [0, -2, 3]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %expected = weir.constant dense<[[1, 0], [127, -2], [-128, 3]]> : tensor<3x2xi8> -> tensor<3x2xi8>
  check.expect_eq %y, %expected : tensor<3x2xi8>
  return
}

func.func @matrix_ui8() {
  %x = weir.constant dense<[[1, 255, 128], [0, 2, 3]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xui8>) -> tensor<3x2xui8>
  %expected = weir.constant dense<[[1, 0], [255, 2], [128, 3]]> : tensor<3x2xui8> -> tensor<3x2xui8>
  check.expect_eq %y, %expected : tensor<3x2xui8>
  return
}

func.func @matrix_i1() {
  %x = weir.constant dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi1>) -> tensor<3x2xi1>
  %expected = weir.constant dense<[[true, true], [false, true], [false, false]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  check.expect_eq %y, %expected : tensor<3x2xi1>
  return
}

// No permutation that is its own inverse.
func.func @rotate() {
  %x = weir.constant dense<
      [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]>
      : tensor<2x3x4xi64> -> tensor<2x3x4xi64>
  %y = weir.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xi64>) -> tensor<4x2x3xi64>
  %expected = weir.constant dense<
      [[[0, 4, 8], [12, 16, 20]], [[1, 5, 9], [13, 17, 21]], [[2, 6, 10], [14, 18, 22]], [[3, 7, 11], [15, 19,
      23]]]> : tensor<4x2x3xi64> -> tensor<4x2x3xi64>
  check.expect_eq %y, %expected : tensor<4x2x3xi64>
  return
}

func.func @rotate_back() {
  %x = weir.constant dense<
      [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]>
      : tensor<2x3x4xi64> -> tensor<2x3x4xi64>
  %y = weir.transpose %x {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xi64>) -> tensor<3x4x2xi64>
  %expected = weir.constant dense<
      [[[0, 12], [1, 13], [2, 14], [3, 15]], [[4, 16], [5, 17], [6, 18], [7, 19]], [[8, 20], [9, 21], [10, 22],
      [11, 23]]]> : tensor<3x4x2xi64> -> tensor<3x4x2xi64>
  check.expect_eq %y, %expected : tensor<3x4x2xi64>
  return
}

func.func @inner() {
  %x = weir.constant dense<
      [[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0,
      17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %expected = weir.constant dense<
      [[[0.0, 4.0, 8.0], [1.0, 5.0, 9.0], [2.0, 6.0, 10.0], [3.0, 7.0, 11.0]], [[12.0, 16.0, 20.0], [13.0, 17.0,
      21.0], [14.0, 18.0, 22.0], [15.0, 19.0, 23.0]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  check.expect_eq %y, %expected : tensor<2x4x3xf32>
  return
}

func.func @outer() {
  %x = weir.constant dense<
      [[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0,
      17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = weir.transpose %x {permutation = array<i64: 1, 0, 2>} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %expected = weir.constant dense<
      [[[0.0, 1.0, 2.0, 3.0], [12.0, 13.0, 14.0, 15.0]], [[4.0, 5.0, 6.0, 7.0], [16.0, 17.0, 18.0, 19.0]], [[8.0,
      9.0, 10.0, 11.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<3x2x4xf32> -> tensor<3x2x4xf32>
  check.expect_eq %y, %expected : tensor<3x2x4xf32>
  return
}

func.func @identity() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.transpose %x {permutation = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.transpose %x {permutation = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %y = weir.transpose %x {permutation = array<i64>} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32> -> tensor<1x1x3xf32>
  %y = weir.transpose %x {permutation = array<i64: 2, 1, 0>} : (tensor<1x1x3xf32>) -> tensor<3x1x1xf32>
  %expected = weir.constant dense<[[[1.0]], [[2.0]], [[3.0]]]> : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
  check.expect_eq %y, %expected : tensor<3x1x1xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[7.0, -5.0, 4.0, 5.0, 1.0, -9.0, 3.0], [-8.0, -2.0, -4.0, -3.0, 9.0, 1.0, -3.0], [0.0, 4.0, 4.0, 6.0, 8.0,
      8.0, 7.0]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<3x7xf32>) -> tensor<7x3xf32>
  %expected = weir.constant dense<
      [[7.0, -8.0, 0.0], [-5.0, -2.0, 4.0], [4.0, -4.0, 4.0], [5.0, -3.0, 6.0], [1.0, 9.0, 8.0], [-9.0, 1.0, 8.0],
      [3.0, -3.0, 7.0]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  check.expect_eq %y, %expected : tensor<7x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0x3xf32> -> tensor<2x0x3xf32>
  %y = weir.transpose %x {permutation = array<i64: 2, 1, 0>} : (tensor<2x0x3xf32>) -> tensor<3x0x2xf32>
  %expected = weir.constant dense<> : tensor<3x0x2xf32> -> tensor<3x0x2xf32>
  check.expect_eq %y, %expected : tensor<3x0x2xf32>
  return
}
