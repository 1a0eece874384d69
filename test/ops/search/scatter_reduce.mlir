// RUN: %op_runs
// what updates and an element are reduced to

func.func @sum_f32_with_self() {
  %x0 = weir.constant dense<[[0.16, 0.15, 0.35], [0.21, 0.33, 0.72], [1.82, -1.67, -1.06], [-1.98, -1.73, -1.19]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[2, 0, 1], [1, 1, 1], [0, 2, 2], [1, 1, 0], [1, 1, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1.61, -0.74, 0.4], [-0.75, 1.95, -1.23], [-0.42, -0.52, -1.15], [-1.7, -0.44, -1.19],
      [-1.91, 1.54, -0.63]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum", include_self} : (tensor<4x3xf32>,
      tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.26, -0.59000003, -0.84000003], [-4.15, 3.38, -0.109999985], [3.43, -2.19, -2.84],
      [-1.98, -1.73, -1.19]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @sum_f64_with_self() {
  %x0 = weir.constant dense<[[1.51, -0.69, -1.11], [-1.26, -0.98, -1.05], [0.09, -0.51, 1.88], [-1.18, 1.76,
      -0.66]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[1, 2, 0], [0, 0, 2], [1, 2, 1], [2, 0, 0], [2, 1, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-0.07, 1.84, 1.12], [1.79, 0.16, -0.73], [0.7, 0.74, -1.83], [-1.57, 1.79, 0.88],
      [1.29, -1.25, 1.9]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum", include_self} : (tensor<4x3xf64>,
      tensor<5x3xi64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[3.3, 1.2600000000000002, 0.89], [-0.6300000000000001, -2.23, -2.88],
      [-0.18999999999999995, 2.0700000000000003, 3.05], [-1.18, 1.76, -0.66]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @sum_i64_with_self() {
  %x0 = weir.constant dense<[[-5, -4, 1], [0, 2, 3], [-4, -2, -4], [0, -3, -3]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[1, 2, 2], [0, 0, 2], [2, 1, 1], [0, 0, 0], [0, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-2, -1, 3], [-2, 3, 3], [2, -4, -3], [-5, 0, 4], [4, -4, -1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum", include_self} : (tensor<4x3xi64>,
      tensor<5x3xi64>, tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-8, -1, 5], [-2, -2, 0], [-2, -7, 1], [0, -3, -3]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[-1.14, 1.59, -0.17], [1.73, -1.65, 1.42], [1.92, 0.84, -1.47], [1.99, 1.2, -1.16]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 0, 1], [1, 2, 1], [0, 2, 2], [0, 2, 2], [1, 0, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1.88, -1.66, -1.48], [-1.94, 0.37, -0.38], [-1.66, -0.03, 1.52], [-1.63, 0.56, -1.33],
      [0.04, -0.63, -0.9]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<4x3xf32>, tensor<5x3xi64>,
      tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-3.29, -2.29, -0.17], [-0.020000063, -1.65, -1.86], [1.92, 0.90000004, -0.71000004],
      [1.99, 1.2, -1.16]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[0.57, -1.46, -0.96], [0.01, 1.03, 1.46], [-0.73, 0.63, -1.91], [1.56, 0.69, 1.61]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[0, 2, 1], [0, 2, 0], [0, 0, 0], [2, 1, 2], [2, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-1.16, -0.01, 0.97], [-1.9, 1.36, 0.83], [1.15, -1.35, 1.11], [0.27, -1.4, -1.47],
      [1.43, -0.41, -0.91]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<4x3xf64>, tensor<5x3xi64>,
      tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-1.9099999999999997, -1.35, 1.94], [0.01, -1.4, 0.97], [1.7, 0.9400000000000002,
      -2.38], [1.56, 0.69, 1.61]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @sum_i64() {
  %x0 = weir.constant dense<[[-5, 4, -1], [-3, 2, -2], [-2, -2, -3], [-2, -2, -3]]> : tensor<4x3xi64>
      -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[0, 0, 2], [0, 1, 2], [0, 2, 1], [0, 1, 1], [0, 2, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[2, 2, 0], [-3, -1, -1], [-1, -1, -3], [4, 1, -2], [-2, 1, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<4x3xi64>, tensor<5x3xi64>,
      tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[0, 2, 1], [-3, 0, -5], [-2, 0, -1], [-2, -2, -3]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @prod_f32_with_self() {
  %x0 = weir.constant dense<[[-1.99, 0.92, 0.19], [0.55, 0.28, -0.48], [-0.17, -0.09, 1.67], [-0.61, -1.39,
      -1.66]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 1, 1], [0, 0, 1], [2, 0, 0], [0, 2, 2], [1, 1, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-0.65, 0.29, 0.33], [0.91, 0.64, -1.67], [-0.44, -0.52, -1.55], [0.35, 1.1, -1.83],
      [0.12, -1.52, 1.11]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod", include_self} : (tensor<4x3xf32>,
      tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.633815, -0.30617598, -0.2945], [-0.0429, -0.12342399, 0.29362607], [0.0748,
      -0.09900001, -3.0561], [-0.61, -1.39, -1.66]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @prod_f64_with_self() {
  %x0 = weir.constant dense<[[1.67, 1.41, -0.36], [1.62, -1.71, 1.1], [-0.56, 1.46, -1.88], [0.3, -1.72, -0.82]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[2, 2, 0], [0, 2, 0], [0, 1, 1], [2, 1, 2], [1, 0, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.26, -1.44, 0.78], [0.05, -1.11, 0.15], [-0.22, -1.87, 0.84], [0.86, 1.64, 1.77],
      [-0.52, 0.57, 0.43]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod", include_self} : (tensor<4x3xf64>,
      tensor<5x3xi64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.01837, 0.8036999999999999, -0.0181116], [-0.8424, 5.244228, 0.924], [-0.125216,
      2.333664, -3.3276], [0.3, -1.72, -0.82]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @prod_i64_with_self() {
  %x0 = weir.constant dense<[[-3, 3, -4], [-5, 0, 1], [2, -4, 4], [4, 2, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[2, 2, 0], [1, 1, 0], [1, 0, 1], [2, 1, 0], [2, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-2, 2, -2], [3, -4, 2], [-1, 1, 3], [2, -2, 4], [1, -3, -2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod", include_self} : (tensor<4x3xi64>,
      tensor<5x3xi64>, tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-3, 3, 64], [15, 0, 3], [-8, 24, -8], [4, 2, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @prod_f32() {
  %x0 = weir.constant dense<[[-1.74, -1.31, -1.82], [0.84, -0.62, 1.9], [-1.14, 1.83, 1.03], [1.05, 0.43, 1.54]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 2, 2], [1, 1, 2], [1, 2, 2], [0, 2, 1], [0, 2, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-1.06, 1.48, 1.52], [0.43, 0.65, -1.08], [-0.03, 0.35, -0.74], [-1.83, 1.8, 1.22],
      [-0.54, 0.13, 0.36]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod"} : (tensor<4x3xf32>, tensor<5x3xi64>,
      tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[0.98820007, -1.31, 0.36], [0.013673999, 0.65, 1.22], [-1.14, 0.12121199, 1.214784],
      [1.05, 0.43, 1.54]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @prod_f64() {
  %x0 = weir.constant dense<[[1.69, -1.35, 1.11], [-0.88, 1.5, 1.14], [-0.5, 0.32, -0.12], [1.77, 0.22, -1.69]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[2, 0, 2], [1, 0, 2], [2, 1, 2], [0, 2, 1], [2, 2, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.14, -1.92, -1.46], [-0.04, -0.15, -1.72], [-0.64, -0.85, -0.85], [-0.23, -1.86,
      -1.87], [-1.06, 0.87, 1.75]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod"} : (tensor<4x3xf64>, tensor<5x3xi64>,
      tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.23, 0.288, 1.75], [-0.04, -0.85, -1.87], [0.09497600000000002, -1.6182, -2.13452],
      [1.77, 0.22, -1.69]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @prod_i64() {
  %x0 = weir.constant dense<[[2, -1, 3], [-1, 4, -5], [-1, 0, -2], [-3, 3, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[1, 2, 1], [2, 1, 0], [0, 1, 2], [1, 2, 2], [0, 1, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1, 1, 4], [3, -4, -5], [1, 2, -5], [3, -5, -1], [-2, -3, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "prod"} : (tensor<4x3xi64>, tensor<5x3xi64>,
      tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-2, -1, -5], [3, 24, 4], [3, -5, 5], [-3, 3, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @mean_f32_with_self() {
  %x0 = weir.constant dense<[[-1.78, 0.75, -0.62], [0.1, -0.58, -1.68], [-1.34, 1.95, -0.34], [1.8, 0.08, 1.6]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 0, 2], [1, 0, 2], [2, 0, 2], [0, 2, 0], [0, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-0.22, 1.97, -0.09], [-0.97, -1.3, -1.71], [-1.56, 0.73, -0.55], [1.49, -1.21, 1.74],
      [-1.24, -0.92, -0.64]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<4x3xf32>,
      tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.51, 0.5375, 0.56], [-0.36333334, -0.58, -1.16], [-1.45, -0.060000002, -0.6725],
      [1.8, 0.08, 1.6]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @mean_f64_with_self() {
  %x0 = weir.constant dense<[[0.04, 1.47, -0.74], [-1.54, -0.93, 1.76], [-1.62, 1.46, -1.52], [-1.35, 1.09,
      0.56]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[0, 2, 1], [2, 2, 0], [1, 2, 0], [2, 0, 1], [0, 2, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-0.72, 0.81, -1.41], [1.52, 0.3, 1.78], [0.38, 0.29, 1.43], [0.33, -1.65, 0.45],
      [-0.83, 0.55, 1.99]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<4x3xf64>,
      tensor<5x3xi64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.5033333333333333, -0.08999999999999997, 1.115], [-0.5800000000000001, -0.93,
      0.26666666666666666], [0.07666666666666665, 0.682, -1.52], [-1.35, 1.09, 0.56]]> : tensor<4x3xf64>
      -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @mean_i64_with_self() {
  %x0 = weir.constant dense<[[4, -3, 0], [-2, 0, 1], [-1, 2, -1], [2, -1, 2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[0, 2, 2], [0, 1, 2], [0, 2, 2], [0, 2, 2], [2, 0, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-4, 3, -2], [2, -1, -1], [-5, -1, 0], [-5, -4, -5], [3, 3, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<4x3xi64>,
      tensor<5x3xi64>, tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-2, 0, 0], [-2, -1, 1], [1, 0, -2], [2, -1, 2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @mean_f32() {
  %x0 = weir.constant dense<[[1.72, 0.03, -0.95], [-0.4, 0.64, 1.56], [1.26, 1.72, 0.15], [-0.16, 0.1, 1.73]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 2, 2], [1, 2, 0], [1, 2, 1], [0, 2, 1], [1, 1, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-0.54, -1.76, -0.43], [0.6, 1.33, 1.77], [0.75, 1.25, 1.25], [1.24, 0.4, 1.78], [1.57,
      -1.97, -1.51]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean"} : (tensor<4x3xf32>, tensor<5x3xi64>,
      tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[0.35, 0.03, 1.77], [0.97333336, -1.97, 0.50666666], [1.26, 0.305, -0.43], [-0.16, 0.1,
      1.73]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[-1.04, -1.65, -0.49], [-1.6, 0.5, -0.71], [1.07, 1.75, 1.55], [0.96, 1.12, -1.63]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[0, 1, 1], [1, 0, 1], [0, 1, 1], [2, 0, 1], [1, 1, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1.89, 0.3, 0.17], [0.7, -1.25, -0.12], [-1.51, 1.67, -0.0], [-1.47, 1.88, 0.32], [1.02,
      1.21, 0.78]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean"} : (tensor<4x3xf64>, tensor<5x3xi64>,
      tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[0.18999999999999995, 0.31499999999999995, -0.49], [0.86, 1.0599999999999998, 0.0925],
      [-1.47, 1.75, 0.78], [0.96, 1.12, -1.63]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @mean_i64() {
  %x0 = weir.constant dense<[[3, 4, 4], [3, 0, -4], [-1, 4, -3], [-4, 2, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[0, 2, 1], [2, 0, 0], [1, 1, 0], [0, 1, 2], [2, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-5, 2, 3], [4, 3, 4], [-4, 0, 3], [-2, 3, 4], [4, -2, 3]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean"} : (tensor<4x3xi64>, tensor<5x3xi64>,
      tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-4, 3, 3], [-4, 1, 3], [4, 0, 3], [-4, 2, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @amax_f32_with_self() {
  %x0 = weir.constant dense<[[1.83, 0.9, 0.99], [-0.29, 1.58, -1.46], [-1.33, -1.53, -0.37], [-1.76, 0.81,
      -1.27]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 1, 1], [1, 0, 1], [1, 1, 2], [1, 0, 1], [0, 0, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.76, 0.25, 0.77], [0.81, 1.14, -0.08], [0.28, -1.0, 0.0], [-1.64, 1.82, 1.72], [-1.71,
      -1.96, -0.42]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax", include_self} : (tensor<4x3xf32>,
      tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.83, 1.82, 0.99], [0.81, 1.58, 1.72], [-1.33, -1.53, 0.0], [-1.76, 0.81, -1.27]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @amax_f64_with_self() {
  %x0 = weir.constant dense<[[-1.67, 1.43, -0.09], [-0.58, 0.64, 1.54], [-1.33, -0.39, 1.89], [1.46, -0.44,
      -0.55]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[1, 2, 1], [1, 0, 2], [2, 0, 1], [1, 0, 2], [0, 1, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1.26, -1.66, -1.53], [0.28, 0.27, 0.28], [1.06, 1.53, -0.4], [-0.7, 1.4, -1.02], [1.5,
      0.83, 1.39]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax", include_self} : (tensor<4x3xf64>,
      tensor<5x3xi64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[1.5, 1.53, 1.39], [1.26, 0.83, 1.54], [1.06, -0.39, 1.89], [1.46, -0.44, -0.55]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @amax_i64_with_self() {
  %x0 = weir.constant dense<[[3, -4, -2], [-4, -3, 3], [3, 4, -3], [4, 3, 0]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[2, 2, 2], [2, 0, 2], [1, 1, 2], [0, 2, 0], [2, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0, 0, 2], [-5, 4, -4], [-4, 2, -1], [0, -1, 0], [2, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax", include_self} : (tensor<4x3xi64>,
      tensor<5x3xi64>, tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[3, 4, 0], [-4, 2, 3], [3, 4, 2], [4, 3, 0]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @amax_f32() {
  %x0 = weir.constant dense<[[0.09, -1.9, 0.05], [0.26, 1.67, 1.54], [-1.75, -1.43, -0.47], [1.12, -1.34, 1.1]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 0, 0], [2, 0, 1], [0, 1, 1], [0, 0, 2], [2, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.37, 1.51, -0.63], [-0.39, -1.76, 0.07], [1.1, 0.05, 0.09], [1.66, 1.07, -0.74],
      [1.78, 0.9, -0.8]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax"} : (tensor<4x3xf32>, tensor<5x3xi64>,
      tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.66, 1.51, -0.63], [0.26, 0.05, 0.09], [1.78, 0.9, -0.74], [1.12, -1.34, 1.1]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @amax_f64() {
  %x0 = weir.constant dense<[[-0.78, 1.9, 1.9], [-1.5, 0.16, -0.25], [-0.88, 0.08, 0.67], [-0.53, -0.77, 1.45]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[1, 0, 2], [2, 1, 1], [0, 2, 0], [0, 1, 0], [2, 0, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.63, -0.78, -1.38], [-0.46, 1.76, 1.32], [-1.16, 0.42, -1.98], [1.63, 1.77, -1.13],
      [-0.63, -0.8, -1.26]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax"} : (tensor<4x3xf64>, tensor<5x3xi64>,
      tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[1.63, -0.78, -1.13], [0.63, 1.77, 1.32], [-0.46, 0.42, -1.38], [-0.53, -0.77,
      1.45]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @amax_i64() {
  %x0 = weir.constant dense<[[4, 0, -3], [1, -1, 1], [3, 1, 1], [2, 2, -2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[1, 2, 1], [1, 2, 2], [0, 2, 2], [1, 0, 2], [2, 0, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0, 3, 0], [-1, 0, -5], [4, 1, -5], [-2, 0, 1], [4, -2, -1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amax"} : (tensor<4x3xi64>, tensor<5x3xi64>,
      tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[4, 0, -1], [0, -1, 0], [4, 3, 1], [2, 2, -2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @amin_f32_with_self() {
  %x0 = weir.constant dense<[[-1.71, -1.85, 0.39], [-0.71, 0.3, -0.76], [-0.24, 1.48, 1.69], [-1.83, 1.79, 0.02]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[0, 0, 0], [0, 0, 1], [2, 2, 0], [0, 1, 1], [0, 1, 0]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[0.96, 1.72, -1.25], [-0.47, 1.55, 0.08], [1.59, 1.35, 1.99], [0.64, -1.73, 1.61],
      [-1.26, -1.37, -0.52]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin", include_self} : (tensor<4x3xf32>,
      tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-1.71, -1.85, -1.25], [-0.71, -1.73, -0.76], [-0.24, 1.35, 1.69], [-1.83, 1.79,
      0.02]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @amin_f64_with_self() {
  %x0 = weir.constant dense<[[-0.03, 1.65, -1.53], [0.14, -1.15, 1.09], [-1.17, 1.24, -0.39], [1.72, -0.55,
      -0.03]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[0, 2, 0], [1, 1, 1], [0, 1, 0], [1, 2, 0], [2, 2, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-1.57, -0.89, -0.34], [1.57, 0.35, 1.24], [1.41, -1.64, -0.74], [1.33, 1.02, 0.26],
      [-0.38, -0.0, -1.94]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin", include_self} : (tensor<4x3xf64>,
      tensor<5x3xi64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-1.57, 1.65, -1.53], [0.14, -1.64, 1.09], [-1.17, -0.89, -1.94], [1.72, -0.55,
      -0.03]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @amin_i64_with_self() {
  %x0 = weir.constant dense<[[2, 0, -2], [4, 1, -3], [1, 1, 3], [-1, -3, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[1, 2, 1], [2, 2, 2], [1, 2, 0], [2, 0, 0], [1, 0, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[4, -2, -4], [-3, -3, 2], [1, 3, -5], [2, -2, 2], [1, -4, 2]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin", include_self} : (tensor<4x3xi64>,
      tensor<5x3xi64>, tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[2, -4, -5], [1, 1, -4], [-3, -3, 2], [-1, -3, 4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @amin_f32() {
  %x0 = weir.constant dense<[[0.79, 0.88, -0.13], [-0.41, 1.73, -0.2], [-1.5, 1.12, -1.19], [-0.44, 0.45, 1.33]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 1, 0], [2, 0, 0], [1, 1, 2], [1, 1, 1], [0, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-1.97, 0.61, -1.46], [0.52, 0.42, 0.07], [-0.29, 0.16, 1.83], [-0.59, -0.11, -1.41],
      [-0.45, -1.79, 1.64]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin"} : (tensor<4x3xf32>, tensor<5x3xi64>,
      tensor<5x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.45, 0.42, -1.46], [-1.97, -0.11, -1.41], [0.52, -1.79, 1.83], [-0.44, 0.45,
      1.33]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @amin_f64() {
  %x0 = weir.constant dense<[[0.96, -1.9, -0.79], [1.39, 0.28, 1.72], [1.45, -0.31, -0.87], [-1.19, -1.83, 0.87]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[0, 2, 1], [1, 2, 2], [0, 0, 0], [1, 2, 2], [1, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[1.22, -1.81, -0.03], [1.32, 0.56, -0.33], [1.8, -0.31, -0.75], [-0.01, -0.61, -0.43],
      [-0.01, -1.69, 0.41]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin"} : (tensor<4x3xf64>, tensor<5x3xi64>,
      tensor<5x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[1.22, -0.31, -0.75], [-0.01, 0.28, -0.03], [1.45, -1.81, -0.43], [-1.19, -1.83,
      0.87]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @amin_i64() {
  %x0 = weir.constant dense<[[-3, -3, -3], [-2, -2, -3], [0, -1, 1], [1, -4, -3]]> : tensor<4x3xi64>
      -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[2, 1, 1], [1, 0, 0], [1, 2, 0], [0, 1, 0], [0, 2, 1]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %x2 = weir.constant dense<[[-3, -2, 3], [-1, -1, 1], [-2, -2, 2], [-5, -5, 0], [-3, -1, -4]]> : tensor<5x3xi64>
      -> tensor<5x3xi64>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "amin"} : (tensor<4x3xi64>, tensor<5x3xi64>,
      tensor<5x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-5, -1, 0], [-2, -5, -4], [-3, -2, 1], [1, -4, -3]]> : tensor<4x3xi64>
      -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-1.96, 2.67, -1.84]> : tensor<3xf16> -> tensor<3xf16>
  %x1 = weir.constant dense<[0, 0, 0, 1, 1, 1]> : tensor<6xi64> -> tensor<6xi64>
  %x2 = weir.constant dense<[2.81, 2.48, 0.11, -0.21, -0.67, 1.49]> : tensor<6xf16> -> tensor<6xf16>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<3xf16>,
      tensor<6xi64>, tensor<6xf16>) -> tensor<3xf16>
  %e0 = weir.constant dense<[0.8604, 0.8203, -1.84]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y0, %e0 : tensor<3xf16>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-1.87, -0.87, -2.65, -0.44, -1.85, 2.52, -0.3, -1.66, -1.36, -1.93, -2.47, -2.68, 1.3,
      -2.37, 2.05, 2.81, 2.49, -1.94, 1.76]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[5, 4, 12, 16, 7, 5, 13, 12, 10, 1, 18, 17, 16, 2, 8, 7, 16, 7, 12, 5, 16, 10, 5]>
      : tensor<23xi64> -> tensor<23xi64>
  %x2 = weir.constant dense<[0.58, 2.67, -1.24, 0.63, 0.7, -1.86, 0.6, 1.35, 1.84, 2.13, -2.84, 1.55, -1.05, 1.59,
      -2.09, -0.74, -0.56, 1.17, 0.69, 1.88, -2.96, -1.29, 1.42]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<19xf32>,
      tensor<23xi64>, tensor<23xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[-1.87, 0.63000005, -0.53000003, -0.44, 0.41000003, 0.908, -0.3, -0.13250001, -1.7249999,
      -1.93, -0.64, -2.68, 0.525, -0.88499993, 2.05, 2.81, -0.29, -0.19500005, -0.53999996]> : tensor<19xf32>
      -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %x1 = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  %x2 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "sum"} : (tensor<2x0xf32>, tensor<2x0xi64>,
      tensor<2x0xf32>) -> tensor<2x0xf32>
  %e0 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x0xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[2.0]> : tensor<1xf32> -> tensor<1xf32>
  %x1 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %x2 = weir.constant dense<[4.0]> : tensor<1xf32> -> tensor<1xf32>
  %y0 = weir.scatter_reduce %x0, %x1, %x2 {dim = 0 : i64, reduce = "mean", include_self} : (tensor<1xf32>,
      tensor<1xi64>, tensor<1xf32>) -> tensor<1xf32>
  %e0 = weir.constant dense<[3.0]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}
