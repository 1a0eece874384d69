// RUN: %op_runs
// updates joined where they fall along a dimension

func.func @rows_f32() {
  %x0 = weir.constant dense<[[1.91, -1.47, 1.65], [0.64, 1.06, -1.16], [1.57, 0.14, -0.35], [-1.23, -1.31, 1.45]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1, 0, 2], [1, 3, 1], [2, 2, 2], [2, 0, 2], [1, 3, 1], [0, 1, 2]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[1.88, -0.33, 0.89], [0.79, -0.02, -0.08], [0.21, -0.61, 0.98], [-0.33, 0.02, -1.27],
      [1.9, -1.69, 0.87], [0.64, -0.62, 1.91]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xf32>, tensor<6x3xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.91, 0.02, 1.65], [1.9, 1.06, 0.87], [1.57, 0.14, 1.91], [-1.23, -0.02, 1.45]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-0.4, 0.76, 0.11, -0.61], [-1.97, -0.76, -0.22, -0.65], [-0.48, 0.6, -0.66, 1.4]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[1, 0, 3, 0, 0, 0, 2], [1, 2, 3, 0, 2, 1, 2], [2, 0, 0, 2, 0, 3, 1]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %x2 = weir.constant dense<[[-0.55, -0.26, -0.27, 1.61, 0.42, 1.86, -1.98], [1.82, -1.22, 1.59, -1.82, 1.43, 0.53,
      0.74], [-0.44, -0.45, -1.37, -1.44, 0.5, -0.63, -1.88]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 1 : i64} : (tensor<3x4xf64>, tensor<3x7xi64>, tensor<3x7xf64>)
      -> tensor<3x4xf64>
  %e0 = weir.constant dense<[[1.86, 0.76, 0.11, -0.27], [-1.82, 1.82, 1.43, 1.59], [0.5, 0.6, -0.44, 1.4]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x4xf64>
  return
}

func.func @middle() {
  %x0 = weir.constant dense<[[[0.85, 0.43, 1.85], [-1.48, 1.17, 0.88], [0.9, -0.58, -1.68], [-1.43, 0.71, -0.75],
      [1.8, -1.51, 1.26]], [[-0.09, -0.82, -0.98], [-0.59, -0.53, -1.1], [-1.12, 1.88, -0.31], [0.49, 0.81, -0.67],
      [1.74, -0.82, -1.23]]]> : tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  %x1 = weir.constant dense<[[[4, 3, 0], [2, 2, 4], [0, 2, 0], [1, 0, 2]], [[0, 1, 4], [2, 2, 4], [1, 1, 2], [1, 0,
      1]]]> : tensor<2x4x3xi64> -> tensor<2x4x3xi64>
  %x2 = weir.constant dense<[[[-1.82, -0.95, -1.75], [0.51, 0.3, -1.91], [1.8, 0.91, 0.2], [1.78, 0.12, -1.3]],
      [[1.12, 1.82, -1.76], [0.02, -1.09, 1.62], [-1.62, 1.23, -1.18], [0.57, 0.77, 1.04]]]> : tensor<2x4x3xf32>
      -> tensor<2x4x3xf32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 1 : i64} : (tensor<2x5x3xf32>, tensor<2x4x3xi64>,
      tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
  %e0 = weir.constant dense<[[[1.8, 0.43, 1.85], [1.78, 1.17, 0.88], [0.9, 0.91, -1.3], [-1.43, 0.71, -0.75], [1.8,
      -1.51, 1.26]], [[1.12, 0.77, -0.98], [0.57, 1.82, 1.04], [0.02, 1.88, -0.31], [0.49, 0.81, -0.67], [1.74,
      -0.82, 1.62]]]> : tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x5x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[0.51, 0.78, 0.46, 1.94, 1.92, 1.34, -0.14, 1.03, -1.0, 1.46, -1.03, 1.96, -1.95, 1.18,
      0.0, 1.27, 0.08, 1.33, 0.83]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[4, 0, 15, 13, 15, 4, 4, 10, 11, 8, 8, 16, 7, 11, 7, 4, 12, 0, 18, 11, 8, 9, 6]>
      : tensor<23xi64> -> tensor<23xi64>
  %x2 = weir.constant dense<[0.56, 1.81, -1.53, 1.7, 0.09, 0.83, 0.67, -0.43, 0.11, 1.89, -0.05, 1.67, -1.97, 0.3,
      0.76, -0.42, -1.68, 1.17, 1.01, -0.47, -1.61, 1.36, 1.1]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<19xf32>, tensor<23xi64>, tensor<23xf32>)
      -> tensor<19xf32>
  %e0 = weir.constant dense<[1.81, 0.78, 0.46, 1.94, 1.92, 1.34, 1.1, 1.03, 1.89, 1.46, -0.43, 1.96, -1.68, 1.7, 0.0,
      1.27, 1.67, 1.33, 1.01]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[4, 1, -4], [1, 2, -1], [4, 1, -3], [1, 4, 2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[3, 3, 3], [0, 2, 3], [3, 2, 3], [1, 0, 2], [3, 0, 1], [2, 0, 3]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[-5, -4, -5], [1, 4, -1], [-1, 3, -3], [1, 4, 3], [4, 3, 1], [-3, 3, -5]]>
      : tensor<6x3xi64> -> tensor<6x3xi64>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xi64>, tensor<6x3xi64>, tensor<6x3xi64>)
      -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[4, 4, -4], [1, 2, 1], [4, 4, 3], [4, 4, 2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[-5, -5, -5, 4, 0]> : tensor<5xi32> -> tensor<5xi32>
  %x1 = weir.constant dense<[0, 4, 3, 0, 1, 3, 2, 2, 0]> : tensor<9xi64> -> tensor<9xi64>
  %x2 = weir.constant dense<[-2, 3, -2, -4, 4, -2, 2, -4, -2]> : tensor<9xi32> -> tensor<9xi32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<5xi32>, tensor<9xi64>, tensor<9xi32>)
      -> tensor<5xi32>
  %e0 = weir.constant dense<[-2, 4, 2, 4, 3]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y0, %e0 : tensor<5xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.93]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %x2 = weir.constant dense<[[-0.71]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<1x1xf64>, tensor<1x1xi64>, tensor<1x1xf64>)
      -> tensor<1x1xf64>
  %e0 = weir.constant dense<[[-0.71]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x1xf64>
  return
}

func.func @no_updates() {
  %x0 = weir.constant dense<[[-0.09, -1.71], [0.58, 1.39], [1.63, -1.42]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %x2 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>)
      -> tensor<3x2xf32>
  %e0 = weir.constant dense<[[-0.09, -1.71], [0.58, 1.39], [1.63, -1.42]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[0.04, 2.9, -2.56]> : tensor<3xbf16> -> tensor<3xbf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[1.23, -1.28, 2.45, 0.65]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xbf16>, tensor<4xi64>, tensor<4xbf16>)
      -> tensor<3xbf16>
  %e0 = weir.constant dense<[2.45, 2.9, -1.28]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close %y0, %e0 : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[2.38, -2.7, 0.63]> : tensor<3xf16> -> tensor<3xf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[-0.48, -2.35, -0.55, 1.45]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xf16>, tensor<4xi64>, tensor<4xf16>)
      -> tensor<3xf16>
  %e0 = weir.constant dense<[2.38, 1.45, 0.63]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y0, %e0 : tensor<3xf16>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 2.0, 0x7FC00000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[0, 1, 2, 3]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[0x7FC00000, 0x7F800000, 1.0, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.scatter_max %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
      -> tensor<4xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
