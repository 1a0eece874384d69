// RUN: %op_runs
// 0 below 0, 1 above it, else the second operand

func.func @odd() {
  %x0 = weir.constant dense<[-0.25, 0.38, 1.42, 1.07, 2.98, -2.06, 1.88, -0.53, 1.7, 2.35, 2.95, -1.4, -0.28, 2.66,
      2.67, -0.76, 2.64, -0.56, -0.75]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[1.54, -0.17, -0.31, -0.68, -0.4, -2.16, -2.63, 1.52, 0.39, 1.03, 1.81, -1.62, -1.6,
      -1.33, -1.18, 1.56, -0.75, -1.06, 0.82]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0,
      0.0, 0.0]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-1.88, -2.36, 1.18, 1.54, -1.22], [0.82, -2.8, -0.57, 0.47, -1.48], [-0.91, 0.66, 0.54,
      -2.07, 1.24]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-2.52, 2.82, -1.79, -1.48, -1.8], [2.95, -1.28, 0.63, 2.94, 2.7], [-2.75, 0.13, 0.61,
      1.21, -0.98]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.0, 0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 1.0, 0.0, 1.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-1.03, -2.97, -2.79], [0.3, -2.54, -1.79]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-1.0, -2.58, -2.81], [2.56, -0.39, -1.77]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.heaviside %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[1.25, -2.94, -1.53, 2.77], [2.39, 0.82, -2.44, -1.09]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[-2.83, -1.68, -2.84, -2.23], [0.8, -2.4, -2.06, 2.42]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.heaviside %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]]> : tensor<2x4xbf16> -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-0.99, -1.0, -2.48, 1.78, 1.06]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[0.28, 0.71, -2.4, -1.44, 0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.heaviside %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[0.0, 0.0, 0.0, 1.0, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0.0, -0.0, 0xFF800000, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[5.0, 0.5, 0.25, 7.0, 7.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[0.0, 0.5, 0.25, 0.0, 1.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0.0, -0.0, 0xFFF0000000000000, 0x7FF0000000000000]>
      : tensor<5xf64> -> tensor<5xf64>
  %x1 = weir.constant dense<[5.0, 0.5, 0.25, 7.0, 7.0]> : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.heaviside %x0, %x1 : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[0.0, 0.5, 0.25, 0.0, 1.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<5xf64>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[2, 3, 2, 2, 3, 1, 1]> : tensor<7xi64> -> tensor<7xi64>
  %x1 = weir.constant dense<[0, -2, -3, -3, 3, -1, -3]> : tensor<7xi64> -> tensor<7xi64>
  %y0 = weir.heaviside %x0, %x1 : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  %e0 = weir.constant dense<[1, 1, 1, 1, 1, 1, 1]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y0, %e0 : tensor<7xi64>
  return
}

func.func @integers_i32() {
  %x0 = weir.constant dense<[[-3, -3, -1], [1, 2, 2]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %x1 = weir.constant dense<[[3, 2, -2], [0, 1, -2]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %e0 = weir.constant dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y0, %e0 : tensor<2x3xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.79]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[2.11]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.heaviside %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<2.87> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<-1.54> : tensor<f64> -> tensor<f64>
  %y0 = weir.heaviside %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
