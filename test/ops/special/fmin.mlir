// RUN: %op_runs
// the smaller one, or the one that is a number

func.func @odd() {
  %x0 = weir.constant dense<[2.31, -0.16, 1.83, -2.6, 0.57, 2.19, 2.2, -2.97, 0.13, -0.79, 1.56, -2.56, -1.41, 1.88,
      -0.18, -0.28, 2.81, -1.08, -2.75]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-0.65, -2.08, -2.51, 0.41, 2.72, 0.48, 0.88, -1.06, 0.43, 1.51, 0.54, 1.82, 0.3, -1.81,
      0.5, -0.05, -2.0, 0.71, 1.9]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.fmin %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[-0.65, -2.08, -2.51, -2.6, 0.57, 0.48, 0.88, -2.97, 0.13, -0.79, 0.54, -2.56, -1.41,
      -1.81, -0.18, -0.28, -2.0, -1.08, -2.75]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-2.19, 0.27, 1.4, -0.58, -1.38], [-0.77, 0.25, 1.12, 0.36, -2.36], [1.91, 2.54, -2.39,
      -1.5, -1.96]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[2.09, 2.46, -2.73, -1.01, -1.85], [-0.18, 2.53, -2.58, -1.97, -0.08], [0.14, 1.47,
      -0.37, -2.15, -0.88]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.fmin %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-2.19, 0.27, -2.73, -1.01, -1.85], [-0.77, 0.25, -2.58, -1.97, -2.36], [0.14, 1.47,
      -2.39, -2.15, -1.96]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[2.89, 1.5, -2.3], [1.85, -1.13, 1.69]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-2.92, 2.23, -2.03], [-0.27, 0.97, 0.05]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.fmin %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-2.92, 1.5, -2.3], [-0.27, -1.13, 0.05]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-2.02, -2.17, -1.29, -2.69], [-1.7, -2.22, -0.21, -0.86]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[0.52, -1.31, -2.8, -1.01], [1.53, -1.46, -0.57, 1.53]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.fmin %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-2.02, -2.17, -2.8, -2.69], [-1.7, -2.22, -0.57, -0.86]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-0.56, 2.32, 2.51, -1.14, 1.42]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[-1.48, -2.16, -0.37, 0.61, 2.61]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.fmin %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[-1.48, -2.16, -0.37, -1.14, 1.42]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 1.0, 0x7FC00000, 0xFF800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.fmin %x0, %x1 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[1.0, 1.0, 0x7FC00000, 0xFF800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 1.0, 0x7FF8000000000000, 0xFFF0000000000000, 2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %x1 = weir.constant dense<[1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.fmin %x0, %x1 : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[1.0, 1.0, 0x7FF8000000000000, 0xFFF0000000000000, 2.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<5xf64>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[1, -2, -1, 1, 2, 0, 2]> : tensor<7xi64> -> tensor<7xi64>
  %x1 = weir.constant dense<[-3, -1, 3, -2, 1, -2, -3]> : tensor<7xi64> -> tensor<7xi64>
  %y0 = weir.fmin %x0, %x1 : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  %e0 = weir.constant dense<[-3, -2, -1, -2, 1, -2, -3]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y0, %e0 : tensor<7xi64>
  return
}

func.func @integers_i32() {
  %x0 = weir.constant dense<[[-2, 3, 3], [-3, 1, -3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %x1 = weir.constant dense<[[2, -1, -3], [3, 3, -3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y0 = weir.fmin %x0, %x1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %e0 = weir.constant dense<[[-2, -1, -3], [-3, 1, -3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y0, %e0 : tensor<2x3xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.51]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[0.67]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.fmin %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.67]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.fmin %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.6> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<0.41> : tensor<f64> -> tensor<f64>
  %y0 = weir.fmin %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-2.6> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
