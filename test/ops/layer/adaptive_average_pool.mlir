// RUN: weir-run %s --interpret
// RUN: weir-run %s --device=naive --modes=static,strided
// RUN: weir-run %s --device=cpu --modes=static,strided
// RUN: weir-run %s --device=sim --modes=static,strided
// RUN: weir-run %s --device=cpu --machine=x86-64-v3
// Means over parts that are as equal as can be. Sizes are known, so that there are no runs with every size `?`;
// adaptive_average_pool_of_all.mlir has those.

func.func @overlapping_parts_f32() {
  %x0 = weir.constant dense<[[[[0.25, 2.0, -0.75, -1.5, -1.0, -1.75, 2.0], [-1.25, -0.25, -1.25, 2.0, -1.5, 0.0, 2.0],
      [0.0, 1.75, 1.75, 1.25, 1.0, 0.25, 0.25], [1.5, -0.25, 2.0, 1.5, -0.5, -0.5, 1.0], [1.75, -1.75, -1.75, -1.0,
      -0.25, -1.5, 0.0]], [[0.25, 2.0, 1.0, -1.0, 1.25, 1.25, 0.75], [0.75, -0.75, 1.0, -1.5, 0.5, 1.75, 2.0], [-0.75,
      -0.75, 0.5, -0.5, 1.0, -1.25, -1.5], [-2.0, -0.25, -1.25, -0.75, 1.75, 1.25, 1.5], [0.5, -1.75, 1.0, 0.5, 1.75,
      0.0, -1.5]]]]> : tensor<1x2x5x7xf32> -> tensor<1x2x5x7xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 3, 4>} : (tensor<1x2x5x7xf32>) -> tensor<1x2x3x4xf32>
  %e0 = weir.constant dense<[[[[0.1875, 0.0416666679084301, -0.625, 0.5625], [0.25, 0.9444444179534912,
      0.3888888955116272, 0.5], [0.3125, -0.2083333283662796, -0.375, -0.25]], [[0.5625, 0.125, 0.375, 1.4375],
      [-0.625, -0.4722222089767456, 0.25, 0.625], [-0.875, -0.4166666567325592, 0.75, 0.3125]]]]> :
      tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  check.expect_close %y0, %e0 {length = 12 : i64} : tensor<1x2x3x4xf32>
  return
}

func.func @equal_parts_f32() {
  %x0 = weir.constant dense<[[[[0.5, -0.25, 0.75, -0.5, -0.75, -1.5], [2.0, 1.0, -0.25, -1.25, 0.5, -0.25], [0.5,
      -1.75, -1.25, 1.0, -1.75, 0.75], [-0.5, -2.0, 1.0, 0.75, 1.25, 1.75]]], [[[1.0, 1.5, -1.75, 1.75, 1.75, 0.75],
      [1.25, 1.0, 1.5, 1.75, 0.0, 1.25], [1.75, -0.75, -2.0, -1.5, -2.0, -0.25], [-2.0, -1.0, -1.0, 1.0, -1.0,
      2.0]]]]> : tensor<2x1x4x6xf32> -> tensor<2x1x4x6xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 2, 3>} : (tensor<2x1x4x6xf32>) -> tensor<2x1x2x3xf32>
  %e0 = weir.constant dense<[[[[0.8125, -0.3125, -0.5], [-0.9375, 0.375, 0.5]]], [[[1.1875, 0.8125, 0.9375], [-0.5,
      -0.875, -0.3125]]]]> : tensor<2x1x2x3xf32> -> tensor<2x1x2x3xf32>
  check.expect_close %y0, %e0 {length = 10 : i64} : tensor<2x1x2x3xf32>
  return
}

func.func @one_dimension_f64() {
  %x0 = weir.constant dense<[[[-1.25, 2.0, 0.25, -1.0, -2.0, -0.75, 0.5], [-1.75, -1.5, -1.75, 0.75, -1.75, -2.0,
      -0.25], [-0.75, 0.25, 1.75, 1.5, 0.25, 0.5, 1.25]], [[-0.25, 0.75, -1.25, 0.5, -1.0, -1.25, 1.0], [0.25, -0.5,
      -2.0, -1.0, 1.25, -0.25, 2.0], [1.75, 1.5, -2.0, -2.0, 0.25, -0.75, 1.5]]]> : tensor<2x3x7xf64> ->
      tensor<2x3x7xf64>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 3>} : (tensor<2x3x7xf64>) -> tensor<2x3x3xf64>
  %e0 = weir.constant dense<[[[0.3333333333333333, -0.9166666666666666, -0.75], [-1.6666666666666667,
      -0.9166666666666666, -1.3333333333333333], [0.4166666666666667, 1.1666666666666667, 0.6666666666666666]],
      [[-0.25, -0.5833333333333334, -0.4166666666666667], [-0.75, -0.5833333333333334, 1.0], [0.4166666666666667,
      -1.25, 0.3333333333333333]]]> : tensor<2x3x3xf64> -> tensor<2x3x3xf64>
  check.expect_close %y0, %e0 {length = 7 : i64} : tensor<2x3x3xf64>
  return
}

func.func @more_parts_than_elements_f64() {
  %x0 = weir.constant dense<[[[-0.75, -1.5, -1.75]]]> : tensor<1x1x3xf64> -> tensor<1x1x3xf64>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 5>} : (tensor<1x1x3xf64>) -> tensor<1x1x5xf64>
  %e0 = weir.constant dense<[[[-0.75, -1.125, -1.5, -1.625, -1.75]]]> : tensor<1x1x5xf64> -> tensor<1x1x5xf64>
  check.expect_close %y0, %e0 {length = 3 : i64} : tensor<1x1x5xf64>
  return
}

func.func @as_it_is_f32() {
  %x0 = weir.constant dense<[[[[-0.75, 0.5], [-1.5, 1.25], [-0.75, -0.75]], [[0.75, 1.5], [-0.25, 1.25], [-0.75,
      -1.5]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 3, 2>} : (tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  %e0 = weir.constant dense<[[[[-0.75, 0.5], [-1.5, 1.25], [-0.75, -0.75]], [[0.75, 1.5], [-0.25, 1.25], [-0.75,
      -1.5]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  check.expect_close %y0, %e0 {length = 5 : i64} : tensor<1x2x3x2xf32>
  return
}

func.func @volumes_f64() {
  %x0 = weir.constant dense<[[[[[1.5, 1.25, 1.0, 1.75, 0.0], [-1.25, 0.25, 0.25, -0.5, 0.5], [-1.0, 0.5, 1.25, -1.75,
      -0.25], [0.75, -2.0, 0.5, 1.75, 1.5]], [[0.75, 1.25, -0.5, -0.75, -1.75], [1.0, -0.75, 1.5, -0.25, 1.75], [-1.5,
      -1.5, -0.75, -2.0, 0.0], [0.75, 0.75, -1.25, -1.5, 0.25]], [[0.5, 2.0, 1.75, -0.5, -1.5], [-1.0, 1.5, -0.25,
      2.0, 0.75], [0.5, -1.75, 0.5, -0.5, 1.5], [-1.5, -1.25, 0.75, 0.75, 1.5]]], [[[0.0, -0.5, -0.75, -0.5, 0.75],
      [0.25, -0.75, -1.25, 1.0, -1.0], [-1.25, -0.75, 1.5, -0.25, 0.5], [-1.75, -0.75, 1.0, 1.25, 0.25]], [[1.5,
      -0.75, -1.5, -1.75, -1.25], [1.0, 1.75, -1.5, 0.0, -1.5], [1.5, -1.5, 0.5, -1.75, 1.0], [1.75, 1.0, -1.0, 1.5,
      -0.75]], [[1.0, 1.5, 0.0, 0.5, 1.5], [-1.25, -2.0, -0.25, -1.25, 1.75], [1.5, -0.5, -0.75, 1.0, -0.25], [-1.75,
      0.75, 1.0, -1.75, 1.25]]]]]> : tensor<1x2x3x4x5xf64> -> tensor<1x2x3x4x5xf64>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 2, 4, 3>} : (tensor<1x2x3x4x5xf64>) -> tensor<1x2x2x4x3xf64>
  %e0 = weir.constant dense<[[[[[1.1875, 0.6666666666666666, -0.1875], [-0.1875, 0.08333333333333333, 0.375], [-0.875,
      -0.7083333333333334, -1.0], [0.0625, -0.2916666666666667, 0.5]], [[1.125, 0.5416666666666666, -1.125], [0.1875,
      0.625, 1.0625], [-1.0625, -1.0, -0.25], [-0.3125, -0.2916666666666667, 0.25]]], [[[0.0625, -0.9583333333333334,
      -0.6875], [0.5625, -0.125, -0.375], [-0.5, -0.375, -0.125], [0.0625, 0.5, 0.5625]], [[0.8125,
      -0.3333333333333333, -0.25], [-0.125, -0.5416666666666666, -0.25], [0.25, -0.5, 0.0], [0.4375, 0.25,
      0.0625]]]]]> : tensor<1x2x2x4x3xf64> -> tensor<1x2x2x4x3xf64>
  check.expect_close %y0, %e0 {length = 12 : i64} : tensor<1x2x2x4x3xf64>
  return
}

func.func @one_row_f32() {
  %x0 = weir.constant dense<[[[[0.25, 1.5, 1.5, 0.75], [-0.75, -0.5, 1.0, -1.75], [-1.25, 0.0, 2.0, 1.0], [1.25,
      -1.25, -1.0, -1.0], [1.0, 0.25, -1.25, 1.0]], [[0.5, 1.75, 0.25, -1.5], [1.75, -1.25, -2.0, 1.25], [-0.25, 0.5,
      -1.5, 1.0], [-0.5, 2.0, 0.5, 1.75], [1.25, 1.5, -1.75, 1.25]]]]> : tensor<1x2x5x4xf32> -> tensor<1x2x5x4xf32>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 1, 3>} : (tensor<1x2x5x4xf32>) -> tensor<1x2x1x3xf32>
  %e0 = weir.constant dense<[[[[0.05000000074505806, 0.22499999403953552, 0.22499999403953552]], [[0.7250000238418579,
      0.0, -0.07500000298023224]]]]> : tensor<1x2x1x3xf32> -> tensor<1x2x1x3xf32>
  check.expect_close %y0, %e0 {length = 9 : i64} : tensor<1x2x1x3xf32>
  return
}

// Sums overflow f16, means do not.
func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[60000.0, 60000.0, 30000.0, -30000.0, 16.0]]]> : tensor<1x1x5xf16> -> tensor<1x1x5xf16>
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 2>} : (tensor<1x1x5xf16>) -> tensor<1x1x2xf16>
  %e0 = weir.constant dense<[[[49984.0, 5.33203125]]]> : tensor<1x1x2xf16> -> tensor<1x1x2xf16>
  check.expect_close %y0, %e0 {length = 5 : i64} : tensor<1x1x2xf16>
  return
}
