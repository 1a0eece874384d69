// RUN: %op_runs
// Transposed convolutions. Small integers, whose sums every dtype here holds, are compared exactly.

func.func @lines() {
  %x = weir.constant dense<[[[-3.0, -3.0, 0.0, -3.0, -3.0, 0.0, 3.0], [0.0, 2.0, 3.0, 2.0, 1.0, 0.0, 0.0], [-2.0, 0.0,
      -1.0, -2.0, 3.0, -3.0, -3.0]], [[-2.0, 3.0, 1.0, 3.0, -2.0, 2.0, -1.0], [0.0, -3.0, 1.0, 2.0, 1.0, -2.0, 0.0],
      [-2.0, 3.0, 3.0, -2.0, 0.0, 3.0, 2.0]]]> : tensor<2x3x7xf32> -> tensor<2x3x7xf32>
  %w = weir.constant dense<[[[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]], [[2.0, 2.0, 1.0], [1.0, -1.0, 3.0]], [[0.0, -2.0, 2.0],
      [-2.0, 3.0, 1.0]]]> : tensor<3x2x3xf32> -> tensor<3x2x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 1>} : (tensor<2x3x7xf32>, tensor<3x2x3xf32>) -> tensor<2x2x7xf32>
  %expected = weir.constant dense<[[[8.0, 3.0, 11.0, 11.0, -9.0, 10.0, 0.0], [-4.0, -8.0, -3.0, -5.0, 9.0, -6.0,
      -12.0]], [[-2.0, -16.0, 6.0, 18.0, -1.0, -11.0, 2.0], [-15.0, -1.0, 17.0, 2.0, 4.0, 4.0, 9.0]]]> :
      tensor<2x2x7xf32> -> tensor<2x2x7xf32>
  check.expect_eq %y, %expected : tensor<2x2x7xf32>
  return
}

func.func @strides_and_padding() {
  %x = weir.constant dense<[[[[-2.0, -2.0, -3.0], [0.0, -2.0, -1.0], [3.0, 2.0, 2.0], [1.0, -3.0, 2.0]], [[1.0, 3.0,
      0.0], [-2.0, 1.0, 0.0], [1.0, -1.0, -1.0], [-3.0, 3.0, 2.0]]], [[[0.0, -2.0, 1.0], [-1.0, 1.0, -3.0], [-2.0, 2.0,
      -3.0], [1.0, -1.0, -3.0]], [[2.0, 1.0, 2.0], [3.0, 2.0, 2.0], [-3.0, 3.0, 3.0], [1.0, 2.0, 2.0]]]]> :
      tensor<2x2x4x3xf32> -> tensor<2x2x4x3xf32>
  %w = weir.constant dense<[[[[3.0, 2.0, -2.0], [2.0, 2.0, 1.0], [1.0, -1.0, 2.0]]], [[[-3.0, 1.0, 3.0], [3.0, -1.0,
      -1.0], [1.0, -1.0, 2.0]]]]> : tensor<2x1x3x3xf32> -> tensor<2x1x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<2x2x4x3xf32>, tensor<2x1x3x3xf32>) -> tensor<2x1x7x5xf32>
  %expected = weir.constant dense<[[[[-5.0, 2.0, -7.0, -11.0, -6.0], [-1.0, -16.0, -4.0, 3.0, 1.0], [2.0, 1.0, -5.0,
      -5.0, -2.0], [9.0, 1.0, 4.0, -1.0, 4.0], [5.0, 3.0, 5.0, 4.0, 5.0], [-5.0, -20.0, -4.0, 18.0, 5.0], [5.0, 7.0,
      -9.0, 4.0, 2.0]]], [[[-2.0, -3.0, -5.0, 5.0, 0.0], [-1.0, 11.0, 5.0, -10.0, -7.0], [-5.0, 4.0, 0.0, -1.0, -8.0],
      [-9.0, -1.0, 4.0, -8.0, -2.0], [-1.0, 14.0, 1.0, 2.0, -9.0], [8.0, -13.0, -5.0, 3.0, -4.0], [1.0, 4.0, -4.0, -3.0,
      -8.0]]]]> : tensor<2x1x7x5xf32> -> tensor<2x1x7x5xf32>
  check.expect_eq %y, %expected : tensor<2x1x7x5xf32>
  return
}

func.func @dilations() {
  %x = weir.constant dense<[[[[1.0, 1.0, -2.0, -2.0], [0.0, 1.0, 3.0, 3.0], [-1.0, -2.0, -2.0, 3.0], [0.0, 3.0, 1.0,
      1.0], [-3.0, 1.0, -1.0, 2.0]], [[-3.0, -2.0, 1.0, 1.0], [2.0, 0.0, -1.0, -1.0], [-1.0, 1.0, 0.0, -1.0], [-2.0,
      1.0, -2.0, -2.0], [-1.0, 2.0, 0.0, 1.0]]]]> : tensor<1x2x5x4xf32> -> tensor<1x2x5x4xf32>
  %w = weir.constant dense<[[[[-1.0, -3.0, 2.0], [-1.0, 3.0, 0.0]]], [[[3.0, -3.0, -2.0], [-1.0, -3.0, 0.0]]]]> :
      tensor<2x1x2x3xf32> -> tensor<2x1x2x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 3, 2>, padding_high = array<i64: 0, 1>, padding_low =
      array<i64: 1, 2>, strides = array<i64: 1, 2>} : (tensor<1x2x5x4xf32>, tensor<2x1x2x3xf32>) -> tensor<1x1x7x8xf32>
  %expected = weir.constant dense<[[[[-7.0, 0.0, -13.0, 0.0, -10.0, 0.0, 2.0, 0.0], [11.0, 0.0, 5.0, 0.0, -6.0, 0.0,
      -10.0, 0.0], [19.0, 0.0, -5.0, 0.0, -8.0, 0.0, 0.0, 0.0], [10.0, 0.0, -11.0, 0.0, 12.0, 0.0, 1.0, 0.0], [1.0, 0.0,
      -7.0, 0.0, -8.0, 0.0, 12.0, 0.0], [2.0, 0.0, 7.0, 0.0, 10.0, 0.0, 9.0, 0.0], [-9.0, 0.0, -2.0, 0.0, -6.0, 0.0,
      3.0, 0.0]]]]> : tensor<1x1x7x8xf32> -> tensor<1x1x7x8xf32>
  check.expect_eq %y, %expected : tensor<1x1x7x8xf32>
  return
}

// Some windows hold padding alone.
func.func @padding_beyond_the_kernel() {
  %x = weir.constant dense<[[[[-3.0, 2.0, -3.0, 1.0, -3.0, 2.0], [3.0, 2.0, -2.0, 2.0, -1.0, 2.0], [2.0, 0.0, 1.0, 2.0,
      -2.0, -3.0], [0.0, -2.0, 3.0, 3.0, -1.0, -1.0], [1.0, 0.0, -3.0, 1.0, 2.0, -3.0]]]]> : tensor<1x1x5x6xf32> ->
      tensor<1x1x5x6xf32>
  %w = weir.constant dense<[[[[-3.0]], [[0.0]]]]> : tensor<1x2x1x1xf32> -> tensor<1x2x1x1xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 2, 1>, padding_low =
      array<i64: 1, 2>, strides = array<i64: 1, 1>} : (tensor<1x1x5x6xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x2x3xf32>
  %expected = weir.constant dense<[[[[6.0, -6.0, 3.0], [-3.0, -6.0, 6.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]]> :
      tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_eq %y, %expected : tensor<1x2x2x3xf32>
  return
}

func.func @channels_last_strides() {
  %x = weir.constant dense<[[[[0.0, 3.0, 1.0], [-3.0, -3.0, -2.0], [3.0, -2.0, -1.0]], [[0.0, 0.0, -3.0], [-2.0, 3.0,
      -1.0], [-2.0, 2.0, 0.0]], [[2.0, -2.0, 0.0], [2.0, 2.0, 1.0], [0.0, 2.0, -1.0]]]]> : tensor<1x3x3x3xf32> ->
      tensor<1x3x3x3xf32>
  %w = weir.constant dense<[[[[1.0, 2.0], [1.0, -2.0], [1.0, -1.0]], [[-1.0, -3.0], [-2.0, -1.0], [-1.0, 1.0]]],
      [[[-1.0, -2.0], [0.0, 0.0], [3.0, 0.0]], [[-1.0, -1.0], [0.0, 3.0], [-1.0, -2.0]]], [[[1.0, 2.0], [3.0, -2.0],
      [3.0, 2.0]], [[-1.0, -1.0], [-2.0, -1.0], [3.0, -1.0]]]]> : tensor<3x2x3x2xf32> -> tensor<3x2x3x2xf32>
  %y = weir.conv_transpose %x, %w {channels_last, dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>,
      padding_low = array<i64: 1, 0>, strides = array<i64: 2, 3>} : (tensor<1x3x3x3xf32>, tensor<3x2x3x2xf32>) ->
      tensor<1x6x7x2xf32>
  %expected = weir.constant dense<[[[[3.0, -2.0], [-2.0, 8.0], [0.0, 0.0], [-9.0, 10.0], [10.0, -4.0], [0.0, 0.0], [0.0,
      -4.0]], [[9.0, 3.0], [-4.0, -4.0], [0.0, 0.0], [-24.0, 0.0], [-13.0, 9.0], [0.0, 0.0], [-10.0, -4.0]], [[-9.0,
      6.0], [6.0, 3.0], [0.0, 0.0], [-5.0, 6.0], [6.0, 12.0], [0.0, 0.0], [-2.0, 4.0]], [[-5.0, -9.0], [2.0, -1.0],
      [0.0, 0.0], [5.0, -9.0], [2.0, -16.0], [0.0, 0.0], [1.0, -1.0]], [[2.0, -4.0], [-4.0, -8.0], [0.0, 0.0], [5.0,
      -6.0], [-6.0, 3.0], [0.0, 0.0], [-3.0, 2.0]], [[-4.0, 0.0], [-2.0, 6.0], [0.0, 0.0], [11.0, -1.0], [0.0, -3.0],
      [0.0, 0.0], [3.0, -5.0]]]]> : tensor<1x6x7x2xf32> -> tensor<1x6x7x2xf32>
  check.expect_eq %y, %expected : tensor<1x6x7x2xf32>
  return
}

func.func @groups() {
  %x = weir.constant dense<[[[[[-3.0, -2.0, -1.0, 3.0], [2.0, 1.0, -1.0, 2.0], [-2.0, -1.0, -1.0, -3.0], [-3.0, 2.0,
      3.0, -2.0]], [[-3.0, -3.0, -3.0, 2.0], [-3.0, 1.0, 2.0, -2.0], [-2.0, -2.0, 2.0, 3.0], [2.0, -2.0, 2.0, 1.0]]],
      [[[-1.0, -3.0, -1.0, 2.0], [0.0, -3.0, 3.0, 0.0], [-1.0, -3.0, 1.0, 0.0], [-2.0, 2.0, 0.0, -3.0]], [[-2.0, -2.0,
      2.0, 2.0], [2.0, 1.0, 3.0, -1.0], [1.0, 1.0, -1.0, 0.0], [1.0, 3.0, 3.0, -1.0]]], [[[2.0, 2.0, 3.0, 1.0], [-2.0,
      2.0, -2.0, -1.0], [0.0, 2.0, -2.0, 1.0], [-2.0, -1.0, -3.0, -3.0]], [[-1.0, 3.0, 0.0, 1.0], [-2.0, -2.0, 3.0,
      2.0], [0.0, -2.0, 3.0, 0.0], [-3.0, 3.0, -1.0, 0.0]]]]]> : tensor<1x3x2x4x4xf32> -> tensor<1x3x2x4x4xf32>
  %w = weir.constant dense<[[[[[3.0, -2.0, 3.0], [3.0, -2.0, -3.0], [-3.0, -2.0, -1.0]], [[-2.0, 3.0, 0.0], [2.0, -3.0,
      -3.0], [0.0, -2.0, -2.0]]], [[[-3.0, -2.0, 2.0], [2.0, 0.0, -2.0], [0.0, 1.0, -2.0]], [[-1.0, 2.0, -1.0], [0.0,
      2.0, 1.0], [-2.0, 1.0, 3.0]]]], [[[[-2.0, 3.0, 1.0], [1.0, -1.0, -3.0], [-3.0, 1.0, 3.0]], [[1.0, -1.0, 2.0],
      [3.0, -2.0, -3.0], [3.0, -3.0, 3.0]]], [[[-2.0, -3.0, -2.0], [-1.0, -1.0, -3.0], [2.0, 2.0, 1.0]], [[3.0, 3.0,
      3.0], [-1.0, 1.0, 2.0], [1.0, 2.0, 1.0]]]], [[[[-1.0, 0.0, -2.0], [3.0, 3.0, 1.0], [2.0, -1.0, -1.0]], [[0.0,
      -2.0, -3.0], [-1.0, 2.0, -2.0], [1.0, 1.0, -1.0]]], [[[2.0, 2.0, 3.0], [2.0, -3.0, -1.0], [0.0, -3.0, -1.0]],
      [[-3.0, 0.0, -2.0], [-2.0, -1.0, 3.0], [0.0, 0.0, 3.0]]]]]> : tensor<3x2x2x3x3xf32> -> tensor<3x2x2x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, grouped, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<1x3x2x4x4xf32>, tensor<3x2x2x3x3xf32>) ->
      tensor<1x3x2x4x4xf32>
  %expected = weir.constant dense<[[[[[-4.0, -3.0, 42.0, 4.0], [21.0, -1.0, -30.0, -1.0], [1.0, 17.0, -16.0, 11.0],
      [13.0, 23.0, 6.0, -3.0]], [[-4.0, 12.0, 4.0, -5.0], [-7.0, -13.0, 5.0, -21.0], [-16.0, -25.0, 29.0, 16.0], [23.0,
      1.0, -23.0, 18.0]]], [[[0.0, -17.0, 11.0, -7.0], [-8.0, -24.0, -8.0, -9.0], [-8.0, -11.0, 0.0, -2.0], [12.0,
      -13.0, -29.0, -3.0]], [[-1.0, 22.0, 13.0, 17.0], [-16.0, 21.0, 6.0, -8.0], [5.0, 56.0, 12.0, 14.0], [5.0, 15.0,
      -18.0, 13.0]]], [[[11.0, 11.0, 14.0, 20.0], [1.0, 10.0, -21.0, -8.0], [15.0, 18.0, -5.0, -5.0], [10.0, -22.0,
      -24.0, -13.0]], [[7.0, -12.0, 4.0, -3.0], [10.0, -13.0, -7.0, 5.0], [-3.0, 15.0, -26.0, 42.0], [-4.0, -5.0, 0.0,
      9.0]]]]]> : tensor<1x3x2x4x4xf32> -> tensor<1x3x2x4x4xf32>
  check.expect_eq %y, %expected : tensor<1x3x2x4x4xf32>
  return
}

func.func @volumes() {
  %x = weir.constant dense<[[[[[3.0, 0.0, -2.0], [0.0, 0.0, 1.0]], [[1.0, -2.0, 0.0], [0.0, -2.0, 0.0]], [[-3.0, -2.0,
      -2.0], [3.0, -3.0, 3.0]]], [[[-2.0, 3.0, -3.0], [1.0, 0.0, -2.0]], [[-1.0, -1.0, 1.0], [2.0, -2.0, -1.0]], [[-3.0,
      -2.0, -1.0], [2.0, 2.0, 2.0]]]]]> : tensor<1x2x3x2x3xf32> -> tensor<1x2x3x2x3xf32>
  %w = weir.constant dense<[[[[[0.0, 1.0, 2.0], [0.0, 0.0, 1.0]], [[-3.0, 3.0, -1.0], [1.0, 3.0, 2.0]]]], [[[[2.0, 2.0,
      -3.0], [0.0, 2.0, -2.0]], [[-1.0, 3.0, 2.0], [-2.0, -3.0, 0.0]]]]]> : tensor<2x1x2x2x3xf32> ->
      tensor<2x1x2x2x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 1, 1>, padding_low =
      array<i64: 1, 0, 1>, strides = array<i64: 1, 2, 1>} : (tensor<1x2x3x2x3xf32>, tensor<2x1x2x2x3xf32>) ->
      tensor<1x1x3x4x3xf32>
  %expected = weir.constant dense<[[[[[-3.0, 14.0, -8.0], [7.0, 2.0, 5.0], [3.0, -13.0, -3.0], [1.0, -3.0, 9.0]],
      [[-6.0, -18.0, 1.0], [0.0, -4.0, -7.0], [25.0, -2.0, -10.0], [0.0, 5.0, -4.0]], [[-10.0, -8.0, -11.0], [2.0, -6.0,
      -7.0], [22.0, -13.0, 22.0], [-4.0, -10.0, -3.0]]]]]> : tensor<1x1x3x4x3xf32> -> tensor<1x1x3x4x3xf32>
  check.expect_eq %y, %expected : tensor<1x1x3x4x3xf32>
  return
}

// More columns than a vector has lanes, and a rest.
func.func @many_columns() {
  %x = weir.constant dense<[[[[1.0, 3.0, -3.0, 3.0, 0.0, -2.0, -2.0, 0.0, -1.0, 3.0, 0.0, 3.0, 1.0, -1.0, -1.0, 3.0,
      1.0, -1.0, 2.0, -1.0, -2.0, 2.0, -3.0, 0.0, -1.0, 0.0, -2.0, -1.0, -3.0, 0.0, 2.0, -3.0, -2.0, -3.0, 2.0, 2.0,
      -3.0], [0.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 0.0, -2.0, 0.0, -2.0, 0.0, -1.0, 0.0, 2.0, 1.0, -1.0, 0.0, -1.0,
      -1.0, 1.0, 2.0, -2.0, -2.0, -3.0, 3.0, 1.0, -2.0, 2.0, -1.0, -1.0, 0.0, 1.0, 1.0, -3.0, 2.0, -1.0]]]]> :
      tensor<1x1x2x37xf32> -> tensor<1x1x2x37xf32>
  %w = weir.constant dense<[[[[-1.0, 1.0, 2.0]]]]> : tensor<1x1x1x3xf32> -> tensor<1x1x1x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>, padding_low =
      array<i64: 0, 1>, strides = array<i64: 1, 1>} : (tensor<1x1x2x37xf32>, tensor<1x1x1x3xf32>) ->
      tensor<1x1x2x37xf32>
  %expected = weir.constant dense<[[[[-2.0, 8.0, 0.0, -3.0, 8.0, 0.0, -6.0, -3.0, -4.0, 1.0, 3.0, 2.0, 8.0, 2.0, -6.0,
      0.0, 8.0, -1.0, 1.0, 5.0, -6.0, 1.0, 1.0, -5.0, -1.0, 0.0, -1.0, -2.0, -5.0, -8.0, 5.0, 3.0, -5.0, -9.0, -6.0,
      9.0, 1.0], [0.0, -1.0, 2.0, -1.0, 0.0, 6.0, -2.0, -2.0, -2.0, -2.0, -2.0, -3.0, -1.0, -4.0, 1.0, 6.0, 1.0, -1.0,
      0.0, -4.0, -3.0, 6.0, 4.0, -3.0, -10.0, -4.0, 9.0, -2.0, -1.0, 4.0, -3.0, -3.0, 0.0, 6.0, -3.0, -3.0, 3.0]]]]> :
      tensor<1x1x2x37xf32> -> tensor<1x1x2x37xf32>
  check.expect_eq %y, %expected : tensor<1x1x2x37xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[[[[1.0, 3.0, -2.0], [1.0, 3.0, -3.0], [3.0, -1.0, -1.0], [-3.0, 2.0, -2.0]], [[3.0, -3.0,
      -3.0], [-3.0, 1.0, 1.0], [-2.0, -3.0, -2.0], [-2.0, 2.0, 3.0]]]]> : tensor<1x2x4x3xf64> -> tensor<1x2x4x3xf64>
  %w = weir.constant dense<[[[[-2.0, 1.0, -1.0], [-1.0, 1.0, -1.0], [3.0, -3.0, -1.0]], [[-3.0, 2.0, 0.0], [-2.0, -3.0,
      2.0], [-2.0, 2.0, -1.0]]], [[[0.0, -3.0, 0.0], [-3.0, -2.0, 3.0], [3.0, 0.0, 3.0]], [[-2.0, 1.0, 1.0], [3.0, -3.0,
      1.0], [-2.0, -1.0, 3.0]]]]> : tensor<2x2x3x3xf64> -> tensor<2x2x3x3xf64>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x4x3xf64>, tensor<2x2x3x3xf64>) -> tensor<1x2x4x5xf64>
  %expected = weir.constant dense<[[[[5.0, 7.0, 9.0, 2.0, -2.0], [13.0, -9.0, 0.0, -24.0, 6.0], [7.0, 2.0, -8.0, -5.0,
      1.0], [-8.0, -32.0, 1.0, -20.0, -5.0]], [[-13.0, -24.0, 7.0, 6.0, 10.0], [9.0, 11.0, -8.0, 18.0, 1.0], [-6.0,
      -33.0, 23.0, -3.0, 1.0], [23.0, -7.0, -11.0, 17.0, -3.0]]]]> : tensor<1x2x4x5xf64> -> tensor<1x2x4x5xf64>
  check.expect_eq %y, %expected : tensor<1x2x4x5xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[[[[3.0, -1.0, 2.0], [-2.0, 3.0, 3.0], [0.0, 0.0, -3.0], [-3.0, -2.0, -3.0]], [[-1.0, 3.0,
      1.0], [1.0, 2.0, -3.0], [1.0, 0.0, -3.0], [0.0, 1.0, 0.0]]]]> : tensor<1x2x4x3xbf16> -> tensor<1x2x4x3xbf16>
  %w = weir.constant dense<[[[[3.0, 2.0, -2.0], [0.0, 1.0, -2.0], [1.0, -3.0, -2.0]], [[2.0, -1.0, 3.0], [2.0, -2.0,
      3.0], [3.0, 3.0, -1.0]]], [[[3.0, -1.0, -1.0], [0.0, -1.0, -3.0], [2.0, 0.0, 2.0]], [[-2.0, -2.0, 1.0], [1.0, 0.0,
      1.0], [3.0, 3.0, 3.0]]]]> : tensor<2x2x3x3xbf16> -> tensor<2x2x3x3xbf16>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x4x3xbf16>, tensor<2x2x3x3xbf16>) ->
      tensor<1x2x4x5xbf16>
  %expected = weir.constant dense<[[[[-1.0, 15.0, 0.0, -15.0, 10.0], [-13.0, -3.0, 4.0, -18.0, -3.0], [-1.0, 13.0,
      -14.0, -11.0, -15.0], [-3.0, 8.0, -3.0, -8.0, 6.0]], [[-6.0, 6.0, -5.0, 28.0, -1.0], [8.0, 4.0, 0.0, 33.0, 12.0],
      [0.0, 6.0, 15.0, -17.0, 9.0], [9.0, -9.0, 4.0, -29.0, -12.0]]]]> : tensor<1x2x4x5xbf16> -> tensor<1x2x4x5xbf16>
  check.expect_eq %y, %expected : tensor<1x2x4x5xbf16>
  return
}

func.func @typical_i64() {
  %x = weir.constant dense<[[[[2, 0, -1], [3, 1, 1], [2, -3, 2], [-3, -3, 3]], [[-2, -3, 1], [-1, -1, 3], [0, -3, 1],
      [-2, -1, -2]]]]> : tensor<1x2x4x3xi64> -> tensor<1x2x4x3xi64>
  %w = weir.constant dense<[[[[3, -3, -2], [-2, 2, -3], [3, -2, 3]], [[1, -2, -1], [-3, 0, 1], [-2, 3, 1]]], [[[-1, -1,
      2], [-1, 3, 0], [1, 3, 3]], [[-2, 0, 2], [-1, -1, 1], [3, 0, -1]]]]> : tensor<2x2x3x3xi64> -> tensor<2x2x3x3xi64>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x4x3xi64>, tensor<2x2x3x3xi64>) -> tensor<1x2x4x5xi64>
  %expected = weir.constant dense<[[[[-10, -7, -11, -3, -5], [-13, -23, 2, -14, 9], [6, 5, -10, 25, 7], [-16, 10, -12,
      -6, -1]], [[-4, 1, 1, -9, -3], [3, -4, 7, -1, -10], [15, 11, 12, 4, -4], [8, 4, -8, -12, 8]]]]> :
      tensor<1x2x4x5xi64> -> tensor<1x2x4x5xi64>
  check.expect_eq %y, %expected : tensor<1x2x4x5xi64>
  return
}

func.func @no_images() {
  %x = weir.constant dense<> : tensor<0x3x4x4xf32> -> tensor<0x3x4x4xf32>
  %w = weir.constant dense<[[[[1.0, 0.0, -2.0], [2.0, 0.0, 2.0], [2.0, -2.0, 2.0]], [[3.0, 0.0, 2.0], [2.0, -1.0, 2.0],
      [-1.0, 3.0, 2.0]]], [[[0.0, -2.0, 2.0], [1.0, 0.0, 2.0], [3.0, 0.0, -1.0]], [[3.0, 1.0, 0.0], [-2.0, 0.0, 3.0],
      [-2.0, 3.0, 3.0]]], [[[2.0, -1.0, 2.0], [1.0, 3.0, -1.0], [1.0, 3.0, 3.0]], [[3.0, -3.0, -3.0], [-3.0, 3.0, -1.0],
      [1.0, -1.0, -3.0]]]]> : tensor<3x2x3x3xf32> -> tensor<3x2x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<0x3x4x4xf32>, tensor<3x2x3x3xf32>) -> tensor<0x2x4x4xf32>
  %expected = weir.constant dense<> : tensor<0x2x4x4xf32> -> tensor<0x2x4x4xf32>
  check.expect_eq %y, %expected : tensor<0x2x4x4xf32>
  return
}

// As @lines, of other sizes: one dynamic kernel serves both.
func.func @more_lines() {
  %x = weir.constant dense<[[[-1.0, 3.0, -2.0, 1.0, 0.0, 3.0, 2.0, 2.0, -3.0], [3.0, 0.0, -3.0, -3.0, 2.0, 3.0, -2.0,
      -1.0, -2.0]], [[3.0, -1.0, 1.0, 1.0, -1.0, 1.0, -2.0, 3.0, 3.0], [-3.0, 0.0, -2.0, 0.0, -1.0, 3.0, 2.0, -1.0,
      0.0]], [[-1.0, 0.0, 3.0, 2.0, -3.0, 1.0, 2.0, -1.0, 2.0], [-3.0, -3.0, 0.0, -1.0, 3.0, 2.0, 1.0, 0.0, -3.0]]]> :
      tensor<3x2x9xf32> -> tensor<3x2x9xf32>
  %w = weir.constant dense<[[[1.0, -3.0, 3.0], [1.0, -2.0, 3.0]], [[-3.0, 0.0, -3.0], [2.0, 2.0, -3.0]]]> :
      tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>,
      strides = array<i64: 1>} : (tensor<3x2x9xf32>, tensor<2x2x3xf32>) -> tensor<3x2x9xf32>
  %expected = weir.constant dense<[[[6.0, -14.0, 25.0, -6.0, 6.0, -7.0, -1.0, 9.0, 18.0], [11.0, -26.0, 2.0, -1.0, 25.0,
      -8.0, -8.0, -1.0, 11.0]], [[-10.0, 28.0, -5.0, 8.0, -2.0, -11.0, 6.0, -18.0, 3.0], [-13.0, 17.0, -8.0, 4.0, 10.0,
      6.0, 3.0, -17.0, 6.0]], [[12.0, 9.0, 5.0, -9.0, 13.0, -22.0, -10.0, 17.0, -9.0], [-10.0, 3.0, 3.0, 6.0, 26.0,
      -12.0, -6.0, 1.0, -13.0]]]> : tensor<3x2x9xf32> -> tensor<3x2x9xf32>
  check.expect_eq %y, %expected : tensor<3x2x9xf32>
  return
}

// Sums so long that blocks of a GPU share one, for the kernels of the tests above.
func.func @many_channels() {
  %x = weir.constant dense<1.0> : tensor<1x11000x2x3xf32> -> tensor<1x11000x2x3xf32>
  %w = weir.constant dense<1.0> : tensor<11000x1x1x3xf32> -> tensor<11000x1x1x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>, padding_low =
      array<i64: 0, 1>, strides = array<i64: 1, 1>} : (tensor<1x11000x2x3xf32>, tensor<11000x1x1x3xf32>) ->
      tensor<1x1x2x3xf32>
  %expected = weir.constant dense<[[[[22000.0, 33000.0, 22000.0], [22000.0, 33000.0, 22000.0]]]]> : tensor<1x1x2x3xf32>
      -> tensor<1x1x2x3xf32>
  check.expect_eq %y, %expected : tensor<1x1x2x3xf32>
  return
}

func.func @many_channels_strided() {
  %x = weir.constant dense<1.0> : tensor<1x4000x1x1xf32> -> tensor<1x4000x1x1xf32>
  %w = weir.constant dense<1.0> : tensor<4000x1x3x3xf32> -> tensor<4000x1x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x4000x1x1xf32>, tensor<4000x1x3x3xf32>) ->
      tensor<1x1x1x1xf32>
  %expected = weir.constant dense<4000.0> : tensor<1x1x1x1xf32> -> tensor<1x1x1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1x1x1xf32>
  return
}

func.func @many_channels_last() {
  %x = weir.constant dense<1.0> : tensor<1x1x1x6000xf32> -> tensor<1x1x1x6000xf32>
  %w = weir.constant dense<1.0> : tensor<6000x2x3x2xf32> -> tensor<6000x2x3x2xf32>
  %y = weir.conv_transpose %x, %w {channels_last, dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>,
      padding_low = array<i64: 1, 0>, strides = array<i64: 2, 3>} : (tensor<1x1x1x6000xf32>, tensor<6000x2x3x2xf32>) ->
      tensor<1x2x1x2xf32>
  %expected = weir.constant dense<6000.0> : tensor<1x2x1x2xf32> -> tensor<1x2x1x2xf32>
  check.expect_eq %y, %expected : tensor<1x2x1x2xf32>
  return
}

func.func @many_channels_bf16() {
  %x = weir.constant dense<1.0> : tensor<1x4000x1x2xbf16> -> tensor<1x4000x1x2xbf16>
  %w = weir.constant dense<1.0> : tensor<4000x2x3x3xbf16> -> tensor<4000x2x3x3xbf16>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x4000x1x2xbf16>, tensor<4000x2x3x3xbf16>) ->
      tensor<1x2x1x3xbf16>
  %expected = weir.constant dense<[[[[4000.0, 8000.0, 4000.0]], [[4000.0, 8000.0, 4000.0]]]]> : tensor<1x2x1x3xbf16> ->
      tensor<1x2x1x3xbf16>
  check.expect_eq %y, %expected : tensor<1x2x1x3xbf16>
  return
}

func.func @many_channels_dilated() {
  %x = weir.constant dense<1.0> : tensor<1x6000x3x2xf32> -> tensor<1x6000x3x2xf32>
  %w = weir.constant dense<1.0> : tensor<6000x1x2x3xf32> -> tensor<6000x1x2x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 3, 2>, padding_high = array<i64: 0, 1>, padding_low =
      array<i64: 1, 2>, strides = array<i64: 1, 2>} : (tensor<1x6000x3x2xf32>, tensor<6000x1x2x3xf32>) ->
      tensor<1x1x5x4xf32>
  %expected = weir.constant dense<[[[[12000.0, 0.0, 12000.0, 0.0], [12000.0, 0.0, 12000.0, 0.0], [12000.0, 0.0, 12000.0,
      0.0], [12000.0, 0.0, 12000.0, 0.0], [12000.0, 0.0, 12000.0, 0.0]]]]> : tensor<1x1x5x4xf32> -> tensor<1x1x5x4xf32>
  check.expect_eq %y, %expected : tensor<1x1x5x4xf32>
  return
}

func.func @many_channels_beyond_the_kernel() {
  %x = weir.constant dense<1.0> : tensor<1x33000x4x5xf32> -> tensor<1x33000x4x5xf32>
  %w = weir.constant dense<1.0> : tensor<33000x1x1x1xf32> -> tensor<33000x1x1x1xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 2, 1>, padding_low =
      array<i64: 1, 2>, strides = array<i64: 1, 1>} : (tensor<1x33000x4x5xf32>, tensor<33000x1x1x1xf32>) ->
      tensor<1x1x1x2xf32>
  %expected = weir.constant dense<[[[[33000.0, 33000.0]]]]> : tensor<1x1x1x2xf32> -> tensor<1x1x1x2xf32>
  check.expect_eq %y, %expected : tensor<1x1x1x2xf32>
  return
}

func.func @many_channels_f64() {
  %x = weir.constant dense<1.0> : tensor<1x4000x1x2xf64> -> tensor<1x4000x1x2xf64>
  %w = weir.constant dense<1.0> : tensor<4000x1x3x3xf64> -> tensor<4000x1x3x3xf64>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x4000x1x2xf64>, tensor<4000x1x3x3xf64>) ->
      tensor<1x1x1x3xf64>
  %expected = weir.constant dense<[[[[4000.0, 8000.0, 4000.0]]]]> : tensor<1x1x1x3xf64> -> tensor<1x1x1x3xf64>
  check.expect_eq %y, %expected : tensor<1x1x1x3xf64>
  return
}

func.func @many_channels_padded() {
  %x = weir.constant dense<1.0> : tensor<1x4000x1x2xf32> -> tensor<1x4000x1x2xf32>
  %w = weir.constant dense<1.0> : tensor<4000x2x3x3xf32> -> tensor<4000x2x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<1x4000x1x2xf32>, tensor<4000x2x3x3xf32>) ->
      tensor<1x2x1x2xf32>
  %expected = weir.constant dense<[[[[8000.0, 8000.0]], [[8000.0, 8000.0]]]]> : tensor<1x2x1x2xf32> ->
      tensor<1x2x1x2xf32>
  check.expect_eq %y, %expected : tensor<1x2x1x2xf32>
  return
}

func.func @many_channels_in_groups() {
  %x = weir.constant dense<1.0> : tensor<1x3x4000x1x2xf32> -> tensor<1x3x4000x1x2xf32>
  %w = weir.constant dense<1.0> : tensor<3x4000x1x3x3xf32> -> tensor<3x4000x1x3x3xf32>
  %y = weir.conv_transpose %x, %w {dilations = array<i64: 1, 1>, grouped, padding_high = array<i64: 1, 1>, padding_low =
      array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<1x3x4000x1x2xf32>, tensor<3x4000x1x3x3xf32>) ->
      tensor<1x3x1x1x2xf32>
  %expected = weir.constant dense<8000.0> : tensor<1x3x1x1x2xf32> -> tensor<1x3x1x1x2xf32>
  check.expect_eq %y, %expected : tensor<1x3x1x1x2xf32>
  return
}

func.func @kernel_channels_last() {
  %x = weir.constant dense<[[[[[-3.0, 3.0], [-1.0, -3.0], [1.0, -1.0]], [[-3.0, 1.0], [-1.0, -3.0], [-1.0, -3.0]],
      [[-3.0, 1.0], [-2.0, 0.0], [-3.0, -3.0]], [[0.0, 0.0], [1.0, 2.0], [1.0, 1.0]], [[2.0, 2.0], [1.0, 2.0], [-2.0,
      3.0]], [[-1.0, 1.0], [3.0, -2.0], [3.0, 0.0]]], [[[-3.0, -2.0], [-3.0, -2.0], [-1.0, 1.0]], [[-2.0, -1.0],
      [-3.0, 1.0], [-2.0, 3.0]], [[1.0, 0.0], [-3.0, -1.0], [0.0, -3.0]], [[2.0, 2.0], [-3.0, 1.0], [-3.0, 2.0]],
      [[-3.0, -1.0], [-3.0, 0.0], [0.0, -2.0]], [[3.0, 1.0], [3.0, -3.0], [1.0, -2.0]]], [[[0.0, -2.0], [1.0, -1.0],
      [0.0, 1.0]], [[2.0, -3.0], [3.0, 1.0], [-3.0, 3.0]], [[3.0, 3.0], [3.0, 3.0], [1.0, 1.0]], [[0.0, -1.0], [1.0,
      1.0], [3.0, -1.0]], [[-1.0, 3.0], [0.0, 1.0], [0.0, -3.0]], [[1.0, 1.0], [-3.0, 1.0], [-1.0, 3.0]]]], [[[[3.0,
      2.0], [-2.0, 1.0], [-1.0, 0.0]], [[0.0, 0.0], [-3.0, -1.0], [1.0, 1.0]], [[-1.0, -1.0], [-1.0, -1.0], [2.0,
      1.0]], [[-3.0, -3.0], [1.0, -1.0], [0.0, -3.0]], [[3.0, -2.0], [1.0, -3.0], [0.0, -2.0]], [[-3.0, 1.0], [1.0,
      0.0], [3.0, 3.0]]], [[[2.0, -3.0], [3.0, -1.0], [1.0, -1.0]], [[-2.0, -3.0], [-3.0, 1.0], [1.0, 0.0]], [[3.0,
      3.0], [-1.0, -2.0], [2.0, -3.0]], [[-3.0, 3.0], [-1.0, -1.0], [-2.0, 0.0]], [[-2.0, -3.0], [0.0, -2.0], [-3.0,
      -3.0]], [[2.0, -1.0], [0.0, 3.0], [-3.0, -2.0]]], [[[1.0, 1.0], [0.0, -2.0], [2.0, -2.0]], [[-2.0, -1.0], [-1.0,
      1.0], [0.0, -1.0]], [[-2.0, 2.0], [-2.0, 1.0], [2.0, -2.0]], [[-1.0, -3.0], [2.0, 0.0], [3.0, -2.0]], [[1.0,
      -1.0], [-3.0, -1.0], [3.0, -2.0]], [[-1.0, 2.0], [1.0, -2.0], [-1.0, -2.0]]]]]> : tensor<2x3x6x3x2xf32> ->
      tensor<2x3x6x3x2xf32>
  %w = weir.constant dense<[[[[[3.0, -1.0], [-3.0, -1.0]], [[-3.0, -1.0], [0.0, 0.0]], [[1.0, 2.0], [0.0, 2.0]]],
      [[[-3.0, -2.0], [-3.0, 0.0]], [[-2.0, -2.0], [-2.0, 3.0]], [[-3.0, -1.0], [3.0, 3.0]]]], [[[[-3.0, -1.0], [0.0,
      -3.0]], [[-1.0, -2.0], [-2.0, 0.0]], [[0.0, -1.0], [2.0, 0.0]]], [[[-2.0, 1.0], [-2.0, 0.0]], [[0.0, 2.0],
      [-1.0, -1.0]], [[-3.0, 1.0], [-2.0, -3.0]]]], [[[[-2.0, 0.0], [1.0, -2.0]], [[-3.0, 0.0], [3.0, 0.0]], [[-3.0,
      -3.0], [-1.0, 3.0]]], [[[3.0, -2.0], [1.0, 0.0]], [[3.0, -2.0], [-3.0, -2.0]], [[-2.0, 3.0], [1.0, 2.0]]]]]> :
      tensor<3x2x3x2x2xf32> -> tensor<3x2x3x2x2xf32>
  %y = weir.conv_transpose %x, %w {channels_last, grouped, kernel_channels_last, dilations = array<i64: 1, 2>,
      padding_high = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, strides = array<i64: 2, 1>} :
      (tensor<2x3x6x3x2xf32>, tensor<3x2x3x2x2xf32>) -> tensor<2x5x6x3x2xf32>
  %expected = weir.constant dense<[[[[[9.0, 0.0], [7.0, 2.0], [-6.0, 1.0]], [[9.0, -3.0], [5.0, 5.0], [-7.0, 7.0]],
      [[4.0, -3.0], [-2.0, -1.0], [11.0, 7.0]], [[-2.0, -11.0], [-5.0, -6.0], [21.0, 8.0]], [[3.0, -2.0], [-1.0,
      -6.0], [-5.0, -5.0]], [[-8.0, 2.0], [-2.0, 0.0], [0.0, -11.0]]], [[[4.0, 1.0], [3.0, 3.0], [4.0, -4.0]], [[19.0,
      9.0], [31.0, 11.0], [15.0, -1.0]], [[1.0, 6.0], [22.0, 20.0], [7.0, 0.0]], [[-19.0, 4.0], [14.0, 10.0], [-3.0,
      -13.0]], [[-3.0, -10.0], [-23.0, 0.0], [6.0, 3.0]], [[20.0, 2.0], [3.0, 0.0], [1.0, -6.0]]], [[[6.0, 5.0], [1.0,
      6.0], [6.0, 2.0]], [[7.0, -4.0], [7.0, 2.0], [-5.0, -4.0]], [[0.0, -10.0], [0.0, -1.0], [4.0, -8.0]], [[7.0,
      7.0], [4.0, 1.0], [2.0, 9.0]], [[-17.0, -4.0], [2.0, -13.0], [1.0, -10.0]], [[8.0, -3.0], [0.0, -6.0], [4.0,
      6.0]]], [[[18.0, 3.0], [3.0, -3.0], [0.0, 15.0]], [[-7.0, 0.0], [-6.0, 2.0], [10.0, -3.0]], [[-3.0, -3.0],
      [-11.0, 0.0], [35.0, 31.0]], [[-22.0, -8.0], [-9.0, 11.0], [-1.0, -16.0]], [[6.0, -8.0], [-25.0, 8.0], [-6.0,
      -16.0]], [[-16.0, 8.0], [-11.0, 9.0], [-11.0, -13.0]]], [[[-6.0, 7.0], [-5.0, -6.0], [6.0, 3.0]], [[-5.0,
      -12.0], [-8.0, -3.0], [0.0, -4.0]], [[2.0, 5.0], [-4.0, 3.0], [1.0, -15.0]], [[-9.0, -5.0], [-5.0, 3.0], [-11.0,
      -2.0]], [[-1.0, -4.0], [0.0, 7.0], [-1.0, 7.0]], [[-4.0, -1.0], [-1.0, -1.0], [6.0, 9.0]]]], [[[[0.0, 0.0],
      [5.0, 6.0], [2.0, -1.0]], [[-7.0, 7.0], [2.0, -3.0], [5.0, -3.0]], [[9.0, 12.0], [2.0, -7.0], [-11.0, -2.0]],
      [[-5.0, 2.0], [6.0, -3.0], [-12.0, -1.0]], [[21.0, -3.0], [0.0, 1.0], [12.0, 6.0]], [[-2.0, 3.0], [3.0, 5.0],
      [4.0, 6.0]]], [[[3.0, 5.0], [15.0, 3.0], [-3.0, 2.0]], [[15.0, -14.0], [-10.0, -6.0], [-9.0, -12.0]], [[0.0,
      10.0], [-5.0, 18.0], [-3.0, -9.0]], [[-27.0, 5.0], [-6.0, 0.0], [-19.0, -21.0]], [[4.0, 9.0], [7.0, -1.0],
      [-12.0, -14.0]], [[22.0, -2.0], [16.0, -2.0], [-2.0, -10.0]]], [[[6.0, 11.0], [1.0, 6.0], [0.0, -1.0]], [[-7.0,
      -10.0], [6.0, 9.0], [-7.0, 2.0]], [[19.0, -8.0], [2.0, -5.0], [-3.0, 3.0]], [[-6.0, 14.0], [6.0, 0.0], [-6.0,
      14.0]], [[-6.0, -2.0], [-5.0, -1.0], [2.0, 1.0]], [[10.0, -2.0], [2.0, 2.0], [15.0, 6.0]]], [[[-2.0, 9.0],
      [15.0, 1.0], [-3.0, -5.0]], [[-18.0, -12.0], [19.0, -8.0], [-16.0, -22.0]], [[15.0, 6.0], [-18.0, 7.0], [4.0,
      8.0]], [[19.0, 4.0], [8.0, 16.0], [-4.0, -6.0]], [[-8.0, 9.0], [2.0, -1.0], [-1.0, -18.0]], [[-9.0, 2.0], [14.0,
      7.0], [-12.0, -24.0]]], [[[6.0, 5.0], [-1.0, 2.0], [-2.0, 0.0]], [[2.0, -3.0], [2.0, 6.0], [-6.0, 6.0]], [[9.0,
      8.0], [-3.0, -7.0], [-2.0, 0.0]], [[-3.0, 0.0], [4.0, 1.0], [-6.0, 5.0]], [[11.0, -6.0], [3.0, 2.0], [-9.0,
      10.0]], [[0.0, 1.0], [1.0, -5.0], [-5.0, 9.0]]]]]> : tensor<2x5x6x3x2xf32> -> tensor<2x5x6x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x5x6x3x2xf32>
  return
}

func.func @integers_by_three() {
  %x = weir.constant dense<[[[1, 2, 3]]]> : tensor<1x1x3xi64> -> tensor<1x1x3xi64>
  %w = weir.constant dense<[[[1, 10, 100, 1000]]]> : tensor<1x1x4xi64> -> tensor<1x1x4xi64>
  %y = weir.conv_transpose %x, %w {strides = array<i64: 3>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x1x3xi64>, tensor<1x1x4xi64>) -> tensor<1x1x10xi64>
  %e = weir.constant dense<[[[1, 10, 100, 1002, 20, 200, 2003, 30, 300, 3000]]]> : tensor<1x1x10xi64> -> tensor<1x1x10xi64>
  check.expect_eq %y, %e : tensor<1x1x10xi64>
  return
}
