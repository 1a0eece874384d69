// RUN: %op_runs
// max(0, margin - target * (input1 - input2))

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-0.83, -2.51, 1.7], [-1.2, -0.49, -2.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-1.01, -2.2, -1.46], [0.47, -1.21, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.765> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[0.16, 0.71, -0.95, -0.36, 0.76], [-0.26, -1.3, -0.54, -0.69, -1.25], [0.6, 0.07, -0.53,
      1.26, 1.88]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0.89, -0.95, 2.62, -2.37, 1.83], [-0.47, -0.62, 2.06, 0.93, 2.84], [2.27, -2.3, 0.02,
      1.61, -2.5]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[-1.0, -1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, -1.0, -1.0], [-1.0, 1.0, 1.0, -1.0,
      1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.9046666666666668> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[2.68, -0.99, 0.84], [0.97, -2.46, -2.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.35, -2.24, -1.23], [-1.82, -1.12, -0.26]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[1.0, 1.0, 1.0], [-1.0, 1.0, -1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<5.13> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-0.42, 2.54, -2.96, -2.66, -2.41], [2.48, -0.53, 2.08, 1.17, -2.47], [-0.83, -1.01,
      -0.28, 1.52, -2.5]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[2.56, -0.14, -0.81, 1.19, -1.34], [1.27, -0.5, -0.13, -1.87, -1.78], [2.17, 0.46,
      -0.47, 1.65, 2.47]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[1.0, -1.0, 1.0, -1.0, 1.0], [1.0, 1.0, -1.0, 1.0, -1.0], [-1.0, 1.0, 1.0, -1.0,
      1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<22.240000000000002> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-1.11, 0.03, 1.18], [2.45, 2.65, 1.92]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.92, 2.3, 1.26], [-1.95, 2.72, -1.52]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-1.0, -1.0, -1.0], [-1.0, -1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[0.31, 0.0, 0.41999996], [4.9, 0.43000007, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[-2.78, -1.83, 0.45, -0.46, -2.5], [-1.79, 0.48, -0.59, 1.58, -0.2], [2.27, 1.55, -0.03,
      -0.85, -1.72]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-1.25, -0.87, -0.83, -1.93, -0.16], [-2.33, 2.21, 0.3, -2.43, -1.03], [-1.47, -2.06,
      -0.12, -1.9, -2.09]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[-1.0, 1.0, -1.0, 1.0, -1.0], [1.0, 1.0, 1.0, 1.0, -1.0], [1.0, 1.0, 1.0, -1.0,
      -1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[0.0, 1.46, 1.78, 0.0, 0.0], [0.0, 2.23, 1.39, 0.0, 1.33], [0.0, 0.0,
      0.41000000000000003, 1.5499999999999998, 0.8699999999999999]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.39, -0.84, 0.89, 1.96, -1.54, 1.01, 1.26, -0.66, -2.13, 0.64, -1.74, -0.79, 0.27,
      2.78, -2.12, -2.56, 0.23, 2.66, -2.72], [0.85, -2.84, 0.31, -2.29, 0.95, -0.83, 0.93, -1.45, -2.55, -1.91,
      -1.36, -2.01, -1.81, 0.27, -0.37, 1.95, -0.01, 0.24, 1.26], [2.12, 0.51, -2.78, -0.24, -2.81, 0.63, -2.61,
      0.24, -2.1, 2.13, -2.43, 0.96, 1.22, -1.35, 0.56, -1.02, -1.45, -1.44, -2.9], [1.04, -2.57, -1.82, -2.48, 1.83,
      0.18, -0.2, 0.5, 1.85, 0.74, 0.08, -1.12, 0.1, 2.92, 0.42, -0.14, 2.33, -2.67, -2.62], [1.74, 2.65, -2.69,
      -2.86, -2.94, 0.46, -2.17, 0.37, 0.98, -2.91, 2.22, -1.48, 0.32, -0.88, -0.94, -0.58, -2.98, -0.43, -1.41],
      [-0.86, -2.02, -0.99, 1.2, 2.9, -1.82, 2.2, 0.69, -2.39, -2.91, 2.3, -1.6, -2.36, 0.93, 1.24, 2.37, 0.0, -1.13,
      -1.09], [-1.77, 0.81, 2.65, -2.49, -0.68, -0.89, -2.52, 0.57, 2.9, -1.34, 1.36, 2.4, -1.38, 2.51, 1.49, 0.87,
      -1.84, -1.34, -2.39]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[2.37, 1.85, -2.48, 0.19, -1.72, 1.59, 0.44, 2.67, 1.36, -2.4, -0.76, 0.46, 2.47, -0.77,
      -1.87, -1.3, -1.51, -2.07, -0.94], [-1.51, 0.06, 2.37, 2.73, -2.04, 0.42, 1.04, -2.08, 0.19, -1.8, -0.82,
      -1.06, 1.89, -1.6, 0.24, 0.51, -1.02, 2.58, -1.01], [-1.04, 1.16, -0.07, 1.35, -2.08, -2.11, 1.42, -0.67, 2.14,
      -1.6, -1.56, 2.18, -0.83, -2.34, -1.68, 1.62, -1.41, 0.33, 2.01], [0.66, 1.52, 2.86, -1.2, 2.26, 0.31, -1.79,
      -2.21, -1.03, -2.17, 1.63, 0.34, -2.73, 2.27, 0.58, -0.34, -2.15, -0.18, 2.5], [0.51, -0.24, 0.65, 0.3, 0.74,
      -1.81, -2.11, -2.92, 1.99, -2.98, -1.46, 0.51, -0.0, 2.41, -1.72, -2.32, -2.04, -0.01, -1.25], [-0.27, 1.13,
      -1.07, 0.99, -2.88, 0.28, 2.44, 2.6, 0.43, 2.9, -1.59, -1.21, -0.31, 0.05, 1.92, -0.32, -2.71, 1.2, -1.66],
      [2.29, -1.73, -1.23, -2.18, -1.18, 0.61, -1.4, -2.71, 0.52, 1.41, -2.35, -0.45, -2.59, -2.9, -0.75, -1.28,
      2.25, -2.92, 0.88]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x2 = weir.constant dense<[[-1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0,
      1.0, -1.0, 1.0], [-1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, -1.0,
      -1.0, -1.0, -1.0], [-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0,
      -1.0, 1.0], [1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0,
      1.0], [1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0],
      [1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0], [1.0,
      1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>, tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.551203> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[1.39, -0.04, 2.45], [2.25, -2.72, -0.01]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[-1.55, -0.36, -2.6], [-0.84, -0.55, -2.98]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x2 = weir.constant dense<[[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<1.18> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[2.81, -0.16, -0.38], [-0.74, 2.29, -2.22]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1.74, -1.3, -2.63], [2.06, -0.07, 0.61]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[[-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[5.05, 0.0, 0.0], [0.0, 2.86, 3.33]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.61]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[-0.85]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x2 = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.01> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<2.98> : tensor<f32> -> tensor<f32>
  %x2 = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "mean"} : (tensor<f32>, tensor<f32>,
      tensor<f32>) -> tensor<f32>
  %e0 = weir.constant dense<5.49> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x2 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.margin_ranking_loss %x0, %x1, %x2 {margin = 0.5 : f64, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
