// RUN: %op_runs
// 1 less the cosine where target is 1, what it exceeds the margin by where it is -1

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-1.64, -0.29, 1.04], [-1.98, 0.16, 2.01]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-2.02, -0.19, -1.9], [-2.14, -0.06, -0.26]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[-1.0, -1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.30648133> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[1.24, -0.98, -0.08, 1.04, 2.03], [1.1, 0.02, -2.2, 2.21, -1.31], [-0.57, 2.31, -1.76,
      2.48, -1.63]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-2.48, 0.08, 1.77, -0.59, 2.06], [-0.62, 1.89, -2.32, -1.3, -2.27], [1.44, -0.18, 0.93,
      -1.57, 1.41]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[-1.0, 1.0, 1.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.8250303881684383> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[2.22, 2.11, 2.23], [-1.64, 0.38, -2.48]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.41, 0.46, -1.45], [-0.47, -0.8, -2.49]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[1.0, -1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2xf32>) -> tensor<f32>
  %e0 = weir.constant dense<2.2405176> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-2.98, 2.92, 2.38, 2.92, 1.71], [-2.99, -2.3, -1.09, -1.91, -2.64], [2.5, 2.46, 1.6,
      -1.48, 2.11]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.92, -1.06, -2.23, -2.19, -0.55], [1.99, -2.54, -0.42, -0.87, 2.35], [-2.08, 0.93,
      -1.06, 0.88, 1.93]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[-1.0, -1.0, 1.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3xf64>) -> tensor<f64>
  %e0 = weir.constant dense<1.1205475957604725> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-1.34, -2.26, -1.47], [-2.28, 1.7, -2.72]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-1.85, 1.74, 1.61], [2.84, -0.7, -2.73]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[-1.0, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[0.0, 1.0152171]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[1.64, -2.88, -2.79, 0.59, 1.1], [0.37, 0.19, 0.58, -2.21, -2.62], [-0.9, 0.29, -1.51,
      -1.93, -0.32]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-0.54, -1.39, 2.56, 2.66, -2.72], [-0.12, -1.57, -0.98, -2.83, -2.52], [-2.8, -2.25,
      0.9, -2.53, 2.32]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[-1.0, 1.0, -1.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0.0, 0.19127265164896035, 0.22296028490490855]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[2.71, -2.3, 0.36, -0.21, -1.14, -1.27, -2.48, 0.88, -1.81, -0.46, 2.57, -0.91, -1.1,
      2.59, 0.5, 0.42, -1.67, 0.85, -0.72], [0.26, -0.61, -2.51, 2.27, 1.15, 2.75, -1.16, -1.31, -2.19, -1.17, -1.05,
      -1.9, -1.41, -1.24, 2.15, -0.32, 1.92, -2.7, -1.87], [2.72, -2.7, -2.58, 0.11, -1.26, -1.83, 0.65, 0.65, -1.87,
      0.23, -0.27, 2.08, -2.59, -1.6, 0.39, -2.8, 2.07, 2.81, -1.03], [1.65, -1.51, 2.69, -1.73, -2.96, -2.59, -0.25,
      -2.77, 2.88, 0.79, 0.41, 0.76, -0.49, 2.31, 1.28, -0.42, -1.3, -2.13, -1.11], [-0.88, -2.52, 2.55, -1.45, 0.24,
      -2.6, 0.31, 0.88, -2.52, 2.85, -2.02, -1.42, 1.42, -0.98, 2.26, -1.57, -1.12, 1.15, 2.16], [2.3, -1.27, 0.19,
      -0.53, 1.06, -1.64, 2.03, 1.28, -1.95, -1.12, -0.98, 2.58, -0.26, 0.7, 2.58, -0.62, 2.68, -1.25, -2.92],
      [-2.38, 1.15, -0.71, 2.0, 0.2, 1.11, -0.88, 0.52, 1.19, -0.74, -0.06, 2.06, 2.58, -0.9, -2.6, 2.05, -0.32,
      2.82, 1.58]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[-0.79, 2.1, 0.29, 1.28, 2.31, 0.48, 2.68, -0.61, -0.73, 0.84, -0.57, 1.24, 0.19, 1.45,
      1.95, 0.4, 2.49, 1.69, 2.14], [-2.88, -2.91, 0.81, -1.0, 2.24, -0.65, 1.46, -1.52, 0.78, 2.4, 2.17, -0.8,
      -0.11, 0.21, -0.93, -0.1, 2.79, 2.28, -1.11], [1.1, 2.69, -0.83, 2.09, 1.78, 2.32, -2.49, 2.54, 2.89, -1.55,
      0.8, -2.46, 0.61, 1.25, 1.47, 2.14, -1.24, -2.3, 1.9], [-2.85, -1.6, -1.58, 1.65, -0.35, 2.03, 1.01, 2.06,
      1.72, 2.28, -1.34, -0.87, 0.77, 0.5, 1.67, 1.85, -1.17, -2.27, 1.45], [1.12, -1.34, -2.66, -2.86, -1.51, -1.36,
      -1.76, -2.7, -1.98, -0.9, -2.45, -1.76, -0.37, 2.09, 2.23, -0.57, -2.24, -1.38, 1.05], [-0.56, 0.42, 1.42,
      0.95, 2.16, -2.49, -1.22, -2.8, 0.13, 0.69, -1.48, -2.67, -0.22, -1.99, -1.83, -0.71, 2.67, -0.84, 1.26],
      [-0.77, -0.57, -2.16, -1.89, 1.62, -0.42, -1.29, 2.92, 2.27, -1.41, -0.39, 0.4, -2.0, -0.44, -1.3, 1.86, -2.43,
      2.95, -1.59]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x2 = weir.constant dense<[1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>, tensor<7xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.5748016> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.64, -0.98, 2.73], [-1.69, 1.92, -1.39]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[0.9, -0.43, 0.16], [0.13, 0.76, -2.6]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x2 = weir.constant dense<[1.0, -1.0]> : tensor<2xbf16> -> tensor<2xbf16>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>, tensor<2xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<0.508> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-1.48, -0.86, -1.56], [0.87, 2.9, -0.58]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1.07, -0.9, -2.84], [-2.46, -2.71, -1.06]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[-1.0, 1.0]> : tensor<2xf16> -> tensor<2xf16>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>, tensor<2xf16>) -> tensor<2xf16>
  %e0 = weir.constant dense<[0.801, 1.799]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.29]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[-1.76]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x2 = weir.constant dense<[1.0]> : tensor<1xf64> -> tensor<1xf64>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>, tensor<1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<1.999999999993893> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @vectors() {
  %x0 = weir.constant dense<[-1.36, -2.26, -0.65, -0.77, 1.09]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[2.38, -1.51, 1.86, -1.15, -0.56]> : tensor<5xf32> -> tensor<5xf32>
  %x2 = weir.constant dense<-1.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "mean"} : (tensor<5xf32>,
      tensor<5xf32>, tensor<f32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @zeros() {
  %x0 = weir.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-2.23, 2.36, -0.76], [1.21, -2.84, 1.18]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x2 = weir.constant dense<[1.0, -1.0]> : tensor<2xf64> -> tensor<2xf64>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "none"} : (tensor<2x3xf64>,
      tensor<2x3xf64>, tensor<2xf64>) -> tensor<2xf64>
  %e0 = weir.constant dense<[1.0, 0.0]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2xf64>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x2 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y0 = weir.cosine_embedding_loss %x0, %x1, %x2 {margin = 0.125 : f64, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>, tensor<0xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
