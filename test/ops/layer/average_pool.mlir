// RUN: %known_size_runs
// Means over windows. Where windows hold different numbers of elements, sizes are known, so that there are no runs with
// every size `?`.

func.func @images_f32() {
  %x0 = weir.constant dense<[[[[-2.0, -1.75, -1.0, -1.25, 1.0, -1.25], [0.5, 1.5, 0.0, -1.5, -1.75, -0.75], [-0.25,
      0.0, -0.75, 1.5, 0.25, 2.0], [1.75, 1.0, -2.0, -1.25, 1.0, 0.25]], [[2.0, 1.0, 1.25, -2.0, -0.75, 0.75], [0.5,
      -0.5, -1.5, 0.5, -1.75, 0.75], [1.25, 0.75, -1.75, 0.0, -0.75, 0.25], [0.75, -1.25, -2.0, 0.0, 0.5, -1.5]]]]> :
      tensor<1x2x4x6xf32> -> tensor<1x2x4x6xf32>
  %y0 = weir.average_pool %x0 {window = array<i64: 2, 3>, strides = array<i64: 2, 3>, padding_low = array<i64: 0, 0>,
      padding_high = array<i64: 0, 0>, count_include_pad} : (tensor<1x2x4x6xf32>) -> tensor<1x2x2x2xf32>
  %e0 = weir.constant dense<[[[[-0.4583333333333333, -0.9166666666666666], [-0.041666666666666664, 0.625]],
      [[0.4583333333333333, -0.4166666666666667], [-0.375, -0.25]]]]> : tensor<1x2x2x2xf32> -> tensor<1x2x2x2xf32>
  check.expect_close %y0, %e0 : tensor<1x2x2x2xf32>
  return
}

func.func @padded_f32() {
  %x0 = weir.constant dense<[[[[1.75, 0.0, 2.0, 0.25, 1.0], [1.25, 0.0, -0.5, 0.75, -2.0], [0.5, 0.0, -1.5, -1.25,
      -2.0], [1.0, 0.75, -0.5, 2.0, -0.5], [-0.75, 1.75, -1.75, -0.5, -2.0]], [[-0.75, 1.0, -0.75, 0.0, 0.0], [-1.75,
      -1.75, -0.75, 0.25, -1.75], [1.75, 1.5, 0.25, 1.0, 1.0], [-2.0, 2.0, -2.0, 1.5, 1.5], [1.0, -1.5, 1.25, 2.0,
      1.25]]]]> : tensor<1x2x5x5xf32> -> tensor<1x2x5x5xf32>
  %y0 = weir.average_pool %x0 {window = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>,
      padding_high = array<i64: 1, 1>, count_include_pad} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  %e0 = weir.constant dense<[[[[0.3333333333333333, 0.2777777777777778, 0.0], [0.3888888888888889,
      -0.027777777777777776, -0.3333333333333333], [0.3055555555555556, 0.19444444444444445, -0.1111111111111111]],
      [[-0.3611111111111111, -0.2222222222222222, -0.16666666666666666], [-0.027777777777777776, 0.2222222222222222,
      0.3888888888888889], [-0.05555555555555555, 0.3611111111111111, 0.6944444444444444]]]]> : tensor<1x2x3x3xf32> ->
      tensor<1x2x3x3xf32>
  check.expect_close %y0, %e0 : tensor<1x2x3x3xf32>
  return
}

func.func @inside_alone_f64() {
  %x0 = weir.constant dense<[[[0.75, -1.0, 0.25, 0.0, 1.5], [-0.75, -0.5, -1.0, 0.0, 0.25]]]> : tensor<1x2x5xf64> ->
      tensor<1x2x5xf64>
  %y0 = weir.average_pool %x0 {window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 1>,
      padding_high = array<i64: 1>} : (tensor<1x2x5xf64>) -> tensor<1x2x3xf64>
  %e0 = weir.constant dense<[[[-0.125, -0.25, 0.75], [-0.625, -0.5, 0.125]]]> : tensor<1x2x3xf64> -> tensor<1x2x3xf64>
  check.expect_close %y0, %e0 : tensor<1x2x3xf64>
  return
}

func.func @last_window_cut_f64() {
  %x0 = weir.constant dense<[[[-0.25, -0.75, 0.25, 0.5, -1.5, 0.25], [1.0, -1.75, 0.5, -0.25, 1.75, -0.5]]]> :
      tensor<1x2x6xf64> -> tensor<1x2x6xf64>
  %y0 = weir.average_pool %x0 {window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 1>,
      padding_high = array<i64: 2>, count_include_pad} : (tensor<1x2x6xf64>) -> tensor<1x2x4xf64>
  %e0 = weir.constant dense<[[[-0.3333333333333333, 0.0, -0.25, 0.125], [-0.25, -0.5, 0.3333333333333333, -0.25]]]> :
      tensor<1x2x4xf64> -> tensor<1x2x4xf64>
  check.expect_close %y0, %e0 : tensor<1x2x4xf64>
  return
}

func.func @divisor_f32() {
  %x0 = weir.constant dense<[[[-0.75, 1.0, 1.5, -1.75]]]> : tensor<1x1x4xf32> -> tensor<1x1x4xf32>
  %y0 = weir.average_pool %x0 {window = array<i64: 2>, strides = array<i64: 2>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>, divisor_override = 3 : i64} : (tensor<1x1x4xf32>) -> tensor<1x1x2xf32>
  %e0 = weir.constant dense<[[[0.08333333333333333, -0.08333333333333333]]]> : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
  check.expect_close %y0, %e0 : tensor<1x1x2xf32>
  return
}

func.func @overlapping_f32() {
  %x0 = weir.constant dense<[[[-1.75, -1.5, -0.75, 0.0, 0.25, -0.5, 1.75]], [[0.75, -1.5, -0.75, -1.25, -1.25, 1.5,
      1.75]]]> : tensor<2x1x7xf32> -> tensor<2x1x7xf32>
  %y0 = weir.average_pool %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>} : (tensor<2x1x7xf32>) -> tensor<2x1x5xf32>
  %e0 = weir.constant dense<[[[-1.3333333333333333, -0.75, -0.16666666666666666, -0.08333333333333333, 0.5]], [[-0.5,
      -1.1666666666666667, -1.0833333333333333, -0.3333333333333333, 0.6666666666666666]]]> : tensor<2x1x5xf32> ->
      tensor<2x1x5xf32>
  check.expect_close %y0, %e0 : tensor<2x1x5xf32>
  return
}

// Sums overflow f16, means do not.
func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[60000.0, 60000.0, 30000.0, -30000.0]]]> : tensor<1x1x4xf16> -> tensor<1x1x4xf16>
  %y0 = weir.average_pool %x0 {window = array<i64: 2>, strides = array<i64: 2>, padding_low = array<i64: 0>,
      padding_high = array<i64: 0>} : (tensor<1x1x4xf16>) -> tensor<1x1x2xf16>
  %e0 = weir.constant dense<[[[60000.0, 0.0]]]> : tensor<1x1x2xf16> -> tensor<1x1x2xf16>
  check.expect_close %y0, %e0 : tensor<1x1x2xf16>
  return
}
