// RUN: %known_size_runs
// Images with kernels and a bias, in PyTorch's dimensions. Channels are known, so that there are no runs with every
// size `?`.

func.func @images_f32() {
  %input = weir.constant dense<[[[[1.25, -1.75, -1.25], [-1.0, -1.25, 1.25], [1.5, 0.25, -2.0], [-1.75, -0.75,
      -0.25]], [[0.5, 0.0, -1.0], [-1.5, 0.75, 1.0], [-2.0, -1.75, -0.25], [-0.5, 1.75, 0.0]]]]> : tensor<1x2x4x3xf32>
      -> tensor<1x2x4x3xf32>
  %weight = weir.constant dense<[[[[-0.25, -0.25], [0.75, 0.25], [-1.5, 1.0]], [[1.0, 2.0], [1.25, -1.0], [-0.75,
      0.75]]], [[[0.75, 0.75], [1.5, -1.0], [1.75, -2.0]], [[-1.75, 2.0], [2.0, -0.75], [-1.5, -0.75]]], [[[-2.0,
      1.75], [0.75, 0.25], [-1.0, 0.0]], [[-1.25, 1.25], [0.0, -2.0], [-1.0, 1.0]]]]> : tensor<3x2x3x2xf32> ->
      tensor<3x2x3x2xf32>
  %bias = weir.constant dense<[0.0, -0.5, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 1, 1>, padding_low =
      array<i64: 1, 0>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>, groups = 1 : i64} :
      (tensor<1x2x4x3xf32>, tensor<3x2x3x2xf32>, tensor<3xf32>) -> tensor<1x3x4x3xf32>
  %expected = weir.constant dense<[[[[3.0625, 2.6875, -4.8125], [-4.875, -3.1875, 4.6875], [4.5625, 0.0625, -0.75],
      [-9.8125, -0.25, 0.0625]], [[6.5625, -7.6875, -3.6875], [0.875, 0.125, 1.0625], [-0.875, -4.1875, -5.25],
      [-3.375, 3.375, -1.9375]], [[2.75, 0.875, -4.1875], [-11.0, -2.3125, 5.9375], [10.3125, 3.1875, -6.0], [-8.25,
      -3.75, 3.125]]]]> : tensor<1x3x4x3xf32> -> tensor<1x3x4x3xf32>
  check.expect_close %y, %expected : tensor<1x3x4x3xf32>
  return
}

func.func @groups_f32() {
  %input = weir.constant dense<[[[-1.75, 0.5, 0.75, 0.0, 1.75], [1.75, -1.25, 0.5, 0.5, -1.0], [-0.75, 0.0, 1.0, -1.0,
      1.0], [0.75, -1.25, -0.5, 1.5, 1.5]], [[0.75, -2.0, 0.75, -1.25, 1.25], [1.75, -0.25, 2.0, 1.0, -0.75], [1.5,
      -0.5, -1.75, 0.5, 1.5], [0.75, -0.5, 1.75, 0.0, -0.5]]]> : tensor<2x4x5xf32> -> tensor<2x4x5xf32>
  %weight = weir.constant dense<[[[-1.5, -1.25, 0.75], [1.25, -1.0, 0.5]], [[1.5, -1.5, -1.0], [0.0, 0.25, -0.5]],
      [[-0.5, -1.5, 0.5], [1.75, -1.25, 1.25]], [[-1.25, -2.0, 1.0], [-1.25, 1.0, -0.75]], [[0.25, 1.75, 1.75], [0.0,
      -1.25, -1.0]], [[1.5, 0.5, -1.5], [1.75, 2.0, 2.0]]]> : tensor<6x2x3xf32> -> tensor<6x2x3xf32>
  %bias = weir.constant dense<[0.5, 2.0, 0.5, 0.0, 2.0, 0.5]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 2>, padding_low =
      array<i64: 1>, padding_high = array<i64: 0>, dilations = array<i64: 1>, groups = 2 : i64} : (tensor<2x4x5xf32>,
      tensor<6x2x3xf32>, tensor<6xf32>) -> tensor<2x6x2xf32>
  %expected = weir.constant dense<[[[0.6875, -3.0], [5.1875, 1.5], [-0.375, -3.0625], [3.1875, -3.0625], [1.0, 1.125],
      [-0.875, 2.3125]], [[-3.8125, -0.1875], [3.4375, -0.875], [-4.125, -1.9375], [-2.375, 7.0], [3.3125, -2.5],
      [2.5, 0.75]]]> : tensor<2x6x2xf32> -> tensor<2x6x2xf32>
  check.expect_close %y, %expected : tensor<2x6x2xf32>
  return
}

func.func @depthwise_f64() {
  %input = weir.constant dense<[[[1.25, -0.75, 1.25, 2.0, -2.0], [0.25, -0.5, -2.0, -1.75, -1.0], [-1.25, 1.0, -1.25,
      0.5, 1.5]]]> : tensor<1x3x5xf64> -> tensor<1x3x5xf64>
  %weight = weir.constant dense<[[[0.0, -1.5]], [[-1.75, -0.75]], [[-0.25, 0.0]]]> : tensor<3x1x2xf64> ->
      tensor<3x1x2xf64>
  %y = weir.convolution %input, %weight {present = array<i64>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, dilations = array<i64: 2>, groups = 3 : i64} : (tensor<1x3x5xf64>,
      tensor<3x1x2xf64>) -> tensor<1x3x3xf64>
  %expected = weir.constant dense<[[[-1.875, -3.0, 3.0], [1.0625, 2.1875, 4.25], [0.3125, -0.25, 0.3125]]]> :
      tensor<1x3x3xf64> -> tensor<1x3x3xf64>
  check.expect_close %y, %expected : tensor<1x3x3xf64>
  return
}

func.func @without_bias_f64() {
  %input = weir.constant dense<[[[-0.75, 1.5, 0.25], [2.0, 1.75, 1.0]]]> : tensor<1x2x3xf64> -> tensor<1x2x3xf64>
  %weight = weir.constant dense<[[[-2.0], [-1.25]], [[1.0], [0.25]]]> : tensor<2x2x1xf64> -> tensor<2x2x1xf64>
  %y = weir.convolution %input, %weight {present = array<i64>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, dilations = array<i64: 1>, groups = 1 : i64} : (tensor<1x2x3xf64>,
      tensor<2x2x1xf64>) -> tensor<1x2x3xf64>
  %expected = weir.constant dense<[[[-1.0, -5.1875, -1.75], [-0.25, 1.9375, 0.5]]]> : tensor<1x2x3xf64> ->
      tensor<1x2x3xf64>
  check.expect_close %y, %expected : tensor<1x2x3xf64>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[[2.0, 1.0, 1.25, -2.0], [-0.75, 0.75, 0.5, -0.5]]]> : tensor<1x2x4xf16> ->
      tensor<1x2x4xf16>
  %weight = weir.constant dense<[[[-1.5, 0.5, -1.75], [0.75, 1.25, 0.75]], [[-1.75, 0.0, -0.75], [0.25, 0.75,
      -1.25]]]> : tensor<2x2x3xf16> -> tensor<2x2x3xf16>
  %bias = weir.constant dense<[-2.0, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 1>, padding_low =
      array<i64: 1>, padding_high = array<i64: 1>, dilations = array<i64: 1>, groups = 1 : i64} : (tensor<1x2x4xf16>,
      tensor<2x2x3xf16>, tensor<2xf16>) -> tensor<1x2x4xf16>
  %expected = weir.constant dense<[[[-3.125, -5.9375, 1.4375, -5.125], [-2.25, -4.6875, 0.9375, -2.4375]]]> :
      tensor<1x2x4xf16> -> tensor<1x2x4xf16>
  check.expect_close %y, %expected : tensor<1x2x4xf16>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<[[[0.5, -1.5, 1.75, 0.0], [2.0, 0.25, 1.0, 1.25]]]> : tensor<1x2x4xbf16> ->
      tensor<1x2x4xbf16>
  %weight = weir.constant dense<[[[0.0, -0.5, 0.75], [-2.0, 0.5, 0.0]], [[-1.5, -1.25, -2.0], [1.0, 0.75, -0.5]]]> :
      tensor<2x2x3xbf16> -> tensor<2x2x3xbf16>
  %bias = weir.constant dense<[2.0, -0.5]> : tensor<2xbf16> -> tensor<2xbf16>
  %y = weir.convolution %input, %weight, %bias {present = array<i64: 0>, strides = array<i64: 1>, padding_low =
      array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>, groups = 1 : i64} : (tensor<1x2x4xbf16>,
      tensor<2x2x3xbf16>, tensor<2xbf16>) -> tensor<1x2x2xbf16>
  %expected = weir.constant dense<[[[0.1875, 1.125], [-1.1875, -0.0625]]]> : tensor<1x2x2xbf16> -> tensor<1x2x2xbf16>
  check.expect_close %y, %expected : tensor<1x2x2xbf16>
  return
}
