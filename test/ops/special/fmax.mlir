// RUN: %op_runs
// the larger one, or the one that is a number

func.func @odd() {
  %x0 = weir.constant dense<[-0.35, 0.84, -2.19, -2.17, -1.96, -1.3, 2.77, -2.85, -1.9, -2.01, -0.15, -2.91, -0.25,
      -2.02, -1.38, 1.75, -1.9, 0.7, -0.56]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-0.49, 1.9, -2.03, 2.54, 2.36, 1.01, -2.7, 0.98, 0.6, 1.63, -1.72, 2.72, 2.32, -2.31,
      -1.11, -2.81, 1.99, 2.49, 2.94]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.fmax %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[-0.35, 1.9, -2.03, 2.54, 2.36, 1.01, 2.77, 0.98, 0.6, 1.63, -0.15, 2.72, 2.32, -2.02,
      -1.11, 1.75, 1.99, 2.49, 2.94]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[0.67, 1.0, 1.07, 0.42, 2.71], [0.65, -0.99, 0.08, -2.89, 1.34], [1.16, -0.47, 2.11,
      1.53, -0.98]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-2.54, -2.21, -1.89, -1.18, -0.31], [2.57, -1.33, 2.39, 1.08, 2.12], [-0.58, -2.98,
      1.72, -1.53, -2.15]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.fmax %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.67, 1.0, 1.07, 0.42, 2.71], [2.57, -0.99, 2.39, 1.08, 2.12], [1.16, -0.47, 2.11,
      1.53, -0.98]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[1.8, 1.12, -1.73], [-1.39, 2.64, -1.39]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[1.21, -2.22, 1.89], [-2.29, 0.1, -2.79]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.fmax %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[1.8, 1.12, 1.89], [-1.39, 2.64, -1.39]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.3, 2.08, -2.48, -1.35], [1.59, 0.65, -1.12, 0.77]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[-0.27, 2.17, -1.24, 1.55], [0.81, 1.44, -0.73, 1.35]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.fmax %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[0.3, 2.17, -1.24, 1.55], [1.59, 1.44, -0.73, 1.35]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.19, -0.68, -2.84, 2.78, 1.28]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[-1.77, 1.38, -1.33, -0.18, 2.16]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.fmax %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[1.19, 1.38, -1.33, 2.78, 2.16]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 1.0, 0x7FC00000, 0xFF800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.fmax %x0, %x1 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[1.0, 1.0, 0x7FC00000, 0x7F800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 1.0, 0x7FF8000000000000, 0xFFF0000000000000, 2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %x1 = weir.constant dense<[1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.fmax %x0, %x1 : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[1.0, 1.0, 0x7FF8000000000000, 0x7FF0000000000000, 2.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<5xf64>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[-1, 0, -1, -1, 1, -1, 0]> : tensor<7xi64> -> tensor<7xi64>
  %x1 = weir.constant dense<[-3, 2, -2, 1, -2, -2, -2]> : tensor<7xi64> -> tensor<7xi64>
  %y0 = weir.fmax %x0, %x1 : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  %e0 = weir.constant dense<[-1, 2, -1, 1, 1, -1, 0]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y0, %e0 : tensor<7xi64>
  return
}

func.func @integers_i32() {
  %x0 = weir.constant dense<[[1, -3, 2], [0, 0, -2]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %x1 = weir.constant dense<[[-1, 2, 3], [3, 1, -2]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y0 = weir.fmax %x0, %x1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %e0 = weir.constant dense<[[1, 2, 3], [3, 1, -2]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y0, %e0 : tensor<2x3xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.43]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[0.04]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.fmax %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.43]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.fmax %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.55> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<-2.25> : tensor<f64> -> tensor<f64>
  %y0 = weir.fmax %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-2.25> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
