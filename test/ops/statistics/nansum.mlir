// RUN: %op_runs
// the sum of what is no NaN

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-2.05, -0.4, 0x7FC00000, 2.92, -2.81], [0x7FC00000, 2.04, 1.9, 2.52, 0.88], [2.09,
      -0.58, 0.55, 0.29, -0.35]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[-2.34, 7.34, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-0.48, -1.96, 1.72], [0x7FF8000000000000, 0x7FF8000000000000, -0.01], [2.17, 0.73,
      2.68], [0.09, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.nansum %x0 {dims = array<i64: 0>, keepdim} : (tensor<4x3xf64>) -> tensor<1x3xf64>
  %e0 = weir.constant dense<[[1.78, -1.23, 4.390000000000001]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x3xf64>
  return
}

func.func @all() {
  %x0 = weir.constant dense<[[-2.43, 2.93, 0x7FC00000, 2.86], [-2.83, 1.03, 0.16, 0x7FC00000], [-3.0, 0.41, 0.7,
      2.01]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.8399999> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-2.79, 0x7FC00000, 0x7FC00000, 0x7FC00000, 1.11, 1.37, -2.31, -2.37, -0.07, 2.74, 1.99,
      0.99, -0.62, 2.71, 0x7FC00000, -2.17, 0.59, 0x7FC00000, 2.19], [0.02, 1.42, 0x7FC00000, 1.73, 1.75, 1.71,
      -0.69, -2.83, -1.48, 0.9, -1.1, 2.92, -1.11, 1.25, -2.27, 0x7FC00000, 0x7FC00000, 2.46, -2.57], [1.83, 2.79,
      0x7FC00000, 1.88, -2.74, 1.07, 0x7FC00000, -2.49, 1.48, -2.34, 0x7FC00000, -0.92, 0x7FC00000, 1.55, 0x7FC00000,
      -1.2, -2.31, -0.55, -2.51], [0x7FC00000, 0x7FC00000, 1.23, -2.83, 0x7FC00000, 0x7FC00000, -0.94, -1.23, -1.62,
      0.62, -2.2, 0.29, -0.56, 0.07, 0x7FC00000, -1.65, 0x7FC00000, 0x7FC00000, -1.05], [1.1, -2.15, 2.5, 2.66,
      0x7FC00000, -0.08, -0.93, -0.93, -1.8, 0x7FC00000, 1.81, 0x7FC00000, 1.7, 1.49, 0x7FC00000, 2.33, 0.61, 1.8,
      0x7FC00000], [2.12, 0x7FC00000, -1.25, 0.62, 0x7FC00000, 1.32, 0x7FC00000, 1.5, 0x7FC00000, 0x7FC00000, 2.75,
      2.51, 0x7FC00000, 0.3, -2.91, 2.71, 0x7FC00000, 0x7FC00000, -2.19], [0x7FC00000, 0x7FC00000, 1.04, 2.87,
      0x7FC00000, 0.67, 0.63, -1.35, -0.78, 0x7FC00000, -2.18, 0x7FC00000, -1.99, 0x7FC00000, -0.29, 0x7FC00000,
      0.36, -0.61, -2.56]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<7x19xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[3.3600001, 2.1100001, -4.46, -9.87, 10.11, 7.48, -4.19]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[0x7FC0, -0.19, 0.23, 0x7FC0], [0x7FC0, 0.19, 2.38, -0.89]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<2x4xbf16>) -> tensor<2xbf16>
  %e0 = weir.constant dense<[0.04, 1.67]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_close %y0, %e0 : tensor<2xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-0.2, 0x7E00, 1.0, 0x7E00], [0x7E00, -1.74, 0x7E00, -0.64]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.nansum %x0 {dims = array<i64: 0>} : (tensor<2x4xf16>) -> tensor<4xf16>
  %e0 = weir.constant dense<[-0.2, -1.74, 1.0, -0.64]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y0, %e0 : tensor<4xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.33]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.33> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7FC00000], [0x7F800000, 0xFF800000]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0.0, 0x7F800000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @nothing() {
  %x0 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y0 = weir.nansum %x0 {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[0.0, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}
