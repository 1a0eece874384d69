// RUN: %op_runs
// d^2 / 2 up to delta, then a line

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-1.51, 2.76, 1.47], [2.12, 1.19, -1.11]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.65, -0.36, -1.24], [-0.47, 1.63, -2.55]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<f32>
  %e0 = weir.constant dense<1.1217583> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[-1.34, -0.13, 1.06, 0.88, 1.35], [-2.37, -1.92, -1.15, -1.31, 1.53], [2.96, 1.1, -2.8,
      -1.21, 1.82]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[2.55, 0.57, -0.91, -0.87, 0.8], [2.19, -0.96, -1.86, -2.98, -2.18], [2.11, 0.75, 2.94,
      -2.58, -0.8]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "mean"} : (tensor<3x5xf64>, tensor<3x5xf64>)
      -> tensor<f64>
  %e0 = weir.constant dense<1.2955533333333331> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[1.77, 0.97, -2.6], [-0.59, 0.83, 1.13]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.29, -1.87, 2.8], [-0.2, 1.3, 0.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<f32>
  %e0 = weir.constant dense<7.4765> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[-2.52, -1.58, -2.62, -1.86, -1.8], [-0.51, -1.07, -0.82, 1.9, -2.87], [-2.38, 1.85,
      0.2, -0.37, -1.4]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0.25, -1.67, 2.15, 1.94, -1.07], [-2.85, 2.33, -1.21, 0.94, 2.15], [1.79, 2.18, -0.07,
      2.05, -0.23]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "sum"} : (tensor<3x5xf64>, tensor<3x5xf64>)
      -> tensor<f64>
  %e0 = weir.constant dense<20.73995> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[-1.42, -0.11, -0.99], [1.6, 1.99, -2.15]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-2.01, -0.7, -0.22], [2.74, 2.65, 2.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[0.17405002, 0.17404999, 0.29625002], [0.57375, 0.21780005, 3.43125]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[1.38, 1.06, -1.38, -0.76, -2.98], [2.0, -1.34, -2.52, -1.11, -1.06], [1.34, -2.97,
      -1.62, 2.38, 2.13]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[0.77, 0.35, -1.66, 2.25, 1.56], [0.08, -2.03, -1.7, -0.72, -1.01], [-2.63, -0.56,
      -0.31, -1.28, -0.69]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "none"} : (tensor<3x5xf64>, tensor<3x5xf64>)
      -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[0.18604999999999994, 0.25205000000000005, 0.039200000000000006, 1.9762499999999998,
      3.1237500000000002], [1.15875, 0.23804999999999982, 0.33375000000000005, 0.07605000000000005,
      0.0012500000000000022], [2.69625, 1.52625, 0.70125, 2.46375, 1.8337499999999998]]> : tensor<3x5xf64>
      -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-1.01, -0.74, 0.71, -0.02, -1.81, 1.77, 0.08, -0.25, 1.28, 1.51, 2.09, 1.87, 1.01,
      1.33, -2.06, 1.2, -1.47, -1.45, -2.28], [-0.62, -2.88, 0.94, 1.49, 1.65, -2.23, 0.85, 2.03, -2.78, -1.84,
      -1.39, -0.23, -1.97, 0.23, -0.94, 0.93, 0.19, 1.12, -1.52], [1.24, 1.41, 1.33, -2.59, 2.68, 0.46, -1.37, -0.4,
      0.11, 0.11, -1.51, -1.41, -0.82, 1.69, -0.38, -2.77, -0.29, -1.79, -2.93], [2.86, -1.24, 0.22, -0.85, -2.68,
      2.41, 2.61, -1.88, -0.49, -0.76, -2.0, 0.97, 1.69, 1.56, 1.05, -2.9, -1.62, 0.09, 1.22], [-0.68, -0.3, 2.04,
      -2.86, -1.39, -1.26, 2.96, -1.63, -2.72, -0.5, 0.9, -2.08, 2.04, -1.82, 1.23, -2.03, 2.29, -1.79, 1.39], [2.03,
      -1.47, -2.44, 0.52, -0.01, -0.12, 1.69, -0.22, -0.02, -0.08, -0.27, -0.57, -2.03, -1.23, -1.41, -1.51, 1.7,
      -2.32, -1.77], [0.16, -1.12, -1.56, -0.76, 0.01, 1.05, 2.83, 2.12, -0.42, -0.29, -0.51, -1.57, 2.71, -2.59,
      -1.77, 0.97, 0.54, -1.33, 2.62]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[-0.54, 0.58, -2.45, 2.35, -2.38, -0.64, 2.31, 2.67, 2.42, 1.97, -1.6, -2.81, -0.29,
      -2.62, 2.76, -2.95, -1.05, -1.78, -2.92], [-0.01, -2.54, 2.4, 1.13, -0.78, 2.05, 1.78, -1.04, 2.08, 2.58, 0.72,
      -0.89, 2.4, 2.66, -0.92, -2.48, 2.21, 0.99, -1.61], [0.4, -1.15, 2.52, -0.95, -1.82, -2.74, -0.94, 2.94, -1.69,
      -0.25, 2.83, -2.96, -1.23, 1.93, -2.43, 2.57, 2.01, -2.14, 0.55], [0.33, 1.16, -1.16, -0.7, -1.56, -1.25,
      -1.95, 2.43, 2.32, -0.84, 1.16, -0.06, -1.32, -0.9, 2.79, -0.95, 0.47, 2.67, -1.21], [1.85, -2.32, 1.4, 1.84,
      2.02, 2.85, 1.27, 2.86, -1.33, 0.13, -1.72, -2.5, -0.37, 1.32, 1.67, -2.9, 2.65, -1.52, -1.25], [1.99, 2.37,
      1.42, -1.0, -0.22, 2.01, -0.86, 1.83, 1.69, -0.19, 2.38, -0.69, 1.5, 0.84, -1.01, 0.19, 0.64, 0.22, -2.34],
      [2.95, 2.8, -2.78, 2.67, 0.19, -2.25, 1.92, -0.4, 1.28, 1.96, 0.23, -2.7, 1.93, 1.16, 2.46, -1.38, 1.71, 2.24,
      -0.87]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "mean"} : (tensor<7x19xf32>, tensor<7x19xf32>)
      -> tensor<f32>
  %e0 = weir.constant dense<1.3066947> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-0.54, -1.0, -2.97], [-1.61, -1.01, -2.34]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[1.59, -0.44, 0.41], [-1.29, -0.84, 1.52]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>)
      -> tensor<bf16>
  %e0 = weir.constant dense<1.07> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-0.18, 0.58, -0.46], [0.34, 2.38, -1.4]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[0.11, 1.12, -2.48], [2.77, -0.01, -1.53]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>)
      -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[0.04205, 0.1459, 1.234], [1.541, 1.512, 0.00844]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.56]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[1.89]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>)
      -> tensor<f64>
  %e0 = weir.constant dense<0.05444999999999995> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<0.78> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e0 = weir.constant dense<1.00875> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.huber_loss %x0, %x1 {delta = 0.75 : f64, reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>)
      -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
