// RUN: %op_runs
// Elements given to all of their window.

func.func @rows() {
  %x = weir.constant dense<[1.0, -3.0, 3.0, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 2>, window = array<i64: 3>} : tensor<4xf32> -> tensor<7xf32>
  %expected = weir.constant dense<[1.0, -2.0, -3.0, 0.0, 3.0, 3.0, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @images() {
  %x = weir.constant dense<[[[[3.0, 0.0], [2.0, -2.0], [-2.0, 1.0]], [[0.0, 2.0], [0.0, 2.0], [3.0, 3.0]]]]> :
      tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 0, 0, 0>, padding_low =
      array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 2, 2>, window = array<i64: 1, 1, 2, 2>} : tensor<1x2x3x2xf32>
      -> tensor<1x2x6x5xf32>
  %expected = weir.constant dense<[[[[3.0, 3.0, 0.0, 0.0, 0.0], [3.0, 3.0, 0.0, 0.0, 0.0], [2.0, 2.0, -2.0, -2.0, 0.0],
      [2.0, 2.0, -2.0, -2.0, 0.0], [-2.0, -2.0, 1.0, 1.0, 0.0], [-2.0, -2.0, 1.0, 1.0, 0.0]], [[0.0, 0.0, 2.0, 2.0,
      0.0], [0.0, 0.0, 2.0, 2.0, 0.0], [0.0, 0.0, 2.0, 2.0, 0.0], [0.0, 0.0, 2.0, 2.0, 0.0], [3.0, 3.0, 3.0, 3.0, 0.0],
      [3.0, 3.0, 3.0, 3.0, 0.0]]]]> : tensor<1x2x6x5xf32> -> tensor<1x2x6x5xf32>
  check.expect_eq %y, %expected : tensor<1x2x6x5xf32>
  return
}

func.func @overlapping() {
  %x = weir.constant dense<[[[[2.0, 1.0, -3.0, 1.0, -1.0, 2.0], [3.0, -2.0, 0.0, -3.0, 0.0, 2.0], [3.0, 2.0, -2.0, -1.0,
      3.0, 2.0]]], [[[3.0, -2.0, -1.0, 2.0, -1.0, 2.0], [-3.0, -3.0, 3.0, -1.0, -2.0, -2.0], [-3.0, 2.0, 3.0, -3.0, 1.0,
      -1.0]]]]> : tensor<2x1x3x6xf32> -> tensor<2x1x3x6xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 0, 1, 1>, padding_low =
      array<i64: 0, 0, 1, 1>, strides = array<i64: 1, 1, 2, 1>, window = array<i64: 1, 1, 3, 3>} : tensor<2x1x3x6xf32>
      -> tensor<2x1x5x6xf32>
  %expected = weir.constant dense<[[[[3.0, 0.0, -1.0, -3.0, 2.0, 1.0], [4.0, 1.0, -6.0, -6.0, 1.0, 3.0], [1.0, 1.0,
      -5.0, -3.0, -1.0, 2.0], [6.0, 4.0, -6.0, -3.0, 3.0, 7.0], [5.0, 3.0, -1.0, 0.0, 4.0, 5.0]]], [[[1.0, 0.0, -1.0,
      0.0, 3.0, 1.0], [-5.0, -3.0, -2.0, 0.0, -2.0, -3.0], [-6.0, -3.0, -1.0, 0.0, -5.0, -4.0], [-7.0, -1.0, 1.0, 1.0,
      -8.0, -4.0], [-1.0, 2.0, 2.0, 1.0, -3.0, 0.0]]]]> : tensor<2x1x5x6xf32> -> tensor<2x1x5x6xf32>
  check.expect_eq %y, %expected : tensor<2x1x5x6xf32>
  return
}

func.func @channels_last() {
  %x = weir.constant dense<[[[[-1.0, 2.0, 2.0], [0.0, 2.0, -3.0], [-1.0, 3.0, 1.0]], [[-2.0, 3.0, 3.0], [-1.0, -2.0,
      0.0], [1.0, 0.0, 1.0]], [[1.0, 2.0, 3.0], [2.0, -3.0, -3.0], [3.0, 2.0, 1.0]]]]> : tensor<1x3x3x3xf32> ->
      tensor<1x3x3x3xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 1, 0, 0>, padding_low =
      array<i64: 0, 1, 0, 0>, strides = array<i64: 1, 2, 2, 1>, window = array<i64: 1, 3, 2, 1>} : tensor<1x3x3x3xf32>
      -> tensor<1x5x6x3xf32>
  %expected = weir.constant dense<[[[[-1.0, 2.0, 2.0], [-1.0, 2.0, 2.0], [0.0, 2.0, -3.0], [0.0, 2.0, -3.0], [-1.0, 3.0,
      1.0], [-1.0, 3.0, 1.0]], [[-3.0, 5.0, 5.0], [-3.0, 5.0, 5.0], [-1.0, 0.0, -3.0], [-1.0, 0.0, -3.0], [0.0, 3.0,
      2.0], [0.0, 3.0, 2.0]], [[-2.0, 3.0, 3.0], [-2.0, 3.0, 3.0], [-1.0, -2.0, 0.0], [-1.0, -2.0, 0.0], [1.0, 0.0,
      1.0], [1.0, 0.0, 1.0]], [[-1.0, 5.0, 6.0], [-1.0, 5.0, 6.0], [1.0, -5.0, -3.0], [1.0, -5.0, -3.0], [4.0, 2.0,
      2.0], [4.0, 2.0, 2.0]], [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [2.0, -3.0, -3.0], [2.0, -3.0, -3.0], [3.0, 2.0, 1.0],
      [3.0, 2.0, 1.0]]]]> : tensor<1x5x6x3xf32> -> tensor<1x5x6x3xf32>
  check.expect_eq %y, %expected : tensor<1x5x6x3xf32>
  return
}

func.func @dilations() {
  %x = weir.constant dense<[[[-2.0, 3.0, 1.0, 3.0], [-3.0, -3.0, -3.0, 2.0], [-1.0, -2.0, 1.0, 1.0], [0.0, -1.0, -1.0,
      -1.0], [-1.0, 0.0, -1.0, 0.0], [1.0, 1.0, -3.0, 1.0]]]> : tensor<1x6x4xf32> -> tensor<1x6x4xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 2, 3>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 2, 1>, strides = array<i64: 1, 1, 2>, window = array<i64: 1, 3, 2>} : tensor<1x6x4xf32> ->
      tensor<1x7x8xf32>
  %expected = weir.constant dense<[[[0.0, 1.0, -3.0, 2.0, 1.0, 4.0, 2.0, 0.0], [0.0, -4.0, -3.0, -4.0, -4.0, 1.0, -4.0,
      0.0], [0.0, 1.0, -4.0, 1.0, 1.0, 4.0, 1.0, 0.0], [0.0, -3.0, -2.0, -7.0, -3.0, 2.0, -7.0, 0.0], [0.0, -2.0, -2.0,
      0.0, -2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, -4.0, 0.0, 0.0, -4.0, 0.0], [0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -1.0,
      0.0]]]> : tensor<1x7x8xf32> -> tensor<1x7x8xf32>
  check.expect_eq %y, %expected : tensor<1x7x8xf32>
  return
}

// One window.
func.func @whole() {
  %x = weir.constant dense<[[[3.0]], [[1.0]]]> : tensor<2x1x1xf32> -> tensor<2x1x1xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 0, 0>, padding_low =
      array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>, window = array<i64: 1, 3, 4>} : tensor<2x1x1xf32> ->
      tensor<2x3x4xf32>
  %expected = weir.constant dense<[[[3.0, 3.0, 3.0, 3.0], [3.0, 3.0, 3.0, 3.0], [3.0, 3.0, 3.0, 3.0]], [[1.0, 1.0, 1.0,
      1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_eq %y, %expected : tensor<2x3x4xf32>
  return
}

// Elements between windows belong to none.
func.func @gaps() {
  %x = weir.constant dense<[[1.0, -3.0, -2.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0,
      0>, strides = array<i64: 1, 3>, window = array<i64: 1, 1>} : tensor<1x3xf32> -> tensor<1x8xf32>
  %expected = weir.constant dense<[[1.0, 0.0, 0.0, -3.0, 0.0, 0.0, -2.0, 0.0]]> : tensor<1x8xf32> -> tensor<1x8xf32>
  check.expect_eq %y, %expected : tensor<1x8xf32>
  return
}

func.func @long_rows() {
  %x = weir.constant dense<[[1.0, 0.0, 1.0, -2.0, 0.0, -1.0, -2.0, -2.0, -1.0, 1.0, 2.0, 2.0, -2.0, 1.0, -3.0, -3.0,
      0.0, 1.0, -2.0, -2.0, 2.0, 1.0, 2.0, -3.0, 3.0, 2.0, 2.0, -3.0, 1.0, 0.0, -2.0, 3.0, 2.0, 2.0, 2.0, -2.0, 2.0],
      [0.0, 1.0, 1.0, 2.0, 0.0, -1.0, 1.0, 1.0, -1.0, 0.0, 1.0, -1.0, -2.0, -1.0, 2.0, -2.0, -1.0, 0.0, 2.0, -1.0, 3.0,
      -1.0, 0.0, 2.0, 0.0, 1.0, -1.0, 1.0, 1.0, 3.0, -1.0, -2.0, -3.0, 0.0, 0.0, -3.0, -3.0]]> : tensor<2x37xf32> ->
      tensor<2x37xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>, padding_low = array<i64: 0,
      1>, strides = array<i64: 1, 1>, window = array<i64: 1, 3>} : tensor<2x37xf32> -> tensor<2x37xf32>
  %expected = weir.constant dense<[[1.0, 2.0, -1.0, -1.0, -3.0, -3.0, -5.0, -5.0, -2.0, 2.0, 5.0, 2.0, 1.0, -4.0, -5.0,
      -6.0, -2.0, -1.0, -3.0, -2.0, 1.0, 5.0, 0.0, 2.0, 2.0, 7.0, 1.0, 0.0, -2.0, -1.0, 1.0, 3.0, 7.0, 6.0, 2.0, 2.0,
      0.0], [1.0, 2.0, 4.0, 3.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, -2.0, -4.0, -1.0, -1.0, -1.0, -3.0, 1.0, 1.0, 4.0,
      1.0, 2.0, 1.0, 2.0, 3.0, 0.0, 1.0, 1.0, 5.0, 3.0, 0.0, -6.0, -5.0, -3.0, -3.0, -6.0, -6.0]]> : tensor<2x37xf32> ->
      tensor<2x37xf32>
  check.expect_eq %y, %expected : tensor<2x37xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[[[-1.0, 3.0, -1.0], [-1.0, -1.0, -2.0], [3.0, 3.0, -1.0]]]> : tensor<1x3x3xf64> ->
      tensor<1x3x3xf64>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : tensor<1x3x3xf64> ->
      tensor<1x5x5xf64>
  %expected = weir.constant dense<[[[-1.0, 2.0, 3.0, 2.0, -1.0], [-2.0, 0.0, 2.0, -1.0, -3.0], [-1.0, -2.0, -1.0, -3.0,
      -2.0], [2.0, 4.0, 2.0, -1.0, -3.0], [3.0, 6.0, 3.0, 2.0, -1.0]]]> : tensor<1x5x5xf64> -> tensor<1x5x5xf64>
  check.expect_eq %y, %expected : tensor<1x5x5xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[[[-3.0, 2.0, 0.0], [-2.0, 3.0, 0.0], [3.0, -2.0, 1.0]]]> : tensor<1x3x3xbf16> ->
      tensor<1x3x3xbf16>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : tensor<1x3x3xbf16> ->
      tensor<1x5x5xbf16>
  %expected = weir.constant dense<[[[-3.0, -1.0, 2.0, 2.0, 0.0], [-5.0, 0.0, 5.0, 5.0, 0.0], [-2.0, 1.0, 3.0, 3.0, 0.0],
      [1.0, 2.0, 1.0, 2.0, 1.0], [3.0, 1.0, -2.0, -1.0, 1.0]]]> : tensor<1x5x5xbf16> -> tensor<1x5x5xbf16>
  check.expect_eq %y, %expected : tensor<1x5x5xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[[[-3.0, 0.0, -2.0], [1.0, -3.0, 3.0], [1.0, 2.0, 0.0]]]> : tensor<1x3x3xf16> ->
      tensor<1x3x3xf16>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : tensor<1x3x3xf16> ->
      tensor<1x5x5xf16>
  %expected = weir.constant dense<[[[-3.0, -3.0, 0.0, -2.0, -2.0], [-2.0, -5.0, -3.0, -2.0, 1.0], [1.0, -2.0, -3.0, 0.0,
      3.0], [2.0, 1.0, -1.0, 2.0, 3.0], [1.0, 3.0, 2.0, 2.0, 0.0]]]> : tensor<1x5x5xf16> -> tensor<1x5x5xf16>
  check.expect_eq %y, %expected : tensor<1x5x5xf16>
  return
}

func.func @typical_i64() {
  %x = weir.constant dense<[[[-3, -1, -2], [-1, -3, 2], [0, -3, 3]]]> : tensor<1x3x3xi64> -> tensor<1x3x3xi64>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 3, 3>} : tensor<1x3x3xi64> ->
      tensor<1x5x5xi64>
  %expected = weir.constant dense<[[[-3, -4, -1, -3, -2], [-4, -8, -4, -4, 0], [-1, -4, -3, -1, 2], [-1, -7, -6, -1, 5],
      [0, -3, -3, 0, 3]]]> : tensor<1x5x5xi64> -> tensor<1x5x5xi64>
  check.expect_eq %y, %expected : tensor<1x5x5xi64>
  return
}

func.func @typical_i8() {
  %x = weir.constant dense<[[[-2, 3, 2], [3, 3, -3], [1, 3, -3]]]> : tensor<1x3x3xi8> -> tensor<1x3x3xi8>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 0, 1, 1>, strides = array<i64: 1, 2, 2>, window = array<i64: 1, 2, 2>} : tensor<1x3x3xi8> ->
      tensor<1x4x4xi8>
  %expected = weir.constant dense<[[[-2, 3, 3, 2], [3, 3, 3, -3], [3, 3, 3, -3], [1, 3, 3, -3]]]> : tensor<1x4x4xi8> ->
      tensor<1x4x4xi8>
  check.expect_eq %y, %expected : tensor<1x4x4xi8>
  return
}

func.func @no_rows() {
  %x = weir.constant dense<> : tensor<0x4xf32> -> tensor<0x4xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0,
      0>, strides = array<i64: 1, 1>, window = array<i64: 1, 2>} : tensor<0x4xf32> -> tensor<0x5xf32>
  %expected = weir.constant dense<> : tensor<0x5xf32> -> tensor<0x5xf32>
  check.expect_eq %y, %expected : tensor<0x5xf32>
  return
}

// As @rows, of another size: one dynamic kernel serves both.
func.func @more_rows() {
  %x = weir.constant dense<[-1.0, 3.0, 1.0, -1.0, 3.0, -2.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.window_spread %x {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 2>, window = array<i64: 3>} : tensor<6xf32> -> tensor<11xf32>
  %expected = weir.constant dense<[-1.0, 2.0, 3.0, 4.0, 1.0, 0.0, -1.0, 2.0, 3.0, 1.0, -2.0]> : tensor<11xf32> ->
      tensor<11xf32>
  check.expect_eq %y, %expected : tensor<11xf32>
  return
}
