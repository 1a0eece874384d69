// RUN: %op_runs
// The mean of all positions of a channel, whose number may be `?`.

func.func @images_f32() {
  %x0 = weir.constant dense<[[[[0.5, -0.5, -0.75, 0.5, -1.25, -1.25, 1.5], [1.0, 0.5, 1.0, -0.75, 1.0, -1.25, -0.25],
      [-1.5, -0.5, -0.75, -0.25, 0.0, -2.0, -0.75], [1.5, -0.25, 0.25, -1.75, -0.5, 2.0, 0.25], [-2.0, 1.0, 1.25,
      -0.5, -2.0, 1.5, -1.0]], [[1.75, -0.5, -0.5, 1.25, -1.5, -2.0, 1.0], [1.75, 2.0, -1.5, -1.5, -0.75, 1.0, 1.75],
      [1.5, -0.5, 1.75, -1.0, -1.5, -0.25, -1.75], [0.75, 2.0, -1.75, -1.75, -1.25, -1.25, 0.25], [0.25, 2.0, -0.25,
      1.75, 1.0, 1.5, -1.25]], [[-0.25, 1.75, 1.0, -1.25, 1.5, 1.25, -1.5], [-1.75, -1.0, 0.0, -1.5, -2.0, -1.75,
      -0.75], [-0.5, -0.75, -0.25, 1.0, -1.0, -0.25, 1.0], [-2.0, 1.75, 2.0, -1.0, 1.75, -1.0, 1.75], [0.75, -1.0,
      -1.75, -0.5, 1.0, -1.25, 0.0]]], [[[-1.5, -0.25, -2.0, 2.0, 0.0, 1.5, -1.5], [-1.5, -1.5, 0.25, 1.5, 0.5, 0.0,
      2.0], [-1.25, -1.5, 0.75, 1.5, -1.0, -1.0, 0.0], [1.25, -1.0, 1.5, 0.0, 0.75, 0.5, 0.0], [0.25, 2.0, -0.5, 2.0,
      1.25, -1.25, 1.5]], [[-0.5, -1.25, -1.0, -1.5, -0.75, -1.75, 0.25], [2.0, 2.0, 2.0, -1.0, -1.25, 0.75, 2.0],
      [1.5, -1.25, 1.0, 0.0, -0.25, 0.0, 0.25], [1.75, 1.25, -2.0, 1.0, -0.75, -0.75, 0.5], [2.0, -1.75, 0.0, -1.0,
      1.75, -0.25, 1.5]], [[1.5, -1.75, 1.0, 1.25, 1.5, 2.0, 1.0], [1.5, 1.0, -0.75, 1.5, 0.75, 0.75, 2.0], [1.0,
      -0.75, -0.75, -0.75, -1.5, -1.75, 1.0], [1.25, -1.5, -0.5, 1.75, 1.5, 0.5, 2.0], [-0.75, 1.5, 1.75, 0.5, -1.5,
      -1.0, 0.0]]]]> : tensor<2x3x5x7xf32> -> tensor<2x3x5x7xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1, 1>} : (tensor<2x3x5x7xf32>) -> tensor<2x3x1x1xf32>
  %e0 = weir.constant dense<[[[[-0.17142857611179352]], [[0.0714285746216774]], [[-0.18571428954601288]]],
      [[[0.15000000596046448]], [[0.12857143580913544]], [[0.4357142746448517]]]]> : tensor<2x3x1x1xf32> ->
      tensor<2x3x1x1xf32>
  check.expect_close %y0, %e0 {length = 12 : i64} : tensor<2x3x1x1xf32>
  return
}

func.func @other_images_f32() {
  %x0 = weir.constant dense<[[[[-1.0], [-1.75], [-1.5]], [[2.0], [-0.5], [0.25]]]]> : tensor<1x2x3x1xf32> ->
      tensor<1x2x3x1xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1, 1>} : (tensor<1x2x3x1xf32>) -> tensor<1x2x1x1xf32>
  %e0 = weir.constant dense<[[[[-1.4166666269302368]], [[0.5833333134651184]]]]> : tensor<1x2x1x1xf32> ->
      tensor<1x2x1x1xf32>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<1x2x1x1xf32>
  return
}

func.func @lines_f64() {
  %x0 = weir.constant dense<[[[-0.25, 1.25, -1.75, -1.0, 0.25, 1.25, -0.25], [0.75, 1.25, 0.5, 1.25, 2.0, -1.25,
      -0.25]]]> : tensor<1x2x7xf64> -> tensor<1x2x7xf64>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1>} : (tensor<1x2x7xf64>) -> tensor<1x2x1xf64>
  %e0 = weir.constant dense<[[[-0.07142857142857142], [0.6071428571428571]]]> : tensor<1x2x1xf64> -> tensor<1x2x1xf64>
  check.expect_close %y0, %e0 {length = 7 : i64} : tensor<1x2x1xf64>
  return
}

func.func @other_lines_f64() {
  %x0 = weir.constant dense<[[[-1.25, -0.25, -2.0, 0.75]], [[-1.0, 1.5, 1.0, -0.75]], [[-0.25, 0.75, -0.25, -1.25]]]>
      : tensor<3x1x4xf64> -> tensor<3x1x4xf64>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1>} : (tensor<3x1x4xf64>) -> tensor<3x1x1xf64>
  %e0 = weir.constant dense<[[[-0.6875]], [[0.1875]], [[-0.25]]]> : tensor<3x1x1xf64> -> tensor<3x1x1xf64>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<3x1x1xf64>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[60000.0, 60000.0, 30000.0, -30000.0, 16.0]]]> : tensor<1x1x5xf16> -> tensor<1x1x5xf16>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1>} : (tensor<1x1x5xf16>) -> tensor<1x1x1xf16>
  %e0 = weir.constant dense<[[[24000.0]]]> : tensor<1x1x1xf16> -> tensor<1x1x1xf16>
  check.expect_close %y0, %e0 {length = 5 : i64} : tensor<1x1x1xf16>
  return
}
