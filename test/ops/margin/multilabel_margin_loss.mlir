// RUN: %op_runs
// margins of labels, which count up to the first -1, over the other classes

func.func @mean_f32() {
  %x0 = weir.constant dense<[[1.97, -1.91, 1.12], [-2.04, 1.53, 2.73]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-1, 0, 0], [-1, 0, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[2.45, 0.12, 1.05, 2.6, 0.96], [-2.48, -2.07, -2.98, -2.33, -2.84], [-0.69, 0.7, 2.17,
      -0.55, -2.03]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[3, 1, 0, 2, -1], [2, 0, 1, 4, -1], [-1, 0, 0, 0, 0]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<3x5xf64>, tensor<3x5xi64>) -> tensor<f64>
  %e0 = weir.constant dense<0.5199999999999999> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[-2.86, 0.54, 0.78], [0.21, -1.87, 2.52]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[2, 0, 1], [1, -1, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<f32>
  %e0 = weir.constant dense<2.8233333> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-2.23, 2.3, -0.96, 1.51, 2.35], [-1.3, -2.97, 0.15, -1.59, 2.24], [-2.01, 1.33, -2.85,
      -1.37, -1.82]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0, 3, 4, 2, -1], [1, 2, 4, -1, 0], [4, 3, 1, 0, -1]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<3x5xf64>, tensor<3x5xi64>) -> tensor<f64>
  %e0 = weir.constant dense<3.548> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[2.35, 0.68, 1.55], [0.01, -1.77, 2.48]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[0, 1, -1], [1, 0, -1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xi64>)
      -> tensor<2xf32>
  %e0 = weir.constant dense<[0.69, 2.9066668]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[-2.55, -2.52, -0.89, -2.96, -1.89], [-0.81, 0.76, 0.09, -1.96, 1.56], [1.77, 0.98,
      1.13, -1.48, 2.03]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1, 4, 3, 2, -1], [2, 1, 0, -1, 0], [2, 4, 3, 0, -1]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "none"} : (tensor<3x5xf64>, tensor<3x5xi64>)
      -> tensor<3xf64>
  %e0 = weir.constant dense<[0.544, 1.528, 0.9040000000000001]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.79, 2.73, 1.9, -2.6, 0.84, -2.45, 0.73, 2.1, 1.2, -2.28, -0.46, -1.83, 0.96, 1.26,
      1.42, -0.86, 0.59, -1.75, 2.58], [2.63, -2.82, 0.38, 1.31, -1.61, -2.8, -2.99, 1.24, -2.93, -0.68, 1.79, -2.68,
      1.24, -0.41, -0.66, -0.1, -0.89, 2.17, 1.02], [-0.67, -2.28, 0.03, 2.99, 2.35, -2.59, -0.86, -0.18, -0.57,
      -2.33, -1.88, 0.21, 1.33, 1.3, 1.03, 1.04, -2.95, -1.69, -0.98], [-1.46, -0.67, -0.6, -0.96, -2.94, 2.19, 2.74,
      0.69, -1.36, -0.3, 2.47, 0.6, 1.18, 1.2, 2.89, 0.93, -2.35, 0.03, 2.53], [-2.22, -2.69, -2.7, -2.58, -2.02,
      1.63, 0.6, 1.39, 0.34, -0.88, 1.72, -1.98, -0.84, -0.51, 1.08, 1.57, 0.4, 0.65, -1.31], [0.56, 2.06, -0.36,
      1.51, 0.05, 0.08, 0.65, -2.16, -1.71, -1.95, 0.21, 1.01, 1.25, -1.75, -1.0, -2.13, 0.92, -0.48, -1.36], [-1.65,
      2.69, -0.11, 2.95, -1.07, -1.71, 1.3, 2.47, -2.02, 2.17, 0.52, 2.43, 2.68, -0.44, 2.65, -1.92, -0.34, -0.34,
      -1.53]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[16, 12, 2, 8, 0, 4, 14, 5, 11, 15, 6, 18, 3, 9, 1, 13, 17, 7, -1], [9, 18, 17, 14, 12,
      10, 16, 1, 2, 4, 15, 7, 11, 3, 6, -1, 0, 0, 0], [2, 8, 13, 0, 14, 15, 9, 1, 5, 11, -1, 0, 0, 0, 0, 0, 0, 0, 0],
      [18, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0], [9, 13, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [6, 14, 4, -1, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0]]> : tensor<7x19xi64> -> tensor<7x19xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<7x19xf32>, tensor<7x19xi64>)
      -> tensor<f32>
  %e0 = weir.constant dense<3.0630827> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-0.11, 0.15, -1.82], [0.85, -1.48, 0.43]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[2, 0, -1], [0, -1, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xi64>)
      -> tensor<bf16>
  %e0 = weir.constant dense<0.8> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[2.56, 0.01, -1.42], [-1.55, 1.72, 1.56]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1, 0, 0], [2, -1, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xi64>)
      -> tensor<2xf16>
  %e0 = weir.constant dense<[0.0, 0.3867]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.76]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xi64>) -> tensor<f64>
  %e0 = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @vector() {
  %x0 = weir.constant dense<[1.02, 2.78, 1.36, 1.16]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[3, 0, -1, 1]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<4xf32>, tensor<4xi64>) -> tensor<f32>
  %e0 = weir.constant dense<1.98> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  %y0 = weir.multilabel_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xi64>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
