// RUN: %op_runs
// the mean of what is no NaN

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-2.84, -0.55, 2.91, -0.92, 0x7FC00000], [1.8, 0x7FC00000, 1.28, 0.16, 0x7FC00000],
      [0x7FC00000, 1.08, -1.46, 0x7FC00000, -1.75]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[-0.34999996, 1.0799999, -0.71]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[1.9, 0.74, 0x7FF8000000000000], [2.86, -1.77, 2.66], [2.17, 0x7FF8000000000000,
      0x7FF8000000000000], [0x7FF8000000000000, 1.46, 0x7FF8000000000000]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.nanmean %x0 {dims = array<i64: 0>, keepdim} : (tensor<4x3xf64>) -> tensor<1x3xf64>
  %e0 = weir.constant dense<[[2.31, 0.1433333333333333, 2.66]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x3xf64>
  return
}

func.func @all() {
  %x0 = weir.constant dense<[[2.49, 1.73, 0x7FC00000, 0x7FC00000], [-1.74, 0x7FC00000, 2.45, 2.6], [0x7FC00000,
      -1.06, 1.19, 0.11]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.97125> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-1.3, 0x7FC00000, 0.78, 0x7FC00000, 0x7FC00000, 1.63, 1.02, 0.28, 0x7FC00000, 1.71,
      2.46, -2.45, 0x7FC00000, -2.4, 0x7FC00000, 0.7, 0x7FC00000, 2.85, 2.67], [-0.46, -0.78, 0.2, 0.56, 2.05,
      0x7FC00000, 0x7FC00000, 2.13, -2.54, -1.75, -0.48, -2.54, -0.92, -2.84, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0.14, -0.66], [0x7FC00000, -1.24, -1.58, 1.66, 1.54, 1.22, -2.62, -2.75, 2.58, 2.83, -1.77, 0x7FC00000, -0.22,
      -1.3, 0x7FC00000, -1.48, 2.77, -0.34, -1.76], [-2.55, 0.88, 0x7FC00000, -1.49, 1.53, -2.87, -2.22, 0x7FC00000,
      -2.43, -0.21, -0.09, -2.83, 1.93, 0x7FC00000, 1.74, 0.91, -1.31, 1.17, 0.43], [0.74, 0x7FC00000, -1.26, 2.48,
      -0.23, 0x7FC00000, 0.17, 2.84, 1.23, 0x7FC00000, -1.34, 0x7FC00000, 2.75, 0x7FC00000, 0.24, -3.0, -2.08, 1.84,
      -1.55], [0x7FC00000, 1.1, 0.57, 0x7FC00000, 0.87, 0x7FC00000, 0.51, 1.18, -2.58, 2.79, 0x7FC00000, 2.85,
      0x7FC00000, -2.81, -2.5, 2.13, -1.53, 2.47, 2.88], [1.61, 0x7FC00000, -0.37, 2.45, 0.77, -2.44, 1.36,
      0x7FC00000, -2.19, -0.8, 2.15, 0x7FC00000, -0.72, 1.94, 0.36, -0.97, 0x7FC00000, 1.09, -1.51]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<7x19xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[0.66249996, -0.5635714, -0.15375, -0.463125, 0.20214286, 0.5664286, 0.18200001]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[2.8, 1.73, -0.62, 0x7FC0], [-0.21, -2.34, -1.8, 0.22]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<2x4xbf16>) -> tensor<2xbf16>
  %e0 = weir.constant dense<[1.3, -1.03]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_close %y0, %e0 : tensor<2xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[0.19, -0.88, 0.03, 0x7E00], [1.6, 1.95, -0.52, -1.22]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.nanmean %x0 {dims = array<i64: 0>} : (tensor<2x4xf16>) -> tensor<4xf16>
  %e0 = weir.constant dense<[0.8945, 0.535, -0.245, -1.22]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y0, %e0 : tensor<4xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.06]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.06> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7FC00000], [0x7F800000, 0xFF800000]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @nothing() {
  %x0 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y0 = weir.nanmean %x0 {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}
