// RUN: %op_runs
// max(0, margin + near - far)

func.func @mean_f32() {
  %x0 = weir.constant dense<[[2.02, -2.24, -2.19], [1.9, -1.54, -1.81]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[2.66, -1.83, 1.99], [-1.16, 0.39, -1.13]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-0.96, 2.59, 2.45], [-1.95, 1.35, -2.16]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[-1.2, -2.58, 0.89, 1.36, 1.48], [1.65, -0.63, -1.94, -2.97, -0.36], [2.6, -0.31, 0.69,
      2.5, 2.18]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.44, 0.55, -1.61, 1.49, -0.49], [1.24, -1.66, 2.64, -2.02, 1.74], [2.34, -2.09, 2.19,
      0.87, 0.62]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[-1.48, -1.03, -1.59, -0.35, 0.89], [1.37, 1.23, -0.92, -0.98, 1.58], [2.84, -1.67,
      -0.52, -1.34, 2.85]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "mean"} : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<1.800114848634684> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[-2.9, 2.35, 1.6], [-1.01, 1.08, -0.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[0.82, -0.45, 2.49], [-0.25, 1.87, 0.46]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-0.77, 2.8, -1.83], [2.45, 2.89, 2.09]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.6029795> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[0.66, 0.73, 2.57, -0.4, 1.95], [1.65, 2.15, -0.36, 0.92, -2.45], [-2.57, -2.36, 1.41,
      -0.87, 2.45]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-2.52, -1.97, 2.02, -0.49, -1.68], [1.69, -1.59, 2.84, -1.35, 2.15], [-0.12, 2.61,
      -1.22, 2.55, -1.18]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[-0.31, 0.8, 0.33, 1.03, 1.18], [-1.39, -2.95, 1.34, 0.6, 0.38], [-0.03, 2.57, -1.22,
      2.47, -1.99]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "sum"} : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<5.553385234304206> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[1.17, 2.65, -2.07], [1.62, -1.36, -2.65]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.41, 1.19, -1.3], [2.7, -2.99, -1.39]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-0.95, -0.77, -1.2], [-2.87, -1.74, -1.43]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[0.0, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[1.03, -0.74, 1.33, -0.35, -0.96], [-2.05, -1.63, 2.41, -0.27, -1.12], [-1.69, 2.26,
      1.23, 1.17, 1.83]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-1.55, 1.39, -2.57, 0.99, -1.07], [0.97, -1.64, -0.88, 1.02, 2.64], [-0.96, -1.99,
      -2.25, 1.03, 2.37]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<[[-2.9, -0.93, -1.99, 2.73, -2.21], [-2.59, 1.61, 2.99, 1.64, -2.31], [-0.55, 0.12, 2.39,
      1.52, -2.64]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "none"} : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0.14394553024164924, 2.9774703236532956, 1.393515398646854]> : tensor<3xf64>
      -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-0.28, 1.67, 0.26, 1.0, 2.8, 2.87, 2.02, 0.43, -1.15, -2.04, -2.0, 0.84, 1.64, 2.15,
      2.48, -1.27, -0.99, -1.82, 0.26], [2.68, 1.55, -0.38, -2.05, 2.06, 2.38, 1.61, -1.25, -0.66, 0.5, 2.51, -1.54,
      -0.48, -2.64, -2.98, -1.54, 1.85, 1.05, -0.14], [-0.54, -1.41, 1.6, -0.07, -2.58, 0.76, 2.96, -2.56, 2.98,
      -2.4, -1.15, 2.86, 2.83, -1.89, 1.32, 0.68, -0.61, 1.7, 0.81], [-1.65, -0.06, 1.26, 0.73, 0.26, 1.43, -2.19,
      -2.74, -2.8, 0.72, -0.39, 2.01, 2.83, -2.33, -0.73, -0.48, 0.28, 2.46, 0.6], [-1.17, 0.98, -1.03, 0.33, -2.41,
      0.38, -0.13, 0.87, 0.4, 0.44, 1.42, -2.2, 1.51, 0.74, 1.13, -0.6, -2.49, 2.53, 1.96], [2.86, -0.24, 2.31, 2.23,
      0.3, 2.4, 1.89, -2.38, -2.2, -0.56, 0.2, 0.92, 0.39, 2.26, 1.8, -2.39, -0.96, 2.33, 1.53], [-2.91, 0.76, -2.24,
      0.02, 2.96, -2.55, 1.94, -0.1, 2.87, 2.16, -2.61, 0.86, 2.16, -1.32, 1.23, -1.47, -1.77, -1.01, -1.24]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[2.77, -1.59, -0.45, -0.09, 1.15, 2.82, 0.68, 2.16, -2.21, 0.97, -1.97, 2.23, 0.57,
      -2.18, 2.1, 0.15, -0.09, -2.51, 2.44], [0.08, 2.19, -2.55, 1.08, -0.75, 0.22, 0.75, 1.95, 2.54, -2.0, 2.16,
      -2.3, -2.94, -1.19, -1.29, 1.63, 0.36, -0.67, 1.74], [2.61, 0.85, 0.92, 2.17, -1.24, 2.98, -1.94, -2.73, 1.94,
      -1.95, -0.99, 0.08, -2.33, -0.46, -0.88, -2.49, 0.62, -0.29, -2.04], [1.73, -0.54, -2.85, 2.28, -0.54, -2.45,
      -1.27, -1.47, -2.74, -1.01, -1.99, -1.72, 1.05, -2.05, -2.87, -1.93, -1.23, -2.01, 0.58], [2.28, 1.98, -0.18,
      1.71, 1.74, 0.81, 1.82, -0.73, 1.49, 0.14, 1.43, 1.43, -2.6, 2.0, -2.78, -0.44, 0.55, 1.94, -2.65], [1.03,
      -0.93, -2.75, -1.01, 0.84, -2.5, 2.09, -2.74, -1.57, -1.02, -2.61, 2.55, 2.8, 2.43, -1.81, 2.0, -0.97, -1.27,
      1.14], [-2.49, -2.97, 2.59, -0.88, 1.77, -0.45, -2.44, -0.15, -1.97, -2.51, -2.89, -0.6, -1.45, -0.98, 2.77,
      1.98, 1.24, -1.54, 1.5]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x2 = weir.constant dense<[[1.19, 0.17, -1.57, -1.75, -0.48, -1.34, 2.31, -0.21, 1.07, 2.38, 0.73, -2.04, -1.08,
      2.54, -2.72, -1.67, 0.71, 2.13, 1.92], [1.39, 1.21, -0.76, -2.63, 0.81, -2.56, 1.79, -2.21, -2.85, 3.0, -2.0,
      0.49, -2.63, 2.88, -2.9, 1.13, 2.06, -1.22, -2.95], [-2.78, -2.63, 1.53, 0.17, 2.38, 0.79, 0.56, -1.79, -1.66,
      2.87, 2.71, -0.37, 1.77, 1.32, -1.33, -1.8, 1.49, 2.78, 2.9], [-0.86, -2.61, -1.08, -2.58, 2.93, -1.16, 2.09,
      -1.52, 2.76, -0.07, 2.0, 0.6, 1.6, -2.56, -2.47, -0.86, 2.27, 2.46, 1.26], [0.59, -2.71, 2.57, 0.96, 0.7, 2.05,
      -1.58, 0.72, 1.1, 1.54, -2.43, 1.37, 2.42, 0.77, -1.98, 2.51, -2.39, -1.62, 2.13], [0.53, -0.99, 1.82, 0.88,
      -2.29, -1.61, 1.86, 1.87, -2.55, 0.13, 1.28, -1.05, -2.62, -0.5, 2.61, 1.38, -1.72, 2.07, 1.01], [-1.26, -1.39,
      -1.94, -0.57, -0.84, -1.29, 2.24, 1.57, -0.04, 2.78, 1.04, 2.71, 1.95, 0.81, 1.16, 1.65, 1.54, 2.24,
      -0.96]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "mean"} : (tensor<7x19xf32>, tensor<7x19xf32>, tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.374993> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-0.82, -1.52, 2.53], [2.42, -0.35, -0.59]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[-2.2, 2.84, 1.03], [2.78, 0.79, 0.08]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x2 = weir.constant dense<[[1.49, 2.31, 2.06], [-0.92, 0.04, 2.67]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<0.72> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[0.04, 1.81, 0.15], [2.0, -2.59, -2.99]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-2.46, -0.38, -0.8], [2.75, 2.98, -2.19]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[[2.01, 0.06, 2.05], [-0.79, 1.64, -2.97]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2xf16>
  %e0 = weir.constant dense<[1.488, 1.487]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.19]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x2 = weir.constant dense<[[-1.49]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.51> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @swap() {
  %x0 = weir.constant dense<[[-1.2, -0.49, -0.02], [0.15, 1.41, 1.96], [2.77, 1.01, -1.46], [0.47, -0.37, -1.59]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %x1 = weir.constant dense<[[-1.01, -1.63, 0.23], [-2.6, 0.26, -0.53], [-2.96, -1.35, 2.83], [0.48, -2.61,
      0.47]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %x2 = weir.constant dense<[[1.22, -2.19, -0.58], [-1.72, 0.26, 1.93], [-1.56, -2.16, -2.17], [0.69, -2.58,
      0.16]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64, swap,
      reduction = "none"} : (tensor<4x3xf64>, tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4xf64>
  %e0 = weir.constant dense<[0.0, 2.717474472487639, 3.23951415492472, 3.60459383944235]> : tensor<4xf64>
      -> tensor<4xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4xf64>
  return
}

func.func @p_one() {
  %x0 = weir.constant dense<[[1.86, 1.6, 1.02], [-2.93, -0.41, -1.54], [0.09, -2.09, -2.19], [2.71, 2.28, -2.41]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[1.97, -2.6, -0.97], [2.96, 2.64, -0.2], [1.21, -0.7, 2.09], [-1.1, -1.76, -2.13]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x2 = weir.constant dense<[[0.78, 0.35, 2.42], [-2.12, 1.83, 2.66], [1.48, -2.31, -2.08], [-2.47, -1.0, 1.55]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 1.0 : f64, eps = 0.125 : f64,
      reduction = "none"} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[3.5999997, 4.0299997, 5.79, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @vectors() {
  %x0 = weir.constant dense<[-2.13, -0.31, -2.73, 1.07, -2.41]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[1.76, 0.68, -1.86, 1.19, -0.9]> : tensor<5xf32> -> tensor<5xf32>
  %x2 = weir.constant dense<[0.14, 0.34, -1.37, -0.5, 1.72]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "mean"} : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.13954417> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x2 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.triplet_margin_loss %x0, %x1, %x2 {margin = 1.0 : f64, p = 2.0 : f64, eps = 0.125 : f64,
      reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
