// RUN: %op_runs
// the p-norm of x1 - x2 + eps along the last dimension

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-1.92, 1.13, 0.59, 1.94, 2.91], [-1.57, 2.63, 1.61, 0.38, 2.84], [0.07, -2.83, -2.25,
      -1.12, 1.18]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[0.4, 1.1, -2.89, -1.51, 0.33], [0.93, -0.41, -1.69, -1.14, 1.57], [1.31, -1.52, 2.7,
      -2.74, -1.59]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>)
      -> tensor<3xf32>
  %e0 = weir.constant dense<[6.1591983, 5.660435, 6.111802]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %x0 = weir.constant dense<[[[-0.37, 1.83, 0.39, 1.05], [2.71, -0.8, -1.91, -0.54], [0.38, -2.19, -2.77, 1.36]],
      [[2.93, 2.59, -0.74, -0.28], [1.97, 2.91, -0.86, 2.71], [1.19, -2.12, -0.3, -2.98]]]> : tensor<2x3x4xf64>
      -> tensor<2x3x4xf64>
  %x1 = weir.constant dense<[[[-0.56, 0.14, 1.79, -1.02], [0.9, 0.98, 0.14, 0.68], [-0.24, 0.66, -0.24, 2.47]],
      [[-2.32, 2.18, 1.47, -2.93], [1.31, -0.82, 0.04, 0.11], [1.41, -0.08, 0.81, -1.68]]]> : tensor<2x3x4xf64>
      -> tensor<2x3x4xf64>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 3.0 : f64, eps = 0.125 : f64} : (tensor<2x3x4xf64>,
      tensor<2x3x4xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[2.6523184172693592, 2.7245328043421773, 3.28701889956053], [5.706972469363954,
      4.281283360814153, 2.12542777086035]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

func.func @keepdim() {
  %x0 = weir.constant dense<[[-2.58, 1.01, 2.93, -2.53, 2.46], [-0.69, 0.92, -1.4, 1.15, -0.38], [1.77, -1.34, -1.0,
      0.75, -2.37]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[2.85, 0.64, 2.83, -1.93, 1.25], [-1.79, -2.5, -0.34, -0.17, 0.35], [-0.2, -1.83, 1.09,
      -1.4, -1.26]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64, keepdim} : (tensor<3x5xf32>,
      tensor<3x5xf32>) -> tensor<3x1xf32>
  %e0 = weir.constant dense<[[5.517837], [4.170842], [3.8437383]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x1xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[1.69, 1.09, 1.36, 2.53, 2.12, -1.68, 2.86, 0.12, 0.35, -1.33, -0.68, 0.34, -2.8, 1.32,
      -0.91, 1.15, 1.39, 0.71, -2.55], [0.38, -0.87, 1.29, 1.27, 0.02, 1.39, -2.14, 1.9, 2.82, 2.4, 1.87, -0.57, 2.6,
      0.37, -1.71, 0.25, 2.11, 1.07, 2.0], [-2.79, 2.82, 2.54, 0.02, 2.54, -1.91, -0.81, -1.99, 1.02, 2.51, 2.59,
      -2.52, 1.61, 0.35, -1.67, 2.37, 0.17, -2.75, -0.74], [1.09, 2.11, -1.81, 0.55, -2.48, 2.47, -2.94, 2.83, 0.39,
      1.51, 1.02, 0.03, -0.37, -1.75, -1.28, -2.44, -1.39, 0.92, 0.31], [0.4, 0.17, 2.67, 2.1, -1.42, 0.34, 2.81,
      -1.39, 1.21, 0.89, 1.02, 0.34, 1.44, -0.75, 2.62, 0.4, -0.97, 0.83, 1.11], [2.52, 0.82, 0.13, -0.88, -0.45,
      -1.28, 0.72, 2.17, 0.56, -1.78, -2.78, 2.27, -1.23, 1.13, 2.67, 2.64, 0.33, 2.48, -0.58], [2.64, 1.07, -2.52,
      1.87, -2.04, 2.98, -2.7, 1.54, -2.08, 0.24, -0.77, 2.25, -1.36, 1.32, 2.64, -2.62, 1.28, -2.5, 1.67]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[2.14, -2.16, 2.31, -0.37, -1.15, 2.79, -0.69, -1.74, -1.02, 2.43, 2.9, -0.27, -0.04,
      0.59, 2.04, -2.95, 1.77, 2.84, -0.57], [-0.37, 2.75, -0.56, -0.74, 2.16, -0.16, 0.88, -1.28, 1.08, -0.79, 1.7,
      -0.04, 2.52, 0.28, 2.14, -0.36, 1.02, -1.4, 0.52], [0.98, -1.85, 0.26, 2.53, -1.79, -0.07, 2.02, -0.44, -2.82,
      0.15, -0.23, 2.57, 0.98, 1.66, -0.79, 2.38, 1.97, -2.45, 0.96], [2.43, 0.9, 2.83, -1.43, 0.53, 0.2, -1.23,
      1.69, -0.41, 0.9, 1.69, 1.36, -2.4, -2.67, 1.92, 0.9, -2.11, -2.22, -0.01], [-1.93, 2.58, -1.66, 2.66, 1.29,
      0.34, 1.03, 1.15, -1.29, -0.07, -2.6, -2.71, 2.66, 2.1, 1.52, -2.38, 0.74, 1.29, -0.42], [-0.73, 1.36, -2.94,
      -0.18, -1.46, -0.34, 0.32, -0.48, 2.26, 2.29, 1.56, 1.77, 0.0, -1.37, 1.89, -2.3, 0.57, 0.8, -2.35], [-1.77,
      1.03, 2.15, -0.66, 0.19, 1.25, 0.49, -0.22, 0.83, 1.26, 1.81, 0.37, 0.97, -1.83, -2.03, 1.86, -1.66, -0.38,
      2.31]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 1.0 : f64, eps = 0.125 : f64} : (tensor<7x19xf32>, tensor<7x19xf32>)
      -> tensor<7xf32>
  %e0 = weir.constant dense<[44.925, 34.545002, 44.125, 34.755, 38.815, 36.685, 49.155]> : tensor<7xf32>
      -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @largest() {
  %x0 = weir.constant dense<[[-2.12, 1.07, -1.51, 0.76, 1.9], [1.92, 1.67, 0.11, 0.26, -1.97], [-2.3, 1.49, -2.69,
      2.6, -1.89]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.32, -0.31, 0.68, 1.54, -1.22], [1.95, 1.53, 0.48, 0.45, -0.7], [2.81, -0.67, -1.55,
      0.35, 2.53]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 0x7FF0000000000000 : f64, eps = 0.125 : f64} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[3.3150000000000004, 1.145, 4.984999999999999]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[2.56, 0.47, -0.65, 1.48], [0.35, 1.94, 2.0, 1.21]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[2.84, 0.89, 2.84, 0.91], [-1.69, 0.77, 1.61, -0.46]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64} : (tensor<2x4xbf16>, tensor<2x4xbf16>)
      -> tensor<2xbf16>
  %e0 = weir.constant dense<[3.45, 3.14]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_close %y0, %e0 : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-1.99, -0.89, 1.69, -1.75], [-2.93, 2.27, 2.83, 2.21]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %x1 = weir.constant dense<[[1.81, 1.38, 0.31, 0.91], [1.48, -1.03, -1.77, 1.16]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 1.0 : f64, eps = 0.125 : f64} : (tensor<2x4xf16>, tensor<2x4xf16>)
      -> tensor<2xf16>
  %e0 = weir.constant dense<[9.86, 13.61]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @vector() {
  %x0 = weir.constant dense<[0.62, 2.94, -0.51, -0.52, -2.27]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[-2.91, -2.16, 0.55, 2.78, -2.32]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64} : (tensor<5xf32>, tensor<5xf32>)
      -> tensor<f32>
  %e0 = weir.constant dense<7.1864543> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.04]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[1.09]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64} : (tensor<1x1xf64>, tensor<1x1xf64>)
      -> tensor<1xf64>
  %e0 = weir.constant dense<[3.005]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1xf64>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.pairwise_distance %x0, %x1 {p = 2.0 : f64, eps = 0.125 : f64} : (tensor<0x3xf32>, tensor<0x3xf32>)
      -> tensor<0xf32>
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}
