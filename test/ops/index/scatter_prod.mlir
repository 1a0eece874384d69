// RUN: %op_runs
// updates joined where they fall along a dimension

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-0.62, -1.64, -0.39], [1.04, 0.1, -1.47], [1.22, 1.49, -0.18], [-0.56, -1.93,
      -1.72]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[2, 2, 3], [1, 2, 2], [3, 1, 0], [2, 2, 0], [2, 2, 1], [0, 3, 2]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[-0.5, -1.55, 1.88], [0.58, -0.75, 0.34], [-1.33, 1.67, 0.0], [0.8, -1.27, -0.1], [0.86,
      -0.45, -1.74], [-0.12, 1.3, -0.15]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xf32>, tensor<6x3xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[0.0744, -1.64, 0.0], [0.60319996, 0.167, 2.5578], [-0.41968003, 0.98990935,
      0.009180001], [0.74480003, -2.5089998, -3.2336001]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-0.06, -0.77, 1.84, 1.13], [-1.2, -1.49, -1.9, -1.28], [1.72, 1.49, 1.2, -0.4]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[0, 0, 0, 2, 1, 3, 1], [2, 0, 0, 3, 2, 1, 3], [0, 2, 0, 0, 0, 2, 3]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %x2 = weir.constant dense<[[-0.07, 0.3, 1.24, -1.98, -1.27, 0.33, -1.43], [1.75, -1.82, 1.89, -1.14, -1.22, -0.3,
      0.55], [1.92, -0.09, 1.59, 1.56, 1.94, -0.56, -0.1]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 1 : i64} : (tensor<3x4xf64>, tensor<3x7xi64>, tensor<3x7xf64>)
      -> tensor<3x4xf64>
  %e0 = weir.constant dense<[[0.0015624, -1.398397, -3.6432, 0.3729], [4.12776, 0.447, 4.0565, 0.8025599999999999],
      [15.891069542400002, 1.49, 0.060480000000000006, 0.04000000000000001]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x4xf64>
  return
}

func.func @middle() {
  %x0 = weir.constant dense<[[[0.13, 0.09, -0.35], [1.86, -0.49, -0.1], [0.76, 1.72, 1.43], [1.53, -1.27, 1.78],
      [1.3, -0.68, 1.22]], [[1.81, 0.97, 0.95], [1.35, 1.52, 1.12], [-1.69, -1.17, -1.52], [-0.14, -1.74, 0.2], [1.7,
      1.93, -1.85]]]> : tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  %x1 = weir.constant dense<[[[0, 4, 3], [2, 1, 4], [1, 2, 3], [2, 0, 3]], [[0, 2, 2], [1, 2, 1], [3, 2, 3], [1, 4,
      3]]]> : tensor<2x4x3xi64> -> tensor<2x4x3xi64>
  %x2 = weir.constant dense<[[[0.73, -1.43, 1.45], [-1.88, -1.59, -0.71], [-1.98, 0.65, -1.18], [0.88, 1.8, -0.12]],
      [[-0.12, 1.99, -0.75], [1.54, 0.85, -1.96], [-0.81, 0.88, -1.82], [1.43, 1.65, 1.04]]]> : tensor<2x4x3xf32>
      -> tensor<2x4x3xf32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 1 : i64} : (tensor<2x5x3xf32>, tensor<2x4x3xi64>,
      tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
  %e0 = weir.constant dense<[[[0.0949, 0.162, -0.35], [-3.6828, 0.77910006, -0.1], [-1.257344, 1.118, 1.43], [1.53,
      -1.27, 0.36546957], [1.3, 0.97239995, -0.8662]], [[-0.21719998, 0.97, 0.95], [2.9729698, 1.52, -2.1952],
      [-1.69, -1.7415683, 1.14], [0.1134, -1.74, -0.37856], [1.7, 3.1845, -1.85]]]> : tensor<2x5x3xf32>
      -> tensor<2x5x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x5x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[1.14, 1.19, 1.38, -0.55, -0.52, 1.35, -1.28, 0.81, 0.1, 0.67, 0.79, 0.68, -1.06, -1.91,
      1.81, 1.59, 0.02, 0.64, -1.64]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[11, 3, 7, 17, 10, 12, 16, 14, 18, 6, 7, 8, 7, 4, 7, 4, 15, 7, 4, 14, 14, 9, 2]>
      : tensor<23xi64> -> tensor<23xi64>
  %x2 = weir.constant dense<[-0.17, 0.35, 0.8, -1.12, -1.63, 1.84, 1.39, -1.29, 1.29, 1.25, -1.27, 1.22, -0.47,
      -0.66, -1.36, 0.37, 0.45, 0.05, -1.6, 1.18, -0.73, -0.94, 0.56]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<19xf32>, tensor<23xi64>, tensor<23xf32>)
      -> tensor<19xf32>
  %e0 = weir.constant dense<[1.14, 1.19, 0.7728, -0.1925, -0.20317441, 1.35, -1.5999999, -0.026301803, 0.122,
      -0.6298, -1.2877, -0.115600005, -1.9503999, -1.91, 2.0112827, 0.7155, 0.0278, -0.7168, -2.1155999]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[3, 2, -4], [4, -3, 1], [-5, 3, 4], [3, -5, -4]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %x1 = weir.constant dense<[[2, 0, 2], [3, 3, 1], [3, 3, 1], [1, 2, 1], [1, 0, 3], [2, 1, 1]]> : tensor<6x3xi64>
      -> tensor<6x3xi64>
  %x2 = weir.constant dense<[[0, -5, 1], [3, -3, -4], [4, 4, 4], [-2, -3, 3], [-4, -3, 1], [-4, 0, -4]]>
      : tensor<6x3xi64> -> tensor<6x3xi64>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4x3xi64>, tensor<6x3xi64>, tensor<6x3xi64>)
      -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[3, 30, -4], [32, 0, 192], [0, -9, 4], [36, 60, -4]]> : tensor<4x3xi64>
      -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[-5, 3, 4, 2, -3]> : tensor<5xi32> -> tensor<5xi32>
  %x1 = weir.constant dense<[4, 4, 4, 2, 3, 0, 1, 4, 2]> : tensor<9xi64> -> tensor<9xi64>
  %x2 = weir.constant dense<[-3, 3, -2, 1, -4, 2, 2, 2, -1]> : tensor<9xi32> -> tensor<9xi32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<5xi32>, tensor<9xi64>, tensor<9xi32>)
      -> tensor<5xi32>
  %e0 = weir.constant dense<[-10, 6, -4, -8, -108]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y0, %e0 : tensor<5xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.88]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %x2 = weir.constant dense<[[-0.65]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<1x1xf64>, tensor<1x1xi64>, tensor<1x1xf64>)
      -> tensor<1x1xf64>
  %e0 = weir.constant dense<[[0.5720000000000001]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x1xf64>
  return
}

func.func @no_updates() {
  %x0 = weir.constant dense<[[-0.16, -0.31], [-0.84, -0.78], [-0.75, -1.23]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %x2 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>)
      -> tensor<3x2xf32>
  %e0 = weir.constant dense<[[-0.16, -0.31], [-0.84, -0.78], [-0.75, -1.23]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[0.5, -2.44, -1.51]> : tensor<3xbf16> -> tensor<3xbf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[-1.98, 1.24, -1.32, -2.4]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xbf16>, tensor<4xi64>, tensor<4xbf16>)
      -> tensor<3xbf16>
  %e0 = weir.constant dense<[1.305, 5.88, -1.875]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close %y0, %e0 : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.93, -0.37, 1.83]> : tensor<3xf16> -> tensor<3xf16>
  %x1 = weir.constant dense<[0, 2, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[-1.08, -0.92, 0.35, -2.58]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<3xf16>, tensor<4xi64>, tensor<4xf16>)
      -> tensor<3xf16>
  %e0 = weir.constant dense<[-0.7295, 0.955, -1.684]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y0, %e0 : tensor<3xf16>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 2.0, 0x7FC00000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[0, 1, 2, 3]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[0x7FC00000, 0x7F800000, 1.0, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.scatter_prod %x0, %x1, %x2 {dim = 0 : i64} : (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
      -> tensor<4xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
