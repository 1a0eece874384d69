// RUN: %op_runs
// the negative log-likelihood of counts

func.func @mean_f32() {
  %x0 = weir.constant dense<[[0.36, 1.63, 2.25], [2.76, 1.96, 1.85]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 2.0, 2.0], [3.0, 1.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<3.5623217> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[2.72, 2.5, 2.24, 2.78, 0.29], [2.33, 1.44, 2.28, 0.96, 1.46], [2.49, 0.2, 0.94, 1.52,
      2.57]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[4.0, 1.0, 5.0, 4.0, 0.0], [1.0, 0.0, 1.0, 4.0, 3.0], [0.0, 3.0, 3.0, 5.0, 1.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<3.784351974900085> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[0.83, 2.26, 1.94], [1.22, 2.35, 2.7]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[5.0, 1.0, 2.0], [1.0, 5.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<21.62765> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[0.58, 2.32, 0.99, 1.8, 1.54], [0.52, 2.29, 2.25, 0.52, 0.85], [2.42, 2.75, 2.62, 1.56,
      1.17]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0.0, 3.0, 2.0, 5.0, 1.0], [2.0, 2.0, 1.0, 1.0, 3.0], [0.0, 4.0, 2.0, 4.0, 0.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<46.138589281243505> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[1.46, 2.12, 1.99], [2.93, 2.67, 1.94]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 5.0, 4.0], [2.0, 2.0, 4.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[2.8459597, -2.268863, -0.6444662], [12.867632, 9.09997, -0.80124885]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[0.92, 1.63, 2.94, 1.84, 1.57], [2.38, 1.01, 2.51, 0.15, 0.79], [0.61, 0.85, 2.84, 0.17,
      0.97]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[4.0, 3.0, 5.0, 4.0, 1.0], [4.0, 1.0, 2.0, 1.0, 1.0], [2.0, 5.0, 2.0, 0.0, 4.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[-1.1707096100637022, 0.2138747185367258, 4.215846312255039, -1.0634617389733432,
      3.236648193775178], [1.2849028639312579, 1.7356010150169163, 7.28493006051041, 1.0118342427282832,
      1.4133964262559369], [0.6204313987816374, -1.9103531480740092, 11.435765537145876, 1.1853048513203654,
      -1.2420555406458473]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.77, 1.53, 2.83, 2.21, 1.74, 1.61, 2.11, 1.92, 1.08, 0.37, 0.68, 2.37, 1.94, 2.41,
      0.23, 2.71, 1.21, 2.79, 1.82], [1.69, 2.47, 1.91, 2.06, 0.56, 1.85, 1.13, 0.32, 0.49, 1.49, 0.86, 2.32, 0.45,
      0.14, 2.99, 1.01, 1.58, 0.71, 0.71], [1.27, 2.39, 0.21, 2.53, 2.97, 1.72, 1.14, 0.78, 0.63, 1.04, 2.57, 0.11,
      2.38, 2.04, 0.16, 0.3, 2.23, 2.05, 1.01], [2.6, 0.71, 1.34, 0.43, 1.97, 0.35, 0.62, 2.32, 1.55, 2.02, 2.23,
      1.86, 0.67, 2.13, 0.44, 0.88, 1.4, 0.43, 0.41], [1.99, 2.25, 1.18, 1.23, 0.7, 1.61, 1.78, 2.81, 0.22, 2.74,
      2.97, 1.1, 2.2, 2.49, 1.99, 0.94, 1.91, 2.64, 0.41], [1.49, 0.17, 2.55, 2.36, 0.23, 2.26, 2.11, 0.47, 1.62,
      2.1, 1.07, 1.56, 2.93, 1.94, 1.56, 0.29, 0.45, 2.57, 2.25], [2.52, 1.78, 1.77, 1.64, 2.23, 1.06, 1.54, 1.46,
      2.02, 0.73, 0.17, 0.36, 0.62, 2.59, 2.18, 2.27, 1.39, 0.4, 1.45]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[0.0, 0.0, 5.0, 4.0, 3.0, 1.0, 3.0, 4.0, 2.0, 0.0, 0.0, 4.0, 3.0, 1.0, 2.0, 1.0, 2.0,
      4.0, 1.0], [5.0, 4.0, 0.0, 1.0, 1.0, 3.0, 5.0, 1.0, 1.0, 4.0, 3.0, 2.0, 4.0, 2.0, 5.0, 5.0, 1.0, 4.0, 3.0],
      [4.0, 2.0, 2.0, 0.0, 5.0, 3.0, 2.0, 3.0, 5.0, 4.0, 5.0, 2.0, 3.0, 3.0, 4.0, 4.0, 3.0, 2.0, 4.0], [3.0, 0.0,
      0.0, 5.0, 1.0, 4.0, 0.0, 0.0, 0.0, 1.0, 5.0, 3.0, 0.0, 4.0, 5.0, 0.0, 3.0, 5.0, 1.0], [2.0, 3.0, 5.0, 5.0, 4.0,
      1.0, 2.0, 1.0, 2.0, 5.0, 0.0, 0.0, 0.0, 1.0, 3.0, 2.0, 4.0, 3.0, 5.0], [1.0, 2.0, 0.0, 5.0, 5.0, 1.0, 1.0, 5.0,
      3.0, 5.0, 1.0, 0.0, 3.0, 5.0, 0.0, 4.0, 0.0, 4.0, 5.0], [5.0, 3.0, 3.0, 0.0, 3.0, 5.0, 2.0, 1.0, 5.0, 3.0, 5.0,
      0.0, 0.0, 4.0, 4.0, 5.0, 1.0, 1.0, 1.0]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<2.1618023> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.67, 1.76, 0.91], [0.8, 0.39, 1.04]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[0.0, 4.0, 2.0], [0.0, 5.0, 2.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<0.65> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[1.85, 0.24, 0.95], [2.73, 2.98, 2.57]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[5.0, 1.0, 1.0], [4.0, 2.0, 2.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[-2.89, 1.031, 1.636], [4.418, 13.734, 7.93]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.59]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[5.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<-1.1460115846021428> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @full() {
  %x0 = weir.constant dense<[[2.78, 2.64, 1.24, 0.28], [2.71, 2.96, 1.58, 0.75], [1.68, 2.12, 1.5, 1.12]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[2.0, 5.0, 1.0, 2.0], [1.0, 1.0, 0.0, 3.0], [1.0, 5.0, 5.0, 1.0]]> : tensor<3x4xf64>
      -> tensor<3x4xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, full, eps = 0.125 : f64, reduction = "none"} : (tensor<3x4xf64>,
      tensor<3x4xf64>) -> tensor<3x4xf64>
  %e0 = weir.constant dense<[[11.210827432632081, 5.584050659325839, 2.2156134647626757, 1.4149362969419728],
      [12.3192755148754, 16.337971755502757, 4.854955811237434, 1.6310815601557316], [3.6855559711219747,
      2.501984539279916, 1.752536121930289, 1.9448542032930023]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x4xf64>
  return
}

func.func @rates() {
  %x0 = weir.constant dense<[[2.21, 2.39, 1.27, 1.83], [0.74, 2.04, 2.15, 2.23], [1.53, 2.91, 2.61, 1.76]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[0.0, 4.0, 4.0, 2.0], [1.0, 1.0, 5.0, 1.0], [3.0, 4.0, 5.0, 2.0]]> : tensor<3x4xf64>
      -> tensor<3x4xf64>
  %y0 = weir.poisson_nll_loss %x0, %x1 {full, eps = 0.125 : f64, reduction = "mean"} : (tensor<3x4xf64>,
      tensor<3x4xf64>) -> tensor<f64>
  %e0 = weir.constant dense<1.7954276419920492> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @rates_f32() {
  %x0 = weir.constant dense<[[2.95, 0.41, 1.64, 0.42], [0.65, 2.32, 0.29, 1.21], [0.66, 2.57, 0.34, 1.08]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %x1 = weir.constant dense<[[1.0, 3.0, 5.0, 5.0], [4.0, 5.0, 4.0, 5.0], [5.0, 1.0, 0.0, 0.0]]> : tensor<3x4xf32>
      -> tensor<3x4xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {eps = 0.125 : f64, reduction = "sum"} : (tensor<3x4xf32>,
      tensor<3x4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<14.328809> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.poisson_nll_loss %x0, %x1 {log_input, eps = 0.125 : f64, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
