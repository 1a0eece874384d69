// RUN: %op_runs
// Elements along `dims` in reverse order. Elements keep their bits, signs of zeros included.

func.func @columns_f32() {
  %x = weir.constant dense<[[1.5, 0x7FC00000, -0.0], [0x7F800000, -2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.0, 0x7FC00000, 1.5], [3.0, -2.0, 0x7F800000]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @columns_f64() {
  %x = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [0x7FF0000000000000, -2.0, 3.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[-0.0, 0x7FF8000000000000, 1.5], [3.0, -2.0, 0x7FF0000000000000]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @columns_bf16() {
  %x = weir.constant dense<[[1.5, 0x7FC0, -0.0], [0x7F80, -2.0, 3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[-0.0, 0x7FC0, 1.5], [3.0, -2.0, 0x7F80]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @columns_f16() {
  %x = weir.constant dense<[[1.5, 0x7E00, -0.0], [0x7C00, -2.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[-0.0, 0x7E00, 1.5], [3.0, -2.0, 0x7C00]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @columns_i64() {
  %x = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [0, -2, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xi64>) -> tensor<2x3xi64>
  %expected = weir.constant dense<
      [[-9223372036854775808, 9223372036854775807, 1], [3, -2, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @columns_i32() {
  %x = weir.constant dense<[[1, 2147483647, -2147483648], [0, -2, 3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %expected = weir.constant dense<[[-2147483648, 2147483647, 1], [3, -2, 0]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y, %expected : tensor<2x3xi32>
  return
}

func.func @columns_i8() {
  %x = weir.constant dense<[[1, 127, -128], [0, -2, 3]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %expected = weir.constant dense<[[-128, 127, 1], [3, -2, 0]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  check.expect_eq %y, %expected : tensor<2x3xi8>
  return
}

func.func @columns_ui8() {
  %x = weir.constant dense<[[1, 255, 128], [0, 2, 3]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xui8>) -> tensor<2x3xui8>
  %expected = weir.constant dense<[[128, 255, 1], [3, 2, 0]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  check.expect_eq %y, %expected : tensor<2x3xui8>
  return
}

func.func @columns_i1() {
  %x = weir.constant dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %expected = weir.constant dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y, %expected : tensor<2x3xi1>
  return
}

func.func @rows() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.flip %x {dims = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<[[5.0, 6.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @all_dims() {
  %x = weir.constant dense<
      [[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0,
      19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = weir.flip %x {dims = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %expected = weir.constant dense<
      [[[24.0, 23.0, 22.0, 21.0], [20.0, 19.0, 18.0, 17.0], [16.0, 15.0, 14.0, 13.0]], [[12.0, 11.0, 10.0, 9.0], [8.0,
      7.0, 6.0, 5.0], [4.0, 3.0, 2.0, 1.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_eq %y, %expected : tensor<2x3x4xf32>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0], [16.0, 17.0,
      18.0]]]> : tensor<3x2x3xf32> -> tensor<3x2x3xf32>
  %y = weir.flip %x {dims = array<i64: 0, 2>} : (tensor<3x2x3xf32>) -> tensor<3x2x3xf32>
  %expected = weir.constant dense<
      [[[15.0, 14.0, 13.0], [18.0, 17.0, 16.0]], [[9.0, 8.0, 7.0], [12.0, 11.0, 10.0]], [[3.0, 2.0, 1.0], [6.0, 5.0,
      4.0]]]> : tensor<3x2x3xf32> -> tensor<3x2x3xf32>
  check.expect_eq %y, %expected : tensor<3x2x3xf32>
  return
}

func.func @no_dims() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.flip %x {dims = array<i64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.flip %x {dims = array<i64>} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y = weir.flip %x {dims = array<i64: 0>} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %expected = weir.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %y, %expected : tensor<1x3xf32>
  return
}

func.func @nothing() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.flip %x {dims = array<i64: 0, 1>} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %expected : tensor<0x3xf32>
  return
}

func.func @longer_than_vectors() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0], [38.0,
      39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0,
      57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0]]>
      : tensor<2x37xf32> -> tensor<2x37xf32>
  %y = weir.flip %x {dims = array<i64: 1>} : (tensor<2x37xf32>) -> tensor<2x37xf32>
  %expected = weir.constant dense<
      [[37.0, 36.0, 35.0, 34.0, 33.0, 32.0, 31.0, 30.0, 29.0, 28.0, 27.0, 26.0, 25.0, 24.0, 23.0, 22.0, 21.0, 20.0,
      19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], [74.0,
      73.0, 72.0, 71.0, 70.0, 69.0, 68.0, 67.0, 66.0, 65.0, 64.0, 63.0, 62.0, 61.0, 60.0, 59.0, 58.0, 57.0, 56.0,
      55.0, 54.0, 53.0, 52.0, 51.0, 50.0, 49.0, 48.0, 47.0, 46.0, 45.0, 44.0, 43.0, 42.0, 41.0, 40.0, 39.0, 38.0]]>
      : tensor<2x37xf32> -> tensor<2x37xf32>
  check.expect_eq %y, %expected : tensor<2x37xf32>
  return
}

// A value beside its mirror image, in one kernel.
func.func @symmetric() {
  %x = weir.constant dense<[1.0, 4.0, 9.0, 16.0, 25.0]> : tensor<5xf32> -> tensor<5xf32>
  %root = weir.sqrt %x : (tensor<5xf32>) -> tensor<5xf32>
  %mirrored = weir.flip %root {dims = array<i64: 0>} : (tensor<5xf32>) -> tensor<5xf32>
  %y = weir.sub %root, %mirrored : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[-4.0, -2.0, 0.0, 2.0, 4.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

// Sums of rows from the last to the first, and rows reversed before they are summed.
func.func @reductions() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %sums = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %last = weir.flip %sums {dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  %y = weir.sub %sums, %last : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-8.0, 0.0, 8.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  %rows = weir.flip %x {dims = array<i64: 0, 1>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %mixed = weir.mul %x, %rows : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %products = weir.reduce_sum %mixed {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %expected_products = weir.constant dense<[16.0, 24.0, 16.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %products, %expected_products : tensor<3xf32>
  return
}
