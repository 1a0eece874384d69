// RUN: %op_runs
// mean binary cross entropy of sigmoid(input)

func.func @mean_f32() {
  %x0 = weir.constant dense<[[2.0, 0.39, 2.38], [0.94, 0.79, 2.02]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 0.0], [1.0, 0.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.7885026> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[-0.63, 1.51, -1.21, -0.08, 2.24], [2.84, 2.69, 1.55, 2.09, 2.31], [0.66, -1.54, -2.89,
      1.57, 1.56]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, 1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.0, 1.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.841568539183782> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[0.77, 0.41, -1.46], [-2.24, 0.93, -2.32]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<2.1119404> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-0.87, 2.41, -1.65, -2.05, 1.05], [1.64, -0.9, -0.17, 0.97, -1.23], [-0.67, 0.4, -1.18,
      -2.12, 2.45]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, 0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1.0, 1.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<2.4142253811059344> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-0.88, -1.2, 2.37], [-2.77, 2.17, -2.53]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[1.4232081, 1.648513]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[2.55, 1.78, -2.41, -1.17, -0.07], [1.3, -2.97, 2.18, 2.05, 2.74], [-1.79, -1.72, 2.0,
      0.09, -1.53]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0.0, 0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0, 0.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[1.1292194618962432, 0.6643608441576413, 1.36024389995343]> : tensor<3xf64>
      -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-0.63, -0.58, -0.85, 1.95, -0.36, -1.61, -0.39, 2.55, 0.83, -2.37, -0.49, -0.2, -2.92,
      2.77, 2.5, -2.39, 0.31, -1.12, -1.73], [-1.35, -2.68, 1.13, -0.8, 1.2, 1.89, 0.44, -0.94, -2.16, 0.91, 1.05,
      1.69, -2.17, -2.72, 2.27, 0.64, -2.43, 1.25, -2.66], [0.79, 0.33, 1.29, -2.44, 2.45, 2.64, 2.91, 1.6, -1.13,
      2.87, 0.69, 1.31, 0.97, -1.76, 2.12, 0.88, -1.67, -0.73, -2.14], [-0.4, 2.94, -0.7, -0.63, 1.82, -2.5, -2.28,
      1.47, -2.22, 0.67, 1.9, 0.38, -2.52, -1.76, 0.24, 2.72, 0.92, 1.18, 0.57], [-1.04, 0.65, -2.94, -0.52, 1.87,
      -1.77, 0.89, 1.32, -2.06, 2.15, -1.54, 2.78, -0.93, 0.67, 2.69, 1.92, -0.09, -1.83, 0.69], [0.53, -2.62, -0.71,
      2.52, 0.15, -1.91, 0.86, -0.28, 2.48, -0.06, -2.84, -2.03, -1.95, 2.71, -0.84, -0.91, 2.86, -1.76, 0.73],
      [2.69, 2.46, -2.04, -0.17, -1.49, 1.2, -1.52, -1.94, -1.37, -2.22, 1.3, -1.32, -0.6, -1.35, -0.72, -1.17,
      -0.88, 1.25, -1.96]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0,
      0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0],
      [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0], [1.0, 1.0,
      1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0], [0.0, 1.0, 1.0, 1.0, 0.0,
      0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0,
      1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0,
      0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.9403814> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.75, -1.65, -0.63], [1.63, 0.1, -1.11]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<1.35> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[1.52, -2.39, 0.42], [0.56, 2.83, -1.21]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>) -> tensor<2xf16>
  %e0 = weir.constant dense<[0.91, 1.2]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.38]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[0.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<2.468514942119994> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @vector() {
  %x0 = weir.constant dense<[-0.94, 2.97, -0.66, -1.52]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[0.0, 1.0, 0.0, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "mean"} : (tensor<4xf32>,
      tensor<4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.6285543> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1 {present = array<i64>, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
