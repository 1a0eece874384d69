// RUN: %op_runs
// input where target is 1, what it lacks to the margin where it is -1

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-1.73, 0.33, 0.37], [-2.93, -2.21, -0.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, -1.0], [-1.0, 1.0, -1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.34> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[1.57, 1.04, 0.94, -2.99, 2.22], [-2.03, -1.92, 0.06, 0.52, 1.53], [-1.24, 2.67, 0.77,
      2.06, -0.14]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, 1.0, -1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, -1.0], [1.0, -1.0, -1.0, 1.0,
      -1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.012000000000000033> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[0.48, -0.2, 1.87], [1.98, -1.79, 2.44]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<4.78> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-0.19, 2.45, 2.51, -0.92, -1.27], [0.92, -1.81, -0.6, 1.31, -2.97], [1.63, 1.4, -0.68,
      -1.51, 0.24]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, -1.0, -1.0, 1.0, -1.0], [-1.0, 1.0, 1.0, 1.0, -1.0], [1.0, 1.0, -1.0, 1.0,
      -1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<6.99> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-2.42, -0.64, -1.9], [2.3, 0.32, -1.69]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0], [1.0, -1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[-2.42, -0.64, -1.9], [2.3, 0.43, -1.69]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[-2.0, -0.83, -2.0, 2.06, -2.42], [1.45, -1.0, 1.37, 1.63, -2.19], [1.54, 2.67, 0.4,
      0.87, -1.06]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, -1.0, -1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0, -1.0], [-1.0, -1.0, -1.0, -1.0,
      1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[-2.0, 1.58, 2.75, 2.06, -2.42], [1.45, 1.75, 1.37, 0.0, 2.94], [0.0, 0.0, 0.35, 0.0,
      -1.06]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.45, -1.88, 1.77, -1.6, 1.45, -1.0, 0.91, 1.07, 2.45, 2.23, -0.37, 1.13, -1.91, -2.41,
      1.28, 2.44, 1.48, 0.1, 0.78], [1.38, 0.42, -0.82, 2.1, -0.78, 2.42, 1.8, 1.76, 2.0, 2.92, 2.94, 0.01, -0.74,
      1.4, 2.81, 0.78, -2.85, -2.77, -0.22], [1.73, 2.32, -0.75, 0.1, 0.08, -2.43, -2.99, 0.14, 0.03, 2.18, -1.91,
      2.12, -1.37, 0.24, 1.24, -2.13, 2.68, 2.75, 2.82], [-2.99, 0.86, 1.03, 2.28, -1.79, -2.26, 1.86, -1.43, -2.6,
      -2.45, 0.87, 0.22, 1.49, 1.84, -2.98, 2.6, 2.28, 2.6, 1.61], [-0.7, -1.51, 2.47, -0.48, -0.07, 1.19, 1.13,
      1.16, 0.74, 0.05, 1.6, -0.63, -1.43, 2.45, 2.08, 1.31, -1.99, -2.73, 2.53], [2.66, -1.37, 0.78, -2.89, -0.64,
      1.22, -0.83, 1.84, 2.48, -2.18, 1.13, -0.74, -1.95, -0.9, -0.11, 2.38, 1.59, -2.97, -2.66], [2.96, 0.34, 0.66,
      -0.88, 1.99, 0.34, 0.56, -1.5, 1.66, -1.71, -2.18, 0.58, 1.99, -1.24, -1.19, -2.1, 0.62, 1.62, -2.25]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0,
      -1.0, -1.0, 1.0], [-1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0,
      -1.0, 1.0], [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0,
      1.0], [1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0],
      [1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0],
      [1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0], [1.0,
      1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.36112782> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.37, 2.88, 0.32], [-1.31, -2.17, 1.82]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[-1.0, -1.0, 1.0], [-1.0, -1.0, -1.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<1.234> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[1.72, 2.29, 1.54], [-0.08, -1.93, 1.18]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[0.0, 0.0, 1.54], [-0.08, 2.68, 0.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.54]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<3.29> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-1.4> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<-1.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "mean"} : (tensor<f32>, tensor<f32>)
      -> tensor<f32>
  %e0 = weir.constant dense<2.15> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.hinge_embedding_loss %x0, %x1 {margin = 0.75 : f64, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
