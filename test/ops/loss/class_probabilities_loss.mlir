// RUN: %op_runs
// The negative log-probabilities that softmax(input) gives, weighed by the probabilities `target`.

func.func @mean_f32() {
  %input = weir.constant dense<[[-2.85, 2.03, -0.2, -2.24], [1.44, -1.83, -2.63, 0.59], [2.37, -2.84, 1.83, -1.86]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[[0.09, 0.02, 0.29, 0.73], [0.49, 0.85, 0.22, 0.32], [0.26, 0.98, 0.94, 0.34]]> :
      tensor<3x4xf32> -> tensor<3x4xf32>
  %loss = weir.class_probabilities_loss %input, %target {reduction = "mean", label_smoothing = 0.0 : f64, present =
      array<i64>} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<f32>
  %expected_loss = weir.constant dense<5.755893> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected_loss {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @smoothed_f64() {
  %input = weir.constant dense<[[-0.38, -1.11, 1.48], [-2.76, -2.6, -0.58]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[[0.25, 0.85, 0.74], [0.55, 0.66, 0.69]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %weight = weir.constant dense<[1.61, 1.87, 0.47]> : tensor<3xf64> -> tensor<3xf64>
  %loss = weir.class_probabilities_loss %input, %target, %weight {reduction = "sum", label_smoothing = 0.25 : f64,
      present = array<i64: 0>} : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<f64>
  %expected_loss = weir.constant dense<9.134733664160866> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected_loss {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<f64>
  return
}

func.func @pixels_f32() {
  %input = weir.constant dense<[[[0.76, -2.14], [-0.34, 1.72], [2.37, 1.56]], [[-2.79, -0.84], [-2.02, 2.99], [-2.14,
      -1.53]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %target = weir.constant dense<[[[0.36, 0.06], [0.87, 0.64], [0.16, 0.5]], [[0.08, 0.61], [0.23, 0.04], [0.12,
      0.56]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %weight = weir.constant dense<[1.35, 0.78, 1.36]> : tensor<3xf32> -> tensor<3xf32>
  %loss = weir.class_probabilities_loss %input, %target, %weight {reduction = "none", label_smoothing = 0.5 : f64,
      present = array<i64: 0>} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  %expected_loss = weir.constant dense<[[2.3259072, 1.8760675], [0.9412839, 5.2290854]]> : tensor<2x2xf32> ->
      tensor<2x2xf32>
  check.expect_close %loss, %expected_loss {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[-0.89, -2.22, -1.11], [-0.63, 2.48, -2.31], [-2.48, 0.37, 2.78]]> : tensor<3x3xf16>
      -> tensor<3x3xf16>
  %target = weir.constant dense<[[0.91, 0.7, 0.07], [0.81, 0.68, 0.14], [0.46, 0.05, 0.8]]> : tensor<3x3xf16> ->
      tensor<3x3xf16>
  %weight = weir.constant dense<[1.49, 1.65, 1.57]> : tensor<3xf16> -> tensor<3xf16>
  %loss = weir.class_probabilities_loss %input, %target, %weight {reduction = "mean", label_smoothing = 0.0 : f64,
      present = array<i64: 0>} : (tensor<3x3xf16>, tensor<3x3xf16>, tensor<3xf16>) -> tensor<f16>
  %expected_loss = weir.constant dense<4.13> : tensor<f16> -> tensor<f16>
  check.expect_close %loss, %expected_loss {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<f16>
  return
}

func.func @one_row() {
  %input = weir.constant dense<[-1.4, 1.74, -1.5, -2.17, -0.66]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[0.5, 0.29, 0.61, 0.6, 0.24]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.class_probabilities_loss %input, %target {reduction = "mean", label_smoothing = 0.0 : f64, present =
      array<i64>} : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %expected_loss = weir.constant dense<6.864081> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected_loss {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.74]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.36]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.class_probabilities_loss %input, %target {reduction = "none", label_smoothing = 0.0 : f64, present =
      array<i64>} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1xf64>
  %expected_loss = weir.constant dense<[-0.0]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %loss, %expected_loss {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.class_probabilities_loss %input, %target {reduction = "none", label_smoothing = 0.0 : f64, present =
      array<i64>} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0xf32>
  %expected_loss = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %loss, %expected_loss {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}
