// RUN: %known_size_runs
// Maxima over parts that are as equal as can be, and where they stand. Sizes are known, so that there are no runs with every size `?`.

func.func @overlapping_parts_f32() {
  %x0 = weir.constant dense<[[[[-2.0, 0.25, 0.25, 1.25, -1.5, -1.75, 1.0], [1.0, 1.25, -2.0, 0.75, 2.0, 1.0, -0.25],
      [0.0, -0.5, -2.0, 1.0, 0.25, 0.0, 1.75], [1.0, 2.0, -1.75, 2.0, 0.25, -0.5, 0.25], [-2.0, 1.75, 0.5, -2.0, 1.75,
      -0.25, -1.5]], [[0.5, -1.75, 0.25, 1.0, -1.75, 1.25, 0.5], [-0.75, -1.25, -2.0, -1.25, -1.0, 1.5, 0.0], [-1.25,
      1.0, -0.25, 1.5, 1.0, 1.75, 1.0], [-1.75, 0.25, -0.25, 1.25, -1.5, -0.25, 1.5], [0.5, -2.0, 1.25, -0.5, 0.75,
      0.75, 0.5]]]]> : tensor<1x2x5x7xf32> -> tensor<1x2x5x7xf32>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 3, 4>} : (tensor<1x2x5x7xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi64>)
  %e0 = weir.constant dense<[[[[1.25, 1.25, 2.0, 1.0], [2.0, 2.0, 2.0, 1.75], [2.0, 2.0, 2.0, 0.25]], [[0.5, 1.0, 1.5,
      1.5], [1.0, 1.5, 1.75, 1.75], [0.5, 1.25, 1.25, 1.5]]]]> : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  check.expect_eq %y0, %e0 : tensor<1x2x3x4xf32>
  return
}

func.func @equal_parts_f64() {
  %x0 = weir.constant dense<[[[[-0.25, -0.5, -1.75, 0.25, -1.0, -0.5], [-1.5, 1.0, 1.75, -0.5, -0.25, -0.25], [-1.75,
      1.0, 1.5, 0.0, -1.75, -0.75], [-1.5, 1.5, 1.25, -0.5, -0.5, 1.5]]], [[[-1.75, 1.25, 2.0, -0.25, 1.0, 1.0],
      [1.75, -2.0, 0.75, -0.5, 1.5, 1.5], [-1.0, 0.25, 0.0, 0.25, 1.5, 0.75], [1.0, 0.75, -1.0, 0.25, -0.5, -0.25]]]]>
      : tensor<2x1x4x6xf64> -> tensor<2x1x4x6xf64>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 2, 3>} : (tensor<2x1x4x6xf64>) -> (tensor<2x1x2x3xf64>, tensor<2x1x2x3xi64>)
  %e0 = weir.constant dense<[[[[1.0, 1.75, -0.25], [1.5, 1.5, 1.5]]], [[[1.75, 2.0, 1.5], [1.0, 0.25, 1.5]]]]> :
      tensor<2x1x2x3xf64> -> tensor<2x1x2x3xf64>
  check.expect_eq %y0, %e0 : tensor<2x1x2x3xf64>
  return
}

func.func @more_parts_than_elements_f32() {
  %x0 = weir.constant dense<[[[-1.75, -1.25, -0.75]]]> : tensor<1x1x3xf32> -> tensor<1x1x3xf32>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 5>} : (tensor<1x1x3xf32>) -> (tensor<1x1x5xf32>, tensor<1x1x5xi64>)
  %e0 = weir.constant dense<[[[-1.75, -1.25, -1.25, -0.75, -0.75]]]> : tensor<1x1x5xf32> -> tensor<1x1x5xf32>
  check.expect_eq %y0, %e0 : tensor<1x1x5xf32>
  return
}

func.func @of_all_f64() {
  %x0 = weir.constant dense<[[[-1.0, 0.5, -1.0, -1.0, -0.25], [0.25, 2.0, 0.0, -0.75, -0.75]], [[-0.25, 1.75, -0.5,
      -1.0, 0.25], [1.25, 2.0, -1.0, 1.75, 1.5]]]> : tensor<2x2x5xf64> -> tensor<2x2x5xf64>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 1>} : (tensor<2x2x5xf64>) -> (tensor<2x2x1xf64>, tensor<2x2x1xi64>)
  %e0 = weir.constant dense<[[[0.5], [2.0]], [[1.75], [2.0]]]> : tensor<2x2x1xf64> -> tensor<2x2x1xf64>
  check.expect_eq %y0, %e0 : tensor<2x2x1xf64>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[[[-3, -3, -5, -4, 6, -4, -1], [7, 3, -7, -8, -5, 6, -5]]]> : tensor<1x2x7xi64> ->
      tensor<1x2x7xi64>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 3>} : (tensor<1x2x7xi64>) -> (tensor<1x2x3xi64>, tensor<1x2x3xi64>)
  %e0 = weir.constant dense<[[[-3, 6, 6], [7, -5, 6]]]> : tensor<1x2x3xi64> -> tensor<1x2x3xi64>
  check.expect_eq %y0, %e0 : tensor<1x2x3xi64>
  return
}

func.func @nan_f32() {
  %x0 = weir.constant dense<[[[-0.75, 0.25, 0.0, -1.75, -1.25, 0x7FC00000, -0.25]]]> : tensor<1x1x7xf32> ->
      tensor<1x1x7xf32>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 3>} : (tensor<1x1x7xf32>) -> (tensor<1x1x3xf32>, tensor<1x1x3xi64>)
  %e0 = weir.constant dense<[[[0.25, 0.0, 0x7FC00000]]]> : tensor<1x1x3xf32> -> tensor<1x1x3xf32>
  check.expect_eq %y0, %e0 : tensor<1x1x3xf32>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[-1.0, 1.5, -0.25, 1.5, -1.5], [0.0, 1.25, 1.25, 0.75, -0.25]]]> : tensor<1x2x5xf16> ->
      tensor<1x2x5xf16>
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 2>} : (tensor<1x2x5xf16>) -> (tensor<1x2x2xf16>, tensor<1x2x2xi64>)
  %e0 = weir.constant dense<[[[1.5, 1.5], [1.25, 1.25]]]> : tensor<1x2x2xf16> -> tensor<1x2x2xf16>
  check.expect_eq %y0, %e0 : tensor<1x2x2xf16>
  return
}
