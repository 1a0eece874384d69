// RUN: %op_runs
// margins of the target's class over the others

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-2.63, 1.01, -2.84], [-0.58, 2.2, -1.16]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "mean"} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  %e0 = weir.constant dense<0.7> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[-0.17, -1.91, 2.62, -2.07, 0.56], [2.66, 2.64, 0.33, -1.73, 0.0], [-1.25, -1.11, -1.09,
      -1.79, -2.77]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[4, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "mean"} : (tensor<3x5xf64>, tensor<3xi64>) -> tensor<f64>
  %e0 = weir.constant dense<1.0386666666666666> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[-2.92, 0.44, -0.8], [0.9, 0.48, -0.13]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[0, 2]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "sum"} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  %e0 = weir.constant dense<3.7066667> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[0.43, 2.39, 0.51, 2.26, 2.18], [1.24, -1.02, -0.08, -2.53, 1.35], [0.88, 1.91, -2.49,
      -2.23, 0.88]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[0, 3, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "sum"} : (tensor<3x5xf64>, tensor<3xi64>) -> tensor<f64>
  %e0 = weir.constant dense<8.126> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-2.82, -1.05, -0.96], [-2.69, -2.41, -1.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "none"} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  %e0 = weir.constant dense<[1.8766667, 0.78333336]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[-2.11, -2.85, -0.78, 1.49, 0.97], [0.63, -0.19, -1.88, -2.71, -1.89], [2.68, 1.88,
      0.42, 0.68, 1.47]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[0, 0, 4]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "none"} : (tensor<3x5xf64>, tensor<3xi64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[2.254, 0.036, 0.766]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-1.55, 1.81, 0.89, -1.33, -1.27, -1.97, 0.28, 2.81, 1.74, -2.0, -2.28, -1.31, -2.01,
      -2.15, 1.39, -1.11, 0.39, -1.11, 2.91], [0.55, -2.16, 1.66, -1.26, -0.27, -1.28, -0.06, -1.16, -1.08, -2.05,
      2.76, -1.76, -1.3, -0.54, -2.29, -1.63, -0.56, 0.5, 0.22], [-0.79, 1.06, 1.47, -1.41, -1.56, 0.75, -0.53, 1.98,
      -2.94, 0.25, -0.91, -1.73, 2.21, -1.7, 1.73, 2.12, 2.8, -2.3, -2.06], [-2.5, -1.08, 2.44, 0.86, -2.07, -2.37,
      1.5, 0.74, -2.99, 0.52, -1.86, -1.24, -2.39, 2.95, -0.26, 0.7, -1.77, -0.75, 0.88], [1.48, 2.44, -1.51, -1.56,
      -0.58, -1.15, 1.92, -0.77, -0.76, 0.02, 0.38, -0.88, -2.95, 1.41, -2.31, 2.13, -1.52, -1.47, 0.21], [2.44,
      -0.72, -0.12, -0.51, -2.33, -1.27, 2.5, 2.64, -1.47, 2.52, -2.91, 1.31, -2.85, -0.44, -0.52, -0.39, 2.65,
      -0.89, -2.89], [-2.34, 1.5, -2.23, -2.65, -1.83, 2.87, -0.33, -2.11, 0.95, -0.73, 0.32, 2.98, 1.19, 0.21, 2.99,
      0.03, -0.28, 2.1, 2.75]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[2, 13, 7, 6, 18, 7, 11]> : tensor<7xi64> -> tensor<7xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "mean"} : (tensor<7x19xf32>, tensor<7xi64>) -> tensor<f32>
  %e0 = weir.constant dense<0.48007518> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.56, 1.66, -0.07], [2.14, 1.02, 0.4]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "mean"} : (tensor<2x3xbf16>, tensor<2xi64>) -> tensor<bf16>
  %e0 = weir.constant dense<1.12> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-0.01, 1.0, -0.06], [-0.88, 1.59, -2.57]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "none"} : (tensor<2x3xf16>, tensor<2xi64>) -> tensor<2xf16>
  %e0 = weir.constant dense<[1.037, 1.156]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.76]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "sum"} : (tensor<1x1xf64>, tensor<1xi64>) -> tensor<f64>
  %e0 = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @squares() {
  %x0 = weir.constant dense<[[1.98, -0.2, -0.3, -0.59], [-0.24, -1.67, 1.79, 2.29], [0.0, 2.12, -1.25, 2.16]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[3, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 2.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "none"} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[4.085274999999999, 0.5625, 0.2304]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @weights() {
  %x0 = weir.constant dense<[[2.19, 2.09, 0.41, 2.23], [-2.16, 2.9, -2.73, 2.4], [1.75, -0.66, 1.74, 2.75]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %x1 = weir.constant dense<[0, 3, 1]> : tensor<3xi64> -> tensor<3xi64>
  %x2 = weir.constant dense<[0.5, 1.0, 2.0, 0.25]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.multi_margin_loss %x0, %x1, %x2 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64: 0>,
      reduction = "sum"} : (tensor<3x4xf32>, tensor<3xi64>, tensor<4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<3.14125> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @vector() {
  %x0 = weir.constant dense<[-2.02, 0.9, -2.97, 0.99]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "mean"} : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
  %e0 = weir.constant dense<2.945> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y0 = weir.multi_margin_loss %x0, %x1 {p = 1.0 : f64, margin = 1.0 : f64, present = array<i64>,
      reduction = "sum"} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
