// RUN: %op_runs
// Maxima over windows, and the row-major positions where they stand first.

func.func @images_f32() {
  %x0 = weir.constant dense<[[[[2.0, 0.5, 0.75, 1.75, 0.25, 1.25], [1.5, -1.25, -2.0, -0.75, -1.0, 1.5], [1.75, -2.0,
      0.0, 1.25, -1.5, 1.25], [-1.5, -0.25, 1.25, -0.75, -0.75, -1.0]], [[1.0, -1.0, 2.0, -0.25, 0.0, 0.0], [0.25,
      0.25, 0.0, 2.0, 1.25, 1.25], [0.75, 0.5, -0.75, 2.0, -0.25, -1.25], [1.5, -1.5, 1.5, 0.5, -1.75, -2.0]]]]> :
      tensor<1x2x4x6xf32> -> tensor<1x2x4x6xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2, 3>, strides = array<i64: 2, 3>, padding_low = array<i64: 0, 0>,
      padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x4x6xf32>) -> (tensor<1x2x2x2xf32>,
      tensor<1x2x2x2xi64>)
  %e0 = weir.constant dense<[[[[2.0, 1.75], [1.75, 1.25]], [[2.0, 2.0], [1.5, 2.0]]]]> : tensor<1x2x2x2xf32> ->
      tensor<1x2x2x2xf32>
  check.expect_eq %y0, %e0 : tensor<1x2x2x2xf32>
  %e1 = weir.constant dense<[[[[0, 3], [12, 15]], [[2, 9], [18, 15]]]]> : tensor<1x2x2x2xi64> -> tensor<1x2x2x2xi64>
  check.expect_eq %y1, %e1 : tensor<1x2x2x2xi64>
  return
}

func.func @other_images_f32() {
  %x0 = weir.constant dense<[[[[-0.25, -2.0, -1.5, 0.0, 2.0, -0.25, 1.25], [1.75, 1.25, 0.5, -0.25, 0.0, -1.0, 0.0],
      [-0.5, -1.0, 2.0, -2.0, -1.75, -1.25, 2.0]]], [[[0.75, 1.5, -1.25, 1.0, -0.5, 0.0, -2.0], [0.5, 1.5, 0.75, -1.5,
      0.25, -1.0, 2.0], [1.5, -1.25, 0.0, 1.75, 1.5, 1.0, 0.5]]]]> : tensor<2x1x3x7xf32> -> tensor<2x1x3x7xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2, 3>, strides = array<i64: 2, 3>, padding_low = array<i64: 0, 0>,
      padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<2x1x3x7xf32>) -> (tensor<2x1x1x2xf32>,
      tensor<2x1x1x2xi64>)
  %e0 = weir.constant dense<[[[[1.75, 2.0]]], [[[1.5, 1.0]]]]> : tensor<2x1x1x2xf32> -> tensor<2x1x1x2xf32>
  check.expect_eq %y0, %e0 : tensor<2x1x1x2xf32>
  %e1 = weir.constant dense<[[[[7, 4]]], [[[1, 3]]]]> : tensor<2x1x1x2xi64> -> tensor<2x1x1x2xi64>
  check.expect_eq %y1, %e1 : tensor<2x1x1x2xi64>
  return
}

// Equal maxima: the first one counts.
func.func @overlapping_and_padded_f32() {
  %x0 = weir.constant dense<[[[[-2.0, 1.0, 0.0, -1.75, -1.0, 0.25, 1.0], [0.0, 0.5, 1.5, 0.75, -0.5, 0.5, 0.5],
      [-1.75, -1.75, 0.75, -0.5, 0.5, -0.75, -1.25], [-1.5, -0.5, 1.25, -0.5, -0.5, 0.25, 2.0], [-0.5, 0.5, -0.25,
      0.5, -0.25, 0.5, 0.25]]], [[[0.75, 2.0, -1.5, 0.25, -0.25, -0.5, -1.0], [-2.0, -0.5, 1.5, -1.75, -0.5, 2.0,
      2.0], [-1.25, -2.0, 0.75, -2.0, -0.75, 0.0, 1.5], [-1.75, 0.75, 0.25, -1.5, 1.5, 1.5, 0.0], [2.0, 0.5, 1.75,
      2.0, 0.25, -1.0, -1.5]]]]> : tensor<2x1x5x7xf32> -> tensor<2x1x5x7xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>,
      padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>} : (tensor<2x1x5x7xf32>) -> (tensor<2x1x3x4xf32>,
      tensor<2x1x3x4xi64>)
  %e0 = weir.constant dense<[[[[1.0, 1.5, 0.75, 1.0], [0.5, 1.5, 0.75, 2.0], [0.5, 1.25, 0.5, 2.0]]], [[[2.0, 2.0,
      2.0, 2.0], [0.75, 1.5, 2.0, 2.0], [2.0, 2.0, 2.0, 1.5]]]]> : tensor<2x1x3x4xf32> -> tensor<2x1x3x4xf32>
  check.expect_eq %y0, %e0 : tensor<2x1x3x4xf32>
  %e1 = weir.constant dense<[[[[1, 9, 10, 6], [8, 9, 10, 27], [29, 23, 31, 27]]], [[[1, 1, 12, 12], [22, 9, 12, 12],
      [28, 31, 31, 26]]]]> : tensor<2x1x3x4xi64> -> tensor<2x1x3x4xi64>
  check.expect_eq %y1, %e1 : tensor<2x1x3x4xi64>
  return
}

func.func @dilated_f64() {
  %x0 = weir.constant dense<[[[0.25, -1.25, 1.0, 1.75, -1.0, 0.25, -2.0], [-1.25, -0.5, 1.75, 2.0, 0.5, 0.25, 0.25]]]>
      : tensor<1x2x7xf64> -> tensor<1x2x7xf64>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding_low = array<i64: 1>,
      padding_high = array<i64: 0>, dilations = array<i64: 2>} : (tensor<1x2x7xf64>) -> (tensor<1x2x4xf64>,
      tensor<1x2x4xi64>)
  %e0 = weir.constant dense<[[[1.75, 1.0, 1.75, 1.0], [2.0, 1.75, 2.0, 1.75]]]> : tensor<1x2x4xf64> ->
      tensor<1x2x4xf64>
  check.expect_eq %y0, %e0 : tensor<1x2x4xf64>
  %e1 = weir.constant dense<[[[3, 2, 3, 2], [3, 2, 3, 2]]]> : tensor<1x2x4xi64> -> tensor<1x2x4xi64>
  check.expect_eq %y1, %e1 : tensor<1x2x4xi64>
  return
}

func.func @last_window_cut_f32() {
  %x0 = weir.constant dense<[[[-1.75, -0.5, 2.0, -0.5, -1.25, -1.0]]]> : tensor<1x1x6xf32> -> tensor<1x1x6xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 1>,
      padding_high = array<i64: 2>, dilations = array<i64: 1>} : (tensor<1x1x6xf32>) -> (tensor<1x1x4xf32>,
      tensor<1x1x4xi64>)
  %e0 = weir.constant dense<[[[-0.5, 2.0, -0.5, -1.0]]]> : tensor<1x1x4xf32> -> tensor<1x1x4xf32>
  check.expect_eq %y0, %e0 : tensor<1x1x4xf32>
  %e1 = weir.constant dense<[[[1, 2, 3, 5]]]> : tensor<1x1x4xi64> -> tensor<1x1x4xi64>
  check.expect_eq %y1, %e1 : tensor<1x1x4xi64>
  return
}

func.func @volumes_f64() {
  %x0 = weir.constant dense<[[[[[1.0, -2.0, 2.0, 1.5, 0.25], [-0.25, 1.0, 0.25, 0.0, -0.75], [-0.25, 1.0, -2.0, -2.0,
      1.0], [-0.5, 1.25, -2.0, 1.75, -1.5]], [[-0.25, 2.0, -1.75, 0.75, 1.0], [-0.25, -1.75, 0.0, -0.25, 1.5], [0.75,
      -0.75, -2.0, 0.5, -1.0], [0.75, 1.5, -0.5, 1.75, 0.0]], [[0.25, 1.25, 1.25, 1.75, 2.0], [-1.5, -0.25, 1.75,
      -0.75, -2.0], [0.25, 1.0, 1.0, 1.25, 0.5], [-1.5, 1.5, -0.25, 1.5, 1.25]]]]]> : tensor<1x1x3x4x5xf64> ->
      tensor<1x1x3x4x5xf64>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2, 3, 2>, strides = array<i64: 1, 2, 2>, padding_low = array<i64:
      0, 1, 1>, padding_high = array<i64: 0, 1, 0>, dilations = array<i64: 1, 1, 1>} : (tensor<1x1x3x4x5xf64>) ->
      (tensor<1x1x2x2x3xf64>, tensor<1x1x2x2x3xi64>)
  %e0 = weir.constant dense<[[[[[1.0, 2.0, 1.5], [0.75, 1.5, 1.75]], [[0.25, 2.0, 2.0], [0.75, 1.75, 1.75]]]]]> :
      tensor<1x1x2x2x3xf64> -> tensor<1x1x2x2x3xf64>
  check.expect_eq %y0, %e0 : tensor<1x1x2x2x3xf64>
  %e1 = weir.constant dense<[[[[[0, 2, 3], [30, 36, 18]], [[40, 21, 44], [30, 47, 38]]]]]> : tensor<1x1x2x2x3xi64> ->
      tensor<1x1x2x2x3xi64>
  check.expect_eq %y1, %e1 : tensor<1x1x2x2x3xi64>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[2.0, -2.0, 1.5, 0.5, 0.0]]]> : tensor<1x1x5xf16> -> tensor<1x1x5xf16>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, dilations = array<i64: 1>} : (tensor<1x1x5xf16>) -> (tensor<1x1x4xf16>,
      tensor<1x1x4xi64>)
  %e0 = weir.constant dense<[[[2.0, 1.5, 1.5, 0.5]]]> : tensor<1x1x4xf16> -> tensor<1x1x4xf16>
  check.expect_eq %y0, %e0 : tensor<1x1x4xf16>
  %e1 = weir.constant dense<[[[0, 2, 2, 3]]]> : tensor<1x1x4xi64> -> tensor<1x1x4xi64>
  check.expect_eq %y1, %e1 : tensor<1x1x4xi64>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[[[5, 8, 0, -8, 4], [-5, -5, -6, -6, 7]]]> : tensor<1x2x5xi64> -> tensor<1x2x5xi64>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2>, strides = array<i64: 2>, padding_low = array<i64: 1>,
      padding_high = array<i64: 0>, dilations = array<i64: 1>} : (tensor<1x2x5xi64>) -> (tensor<1x2x3xi64>,
      tensor<1x2x3xi64>)
  %e0 = weir.constant dense<[[[5, 8, 4], [-5, -5, 7]]]> : tensor<1x2x3xi64> -> tensor<1x2x3xi64>
  check.expect_eq %y0, %e0 : tensor<1x2x3xi64>
  %e1 = weir.constant dense<[[[0, 1, 4], [0, 1, 4]]]> : tensor<1x2x3xi64> -> tensor<1x2x3xi64>
  check.expect_eq %y1, %e1 : tensor<1x2x3xi64>
  return
}

func.func @one_element_f32() {
  %x0 = weir.constant dense<[[[-0.5]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 1>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, dilations = array<i64: 1>} : (tensor<1x1x1xf32>) -> (tensor<1x1x1xf32>,
      tensor<1x1x1xi64>)
  %e0 = weir.constant dense<[[[-0.5]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1x1xf32>
  %e1 = weir.constant dense<[[[0]]]> : tensor<1x1x1xi64> -> tensor<1x1x1xi64>
  check.expect_eq %y1, %e1 : tensor<1x1x1xi64>
  return
}

func.func @nan_and_infinity_f32() {
  %x0 = weir.constant dense<[[[-1.75, -1.25, -0.5, 0x7FC00000, -0.75, 0xFF800000, 0xFF800000]]]> : tensor<1x1x7xf32>
      -> tensor<1x1x7xf32>
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 2>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, dilations = array<i64: 1>} : (tensor<1x1x7xf32>) -> (tensor<1x1x6xf32>,
      tensor<1x1x6xi64>)
  %e0 = weir.constant dense<[[[-1.25, -0.5, 0x7FC00000, 0x7FC00000, -0.75, 0xFF800000]]]> : tensor<1x1x6xf32> ->
      tensor<1x1x6xf32>
  check.expect_eq %y0, %e0 : tensor<1x1x6xf32>
  %e1 = weir.constant dense<[[[1, 2, 3, 3, 4, 5]]]> : tensor<1x1x6xi64> -> tensor<1x1x6xi64>
  check.expect_eq %y1, %e1 : tensor<1x1x6xi64>
  return
}
