// RUN: %op_runs
// One element of each window.

func.func @rows() {
  %x = weir.constant dense<[-3.0, -1.0, -1.0, -1.0, 0.0, 1.0, -1.0]> : tensor<7xf32> -> tensor<7xf32>
  %i = weir.constant dense<[2, 0, 2, 0]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 2>, window = array<i64: 3>} : (tensor<7xf32>, tensor<4xi64>) -> tensor<4xf32>
  %expected = weir.constant dense<[-1.0, -1.0, 1.0, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

func.func @images() {
  %x = weir.constant dense<[[[[-1.0, -1.0, -1.0, -2.0, 1.0], [3.0, 3.0, -3.0, 2.0, 2.0], [0.0, 2.0, 3.0, -4.0, 0.0],
      [-4.0, 4.0, 0.0, -2.0, -4.0], [-3.0, -2.0, 3.0, 4.0, -2.0], [-1.0, 3.0, -4.0, 1.0, 1.0]], [[0.0, 3.0, -4.0, -2.0,
      3.0], [-2.0, -4.0, 0.0, 4.0, 3.0], [3.0, -2.0, -2.0, -3.0, -3.0], [-2.0, 3.0, 2.0, 0.0, 0.0], [-3.0, 0.0, 0.0,
      2.0, -2.0], [3.0, -1.0, -4.0, 1.0, 1.0]]]]> : tensor<1x2x6x5xf32> -> tensor<1x2x6x5xf32>
  %i = weir.constant dense<[[[[2, 3], [3, 0], [3, 1]], [[1, 3], [0, 2], [2, 1]]]]> : tensor<1x2x3x2xi64> ->
      tensor<1x2x3x2xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 0, 0, 0>, padding_low =
      array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 2, 2>, window = array<i64: 1, 1, 2, 2>} : (tensor<1x2x6x5xf32>,
      tensor<1x2x3x2xi64>) -> tensor<1x2x3x2xf32>
  %expected = weir.constant dense<[[[[3.0, 2.0], [4.0, 3.0], [3.0, 4.0]], [[3.0, 4.0], [3.0, 2.0], [3.0, 2.0]]]]> :
      tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  check.expect_eq %y, %expected : tensor<1x2x3x2xf32>
  return
}

func.func @overlapping() {
  %x = weir.constant dense<[[[[-4.0, 4.0, 0.0, -1.0, 4.0, -3.0], [-1.0, 3.0, -2.0, 4.0, 1.0, 0.0], [-2.0, -3.0, 4.0,
      -4.0, -4.0, -4.0], [-3.0, 2.0, -4.0, -3.0, 2.0, -4.0], [-2.0, 3.0, 4.0, 0.0, 4.0, 3.0]]], [[[4.0, -2.0, -2.0, 1.0,
      -4.0, -2.0], [-1.0, 4.0, 4.0, -1.0, 2.0, 0.0], [-4.0, -1.0, 2.0, 2.0, 4.0, 1.0], [4.0, 0.0, 2.0, 1.0, 3.0, 4.0],
      [3.0, 4.0, -1.0, 4.0, -4.0, -1.0]]]]> : tensor<2x1x5x6xf32> -> tensor<2x1x5x6xf32>
  %i = weir.constant dense<[[[[5, 4, 3, 5, 4, 3], [2, 5, 2, 1, 0, 6], [5, 5, 4, 3, 4, 3]]], [[[4, 3, 6, 6, 7, 6], [2, 1,
      0, 0, 4, 3], [1, 0, 3, 4, 2, 1]]]]> : tensor<2x1x3x6xi64> -> tensor<2x1x3x6xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 0, 1, 1>, padding_low =
      array<i64: 0, 0, 1, 1>, strides = array<i64: 1, 1, 2, 1>, window = array<i64: 1, 1, 3, 3>} : (tensor<2x1x5x6xf32>,
      tensor<2x1x3x6xi64>) -> tensor<2x1x3x6xf32>
  %expected = weir.constant dense<[[[[4.0, 4.0, 4.0, 4.0, 4.0, 4.0], [3.0, 4.0, 4.0, 4.0, 4.0, 2.0], [3.0, 4.0, 4.0,
      4.0, 4.0, 4.0]]], [[[4.0, 4.0, 4.0, 4.0, 2.0, 2.0], [4.0, 4.0, 4.0, 4.0, 4.0, 4.0], [4.0, 4.0, 4.0, 4.0, 4.0,
      4.0]]]]> : tensor<2x1x3x6xf32> -> tensor<2x1x3x6xf32>
  check.expect_eq %y, %expected : tensor<2x1x3x6xf32>
  return
}

func.func @channels_last() {
  %x = weir.constant dense<[[[[2.0, 2.0, 2.0], [-4.0, -4.0, 4.0], [-4.0, 0.0, 0.0], [-1.0, -4.0, -3.0], [0.0, -4.0,
      2.0], [3.0, 1.0, 3.0]], [[1.0, 2.0, -4.0], [0.0, -2.0, -3.0], [4.0, 3.0, -3.0], [4.0, 0.0, 1.0], [-4.0, 3.0, 4.0],
      [2.0, -3.0, 0.0]], [[-1.0, -1.0, 0.0], [2.0, 2.0, -2.0], [4.0, -1.0, 2.0], [3.0, -1.0, 3.0], [-4.0, -2.0, 2.0],
      [2.0, 4.0, -1.0]], [[-4.0, -1.0, 2.0], [-3.0, -3.0, -1.0], [0.0, -1.0, 0.0], [1.0, 1.0, -1.0], [4.0, 0.0, 2.0],
      [1.0, -1.0, 1.0]], [[2.0, 0.0, 0.0], [1.0, -1.0, 2.0], [-1.0, -4.0, 0.0], [4.0, -2.0, -2.0], [-2.0, 4.0, -3.0],
      [-1.0, -1.0, 1.0]]]]> : tensor<1x5x6x3xf32> -> tensor<1x5x6x3xf32>
  %i = weir.constant dense<[[[[2, 2, 3], [4, 4, 5], [3, 4, 4]], [[3, 0, 4], [0, 0, 3], [4, 3, 0]], [[2, 2, 0], [3, 1,
      0], [0, 2, 0]]]]> : tensor<1x3x3x3xi64> -> tensor<1x3x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 1, 0, 0>, padding_low =
      array<i64: 0, 1, 0, 0>, strides = array<i64: 1, 2, 2, 1>, window = array<i64: 1, 3, 2, 1>} : (tensor<1x5x6x3xf32>,
      tensor<1x3x3x3xi64>) -> tensor<1x3x3x3xf32>
  %expected = weir.constant dense<[[[[2.0, 2.0, 4.0], [4.0, 3.0, 1.0], [3.0, 3.0, 4.0]], [[2.0, 2.0, 2.0], [4.0, 3.0,
      3.0], [4.0, 4.0, 4.0]], [[2.0, 0.0, 2.0], [4.0, 1.0, 0.0], [4.0, 4.0, 2.0]]]]> : tensor<1x3x3x3xf32> ->
      tensor<1x3x3x3xf32>
  check.expect_eq %y, %expected : tensor<1x3x3x3xf32>
  return
}

func.func @dilations() {
  %x = weir.constant dense<[[[-2.0, 3.0, -4.0, 1.0, -1.0, 3.0, 2.0, -2.0], [3.0, 2.0, -2.0, -2.0, -1.0, 0.0, -2.0, 2.0],
      [0.0, -3.0, 2.0, -4.0, 4.0, 3.0, -4.0, 3.0], [-2.0, 1.0, -2.0, -2.0, -4.0, 1.0, 1.0, -4.0], [-2.0, 1.0, 3.0, 1.0,
      -3.0, 1.0, -2.0, 0.0], [0.0, -2.0, 3.0, 2.0, -4.0, 0.0, -3.0, 2.0], [-1.0, -1.0, -2.0, -4.0, -3.0, 0.0, 2.0,
      1.0]]]> : tensor<1x7x8xf32> -> tensor<1x7x8xf32>
  %i = weir.constant dense<[[[5, 5, 3, 2], [3, 2, 5, 4], [5, 3, 1, 0], [5, 0, 4, 2], [3, 1, 5, 0], [3, 0, 2, 0]]]> :
      tensor<1x6x4xi64> -> tensor<1x6x4xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 2, 3>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 2, 1>, strides = array<i64: 1, 1, 2>, window = array<i64: 1, 3, 2>} : (tensor<1x7x8xf32>,
      tensor<1x6x4xi64>) -> tensor<1x6x4xf32>
  %expected = weir.constant dense<[[[2.0, 4.0, 2.0, 3.0], [-2.0, 2.0, 1.0, 1.0], [3.0, 4.0, 2.0, 3.0], [3.0, 2.0, 2.0,
      1.0], [3.0, 4.0, 2.0, 3.0], [3.0, 1.0, 2.0, 1.0]]]> : tensor<1x6x4xf32> -> tensor<1x6x4xf32>
  check.expect_eq %y, %expected : tensor<1x6x4xf32>
  return
}

// One window.
func.func @whole() {
  %x = weir.constant dense<[[[-2.0, 2.0, 4.0, -1.0], [-3.0, 2.0, -2.0, -1.0], [1.0, 1.0, -4.0, 0.0]], [[-1.0, 1.0, 1.0,
      -4.0], [-4.0, 0.0, 3.0, -3.0], [-3.0, -1.0, -2.0, -4.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %i = weir.constant dense<[[[2]], [[6]]]> : tensor<2x1x1xi64> -> tensor<2x1x1xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 0, 0>, padding_low =
      array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>, window = array<i64: 1, 3, 4>} : (tensor<2x3x4xf32>,
      tensor<2x1x1xi64>) -> tensor<2x1x1xf32>
  %expected = weir.constant dense<[[[4.0]], [[3.0]]]> : tensor<2x1x1xf32> -> tensor<2x1x1xf32>
  check.expect_eq %y, %expected : tensor<2x1x1xf32>
  return
}

// Elements between windows belong to none.
func.func @gaps() {
  %x = weir.constant dense<[[3.0, 4.0, 1.0, -1.0, -4.0, -4.0, -2.0, 1.0]]> : tensor<1x8xf32> -> tensor<1x8xf32>
  %i = weir.constant dense<[[0, 0, 0]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, padding_low = array<i64:
      0, 0>, strides = array<i64: 1, 3>, window = array<i64: 1, 1>} : (tensor<1x8xf32>, tensor<1x3xi64>) ->
      tensor<1x3xf32>
  %expected = weir.constant dense<[[3.0, -1.0, -2.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %y, %expected : tensor<1x3xf32>
  return
}

func.func @long_rows() {
  %x = weir.constant dense<[[4.0, -2.0, -3.0, -2.0, -1.0, 0.0, 0.0, -4.0, -3.0, -3.0, -2.0, 4.0, -2.0, -1.0, 2.0, -1.0,
      4.0, 0.0, -1.0, 2.0, 3.0, 1.0, -3.0, -2.0, 1.0, -1.0, -1.0, -2.0, -2.0, 0.0, 3.0, -1.0, 2.0, 4.0, -3.0, 4.0,
      -2.0], [-4.0, 3.0, -4.0, 4.0, -3.0, 1.0, -2.0, 3.0, 2.0, 4.0, 3.0, 2.0, 4.0, 1.0, -3.0, -3.0, 1.0, -1.0, 2.0, 1.0,
      -4.0, 4.0, 4.0, -2.0, -2.0, -1.0, 3.0, -4.0, -3.0, 2.0, -1.0, -1.0, 4.0, 3.0, -3.0, -2.0, -2.0]]> :
      tensor<2x37xf32> -> tensor<2x37xf32>
  %i = weir.constant dense<[[1, 0, 0, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 2, 1, 2, 1, 0, 2, 2, 1, 0, 0, 2, 1, 0, 0, 0, 2, 2,
      1, 0, 2, 1, 0, 1, 0], [2, 1, 2, 1, 0, 1, 2, 1, 2, 1, 0, 2, 1, 0, 0, 2, 1, 2, 1, 0, 2, 1, 0, 0, 2, 2, 1, 0, 2, 1,
      0, 2, 1, 0, 0, 1, 0]]> : tensor<2x37xi64> -> tensor<2x37xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>, padding_low = array<i64:
      0, 1>, strides = array<i64: 1, 1>, window = array<i64: 1, 3>} : (tensor<2x37xf32>, tensor<2x37xi64>) ->
      tensor<2x37xf32>
  %expected = weir.constant dense<[[4.0, 4.0, -2.0, -1.0, 0.0, 0.0, 0.0, 0.0, -3.0, -2.0, 4.0, 4.0, 4.0, 2.0, 2.0, 4.0,
      4.0, 4.0, 2.0, 3.0, 3.0, 3.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 0.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0], [3.0,
      3.0, 4.0, 4.0, 4.0, 1.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 4.0, 4.0, 4.0,
      -1.0, 3.0, 3.0, 3.0, 2.0, 2.0, 2.0, 4.0, 4.0, 4.0, 3.0, -2.0, -2.0]]> : tensor<2x37xf32> -> tensor<2x37xf32>
  check.expect_eq %y, %expected : tensor<2x37xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[[[-1.0, -4.0, 4.0, 3.0, -4.0], [3.0, 2.0, 2.0, 3.0, 2.0], [0.0, 2.0, 3.0, 1.0, -1.0], [1.0,
      -1.0, -1.0, 0.0, 2.0], [-3.0, -1.0, -2.0, -3.0, -2.0]]]> : tensor<1x5x5xf64> -> tensor<1x5x5xf64>
  %i = weir.constant dense<[[[7, 4, 3], [1, 2, 0], [1, 2, 1]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : (tensor<1x5x5xf64>,
      tensor<1x3x3xi64>) -> tensor<1x3x3xf64>
  %expected = weir.constant dense<[[[3.0, 4.0, 3.0], [3.0, 3.0, 3.0], [1.0, 0.0, 2.0]]]> : tensor<1x3x3xf64> ->
      tensor<1x3x3xf64>
  check.expect_eq %y, %expected : tensor<1x3x3xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[[[-3.0, -4.0, 4.0, 3.0, 3.0], [1.0, 1.0, 2.0, -1.0, 3.0], [-3.0, 0.0, -4.0, 2.0, -4.0],
      [0.0, -1.0, 4.0, -1.0, -3.0], [4.0, 0.0, 0.0, 1.0, 4.0]]]> : tensor<1x5x5xbf16> -> tensor<1x5x5xbf16>
  %i = weir.constant dense<[[[7, 4, 3], [1, 7, 1], [4, 1, 4]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : (tensor<1x5x5xbf16>,
      tensor<1x3x3xi64>) -> tensor<1x3x3xbf16>
  %expected = weir.constant dense<[[[1.0, 4.0, 3.0], [1.0, 4.0, 3.0], [4.0, 4.0, 4.0]]]> : tensor<1x3x3xbf16> ->
      tensor<1x3x3xbf16>
  check.expect_eq %y, %expected : tensor<1x3x3xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[[[-4.0, 4.0, 4.0, 3.0, -1.0], [2.0, -3.0, 3.0, -4.0, 2.0], [1.0, -2.0, 0.0, 0.0, -4.0],
      [-4.0, 2.0, 2.0, -2.0, 0.0], [3.0, 2.0, 0.0, 3.0, 0.0]]]> : tensor<1x5x5xf16> -> tensor<1x5x5xf16>
  %i = weir.constant dense<[[[5, 3, 3], [1, 1, 1], [4, 5, 3]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : (tensor<1x5x5xf16>,
      tensor<1x3x3xi64>) -> tensor<1x3x3xf16>
  %expected = weir.constant dense<[[[4.0, 4.0, 3.0], [2.0, 3.0, 2.0], [3.0, 3.0, 3.0]]]> : tensor<1x3x3xf16> ->
      tensor<1x3x3xf16>
  check.expect_eq %y, %expected : tensor<1x3x3xf16>
  return
}

func.func @typical_i64() {
  %x = weir.constant dense<[[[-4, -1, 0, -1, -2], [-3, -4, 0, -3, 1], [-2, -1, 4, 0, 2], [2, 3, -4, 2, -2], [-2, 4, -1,
      0, -1]]]> : tensor<1x5x5xi64> -> tensor<1x5x5xi64>
  %i = weir.constant dense<[[[5, 4, 7], [8, 4, 4], [5, 3, 0]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : (tensor<1x5x5xi64>,
      tensor<1x3x3xi64>) -> tensor<1x3x3xi64>
  %expected = weir.constant dense<[[[-1, 0, 1], [3, 4, 2], [4, 4, 2]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  check.expect_eq %y, %expected : tensor<1x3x3xi64>
  return
}

func.func @typical_i8() {
  %x = weir.constant dense<[[[-2, -1, 0, 0], [2, 0, 1, -2], [2, 3, -4, -3], [-3, -2, -2, 3]]]> : tensor<1x4x4xi8> ->
      tensor<1x4x4xi8>
  %i = weir.constant dense<[[[3, 3, 2], [1, 2, 0], [1, 0, 0]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 2, 2>} : (tensor<1x4x4xi8>,
      tensor<1x3x3xi64>) -> tensor<1x3x3xi8>
  %expected = weir.constant dense<[[[-2, 0, 0], [2, 3, -2], [-3, -2, 3]]]> : tensor<1x3x3xi8> -> tensor<1x3x3xi8>
  check.expect_eq %y, %expected : tensor<1x3x3xi8>
  return
}

func.func @no_rows() {
  %x = weir.constant dense<> : tensor<0x5xf32> -> tensor<0x5xf32>
  %i = weir.constant dense<> : tensor<0x4xi64> -> tensor<0x4xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, padding_low = array<i64:
      0, 0>, strides = array<i64: 1, 1>, window = array<i64: 1, 2>} : (tensor<0x5xf32>, tensor<0x4xi64>) ->
      tensor<0x4xf32>
  %expected = weir.constant dense<> : tensor<0x4xf32> -> tensor<0x4xf32>
  check.expect_eq %y, %expected : tensor<0x4xf32>
  return
}

// As @rows, of another size: one dynamic kernel serves both.
func.func @more_rows() {
  %x = weir.constant dense<[-3.0, -2.0, -3.0, 3.0, -3.0, 4.0, -1.0, 1.0, -1.0, -1.0, 3.0]> : tensor<11xf32> ->
      tensor<11xf32>
  %i = weir.constant dense<[2, 2, 2, 0, 0, 1]> : tensor<6xi64> -> tensor<6xi64>
  %y = weir.window_pick %x, %i {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 2>, window = array<i64: 3>} : (tensor<11xf32>, tensor<6xi64>) -> tensor<6xf32>
  %expected = weir.constant dense<[-2.0, 3.0, 4.0, 4.0, 1.0, 3.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<6xf32>
  return
}
