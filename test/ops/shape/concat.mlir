// RUN: %op_runs
// The elements of one tensor, and those of another behind them. Elements keep their bits, signs of zeros included.

func.func @columns_f32() {
  %a = weir.constant dense<[[1.5, 0x7FC00000, -0.0], [0x7F800000, -2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %b = weir.constant dense<[[-0.0, 0x7F800000], [1.5, 0x7FC00000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<
      [[1.5, 0x7FC00000, -0.0, -0.0, 0x7F800000], [0x7F800000, -2.0, 3.0, 1.5, 0x7FC00000]]>
      : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_eq %y, %expected : tensor<2x5xf32>
  return
}

func.func @columns_f64() {
  %a = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [0x7FF0000000000000, -2.0, 3.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %b = weir.constant dense<[[-0.0, 0x7FF0000000000000], [1.5, 0x7FF8000000000000]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xf64>, tensor<2x2xf64>) -> tensor<2x5xf64>
  %expected = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0, -0.0, 0x7FF0000000000000], [0x7FF0000000000000, -2.0, 3.0, 1.5,
      0x7FF8000000000000]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  check.expect_eq %y, %expected : tensor<2x5xf64>
  return
}

func.func @columns_bf16() {
  %a = weir.constant dense<[[1.5, 0x7FC0, -0.0], [0x7F80, -2.0, 3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %b = weir.constant dense<[[-0.0, 0x7F80], [1.5, 0x7FC0]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xbf16>, tensor<2x2xbf16>) -> tensor<2x5xbf16>
  %expected = weir.constant dense<
      [[1.5, 0x7FC0, -0.0, -0.0, 0x7F80], [0x7F80, -2.0, 3.0, 1.5, 0x7FC0]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  check.expect_eq %y, %expected : tensor<2x5xbf16>
  return
}

func.func @columns_f16() {
  %a = weir.constant dense<[[1.5, 0x7E00, -0.0], [0x7C00, -2.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %b = weir.constant dense<[[-0.0, 0x7C00], [1.5, 0x7E00]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xf16>, tensor<2x2xf16>) -> tensor<2x5xf16>
  %expected = weir.constant dense<
      [[1.5, 0x7E00, -0.0, -0.0, 0x7C00], [0x7C00, -2.0, 3.0, 1.5, 0x7E00]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  check.expect_eq %y, %expected : tensor<2x5xf16>
  return
}

func.func @columns_i64() {
  %a = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [0, -2, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %b = weir.constant dense<[[-9223372036854775808, 0], [1, 9223372036854775807]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xi64>, tensor<2x2xi64>) -> tensor<2x5xi64>
  %expected = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808, -9223372036854775808, 0], [0, -2, 3, 1, 9223372036854775807]]>
      : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %y, %expected : tensor<2x5xi64>
  return
}

func.func @columns_i32() {
  %a = weir.constant dense<[[1, 2147483647, -2147483648], [0, -2, 3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %b = weir.constant dense<[[-2147483648, 0], [1, 2147483647]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  %expected = weir.constant dense<
      [[1, 2147483647, -2147483648, -2147483648, 0], [0, -2, 3, 1, 2147483647]]> : tensor<2x5xi32> -> tensor<2x5xi32>
  check.expect_eq %y, %expected : tensor<2x5xi32>
  return
}

func.func @columns_i8() {
  %a = weir.constant dense<[[1, 127, -128], [0, -2, 3]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  %b = weir.constant dense<[[-128, 0], [1, 127]]> : tensor<2x2xi8> -> tensor<2x2xi8>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xi8>, tensor<2x2xi8>) -> tensor<2x5xi8>
  %expected = weir.constant dense<[[1, 127, -128, -128, 0], [0, -2, 3, 1, 127]]> : tensor<2x5xi8> -> tensor<2x5xi8>
  check.expect_eq %y, %expected : tensor<2x5xi8>
  return
}

func.func @columns_ui8() {
  %a = weir.constant dense<[[1, 255, 128], [0, 2, 3]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %b = weir.constant dense<[[128, 0], [1, 255]]> : tensor<2x2xui8> -> tensor<2x2xui8>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xui8>, tensor<2x2xui8>) -> tensor<2x5xui8>
  %expected = weir.constant dense<[[1, 255, 128, 128, 0], [0, 2, 3, 1, 255]]> : tensor<2x5xui8> -> tensor<2x5xui8>
  check.expect_eq %y, %expected : tensor<2x5xui8>
  return
}

func.func @columns_i1() {
  %a = weir.constant dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %b = weir.constant dense<[[false, true], [true, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3xi1>, tensor<2x2xi1>) -> tensor<2x5xi1>
  %expected = weir.constant dense<
      [[true, false, false, false, true], [true, true, false, true, false]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  check.expect_eq %y, %expected : tensor<2x5xi1>
  return
}

func.func @rows() {
  %a = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %b = weir.constant dense<[[-1.0, -2.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %y = weir.concat %a, %b {dim = 0 : i64} : (tensor<3x2xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  %expected = weir.constant dense<
      [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [-1.0, -2.0]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_eq %y, %expected : tensor<4x2xf32>
  return
}

func.func @middle() {
  %a = weir.constant dense<
      [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %b = weir.constant dense<
      [[[-1.0, -2.0], [-3.0, -4.0]], [[-5.0, -6.0], [-7.0, -8.0]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x3x2xf32>, tensor<2x2x2xf32>) -> tensor<2x5x2xf32>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [-1.0, -2.0], [-3.0, -4.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0],
      [-5.0, -6.0], [-7.0, -8.0]]]> : tensor<2x5x2xf32> -> tensor<2x5x2xf32>
  check.expect_eq %y, %expected : tensor<2x5x2xf32>
  return
}

func.func @vectors() {
  %a = weir.constant dense<[1.0]> : tensor<1xf32> -> tensor<1xf32>
  %b = weir.constant dense<[-1.0, -2.0, -3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.concat %a, %b {dim = 0 : i64} : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[1.0, -1.0, -2.0, -3.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

func.func @size_one() {
  %a = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %b = weir.constant dense<[[-1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_eq %y, %expected : tensor<1x2xf32>
  return
}

func.func @nothing_before() {
  %a = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %b = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.concat %a, %b {dim = 0 : i64} : (tensor<0x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @nothing_behind() {
  %a = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %b = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<3x2xf32>, tensor<3x0xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @nothing() {
  %a = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %b = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<0x2xf32>, tensor<0x3xf32>) -> tensor<0x5xf32>
  %expected = weir.constant dense<> : tensor<0x5xf32> -> tensor<0x5xf32>
  check.expect_eq %y, %expected : tensor<0x5xf32>
  return
}

func.func @longer_than_vectors() {
  %a = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0], [38.0,
      39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0,
      57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0]]>
      : tensor<2x37xf32> -> tensor<2x37xf32>
  %b = weir.constant dense<
      [[-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0,
      -18.0, -19.0, -20.0], [-21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0,
      -33.0, -34.0, -35.0, -36.0, -37.0, -38.0, -39.0, -40.0]]> : tensor<2x20xf32> -> tensor<2x20xf32>
  %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<2x37xf32>, tensor<2x20xf32>) -> tensor<2x57xf32>
  %expected = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, -1.0,
      -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0,
      -19.0, -20.0], [38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0,
      54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0,
      72.0, 73.0, 74.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0,
      -34.0, -35.0, -36.0, -37.0, -38.0, -39.0, -40.0]]> : tensor<2x57xf32> -> tensor<2x57xf32>
  check.expect_eq %y, %expected : tensor<2x57xf32>
  return
}

// Computed values of three tensors, and what is computed of all of them: one kernel.
func.func @three() {
  %a = weir.constant dense<[1.0, 4.0]> : tensor<2xf32> -> tensor<2xf32>
  %b = weir.constant dense<[2.0]> : tensor<1xf32> -> tensor<1xf32>
  %c = weir.constant dense<[-1.0, 5.0, 6.0]> : tensor<3xf32> -> tensor<3xf32>
  %root = weir.sqrt %a : (tensor<2xf32>) -> tensor<2xf32>
  %bc = weir.concat %b, %c {dim = 0 : i64} : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %abc = weir.concat %root, %bc {dim = 0 : i64} : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %y = weir.neg %abc : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[-1.0, -2.0, -2.0, 1.0, -5.0, -6.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<6xf32>
  return
}

// Rows of reductions, and sums of joined rows.
func.func @reductions() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %z = weir.constant dense<[[5.0], [6.0]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %rows = weir.concat %x, %z {dim = 1 : i64} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %sums = weir.reduce_sum %rows {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %maxima = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x2xf32>) -> tensor<2xf32>
  %y = weir.concat %sums, %maxima {dim = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[8.0, 13.0, 2.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

// A product's operands and its result.
func.func @products() {
  %x = weir.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %z = weir.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %a = weir.concat %x, %z {dim = 0 : i64} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %product = weir.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = weir.concat %product, %a {dim = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<[[7.0, 10.0, 1.0, 2.0], [15.0, 22.0, 3.0, 4.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x4xf32>
  return
}
