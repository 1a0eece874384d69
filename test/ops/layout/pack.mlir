// RUN: %op_runs
// A matrix cut into panels of columns; the last one is filled up with zeros.

func.func @padded_f32() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x2x2xf32>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0.0], [6.0, 0.0]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2x2xf32>
  return
}

func.func @padded_f64() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<2x3xf64>) -> tensor<2x2x2xf64>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0.0], [6.0, 0.0]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  check.expect_eq %y, %expected : tensor<2x2x2xf64>
  return
}

func.func @padded_bf16() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<2x3xbf16>) -> tensor<2x2x2xbf16>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0.0], [6.0, 0.0]]]> : tensor<2x2x2xbf16> -> tensor<2x2x2xbf16>
  check.expect_eq %y, %expected : tensor<2x2x2xbf16>
  return
}

func.func @padded_f16() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<2x3xf16>) -> tensor<2x2x2xf16>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0.0], [6.0, 0.0]]]> : tensor<2x2x2xf16> -> tensor<2x2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2x2xf16>
  return
}

func.func @padded_i64() {
  %x = weir.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<2x3xi64>) -> tensor<2x2x2xi64>
  %expected = weir.constant dense<[[[1, 2], [4, 5]], [[3, 0], [6, 0]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2x2xi64>
  return
}

func.func @whole_panels() {
  %x = weir.constant dense<
      [[8.0, 7.0, 6.0, 7.0], [-8.0, 6.0, 8.0, -5.0], [-6.0, -8.0, 6.0, 8.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<3x4xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[8.0, 7.0], [-8.0, 6.0], [-6.0, -8.0]], [[6.0, 7.0], [8.0, -5.0], [6.0, 8.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2xf32>
  return
}

func.func @one_wide_panel() {
  %x = weir.constant dense<[[2.0, 2.0, 5.0], [-9.0, 6.0, 8.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pack %x {panel = 8 : i64} : (tensor<2x3xf32>) -> tensor<1x2x8xf32>
  %expected = weir.constant dense<
      [[[2.0, 2.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-9.0, 6.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]>
      : tensor<1x2x8xf32> -> tensor<1x2x8xf32>
  check.expect_eq %y, %expected : tensor<1x2x8xf32>
  return
}

// The transpose, with a last dimension of 1.
func.func @panels_of_one() {
  %x = weir.constant dense<[[-7, 9, 7], [-4, 0, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.pack %x {panel = 1 : i64} : (tensor<2x3xi64>) -> tensor<3x2x1xi64>
  %expected = weir.constant dense<[[[-7], [-4]], [[9], [0]], [[7], [6]]]> : tensor<3x2x1xi64> -> tensor<3x2x1xi64>
  check.expect_eq %y, %expected : tensor<3x2x1xi64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.pack %x {panel = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1x1xf32>
  %expected = weir.constant dense<[[[1.5]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1x1xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[8.0, -8.0, 3.0, -1.0, -3.0, 6.0, 4.0], [-2.0, 7.0, 0.0, 7.0, -7.0, 8.0, 6.0], [1.0, 0.0, -4.0, -5.0, -4.0,
      5.0, -2.0], [9.0, -2.0, 1.0, -2.0, 5.0, -3.0, 9.0], [3.0, -9.0, 9.0, 2.0, 4.0, 9.0, -4.0]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.pack %x {panel = 4 : i64} : (tensor<5x7xf32>) -> tensor<2x5x4xf32>
  %expected = weir.constant dense<
      [[[8.0, -8.0, 3.0, -1.0], [-2.0, 7.0, 0.0, 7.0], [1.0, 0.0, -4.0, -5.0], [9.0, -2.0, 1.0, -2.0], [3.0, -9.0,
      9.0, 2.0]], [[-3.0, 6.0, 4.0, 0.0], [-7.0, 8.0, 6.0, 0.0], [-4.0, 5.0, -2.0, 0.0], [5.0, -3.0, 9.0, 0.0],
      [4.0, 9.0, -4.0, 0.0]]]> : tensor<2x5x4xf32> -> tensor<2x5x4xf32>
  check.expect_eq %y, %expected : tensor<2x5x4xf32>
  return
}

func.func @no_columns() {
  %x = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<3x0xf32>) -> tensor<0x3x2xf32>
  %expected = weir.constant dense<> : tensor<0x3x2xf32> -> tensor<0x3x2xf32>
  check.expect_eq %y, %expected : tensor<0x3x2xf32>
  return
}

func.func @no_rows() {
  %x = weir.constant dense<> : tensor<0x3xbf16> -> tensor<0x3xbf16>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<0x3xbf16>) -> tensor<2x0x2xbf16>
  %expected = weir.constant dense<> : tensor<2x0x2xbf16> -> tensor<2x0x2xbf16>
  check.expect_eq %y, %expected : tensor<2x0x2xbf16>
  return
}

// Elements keep their bits.
func.func @special_f32() {
  %x = weir.constant dense<[[0x7FC00000, -0.0, 0x7F800000]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<1x3xf32>) -> tensor<2x1x2xf32>
  %expected = weir.constant dense<[[[0x7FC00000, -0.0]], [[0x7F800000, 0.0]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_eq %y, %expected : tensor<2x1x2xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<[[0x7FF8000000000000, -0.0, 0x7FF0000000000000]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<1x3xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[0x7FF8000000000000, -0.0]], [[0x7FF0000000000000, 0.0]]]> : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_eq %y, %expected : tensor<2x1x2xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<[[0x7FC0, -0.0, 0x7F80]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<1x3xbf16>) -> tensor<2x1x2xbf16>
  %expected = weir.constant dense<[[[0x7FC0, -0.0]], [[0x7F80, 0.0]]]> : tensor<2x1x2xbf16> -> tensor<2x1x2xbf16>
  check.expect_eq %y, %expected : tensor<2x1x2xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[[0x7E00, -0.0, 0x7C00]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.pack %x {panel = 2 : i64} : (tensor<1x3xf16>) -> tensor<2x1x2xf16>
  %expected = weir.constant dense<[[[0x7E00, -0.0]], [[0x7C00, 0.0]]]> : tensor<2x1x2xf16> -> tensor<2x1x2xf16>
  check.expect_eq %y, %expected : tensor<2x1x2xf16>
  return
}

// Two rows of x stand side by side in a row of a panel; a third alone is filled up with zeros.
func.func @pairs_f32() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.pack %x {group = 2 : i64, panel = 2 : i64} : (tensor<3x3xf32>) -> tensor<2x2x4xf32>
  %expected = weir.constant dense<
      [[[1.0, 4.0, 2.0, 5.0], [7.0, 0.0, 8.0, 0.0]], [[3.0, 6.0, 0.0, 0.0], [9.0, 0.0, 0.0, 0.0]]]>
      : tensor<2x2x4xf32> -> tensor<2x2x4xf32>
  check.expect_eq %y, %expected : tensor<2x2x4xf32>
  return
}

func.func @pairs_bf16() {
  %x = weir.constant dense<
      [[3.0, 6.0, -9.0, 6.0, -1.0], [0.0, 2.0, -4.0, 9.0, -8.0], [-4.0, -2.0, 1.0, -2.0, -7.0], [-9.0, -9.0, -9.0,
      -7.0, 9.0]]> : tensor<4x5xbf16> -> tensor<4x5xbf16>
  %y = weir.pack %x {group = 2 : i64, panel = 4 : i64} : (tensor<4x5xbf16>) -> tensor<2x2x8xbf16>
  %expected = weir.constant dense<
      [[[3.0, 0.0, 6.0, 2.0, -9.0, -4.0, 6.0, 9.0], [-4.0, -9.0, -2.0, -9.0, 1.0, -9.0, -2.0, -7.0]], [[-1.0, -8.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-7.0, 9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]>
      : tensor<2x2x8xbf16> -> tensor<2x2x8xbf16>
  check.expect_eq %y, %expected : tensor<2x2x8xbf16>
  return
}

func.func @pairs_f16() {
  %x = weir.constant dense<
      [[3.0, 6.0, -9.0, 6.0, -1.0], [0.0, 2.0, -4.0, 9.0, -8.0], [-4.0, -2.0, 1.0, -2.0, -7.0], [-9.0, -9.0, -9.0, -7.0,
      9.0]]> : tensor<4x5xf16> -> tensor<4x5xf16>
  %y = weir.pack %x {group = 2 : i64, panel = 4 : i64} : (tensor<4x5xf16>) -> tensor<2x2x8xf16>
  %expected = weir.constant dense<
      [[[3.0, 0.0, 6.0, 2.0, -9.0, -4.0, 6.0, 9.0], [-4.0, -9.0, -2.0, -9.0, 1.0, -9.0, -2.0, -7.0]], [[-1.0, -8.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0], [-7.0, 9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]> : tensor<2x2x8xf16> -> tensor<2x2x8xf16>
  check.expect_eq %y, %expected : tensor<2x2x8xf16>
  return
}

func.func @groups_of_three_f64() {
  %x = weir.constant dense<
      [[-6.0, 3.0, 5.0], [-5.0, -4.0, -1.0], [-4.0, 9.0, -6.0], [8.0, 6.0, 7.0], [-7.0, -2.0, 2.0], [0.0, 3.0, 3.0],
      [3.0, -8.0, 9.0]]> : tensor<7x3xf64> -> tensor<7x3xf64>
  %y = weir.pack %x {group = 3 : i64, panel = 2 : i64} : (tensor<7x3xf64>) -> tensor<2x3x6xf64>
  %expected = weir.constant dense<
      [[[-6.0, -5.0, -4.0, 3.0, -4.0, 9.0], [8.0, -7.0, 0.0, 6.0, -2.0, 3.0], [3.0, 0.0, 0.0, -8.0, 0.0, 0.0]],
      [[5.0, -1.0, -6.0, 0.0, 0.0, 0.0], [7.0, 2.0, 3.0, 0.0, 0.0, 0.0], [9.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]>
      : tensor<2x3x6xf64> -> tensor<2x3x6xf64>
  check.expect_eq %y, %expected : tensor<2x3x6xf64>
  return
}

func.func @pairs_i64() {
  %x = weir.constant dense<[[1, 8, -4, -3], [7, -6, -8, -2], [3, -7, 7, -3]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.pack %x {group = 2 : i64, panel = 2 : i64} : (tensor<3x4xi64>) -> tensor<2x2x4xi64>
  %expected = weir.constant dense<
      [[[1, 7, 8, -6], [3, 0, -7, 0]], [[-4, -8, -3, -2], [7, 0, -3, 0]]]> : tensor<2x2x4xi64> -> tensor<2x2x4xi64>
  check.expect_eq %y, %expected : tensor<2x2x4xi64>
  return
}

func.func @pairs_of_one_column_each() {
  %x = weir.constant dense<[[-5, 1, 8], [7, 7, -4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.pack %x {group = 2 : i64, panel = 1 : i64} : (tensor<2x3xi64>) -> tensor<3x1x2xi64>
  %expected = weir.constant dense<[[[-5, 7]], [[1, 7]], [[8, -4]]]> : tensor<3x1x2xi64> -> tensor<3x1x2xi64>
  check.expect_eq %y, %expected : tensor<3x1x2xi64>
  return
}

func.func @one_row_in_a_group() {
  %x = weir.constant dense<[[-9.0, 5.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %y = weir.pack %x {group = 4 : i64, panel = 2 : i64} : (tensor<1x2xbf16>) -> tensor<1x1x8xbf16>
  %expected = weir.constant dense<
      [[[-9.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0]]]> : tensor<1x1x8xbf16> -> tensor<1x1x8xbf16>
  check.expect_eq %y, %expected : tensor<1x1x8xbf16>
  return
}

func.func @pairs_no_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.pack %x {group = 2 : i64, panel = 2 : i64} : (tensor<0x3xf32>) -> tensor<2x0x4xf32>
  %expected = weir.constant dense<> : tensor<2x0x4xf32> -> tensor<2x0x4xf32>
  check.expect_eq %y, %expected : tensor<2x0x4xf32>
  return
}

func.func @pairs_no_columns() {
  %x = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %y = weir.pack %x {group = 2 : i64, panel = 2 : i64} : (tensor<3x0xf32>) -> tensor<0x2x4xf32>
  %expected = weir.constant dense<> : tensor<0x2x4xf32> -> tensor<0x2x4xf32>
  check.expect_eq %y, %expected : tensor<0x2x4xf32>
  return
}
