// RUN: %op_runs
// input with the sign of other

func.func @odd() {
  %x0 = weir.constant dense<[2.3, -1.82, 0.44, 0.83, 0.66, -2.42, 0.97, 0.79, 1.94, 1.82, -1.04, 1.33, 2.2, 2.36,
      -2.03, -2.84, 0.9, -1.71, 0.38]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[2.67, -0.72, -1.48, -0.26, 0.94, -2.39, -0.72, -2.2, 0.97, 1.98, -0.74, -0.77, 0.24,
      -1.71, -1.52, -1.02, -0.26, -2.51, 1.52]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.copysign %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[2.3, -1.82, -0.44, -0.83, 0.66, -2.42, -0.97, -0.79, 1.94, 1.82, -1.04, -1.33, 2.2,
      -2.36, -2.03, -2.84, -0.9, -1.71, 0.38]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[0.47, -1.2, -2.53, 1.58, -2.21], [-2.2, -2.22, -2.51, 2.44, -1.38], [-1.16, 2.0, 0.72,
      -1.88, -0.39]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[2.3, -0.75, 1.27, -2.42, 1.36], [1.66, 1.95, 1.05, -0.78, -2.61], [0.11, 1.54, -1.85,
      -1.4, 0.22]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.copysign %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.47, -1.2, 2.53, -1.58, 2.21], [2.2, 2.22, 2.51, -2.44, -1.38], [1.16, 2.0, -0.72,
      -1.88, 0.39]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[1.49, 2.38, -2.25], [-1.89, 1.8, 0.87]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[1.33, 2.98, 2.64], [2.06, 1.66, -0.63]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.copysign %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[1.49, 2.38, 2.25], [1.89, 1.8, -0.87]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.85, -1.89, 1.56, 1.55], [1.33, -0.33, -0.73, -0.48]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[-2.8, 2.06, 0.25, -0.67], [0.29, 1.33, -0.71, 1.98]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.copysign %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-0.85, 1.89, 1.56, -1.55], [1.33, 0.33, -0.73, 0.48]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[2.52, -0.68, -2.17, 1.56, 2.96]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[-2.11, 1.28, 1.95, 2.52, -2.26]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.copysign %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[-2.52, 0.68, 2.17, 1.56, -2.96]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[1.0, -2.0, 0.0, -0.0, 0x7F800000, 0xFF800000, 3.0]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[-0.0, 0.0, -1.0, 1.0, 0xFF800000, 0x7F800000, 0xFF800000]> : tensor<7xf32>
      -> tensor<7xf32>
  %y0 = weir.copysign %x0, %x1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[-1.0, 2.0, -0.0, 0.0, 0xFF800000, 0x7F800000, -3.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[1.0, -2.0, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 3.0]> : tensor<7xf64>
      -> tensor<7xf64>
  %x1 = weir.constant dense<[-0.0, 0.0, -1.0, 1.0, 0xFFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000]>
      : tensor<7xf64> -> tensor<7xf64>
  %y0 = weir.copysign %x0, %x1 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %e0 = weir.constant dense<[-1.0, 2.0, -0.0, 0.0, 0xFFF0000000000000, 0x7FF0000000000000, -3.0]> : tensor<7xf64>
      -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.45]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[2.93]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.copysign %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[2.45]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.copysign %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.3> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<-1.94> : tensor<f64> -> tensor<f64>
  %y0 = weir.copysign %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-2.3> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
