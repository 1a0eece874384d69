// RUN: %known_size_runs
// What updates smaller than x in other dimensions, whose sizes are known, and elements are reduced to.

// What no index reaches stays.
func.func @sum_of_part_with_self() {
  %x0 = weir.constant dense<
      [[0.71, 1.51, 1.62], [0.55, 2.37, 2.92], [1.33, 2.26, 0.58], [2.29, 2.13, 2.45]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 3], [1, 2], [1, 1]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[1.95, 2.31], [1.43, 1.82], [2.59, 1.35]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum", include_self} : (tensor<4x3xf32>,
      tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[2.66, 1.51, 1.62], [4.5699997, 3.7199998, 2.92], [1.33, 4.08, 0.58], [2.29, 4.44, 2.45]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @sum_of_part() {
  %x0 = weir.constant dense<
      [[2.2, 2.14, 1.34], [1.12, 2.52, 2.47], [2.81, 2.75, 0.51], [1.72, 1.94, 1.96]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[2, 0], [3, 2], [3, 1]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[2.85, 0.74], [0.61, 2.81], [2.29, 2.42]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<4x3xf32>, tensor<3x2xi64>,
      tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[2.2, 0.74, 1.34], [1.12, 2.42, 2.47], [2.85, 2.81, 0.51], [2.9, 1.94, 1.96]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @mean_of_part_with_self() {
  %x0 = weir.constant dense<
      [[2.34, 1.46, 1.77], [1.71, 1.42, 1.74], [1.93, 2.86, 1.18], [1.78, 2.09, 1.89]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[3, 3], [3, 0], [1, 1]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[0.53, 1.74], [2.57, 2.45], [1.62, 1.76]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<4x3xf32>,
      tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[2.34, 1.955, 1.77], [1.665, 1.5899999, 1.74], [1.93, 2.86, 1.18], [1.6266667, 1.915, 1.89]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @mean_of_part() {
  %x0 = weir.constant dense<
      [[1.52, 1.29, 1.84], [2.81, 1.79, 1.12], [2.07, 2.66, 1.88], [1.37, 1.07, 1.61]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[2, 3], [2, 0], [2, 1]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[2.55, 0.64], [0.59, 2.53], [0.57, 0.83]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean"} : (tensor<4x3xf32>, tensor<3x2xi64>,
      tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[1.52, 2.53, 1.84], [2.81, 0.83, 1.12], [1.2366667, 2.66, 1.88], [1.37, 0.64, 1.61]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @amax_of_part_with_self() {
  %x0 = weir.constant dense<
      [[2.4, 0.76, 1.31], [1.59, 0.51, 2.61], [1.42, 2.24, 1.59], [1.11, 1.86, 1.91]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[3, 2], [1, 3], [1, 0]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[2.08, 1.19], [2.67, 1.13], [2.13, 2.13]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax", include_self} : (tensor<4x3xf32>,
      tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[2.4, 2.13, 1.31], [2.67, 0.51, 2.61], [1.42, 2.24, 1.59], [2.08, 1.86, 1.91]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @amax_of_part() {
  %x0 = weir.constant dense<
      [[1.57, 1.29, 2.35], [1.69, 2.27, 1.46], [1.74, 1.79, 0.57], [1.95, 0.83, 1.39]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[2, 3], [3, 0], [3, 3]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[2.48, 1.4], [2.09, 1.9], [2.45, 1.19]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax"} : (tensor<4x3xf32>, tensor<3x2xi64>,
      tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[1.57, 1.9, 2.35], [1.69, 2.27, 1.46], [2.48, 1.79, 0.57], [2.45, 1.4, 1.39]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @sum_of_rows_f64() {
  %x0 = weir.constant dense<
      [[1.0, -1.5, 1.25, -2.0], [1.25, -1.25, 0.25, 1.0], [0.75, 2.0, 0.0, 0.25]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[0, 0, 3], [3, 3, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %x2 = weir.constant dense<[[-0.75, 1.5, -0.75], [-2.0, 0.25, 1.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 1 : i64, reduce = "sum", include_self} : (tensor<3x4xf64>,
      tensor<2x3xi64>, tensor<2x3xf64>) -> tensor<3x4xf64>
  %e = weir.constant dense<
      [[1.75, -1.5, 1.25, -2.75], [1.25, -1.25, 0.25, 0.25], [0.75, 2.0, 0.0, 0.25]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y, %e : tensor<3x4xf64>
  return
}

func.func @amax_of_block_f64() {
  %x0 = weir.constant dense<
      [[[0.5, 0.75, 1.5, -1.75], [0.0, -1.5, 2.0, -2.0], [-1.5, 1.0, -1.75, -2.0]], [[-0.75, 0.0, -0.5, -0.5], [-1.25,
      -1.75, 0.5, -2.0], [0.0, -1.25, 1.75, -0.75]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  %x1 = weir.constant dense<[[[1, 1], [0, 2], [2, 1], [0, 2], [0, 0]]]> : tensor<1x5x2xi64> -> tensor<1x5x2xi64>
  %x2 = weir.constant dense<
      [[[-0.5, -0.75], [-0.5, -2.0], [-0.25, 1.75], [0.5, -1.75], [-0.75, 1.5]]]>
      : tensor<1x5x2xf64> -> tensor<1x5x2xf64>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 1 : i64, reduce = "amax"} : (tensor<2x3x4xf64>, tensor<1x5x2xi64>,
      tensor<1x5x2xf64>) -> tensor<2x3x4xf64>
  %e = weir.constant dense<
      [[[0.5, 1.5, 1.5, -1.75], [-0.5, 1.75, 2.0, -2.0], [-0.25, -1.75, -1.75, -2.0]], [[-0.75, 0.0, -0.5, -0.5],
      [-1.25, -1.75, 0.5, -2.0], [0.0, -1.25, 1.75, -0.75]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  check.expect_eq %y, %e : tensor<2x3x4xf64>
  return
}

func.func @sum_of_column_i64() {
  %x0 = weir.constant dense<[[0, 3, 1], [-3, 5, 5], [3, -3, -1]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  %x1 = weir.constant dense<[[1], [2], [0], [1]]> : tensor<4x1xi64> -> tensor<4x1xi64>
  %x2 = weir.constant dense<[[3], [3], [1], [1]]> : tensor<4x1xi64> -> tensor<4x1xi64>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<3x3xi64>, tensor<4x1xi64>,
      tensor<4x1xi64>) -> tensor<3x3xi64>
  %e = weir.constant dense<[[1, 3, 1], [4, 5, 5], [3, -3, -1]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  check.expect_eq %y, %e : tensor<3x3xi64>
  return
}

func.func @mean_of_row_i64() {
  %x0 = weir.constant dense<[[-2, -2, 4], [0, 5, -5], [-3, 5, 1]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  %x1 = weir.constant dense<[[2, 0, 1, 0]]> : tensor<1x4xi64> -> tensor<1x4xi64>
  %x2 = weir.constant dense<[[-4, -2, 5, -5]]> : tensor<1x4xi64> -> tensor<1x4xi64>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 1 : i64, reduce = "mean", include_self} : (tensor<3x3xi64>,
      tensor<1x4xi64>, tensor<1x4xi64>) -> tensor<3x3xi64>
  %e = weir.constant dense<[[-3, 1, 0], [0, 5, -5], [-3, 5, 1]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  check.expect_eq %y, %e : tensor<3x3xi64>
  return
}

func.func @last_of_part() {
  %x0 = weir.constant dense<
      [[-2.79, -0.07, 1.0], [1.77, -2.73, -1.76], [0.54, 2.05, -1.77], [2.2, -2.44, 2.25]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 1], [0, 2], [0, 2]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[1.38, -2.1], [-2.53, -2.83], [-0.88, 1.05]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "last", include_self} : (tensor<4x3xf32>,
      tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[-0.88, -0.07, 1.0], [1.77, -2.1, -1.76], [0.54, 1.05, -1.77], [2.2, -2.44, 2.25]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %e : tensor<4x3xf32>
  return
}

func.func @sum_of_bools() {
  %x0 = weir.constant dense<
      [[true, true, false], [false, false, true], [false, true, true], [true, true, true]]>
      : tensor<4x3xi1> -> tensor<4x3xi1>
  %x1 = weir.constant dense<[[0, 0], [2, 3], [3, 0]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[false, true], [false, false], [true, true]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum", include_self} : (tensor<4x3xi1>,
      tensor<3x2xi64>, tensor<3x2xi1>) -> tensor<4x3xi1>
  %e = weir.constant dense<
      [[true, true, false], [false, false, true], [false, true, true], [true, true, true]]>
      : tensor<4x3xi1> -> tensor<4x3xi1>
  check.expect_eq %y, %e : tensor<4x3xi1>
  return
}

func.func @prod_of_bools() {
  %x0 = weir.constant dense<
      [[true, false, false], [true, true, false], [false, false, true], [true, true, true]]>
      : tensor<4x3xi1> -> tensor<4x3xi1>
  %x1 = weir.constant dense<[[3, 3], [1, 1], [0, 3]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %x2 = weir.constant dense<[[true, false], [false, true], [false, true]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod"} : (tensor<4x3xi1>, tensor<3x2xi64>,
      tensor<3x2xi1>) -> tensor<4x3xi1>
  %e = weir.constant dense<
      [[false, false, false], [false, true, false], [false, false, true], [true, false, true]]>
      : tensor<4x3xi1> -> tensor<4x3xi1>
  check.expect_eq %y, %e : tensor<4x3xi1>
  return
}

func.func @mean_of_nothing() {
  %x0 = weir.constant dense<[[1.77, 2.97, -1.19], [-1.44, 1.95, 2.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  %x2 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean"} : (tensor<2x3xf32>, tensor<2x0xi64>,
      tensor<2x0xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[1.77, 2.97, -1.19], [-1.44, 1.95, 2.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}
