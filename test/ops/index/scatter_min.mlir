// RUN: %op_runs
// updates joined where they fall along a dimension

func.func @rows_f32() {
  %x0 = weir.constant dense<[[0.33, 0.38, -0.88], [0.04, -0.21, 1.64], [1.51, -0.25, 0.01], [-0.83, 0.27, -1.48]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[3, 1, 1], [3, 1, 1], [2, 3, 2], [3, 3, 0], [3, 1, 1], [3, 2, 1]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[1.86, -0.34, -1.96], [-0.81, 1.8, -0.76], [-0.45, 1.9, 1.14], [-0.56, -1.34, -0.44],
      [-0.51, 1.58, 0.16], [1.7, 1.94, 1.48]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xf32>, tensor<6x3xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[0.33, 0.38, -0.88], [0.04, -0.34, -1.96], [-0.45, -0.25, 0.01], [-0.83, -1.34,
      -1.48]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[1.11, -1.95, 1.39, 0.79], [-1.41, -1.0, -0.76, 0.05], [1.62, 1.88, 0.41, -1.56]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[1, 2, 3, 2, 2, 3, 0], [3, 1, 2, 1, 0, 1, 3], [2, 2, 0, 3, 0, 0, 2]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %x2 = weir.constant dense<[[1.91, 1.84, -1.65, 0.66, 0.67, 0.64, 0.9], [-1.98, -0.76, -0.65, 0.6, -1.62, -0.89,
      -1.3], [-1.81, -0.11, -1.18, -0.07, -1.18, 1.17, -1.55]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 1 : i64} : (tensor<3x4xf64>, tensor<3x7xi64>, tensor<3x7xf64>)
      -> tensor<3x4xf64>
  %e0 = weir.constant dense<[[0.9, -1.95, 0.66, -1.65], [-1.62, -1.0, -0.76, -1.98], [-1.18, 1.88, -1.81, -1.56]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x4xf64>
  return
}

func.func @middle() {
  %x0 = weir.constant dense<[[[-1.63, 1.38, -0.52], [-1.85, 1.07, -1.02], [1.99, 1.69, 1.54], [1.54, -1.71, -1.89],
      [-0.4, -0.32, -0.36]], [[0.39, 1.14, 1.15], [1.72, 0.71, 1.51], [-1.64, -1.9, -0.19], [1.53, -0.46, -1.56],
      [-1.49, -1.08, 1.45]]]> : tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  %x1 = weir.constant dense<[[[0, 3, 2], [0, 2, 0], [2, 4, 3], [0, 3, 4]], [[1, 2, 2], [4, 3, 2], [4, 0, 4], [3, 1,
      2]]]> : tensor<2x4x3xi64> -> tensor<2x4x3xi64>
  %x2 = weir.constant dense<[[[-0.66, 1.44, 1.77], [1.1, 1.69, -0.98], [-1.22, -1.03, -1.93], [1.72, -1.18, 0.52]],
      [[-0.86, 0.16, -0.26], [0.88, -1.2, -0.85], [-1.45, -0.7, 1.33], [1.85, -1.94, 1.38]]]> : tensor<2x4x3xf32>
      -> tensor<2x4x3xf32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 1 : i64} : (tensor<2x5x3xf32>, tensor<2x4x3xi64>,
      tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
  %e0 = weir.constant dense<[[[-1.63, 1.38, -0.98], [-1.85, 1.07, -1.02], [-1.22, 1.69, 1.54], [1.54, -1.71, -1.93],
      [-0.4, -1.03, -0.36]], [[0.39, -0.7, 1.15], [-0.86, -1.94, 1.51], [-1.64, -1.9, -0.85], [1.53, -1.2, -1.56],
      [-1.49, -1.08, 1.33]]]> : tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x5x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-1.72, 1.27, 1.6, 1.86, 0.58, 0.33, -1.22, 1.86, 0.94, 0.67, 0.78, 1.37, -0.63, -1.55,
      1.96, -1.87, -0.91, -0.03, -1.84]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[8, 2, 0, 8, 10, 13, 6, 5, 1, 18, 13, 0, 18, 14, 6, 3, 18, 18, 9, 1, 6, 17, 17]>
      : tensor<23xi64> -> tensor<23xi64>
  %x2 = weir.constant dense<[-0.76, 1.48, 0.5, 0.34, -1.93, -0.29, -1.51, -0.45, -0.45, -0.3, -0.74, 1.12, -0.15,
      1.63, -0.62, -1.43, -0.58, 1.49, -0.56, 1.28, 0.77, -0.97, -1.23]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<19xf32>, tensor<23xi64>, tensor<23xf32>)
      -> tensor<19xf32>
  %e0 = weir.constant dense<[-1.72, -0.45, 1.48, -1.43, 0.58, -0.45, -1.51, 1.86, -0.76, -0.56, -1.93, 1.37, -0.63,
      -1.55, 1.63, -1.87, -0.91, -1.23, -1.84]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-1, -3, -3], [3, -5, 1], [-3, -1, -2], [1, 4, 0]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[0, 0, 2], [2, 3, 0], [3, 1, 2], [3, 2, 3], [2, 3, 1], [0, 2, 0]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[4, 0, -5], [3, 0, 4], [-5, 3, -4], [-5, 1, -5], [0, 4, 4], [2, 4, 4]]>
      : tensor<6x3xi64> -> tensor<6x3xi64>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xi64>, tensor<6x3xi64>, tensor<6x3xi64>)
      -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-1, -3, -3], [3, -5, 1], [-3, -1, -5], [-5, 0, -5]]> : tensor<4x3xi64>
      -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[3, 4, -2, 3, -1]> : tensor<5xi32> -> tensor<5xi32>
  %x1 = weir.constant dense<[3, 2, 1, 2, 4, 0, 2, 0, 0]> : tensor<9xi64> -> tensor<9xi64>
  %x2 = weir.constant dense<[4, -1, 2, 3, -2, -3, -1, -1, -2]> : tensor<9xi32> -> tensor<9xi32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<5xi32>, tensor<9xi64>, tensor<9xi32>)
      -> tensor<5xi32>
  %e0 = weir.constant dense<[-3, 2, -2, 3, -2]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y0, %e0 : tensor<5xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.53]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %x2 = weir.constant dense<[[-1.41]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<1x1xf64>, tensor<1x1xi64>, tensor<1x1xf64>)
      -> tensor<1x1xf64>
  %e0 = weir.constant dense<[[-1.41]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x1xf64>
  return
}

func.func @no_updates() {
  %x0 = weir.constant dense<[[-0.24, -0.54], [-0.64, 1.32], [1.59, 1.02]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %x2 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>)
      -> tensor<3x2xf32>
  %e0 = weir.constant dense<[[-0.24, -0.54], [-0.64, 1.32], [1.59, 1.02]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[1.6, 2.36, 2.52]> : tensor<3xbf16> -> tensor<3xbf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[-1.95, 2.38, -2.03, -1.37]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xbf16>, tensor<4xi64>, tensor<4xbf16>)
      -> tensor<3xbf16>
  %e0 = weir.constant dense<[-2.03, -1.37, 2.38]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close %y0, %e0 : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.75, -2.14, 2.79]> : tensor<3xf16> -> tensor<3xf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[2.59, -3.0, 0.82, 2.55]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xf16>, tensor<4xi64>, tensor<4xf16>)
      -> tensor<3xf16>
  %e0 = weir.constant dense<[0.82, -2.14, -3.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y0, %e0 : tensor<3xf16>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 2.0, 0x7FC00000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[0, 1, 2, 3]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[0x7FC00000, 0x7F800000, 1.0, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.scatter_min %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
      -> tensor<4xf32>
  %e0 = weir.constant dense<[0x7FC00000, 2.0, 0x7FC00000, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
