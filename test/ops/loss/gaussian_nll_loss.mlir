// RUN: %known_size_runs
// the negative log-likelihood of normal targets; var broadcasts and counts as eps at least

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-1.2, 0.91, -2.09], [0.7, -2.6, -2.92]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.29, -0.94, 1.18], [1.68, 2.01, 0.69]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[2.54, 1.98, 2.78]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "mean"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<2.4242175> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[2.38, -2.74, -1.39, -0.67, -1.49], [-1.94, 2.24, -2.85, -1.91, 1.56], [-1.66, -1.45,
      2.8, 1.58, -0.31]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-2.18, -1.39, 2.89, 1.75, -2.58], [1.24, -0.74, 1.32, -1.23, -2.22], [-2.88, -1.23,
      2.16, 2.35, 1.1]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[2.24, 0.58, 1.06, 2.7, 2.96]> : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "mean"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<2.757550817776873> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[-0.34, 1.66, 2.6], [2.98, -1.23, 0.92]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.66, -0.21, -0.23], [-1.33, -2.89, 1.6]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[2.09, 2.52, 0.46]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "sum"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<15.801945> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-1.58, 0.58, 2.62, -0.17, -1.8], [0.57, 2.75, 2.21, 2.39, -0.54], [-1.43, 2.22, 1.73,
      2.11, -0.65]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-1.28, -1.56, 2.22, 2.52, -0.8], [2.25, -0.71, -0.31, 0.4, -1.67], [-1.4, -1.4, -1.44,
      0.09, -2.4]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[2.34, 0.52, 1.33, 1.93, 0.41]> : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "sum"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<46.20292049204066> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-0.54, 0.38, 0.3], [2.36, 1.71, -2.27]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[2.0, 0.3, 1.07], [-2.04, -0.17, 1.2]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[2.39, 2.42, 0.65]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "none"} : (tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[1.7853538, 0.4432061, 0.24068551], [4.4858556, 1.1721318, 9.04684]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[2.0, 0.41, 1.01, 2.11, -0.57], [2.52, 2.29, 1.85, -0.72, 0.17], [-1.96, 1.56, 2.35,
      -2.03, 1.47]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.17, -2.78, 2.5, -0.13, -1.38], [-2.82, 1.69, -0.97, 0.08, -1.83], [0.64, -0.62, 1.84,
      1.0, 1.33]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[0.75, 0.19, 2.64, 2.81, 1.93]> : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "none"} : (tensor<3x5xf64>,
      tensor<3x5xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[0.31542563044077626, 25.948844922904964, 0.9058629434275973, 1.4094036295731829,
      0.49873409472264574], [18.86655896377411, 0.11700281764180642, 1.9915258222154764, 0.6304712452315461,
      1.3650294315102107], [4.362825630440776, 11.67595018606286, 0.534650822215476, 2.150204341316955,
      0.33383772166565095]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[2.53, 1.24, 0.63, -0.49, -0.87, -0.06, -1.67, -0.43, 0.05, -2.81, -0.64, -1.29, 0.8,
      1.87, 0.69, 0.98, 0.68, -1.46, -0.74], [2.07, 2.68, -1.91, -2.94, 2.77, 2.16, 0.65, 1.9, 0.57, 2.43, -1.54,
      -0.34, 1.02, -1.71, 1.29, -1.43, 1.26, 1.83, -0.45], [2.94, 0.79, 1.54, -2.88, -2.32, 1.27, 2.66, 0.77, 2.48,
      -2.64, 2.35, 2.26, 0.77, -0.42, 1.23, -1.54, 1.01, 1.17, 0.24], [-1.44, -2.99, -1.83, 2.0, -1.73, -2.55, -1.52,
      0.12, 0.52, 2.26, 2.13, 2.81, 2.31, -0.3, -2.15, 2.73, -1.63, 0.73, -1.41], [1.9, -1.8, -0.48, -1.68, 2.16,
      0.72, 0.78, -1.11, -1.94, 2.14, 1.59, 1.41, 2.98, 0.36, -1.93, 0.66, -1.28, 0.08, -0.24], [0.38, 2.53, 1.86,
      -0.51, 1.9, 2.16, 1.64, 0.31, 2.4, -0.05, -2.36, -1.37, 0.95, -0.73, -0.46, -0.59, -1.85, -2.44, -2.71], [1.04,
      -1.06, -0.26, 2.61, 0.76, 1.86, 1.57, 2.72, -2.6, -0.7, 2.7, -0.21, 2.69, -1.89, -2.64, 2.37, -0.53, 0.05,
      2.62]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[-1.68, 2.81, -0.62, -1.52, -1.6, 0.11, -0.2, 2.32, -2.7, -2.74, -2.08, 0.63, 1.69,
      -0.12, 0.68, 0.86, -2.88, -1.52, 2.99], [-1.02, 2.68, -0.05, -1.66, -2.99, -1.69, -1.07, -0.36, -0.32, 0.29,
      -0.16, -2.8, -1.4, 2.77, -2.84, 1.4, -0.14, 1.24, -1.0], [-0.78, 0.1, 2.46, -1.03, -2.48, -2.77, 2.29, -1.12,
      -2.28, 0.58, 2.07, 0.6, -2.09, -0.57, -1.4, -2.9, 2.79, -0.24, -2.19], [2.31, 2.91, 1.9, -1.48, -1.86, 0.15,
      0.5, 2.27, 2.8, 2.46, -0.95, 0.51, -2.26, 0.11, -2.58, -2.33, -2.27, -1.19, -1.14], [1.23, -2.54, -2.33, 0.94,
      1.04, 1.26, 1.32, 0.98, 0.32, 1.45, -2.51, -1.73, 1.45, -1.84, 0.18, -1.44, -0.41, 2.01, 0.96], [-0.33, -1.36,
      1.83, 0.94, -0.36, 2.22, 1.15, 2.88, 0.99, 2.4, 0.3, 1.26, 2.05, -2.46, -0.15, 0.63, -2.65, 1.74, 1.29], [2.62,
      -0.77, -0.19, 2.47, -0.53, 2.01, -0.47, -0.97, -1.34, -1.72, -0.41, -2.03, 1.97, 2.85, -2.42, -2.67, -2.98,
      2.59, -2.56]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x2 = weir.constant dense<[2.04, 0.91, 0.59, 0.74, 2.07, 0.05, 2.59, 1.7, 0.71, 0.63, 1.96, 1.89, 0.95, 1.0, 1.39,
      2.73, 1.61, 2.52, 1.92]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "mean"} : (tensor<7x19xf32>,
      tensor<7x19xf32>, tensor<19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<3.3834422> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.37, -0.06, 1.08], [-0.05, 1.36, -1.91]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[-1.07, 2.23, -0.63], [2.06, 2.62, 0.47]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x2 = weir.constant dense<[0.31, 2.27, 2.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "mean"} : (tensor<2x3xbf16>,
      tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<2.42> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-1.26, 2.18, -0.1], [-2.66, -2.59, -1.63]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[0.66, 1.89, -2.41], [-2.87, 0.74, -0.54]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[1.32, 2.46, 2.76]> : tensor<3xf16> -> tensor<3xf16>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "none"} : (tensor<2x3xf16>,
      tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[1.535, 0.4673, 1.475], [0.1555, 2.703, 0.7227]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.8]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[1.67]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x2 = weir.constant dense<[0.01]> : tensor<1xf64> -> tensor<1xf64>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "sum"} : (tensor<1x1xf64>,
      tensor<1x1xf64>, tensor<1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<4.067879229160081> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @full() {
  %x0 = weir.constant dense<[[1.47, 1.49, 1.28, -2.57], [-2.5, 1.64, 0.67, -1.42], [-2.94, 0.2, -2.46, 1.49]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[-0.96, 1.84, -2.43, -0.04], [-2.4, 1.68, 0.36, -1.59], [2.78, 1.09, -0.98, 2.13]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x2 = weir.constant dense<[[0.76], [1.88], [0.59]]> : tensor<3x1xf64> -> tensor<3x1xf64>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {full, eps = 0.125 : f64, reduction = "none"} : (tensor<3x4xf64>,
      tensor<3x4xf64>, tensor<3x1xf64>) -> tensor<3x4xf64>
  %e0 = weir.constant dense<[[4.66652274193274, 0.8623122156169505, 9.837049057722211, 4.992838531406424],
      [1.2372339960936867, 1.2349999535404952, 1.2601329322638994, 1.2422605918383676], [28.38257978928213,
      1.3263933486041648, 2.5113933486041646, 1.002240806231283]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x4xf64>
  return
}

func.func @each() {
  %x0 = weir.constant dense<[[2.91, -2.63, 1.41, -1.25], [-0.46, 0.82, -2.73, -1.66], [-2.38, 1.44, -1.67,
      -0.01]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %x1 = weir.constant dense<[[-1.03, -1.58, 2.61, 0.04], [0.9, 1.23, 1.93, -1.42], [-2.53, -0.2, -1.98, -2.88]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %x2 = weir.constant dense<[[1.84, 1.25, 0.83, 0.27], [1.52, 1.07, 0.35, 1.96], [1.9, 1.85, 1.65, 1.06]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "sum"} : (tensor<3x4xf32>,
      tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<f32>
  %e0 = weir.constant dense<45.61116> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x2 = weir.constant dense<[0.45, 1.76, 2.87]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.gaussian_nll_loss %x0, %x1, %x2 {eps = 0.125 : f64, reduction = "sum"} : (tensor<0x3xf32>,
      tensor<0x3xf32>, tensor<3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
