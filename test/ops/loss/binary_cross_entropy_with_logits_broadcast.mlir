// RUN: %known_size_runs
// A pos_weight whose dimensions have size 1, which is known, so that there are no runs with every size `?`.

func.func @one() {
  %input = weir.constant dense<[[2.2, 2.01, 1.61], [1.89, 0.83, -2.64]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.11, 0.13, 0.1], [0.68, 0.19, 0.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[2.5]> : tensor<1xf32> -> tensor<1xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 1>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[2.0804222, 1.8989607, 1.6585621], [0.8890009, 1.1373361, 5.699782]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @column() {
  %input = weir.constant dense<[[-0.62, -2.96, 2.46], [2.14, 2.39, 1.31]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[[0.86, 0.77, 0.92], [0.63, 0.28, 0.83]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %pos_weight = weir.constant dense<[[0.25], [3.0]]> : tensor<2x1xf64> -> tensor<2x1xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 1>}
      : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.28610859413047113, 0.5911451087831241, 0.22221404277045376], [1.043185675762543, 1.8575678558705737,
      0.8581080387716944]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @row() {
  %input = weir.constant dense<[[-0.89, 2.99, 2.41], [0.17, 0.88, -0.96]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.92, 0.38, 0.07], [0.59, 0.66, 0.42]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[[0.25, 3.0, 1.5]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "mean",
      present = array<i64: 1>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.1823035> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<[[2.47, -0.46, 2.5], [-2.65, -1.51, 1.3]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.1, 0.81, 0.06], [0.37, 0.56, 0.6]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<0.75> : tensor<f32> -> tensor<f32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "sum",
      present = array<i64: 1>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<7.7276316> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
