// RUN: %op_runs
// Convolutions whose kernel is packed. Padding of the last panel never shows. Small integers are compared exactly.

func.func @lines() {
%x = weir.constant dense<[[[1.0, 2.0], [-3.0, 2.0], [0.0, 0.0], [1.0, -1.0], [3.0, -3.0], [-2.0, -1.0], [0.0, -1.0]],
      [[-3.0, -3.0], [-3.0, -3.0], [-2.0, 3.0], [-2.0, 1.0], [2.0, -2.0], [-2.0, 0.0], [-2.0, 3.0]]]> :
      tensor<2x7x2xf32> -> tensor<2x7x2xf32>
%packed = weir.constant dense<[[[-2.0, 1.0], [2.0, 1.0], [3.0, 0.0], [-3.0, 1.0], [2.0, 1.0], [-1.0, -3.0]], [[3.0,
      0.0], [-2.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [3.0, 0.0], [3.0, 0.0]]]> : tensor<2x6x2xf32> -> tensor<2x6x2xf32>
%y = weir.conv_packed %x, %packed {block = 2 : i64, channels = 2 : i64, columns = 3 : i64, dilations = array<i64: 1>,
      padding_high = array<i64: 1>, padding_low = array<i64: 1>, panel = 2 : i64, strides = array<i64: 1>, window =
      array<i64: 3>} : (tensor<2x7x2xf32>, tensor<2x6x2xf32>) -> tensor<2x7x3xf32>
%expected = weir.constant dense<[[[-11.0, -7.0, -5.0], [-13.0, 5.0, -3.0], [13.0, 3.0, -13.0], [15.0, 11.0, 1.0],
      [11.0, -2.0, -1.0], [-14.0, 2.0, 13.0], [5.0, -4.0, -3.0]], [[-3.0, 3.0, -15.0], [-7.0, -20.0, 3.0], [-20.0,
      -8.0, -9.0], [7.0, 10.0, -13.0], [14.0, -5.0, -12.0], [-21.0, -11.0, 13.0], [-11.0, 1.0, -9.0]]]> :
      tensor<2x7x3xf32> -> tensor<2x7x3xf32>
  check.expect_eq %y, %expected : tensor<2x7x3xf32>
  return
}

func.func @longer_lines() {
%x = weir.constant dense<[[[-2.0, -3.0], [-1.0, 1.0], [-3.0, 3.0], [-1.0, -2.0], [0.0, 3.0], [3.0, 3.0], [-1.0, -3.0],
      [2.0, 1.0], [2.0, -3.0]]]> : tensor<1x9x2xf32> -> tensor<1x9x2xf32>
%packed = weir.constant dense<[[[-3.0, 0.0], [0.0, 2.0], [0.0, -1.0], [3.0, -2.0], [-1.0, -1.0], [-2.0, -1.0]],
      [[-3.0, 0.0], [1.0, 0.0], [-2.0, 0.0], [1.0, 0.0], [-2.0, 0.0], [0.0, 0.0]]]> : tensor<2x6x2xf32> ->
      tensor<2x6x2xf32>
%y = weir.conv_packed %x, %packed {block = 2 : i64, channels = 2 : i64, columns = 3 : i64, dilations = array<i64: 1>,
      padding_high = array<i64: 1>, padding_low = array<i64: 1>, panel = 2 : i64, strides = array<i64: 1>, window =
      array<i64: 3>} : (tensor<1x9x2xf32>, tensor<2x6x2xf32>) -> tensor<1x9x3xf32>
%expected = weir.constant dense<[[[-10.0, 8.0, 3.0], [6.0, -7.0, 12.0], [17.0, 2.0, 15.0], [-3.0, 8.0, 12.0], [3.0,
      -16.0, -2.0], [16.0, 1.0, 2.0], [-22.0, 10.0, -11.0], [10.0, -9.0, -7.0], [-15.0, 6.0, -12.0]]]> :
      tensor<1x9x3xf32> -> tensor<1x9x3xf32>
  check.expect_eq %y, %expected : tensor<1x9x3xf32>
  return
}

func.func @images() {
%x = weir.constant dense<[[[[-2.0, 2.0], [2.0, -2.0], [-3.0, -1.0], [-2.0, 2.0], [0.0, 0.0]], [[-1.0, 0.0], [3.0,
      -2.0], [2.0, -3.0], [-1.0, 3.0], [3.0, -3.0]], [[2.0, 2.0], [0.0, -1.0], [3.0, 3.0], [1.0, -1.0], [-2.0, 3.0]],
      [[-2.0, 0.0], [1.0, -2.0], [-1.0, 2.0], [-2.0, 1.0], [3.0, 1.0]]]]> : tensor<1x4x5x2xf32> -> tensor<1x4x5x2xf32>
%packed = weir.constant dense<[[[1.0, 3.0, -3.0, 0.0], [0.0, -1.0, 1.0, 0.0], [3.0, -1.0, -3.0, 0.0], [-2.0, 2.0, 1.0,
      0.0], [-1.0, -3.0, -2.0, 0.0], [1.0, -2.0, 3.0, 0.0], [1.0, -2.0, 1.0, 0.0], [-3.0, -1.0, 3.0, 0.0], [-2.0,
      -2.0, 1.0, 0.0], [1.0, 2.0, 2.0, 0.0], [2.0, 2.0, -1.0, 0.0], [1.0, -1.0, 2.0, 0.0]]]> : tensor<1x12x4xf32> ->
      tensor<1x12x4xf32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 2 : i64, columns = 3 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 0>, panel = 4 : i64, strides = array<i64: 1,
      1>, window = array<i64: 3, 2>} : (tensor<1x4x5x2xf32>, tensor<1x12x4xf32>) -> tensor<1x2x4x3xf32>
%expected = weir.constant dense<[[[[-4.0, -8.0, -2.0], [13.0, 2.0, -13.0], [10.0, -3.0, 0.0], [-20.0, -19.0, 10.0]],
      [[7.0, -6.0, -3.0], [5.0, 21.0, -9.0], [-6.0, 11.0, -12.0], [31.0, -5.0, 14.0]]]]> : tensor<1x2x4x3xf32> ->
      tensor<1x2x4x3xf32>
  check.expect_eq %y, %expected : tensor<1x2x4x3xf32>
  return
}

func.func @blocks() {
%x = weir.constant dense<[[[[-3.0, -2.0, -1.0, 1.0], [0.0, 2.0, 3.0, -1.0], [-1.0, 0.0, 1.0, 0.0], [1.0, 3.0, 2.0,
      -1.0]], [[-1.0, -1.0, -2.0, -3.0], [2.0, -1.0, -1.0, 1.0], [0.0, 3.0, 1.0, 3.0], [1.0, -1.0, -1.0, 3.0]], [[1.0,
      -2.0, 2.0, 2.0], [-3.0, -2.0, 1.0, -1.0], [-1.0, -3.0, -2.0, 3.0], [2.0, 2.0, 1.0, -3.0]], [[-1.0, 0.0, 3.0,
      -2.0], [0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 3.0, 3.0], [2.0, -2.0, 0.0, 0.0]]]]> : tensor<1x4x4x4xf32> ->
      tensor<1x4x4x4xf32>
%packed = weir.constant dense<[[[-1.0, -3.0], [2.0, -2.0], [-3.0, 1.0], [-2.0, -1.0], [2.0, -1.0], [1.0, -3.0], [-3.0,
      3.0], [-1.0, 2.0], [-2.0, 0.0], [-2.0, 3.0], [3.0, -1.0], [0.0, 2.0], [0.0, 3.0], [-1.0, 1.0], [3.0, 1.0], [0.0,
      0.0]], [[-2.0, 3.0], [-1.0, -3.0], [1.0, -2.0], [-3.0, 3.0], [2.0, -2.0], [2.0, 2.0], [1.0, 1.0], [-3.0, -1.0],
      [2.0, -1.0], [0.0, -2.0], [-2.0, -1.0], [-2.0, 1.0], [-1.0, 2.0], [-2.0, -3.0], [-2.0, -1.0], [-3.0, 2.0]]]> :
      tensor<2x16x2xf32> -> tensor<2x16x2xf32>
%y = weir.conv_packed %x, %packed {block = 2 : i64, channels = 4 : i64, columns = 4 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 1>, padding_low = array<i64: 1, 0>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<2x16x2xf32>) -> tensor<1x4x4x4xf32>
%expected = weir.constant dense<[[[[-2.0, 14.0, -20.0, -10.0], [9.0, 0.0, 0.0, 11.0], [-2.0, 15.0, -12.0, -2.0], [6.0,
      -5.0, 8.0, 11.0]], [[-4.0, 7.0, 4.0, 9.0], [8.0, -3.0, -18.0, -15.0], [-9.0, -6.0, -10.0, 8.0], [1.0, -10.0,
      -6.0, -21.0]], [[14.0, 3.0, 0.0, -9.0], [-14.0, 1.0, -28.0, 36.0], [-19.0, 30.0, -10.0, -41.0], [2.0, 0.0, 10.0,
      12.0]], [[3.0, 11.0, 6.0, 15.0], [11.0, 20.0, 11.0, 3.0], [-22.0, 33.0, -4.0, -7.0], [8.0, -15.0, -4.0,
      -3.0]]]]> : tensor<1x4x4x4xf32> -> tensor<1x4x4x4xf32>
  check.expect_eq %y, %expected : tensor<1x4x4x4xf32>
  return
}

func.func @strides_and_padding() {
%x = weir.constant dense<[[[[-1.0], [3.0], [-2.0], [-1.0]], [[3.0], [1.0], [-3.0], [-1.0]], [[-3.0], [2.0], [-1.0],
      [-2.0]], [[2.0], [3.0], [-3.0], [0.0]], [[-1.0], [2.0], [3.0], [0.0]]], [[[2.0], [-1.0], [1.0], [0.0]], [[2.0],
      [-3.0], [-2.0], [-3.0]], [[3.0], [0.0], [0.0], [0.0]], [[-3.0], [2.0], [2.0], [-3.0]], [[1.0], [0.0], [-1.0],
      [0.0]]]]> : tensor<2x5x4x1xf32> -> tensor<2x5x4x1xf32>
%packed = weir.constant dense<[[[3.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 3.0], [1.0, -2.0], [0.0, -1.0], [2.0, 0.0],
      [0.0, -1.0], [1.0, 1.0]]]> : tensor<1x9x2xf32> -> tensor<1x9x2xf32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 2 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 2,
      2>, window = array<i64: 3, 3>} : (tensor<2x5x4x1xf32>, tensor<1x9x2xf32>) -> tensor<2x3x2x2xf32>
%expected = weir.constant dense<[[[[0.0, -3.0], [5.0, 16.0]], [[3.0, 9.0], [9.0, 9.0]], [[1.0, 5.0], [13.0, -3.0]]],
      [[[-1.0, -8.0], [-10.0, -6.0]], [[7.0, -2.0], [-10.0, -10.0]], [[-2.0, -3.0], [7.0, 1.0]]]]> :
      tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2x2xf32>
  return
}

func.func @dilations() {
%x = weir.constant dense<[[[[2.0], [-2.0], [-3.0], [3.0], [0.0]], [[2.0], [2.0], [3.0], [-3.0], [-1.0]], [[3.0],
      [0.0], [-1.0], [-2.0], [-3.0]], [[-3.0], [3.0], [-3.0], [-3.0], [-2.0]], [[-2.0], [3.0], [-1.0], [-2.0],
      [-1.0]], [[1.0], [0.0], [-2.0], [-3.0], [-3.0]]]]> : tensor<1x6x5x1xf32> -> tensor<1x6x5x1xf32>
%packed = weir.constant dense<[[[0.0], [-2.0], [1.0], [1.0]]]> : tensor<1x4x1xf32> -> tensor<1x4x1xf32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 1 : i64, dilations = array<i64: 3,
      2>, padding_high = array<i64: 0, 1>, padding_low = array<i64: 2, 0>, panel = 1 : i64, strides = array<i64: 1,
      2>, window = array<i64: 2, 2>} : (tensor<1x6x5x1xf32>, tensor<1x4x1xf32>) -> tensor<1x5x2x1xf32>
%expected = weir.constant dense<[[[[5.0], [2.0]], [[2.0], [-4.0]], [[0.0], [-5.0]], [[-9.0], [0.0]], [[1.0], [1.0]]]]>
      : tensor<1x5x2x1xf32> -> tensor<1x5x2x1xf32>
  check.expect_eq %y, %expected : tensor<1x5x2x1xf32>
  return
}

func.func @volumes() {
%x = weir.constant dense<[[[[[-1.0, 0.0], [-3.0, 0.0], [-2.0, 0.0]], [[-3.0, -2.0], [-1.0, 0.0], [-3.0, 3.0]]],
      [[[-1.0, -2.0], [-2.0, 2.0], [0.0, -2.0]], [[0.0, -2.0], [-2.0, -1.0], [3.0, -3.0]]], [[[0.0, 3.0], [0.0, -1.0],
      [0.0, -2.0]], [[1.0, -3.0], [0.0, -3.0], [-3.0, -2.0]]]]]> : tensor<1x3x2x3x2xf32> -> tensor<1x3x2x3x2xf32>
%packed = weir.constant dense<[[[2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [-1.0, 0.0,
      0.0], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 0.0, 0.0],
      [3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [-3.0, 0.0, 0.0]]]> : tensor<1x16x3xf32> ->
      tensor<1x16x3xf32>
%y = weir.conv_packed %x, %packed {block = 2 : i64, channels = 2 : i64, columns = 1 : i64, dilations = array<i64: 1,
      1, 1>, padding_high = array<i64: 0, 0, 1>, padding_low = array<i64: 1, 0, 0>, panel = 3 : i64, strides =
      array<i64: 1, 1, 1>, window = array<i64: 2, 2, 2>} : (tensor<1x3x2x3x2xf32>, tensor<1x16x3xf32>) ->
      tensor<1x3x1x3x1xf32>
%expected = weir.constant dense<[[[[[-9.0], [-15.0], [6.0]]], [[[1.0], [19.0], [-8.0]]], [[[3.0], [-4.0], [-8.0]]]]]>
      : tensor<1x3x1x3x1xf32> -> tensor<1x3x1x3x1xf32>
  check.expect_eq %y, %expected : tensor<1x3x1x3x1xf32>
  return
}

func.func @many_columns() {
%x = weir.constant dense<[[[[3.0], [2.0]], [[1.0], [-1.0]]]]> : tensor<1x2x2x1xf32> -> tensor<1x2x2x1xf32>
%packed = weir.constant dense<[[[-3.0, -2.0, 3.0, -1.0, 1.0, -2.0, 1.0, 2.0, -1.0, -2.0, -3.0, -3.0, 1.0, 2.0, 0.0,
      2.0], [2.0, -1.0, 1.0, 0.0, -3.0, 2.0, 2.0, 0.0, -1.0, 3.0, -1.0, 3.0, -1.0, -1.0, -1.0, -3.0]], [[0.0, 3.0,
      -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-2.0, -2.0, -3.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]> : tensor<2x2x16xf32> -> tensor<2x2x16xf32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 19 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 0>, panel = 16 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 1>} : (tensor<1x2x2x1xf32>, tensor<2x2x16xf32>) -> tensor<1x2x2x19xf32>
%expected = weir.constant dense<[[[[6.0, -3.0, 3.0, 0.0, -9.0, 6.0, 6.0, 0.0, -3.0, 9.0, -3.0, 9.0, -3.0, -3.0, -3.0,
      -9.0, -6.0, -6.0, -9.0], [4.0, -2.0, 2.0, 0.0, -6.0, 4.0, 4.0, 0.0, -2.0, 6.0, -2.0, 6.0, -2.0, -2.0, -2.0,
      -6.0, -4.0, -4.0, -6.0]], [[-7.0, -7.0, 10.0, -3.0, 0.0, -4.0, 5.0, 6.0, -4.0, -3.0, -10.0, -6.0, 2.0, 5.0,
      -1.0, 3.0, -2.0, 7.0, -6.0], [-8.0, -3.0, 5.0, -2.0, 5.0, -6.0, 0.0, 4.0, -1.0, -7.0, -5.0, -9.0, 3.0, 5.0, 1.0,
      7.0, 2.0, 8.0, 1.0]]]]> : tensor<1x2x2x19xf32> -> tensor<1x2x2x19xf32>
  check.expect_eq %y, %expected : tensor<1x2x2x19xf32>
  return
}

func.func @typical_f64() {
%x = weir.constant dense<[[[[0.0, 0.0], [2.0, 0.0], [-2.0, -3.0]], [[3.0, -2.0], [2.0, 3.0], [-1.0, -3.0]], [[1.0,
      -1.0], [-3.0, 3.0], [3.0, -3.0]]]]> : tensor<1x3x3x2xf64> -> tensor<1x3x3x2xf64>
%packed = weir.constant dense<[[[2.0, 3.0], [-1.0, 3.0], [-3.0, 2.0], [2.0, 1.0], [2.0, -3.0], [-3.0, -2.0], [-3.0,
      0.0], [-3.0, 0.0]], [[-3.0, 0.0], [-2.0, 0.0], [1.0, 0.0], [3.0, 0.0], [-3.0, 0.0], [3.0, 0.0], [-1.0, 0.0],
      [-3.0, 0.0]]]> : tensor<2x8x2xf64> -> tensor<2x8x2xf64>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 2 : i64, columns = 3 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x3x3x2xf64>, tensor<2x8x2xf64>) -> tensor<1x3x3x3xf64>
%expected = weir.constant dense<[[[[0.0, 0.0, 0.0], [4.0, 2.0, 6.0], [-1.0, 2.0, 5.0]], [[12.0, 3.0, 15.0], [-10.0,
      14.0, -2.0], [7.0, 9.0, -6.0]], [[8.0, 14.0, -6.0], [-24.0, 14.0, -14.0], [35.0, -3.0, -10.0]]]]> :
      tensor<1x3x3x3xf64> -> tensor<1x3x3x3xf64>
  check.expect_eq %y, %expected : tensor<1x3x3x3xf64>
  return
}

func.func @typical_bf16() {
%x = weir.constant dense<[[[[3.0], [0.0], [1.0]], [[-2.0], [3.0], [-1.0]], [[-1.0], [2.0], [2.0]]]]> :
      tensor<1x3x3x1xbf16> -> tensor<1x3x3x1xbf16>
%packed = weir.constant dense<[[[1.0, -1.0], [-2.0, -3.0], [-2.0, -1.0], [0.0, 2.0]]]> : tensor<1x4x2xbf16> ->
      tensor<1x4x2xbf16>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 2 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x3x3x1xbf16>, tensor<1x4x2xbf16>) -> tensor<1x3x3x2xbf16>
%expected = weir.constant dense<[[[[0.0, 6.0], [-6.0, -3.0], [0.0, 2.0]], [[-6.0, -13.0], [7.0, 5.0], [-8.0, -8.0]],
      [[4.0, 4.0], [-6.0, -2.0], [1.0, 2.0]]]]> : tensor<1x3x3x2xbf16> -> tensor<1x3x3x2xbf16>
  check.expect_eq %y, %expected : tensor<1x3x3x2xbf16>
  return
}

func.func @typical_f16() {
%x = weir.constant dense<[[[[-1.0], [-1.0], [1.0]], [[3.0], [2.0], [-2.0]], [[-1.0], [0.0], [0.0]]]]> :
      tensor<1x3x3x1xf16> -> tensor<1x3x3x1xf16>
%packed = weir.constant dense<[[[-2.0, -1.0], [-3.0, 3.0], [1.0, 2.0], [-1.0, 0.0]]]> : tensor<1x4x2xf16> ->
      tensor<1x4x2xf16>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 2 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x3x3x1xf16>, tensor<1x4x2xf16>) -> tensor<1x3x3x2xf16>
%expected = weir.constant dense<[[[[1.0, 0.0], [0.0, -2.0], [-2.0, -2.0]], [[0.0, -3.0], [6.0, 4.0], [3.0, 8.0]],
      [[-8.0, 9.0], [-13.0, 1.0], [2.0, -8.0]]]]> : tensor<1x3x3x2xf16> -> tensor<1x3x3x2xf16>
  check.expect_eq %y, %expected : tensor<1x3x3x2xf16>
  return
}

func.func @typical_i64() {
%x = weir.constant dense<[[[[3], [0], [3]], [[1], [-1], [0]], [[1], [2], [3]]]]> : tensor<1x3x3x1xi64> ->
      tensor<1x3x3x1xi64>
%packed = weir.constant dense<[[[-2, 3], [-3, 3], [-1, 0], [1, -3]]]> : tensor<1x4x2xi64> -> tensor<1x4x2xi64>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 2 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x3x3x1xi64>, tensor<1x4x2xi64>) -> tensor<1x3x3x2xi64>
%expected = weir.constant dense<[[[[3, -9], [-3, 0], [3, -9]], [[-8, 6], [-8, 12], [-8, 9]], [[-2, 0], [2, -6], [3,
      -12]]]]> : tensor<1x3x3x2xi64> -> tensor<1x3x3x2xi64>
  check.expect_eq %y, %expected : tensor<1x3x3x2xi64>
  return
}

func.func @typical_i32() {
%x = weir.constant dense<[[[[3], [-2], [-3]], [[-2], [2], [0]], [[0], [-1], [0]]]]> : tensor<1x3x3x1xi32> ->
      tensor<1x3x3x1xi32>
%packed = weir.constant dense<[[[2, 2], [3, 0], [3, -1], [-3, -2]]]> : tensor<1x4x2xi32> -> tensor<1x4x2xi32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 2 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 1, 1>, panel = 2 : i64, strides = array<i64: 1,
      1>, window = array<i64: 2, 2>} : (tensor<1x3x3x1xi32>, tensor<1x4x2xi32>) -> tensor<1x3x3x2xi32>
%expected = weir.constant dense<[[[[-9, -6], [15, 1], [3, 8]], [[15, 4], [-12, 4], [-7, -6]], [[-6, 0], [5, -2], [1,
      5]]]]> : tensor<1x3x3x2xi32> -> tensor<1x3x3x2xi32>
  check.expect_eq %y, %expected : tensor<1x3x3x2xi32>
  return
}

func.func @size_one() {
%x = weir.constant dense<[[[[-3.0]]]]> : tensor<1x1x1x1xf32> -> tensor<1x1x1x1xf32>
%packed = weir.constant dense<[[[-1.0]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
%y = weir.conv_packed %x, %packed {block = 1 : i64, channels = 1 : i64, columns = 1 : i64, dilations = array<i64: 1,
      1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 0>, panel = 1 : i64, strides = array<i64: 1,
      1>, window = array<i64: 1, 1>} : (tensor<1x1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1x1xf32>
%expected = weir.constant dense<[[[[3.0]]]]> : tensor<1x1x1x1xf32> -> tensor<1x1x1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1x1x1xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3x3x2xf32> -> tensor<0x3x3x2xf32>
  %packed = weir.constant dense<1.0> : tensor<1x2x4xf32> -> tensor<1x2x4xf32>
  %y = weir.conv_packed %x, %packed {block = 2 : i64, channels = 2 : i64, columns = 3 : i64, dilations = array<i64: 1, 1>, padding_high =
      array<i64: 0, 0>, padding_low = array<i64: 0, 0>, panel = 4 : i64, strides = array<i64: 1, 1>, window = array<i64:
      1, 1>} : (tensor<0x3x3x2xf32>, tensor<1x2x4xf32>) -> tensor<0x3x3x3xf32>
  %expected = weir.constant dense<> : tensor<0x3x3x3xf32> -> tensor<0x3x3x3xf32>
  check.expect_eq %y, %expected : tensor<0x3x3x3xf32>
  return
}
