// RUN: %op_runs
// elements below which parts of all are

func.func @linear_f32() {
  %x0 = weir.constant dense<[[1.4, 0.15, 2.8, 1.86, -0.12, -1.91, -0.69], [-0.66, -0.84, 1.29, 2.02, 1.98, -1.82,
      -1.99], [1.02, 1.4, 1.7, 2.42, -0.98, -2.59, -0.78]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<3x7xf32>, tensor<6xf32>)
      -> tensor<3x6xf32>
  %e0 = weir.constant dense<[[-1.91, -0.405, -0.052499995, 0.15, 2.4475, 2.8], [-1.99, -1.33, -0.79499996, -0.66,
      2.005, 2.02], [-2.59, -0.88, -0.32999998, 1.02, 2.15, 2.42]]> : tensor<3x6xf32> -> tensor<3x6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6xf32>
  return
}

func.func @lower_f32() {
  %x0 = weir.constant dense<[[-1.06, -2.34, 1.08, 0.07, 0.74, 2.22, 0.46], [2.32, 1.88, 0.17, 0.72, -0.18, -0.67,
      1.39], [0.61, -0.78, 0.92, 0.21, -2.33, 1.47, -0.02]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "lower"} : (tensor<3x7xf32>, tensor<6xf32>)
      -> tensor<3x6xf32>
  %e0 = weir.constant dense<[[-2.34, -1.06, 0.07, 0.46, 1.08, 2.22], [-0.67, -0.18, 0.17, 0.72, 1.88, 2.32], [-2.33,
      -0.78, -0.02, 0.21, 0.92, 1.47]]> : tensor<3x6xf32> -> tensor<3x6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6xf32>
  return
}

func.func @higher_f32() {
  %x0 = weir.constant dense<[[2.57, 2.39, -2.32, -1.4, 1.18, -1.8, 1.95], [1.04, 2.7, -0.89, 1.13, 0.61, 1.09, 2.69],
      [-0.89, -1.61, 1.83, -2.09, 0.31, 2.56, 2.08]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "higher"} : (tensor<3x7xf32>, tensor<6xf32>)
      -> tensor<3x6xf32>
  %e0 = weir.constant dense<[[-2.32, -1.4, 1.18, 1.18, 2.57, 2.57], [-0.89, 1.04, 1.09, 1.09, 2.7, 2.7], [-2.09,
      -0.89, 0.31, 0.31, 2.56, 2.56]]> : tensor<3x6xf32> -> tensor<3x6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6xf32>
  return
}

func.func @midpoint_f32() {
  %x0 = weir.constant dense<[[1.15, -2.92, 2.88, -0.28, -1.25, -2.6, -2.13], [-2.73, 0.36, -0.72, -1.23, 1.91, -2.52,
      -0.47], [1.82, 1.98, 1.25, 0.14, -2.05, -0.63, 1.37]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "midpoint"} : (tensor<3x7xf32>, tensor<6xf32>)
      -> tensor<3x6xf32>
  %e0 = weir.constant dense<[[-2.92, -2.365, -1.69, -1.25, 2.015, 2.88], [-2.73, -1.875, -0.975, -0.72, 1.135, 1.91],
      [-2.05, -0.245, 0.695, 1.25, 1.9000001, 1.98]]> : tensor<3x6xf32> -> tensor<3x6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6xf32>
  return
}

func.func @nearest_f32() {
  %x0 = weir.constant dense<[[1.68, 0.66, 2.39, 0.39, 2.09, 2.43, -1.99], [-2.13, 2.93, -1.22, -0.31, -0.46, 2.09,
      -2.93], [-0.06, -0.23, -2.41, -0.32, 2.25, -2.69, -1.5]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "nearest"} : (tensor<3x7xf32>, tensor<6xf32>)
      -> tensor<3x6xf32>
  %e0 = weir.constant dense<[[-1.99, 0.66, 0.66, 1.68, 2.43, 2.43], [-2.93, -1.22, -1.22, -0.46, 2.93, 2.93], [-2.69,
      -1.5, -1.5, -0.32, 2.25, 2.25]]> : tensor<3x6xf32> -> tensor<3x6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6xf32>
  return
}

func.func @linear_f64() {
  %x0 = weir.constant dense<[[0.65, 0.26, 1.56, -0.95, -2.26, -0.78, 1.98], [-0.39, -0.62, 1.69, 0.51, -2.18, -0.72,
      2.46], [-2.82, 1.57, -1.15, 1.49, -2.01, 0.94, 2.16]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<3x7xf64>, tensor<6xf64>)
      -> tensor<3x6xf64>
  %e0 = weir.constant dense<[[-2.26, -0.865, -0.52, 0.26, 1.8225, 1.98], [-2.18, -0.6699999999999999, -0.5625, -0.39,
      2.17125, 2.46], [-2.82, -1.5799999999999998, -0.6275, 0.94, 1.9387500000000002, 2.16]]> : tensor<3x6xf64>
      -> tensor<3x6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x6xf64>
  return
}

func.func @lower_f64() {
  %x0 = weir.constant dense<[[-2.6, 2.74, -2.36, -2.92, 1.94, 0.08, -2.79], [0.93, 0.05, 2.97, 2.86, 2.27, 0.14,
      1.91], [1.42, -1.36, 1.49, -1.23, -0.48, -2.52, -2.18]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "lower"} : (tensor<3x7xf64>, tensor<6xf64>)
      -> tensor<3x6xf64>
  %e0 = weir.constant dense<[[-2.92, -2.79, -2.6, -2.36, 1.94, 2.74], [0.05, 0.14, 0.93, 1.91, 2.86, 2.97], [-2.52,
      -2.18, -1.36, -1.23, 1.42, 1.49]]> : tensor<3x6xf64> -> tensor<3x6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x6xf64>
  return
}

func.func @higher_f64() {
  %x0 = weir.constant dense<[[0.01, 2.03, 1.77, -2.06, 0.26, -1.16, -1.77], [-0.8, 1.08, 2.55, -2.42, -1.24, 1.49,
      -0.01], [-0.67, 1.81, -2.89, 2.68, -1.37, 2.08, 2.01]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "higher"} : (tensor<3x7xf64>, tensor<6xf64>)
      -> tensor<3x6xf64>
  %e0 = weir.constant dense<[[-2.06, -1.16, 0.01, 0.01, 2.03, 2.03], [-2.42, -0.8, -0.01, -0.01, 2.55, 2.55], [-2.89,
      -0.67, 1.81, 1.81, 2.68, 2.68]]> : tensor<3x6xf64> -> tensor<3x6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x6xf64>
  return
}

func.func @midpoint_f64() {
  %x0 = weir.constant dense<[[2.03, 0.71, 0.89, -2.71, -0.44, 0.75, -1.36], [1.09, 0.31, 1.0, 2.14, -0.99, 0.75,
      -2.71], [1.78, 1.89, 1.13, 1.15, 0.36, -1.05, 1.78]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "midpoint"} : (tensor<3x7xf64>, tensor<6xf64>)
      -> tensor<3x6xf64>
  %e0 = weir.constant dense<[[-2.71, -0.9000000000000001, 0.135, 0.71, 1.46, 2.03], [-2.71, -0.34, 0.53, 0.75,
      1.6150000000000002, 2.14], [-1.05, 0.7449999999999999, 1.14, 1.15, 1.835, 1.89]]> : tensor<3x6xf64>
      -> tensor<3x6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x6xf64>
  return
}

func.func @nearest_f64() {
  %x0 = weir.constant dense<[[-2.21, 0.49, -2.35, 1.47, 0.01, 0.8, -1.98], [-0.5, 0.96, -0.35, 1.34, -2.49, -0.85,
      -2.35], [1.43, -0.63, 1.49, 1.54, -2.77, 0.73, 1.83]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %x1 = weir.constant dense<[0.0, 0.25, 0.375, 0.5, 0.9375, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "nearest"} : (tensor<3x7xf64>, tensor<6xf64>)
      -> tensor<3x6xf64>
  %e0 = weir.constant dense<[[-2.35, -1.98, -1.98, 0.01, 1.47, 1.47], [-2.49, -0.85, -0.85, -0.5, 1.34, 1.34],
      [-2.77, 0.73, 0.73, 1.43, 1.83, 1.83]]> : tensor<3x6xf64> -> tensor<3x6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x6xf64>
  return
}

func.func @columns() {
  %x0 = weir.constant dense<[[2.49, -2.47, -2.45], [-0.34, 1.5, -2.33], [2.98, 1.27, -2.91], [1.46, -0.42, -1.95],
      [0.98, 1.29, 0.73]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %x1 = weir.constant dense<[0.5, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 0 : i64, interpolation = "linear"} : (tensor<5x3xf32>, tensor<2xf32>)
      -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[1.46, 1.27, -2.33], [0.98, -0.42, -2.45]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-1.48, -1.91, -2.64, -1.99, -0.84, -0.97, -2.58, 2.07, -1.88, -2.52, -1.75, -0.35, 0.75,
      -2.51, -2.09, -2.84, -0.61, 3.0, 1.69]> : tensor<19xf64> -> tensor<19xf64>
  %x1 = weir.constant dense<[0.5, 0.25]> : tensor<2xf64> -> tensor<2xf64>
  %y0 = weir.quantile %x0, %x1 {dim = 0 : i64, interpolation = "linear"} : (tensor<19xf64>, tensor<2xf64>)
      -> tensor<2xf64>
  %e0 = weir.constant dense<[-1.75, -2.3]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2xf64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[2.12, 2.48, -1.67, 0.88, -0.5], [-0.82, 1.55, 0.37, 0.73, -1.38]]>
      : tensor<2x5xf16> -> tensor<2x5xf16>
  %x1 = weir.constant dense<[0.5, 0.25]> : tensor<2xf16> -> tensor<2xf16>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<2x5xf16>, tensor<2xf16>)
      -> tensor<2x2xf16>
  %e0 = weir.constant dense<[[0.88, -0.5], [0.37, -0.82]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_close %y0, %e0 : tensor<2x2xf16>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[2.64, 0.94, 0.78, 1.56, 2.48], [-1.95, -1.42, 2.83, 1.04, 2.33]]>
      : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %x1 = weir.constant dense<[0.5, 0.25]> : tensor<2xbf16> -> tensor<2xbf16>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<2x5xbf16>, tensor<2xbf16>)
      -> tensor<2x2xbf16>
  %e0 = weir.constant dense<[[1.56, 0.94], [1.04, -1.42]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_close %y0, %e0 : tensor<2x2xbf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.01]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[0.5, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 0 : i64, interpolation = "linear"} : (tensor<1x1xf32>, tensor<2xf32>)
      -> tensor<2x1xf32>
  %e0 = weir.constant dense<[[-1.01], [-1.01]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x1xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[1.0, 0x7FC00000, 3.0, 2.0], [4.0, 1.0, 0x7F800000, 0x7F800000]]> : tensor<2x4xf32>
      -> tensor<2x4xf32>
  %x1 = weir.constant dense<[0.5, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<2x4xf32>, tensor<2xf32>)
      -> tensor<2x2xf32>
  %e0 = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7F800000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

func.func @ignored() {
  %x0 = weir.constant dense<[[1.0, 0x7FC00000, 3.0, 2.0], [4.0, 1.0, 0x7F800000, 0x7F800000]]> : tensor<2x4xf32>
      -> tensor<2x4xf32>
  %x1 = weir.constant dense<[0.5, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear", ignore_nan} : (tensor<2x4xf32>,
      tensor<2xf32>) -> tensor<2x2xf32>
  %e0 = weir.constant dense<[[2.0, 3.0], [0x7F800000, 0x7F800000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<[0.5, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.quantile %x0, %x1 {dim = 1 : i64, interpolation = "linear"} : (tensor<0x3xf32>, tensor<2xf32>)
      -> tensor<0x2xf32>
  %e0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x2xf32>
  return
}
