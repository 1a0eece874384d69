// RUN: %known_size_runs
// Images put through kernels the other way round, and a bias. Channels are known, so that there are no runs with every
// size `?`.

func.func @images_f32() {
  %input = weir.constant dense<[[[[-1.75, 1.75, 1.5], [0.25, 1.0, 1.0]], [[-2.0, 2.0, -2.0], [1.5, 1.5, 1.0]]]]> :
      tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  %weight = weir.constant dense<[[[[-1.5, 1.25], [2.0, 1.25], [0.75, -1.0]], [[0.25, 0.0], [1.5, -0.75], [-0.5,
      -1.0]], [[0.0, 0.25], [-0.25, -0.75], [0.25, 0.5]]], [[[-1.5, 0.25], [1.0, -1.75], [0.5, -0.25]], [[1.75, -0.5],
      [-0.75, 1.0], [1.5, -1.75]], [[-1.75, -1.5], [-0.75, 0.0], [0.25, -0.5]]]]> : tensor<2x3x3x2xf32> ->
      tensor<2x3x3x2xf32>
  %bias = weir.constant dense<[1.75, 0.75, -1.5]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.transposed_convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 2, 1>,
      padding = array<i64: 1, 0>, output_padding = array<i64: 1, 0>, dilations = array<i64: 1, 1>, groups = 1 : i64} :
      (tensor<1x2x2x3xf32>, tensor<2x3x3x2xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %expected = weir.constant dense<[[[[-3.75, 8.5625, 1.4375, 7.125], [-3.1875, 3.25, -1.75, 2.25], [3.75, 2.9375,
      3.375, 1.25], [2.6875, 2.625, 1.625, 0.5]], [[-0.375, 1.1875, 5.1875, -2.375], [1.3125, 10.25, -7.0, 2.25],
      [0.0, 2.4375, 2.25, 1.0], [2.875, -0.375, -1.875, -2.0]], [[0.4375, -2.125, -1.6875, -2.625], [-5.0625, -5.25,
      -5.5, -1.0], [-2.6875, -3.0625, -3.25, -2.25], [-1.0625, -1.5, -1.25, -1.5]]]]> : tensor<1x3x4x4xf32> ->
      tensor<1x3x4x4xf32>
  check.expect_close %y, %expected : tensor<1x3x4x4xf32>
  return
}

func.func @groups_f32() {
  %input = weir.constant dense<[[[-0.75, -1.25, -1.25], [1.5, 1.75, -0.25], [-1.0, 1.5, -1.5], [-1.5, -1.0, -0.5]],
      [[-0.75, -1.0, -1.25], [0.5, 0.25, 0.75], [1.75, 1.75, -1.5], [1.25, -0.25, 1.25]]]> : tensor<2x4x3xf32> ->
      tensor<2x4x3xf32>
  %weight = weir.constant dense<[[[0.75, -2.0, 1.75], [1.75, 2.0, -1.75]], [[-1.5, 0.5, 0.25], [-1.75, 1.5, -1.25]],
      [[-2.0, 1.5, 0.5], [-2.0, -1.5, 1.5]], [[1.25, 1.5, 1.75], [-0.75, 0.25, -0.5]]]> : tensor<4x2x3xf32> ->
      tensor<4x2x3xf32>
  %bias = weir.constant dense<[-2.0, -1.0, -1.75, -1.75]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.transposed_convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 2>, padding =
      array<i64: 1>, output_padding = array<i64: 1>, dilations = array<i64: 1>, groups = 2 : i64} :
      (tensor<2x4x3xf32>, tensor<4x2x3xf32>, tensor<4xf32>) -> tensor<2x4x6xf32>
  %expected = weir.constant dense<[[[0.25, -6.5, 1.375, -4.3125, 0.375, -4.25], [-0.25, -6.8125, -0.875, -2.75,
      -3.875, 1.5], [-5.5, -9.125, -1.0, -0.375, -4.75, -3.375], [-0.625, -4.75, -4.25, 4.375, 0.375, -3.75]],
      [[-0.25, -4.3125, 0.125, -5.75, 0.875, -4.0], [-1.75, -2.5, -2.625, -3.0625, -2.375, 0.25], [2.75, -2.5, 0.5,
      3.25, -2.125, -0.3125], [-4.0625, -3.0625, -4.4375, 3.0625, 0.8125, -4.625]]]> : tensor<2x4x6xf32> ->
      tensor<2x4x6xf32>
  check.expect_close %y, %expected : tensor<2x4x6xf32>
  return
}

func.func @depthwise_f64() {
  %input = weir.constant dense<[[[-0.25, 1.75, 1.5], [0.5, -1.0, -1.5], [0.75, 1.0, -0.5]]]> : tensor<1x3x3xf64> ->
      tensor<1x3x3xf64>
  %weight = weir.constant dense<[[[-1.5, -1.0]], [[2.0, 0.75]], [[0.25, -0.75]]]> : tensor<3x1x2xf64> ->
      tensor<3x1x2xf64>
  %y = weir.transposed_convolution %input, %weight {present = array<i64>, strides = array<i64: 1>, padding =
      array<i64: 0>, output_padding = array<i64: 0>, dilations = array<i64: 2>, groups = 3 : i64} :
      (tensor<1x3x3xf64>, tensor<3x1x2xf64>) -> tensor<1x3x5xf64>
  %expected = weir.constant dense<[[[0.375, -2.625, -2.0, -1.75, -1.5], [1.0, -2.0, -2.625, -0.75, -1.125], [0.1875,
      0.25, -0.6875, -0.75, 0.375]]]> : tensor<1x3x5xf64> -> tensor<1x3x5xf64>
  check.expect_close %y, %expected : tensor<1x3x5xf64>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[[1.5, -0.5, -0.25], [1.25, -0.25, 0.0]]]> : tensor<1x2x3xf16> -> tensor<1x2x3xf16>
  %weight = weir.constant dense<[[[-2.0, 1.25], [-1.0, 0.0]], [[0.25, -1.5], [-1.0, -0.25]]]> : tensor<2x2x2xf16> ->
      tensor<2x2x2xf16>
  %bias = weir.constant dense<[-1.75, 1.5]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.transposed_convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 2>, padding =
      array<i64: 0>, output_padding = array<i64: 0>, dilations = array<i64: 1>, groups = 1 : i64} :
      (tensor<1x2x3xf16>, tensor<2x2x2xf16>, tensor<2xf16>) -> tensor<1x2x6xf16>
  %expected = weir.constant dense<[[[-4.4375, -1.75, -0.8125, -2.0, -1.25, -2.0625], [-1.25, 1.1875, 2.25, 1.5625,
      1.75, 1.5]]]> : tensor<1x2x6xf16> -> tensor<1x2x6xf16>
  check.expect_close %y, %expected : tensor<1x2x6xf16>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<[[[-0.75, 0.25, -1.5], [2.0, 0.0, -2.0]]]> : tensor<1x2x3xbf16> -> tensor<1x2x3xbf16>
  %weight = weir.constant dense<[[[-0.75, -0.75], [-1.0, 1.25]], [[2.0, 0.75], [-1.25, 0.25]]]> : tensor<2x2x2xbf16>
      -> tensor<2x2x2xbf16>
  %bias = weir.constant dense<[-0.25, 0.75]> : tensor<2xbf16> -> tensor<2xbf16>
  %y = weir.transposed_convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 1>, padding =
      array<i64: 0>, output_padding = array<i64: 0>, dilations = array<i64: 1>, groups = 1 : i64} :
      (tensor<1x2x3xbf16>, tensor<2x2x2xbf16>, tensor<2xbf16>) -> tensor<1x2x4xbf16>
  %expected = weir.constant dense<[[[4.3125, 1.625, -3.3125, -0.625], [-1.0, 0.0625, 5.0625, -1.625]]]> :
      tensor<1x2x4xbf16> -> tensor<1x2x4xbf16>
  check.expect_close %y, %expected : tensor<1x2x4xbf16>
  return
}
