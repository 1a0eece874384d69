// RUN: %known_size_runs
// weights broadcast, which takes known sizes

func.func @weights_f32() {
  %x0 = weir.constant dense<[[0.82, -1.57, -0.03, -1.28], [2.02, -0.85, 0.69, 2.48], [-1.57, 2.71, -0.09, 0.84]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0]]> : tensor<3x4xf32>
      -> tensor<3x4xf32>
  %x2 = weir.constant dense<[0.5, 1.0, 2.0, 0.25]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1, %x2 {reduction = "none", present = array<i64: 0>}
      : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0.8398314, 0.46782082, 1.3054887]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @weights_f64() {
  %x0 = weir.constant dense<[[-2.91, 2.48, 0.41, 0.69], [0.59, -2.75, -1.27, -2.46], [0.9, 2.13, 0.96, 1.88]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %x1 = weir.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf64>
      -> tensor<3x4xf64>
  %x2 = weir.constant dense<[0.5, 1.0, 2.0, 0.25]> : tensor<4xf64> -> tensor<4xf64>
  %y0 = weir.multilabel_soft_margin_loss %x0, %x1, %x2 {reduction = "none", present = array<i64: 0>}
      : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0.5547749840327441, 1.114500836649593, 1.4841812675673216]> : tensor<3xf64>
      -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}
