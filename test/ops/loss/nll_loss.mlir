// RUN: %op_runs
// The negative of the log-probabilities `input` at the classes `target`.

func.func @mean_f32() {
  %input = weir.constant dense<
      [[-2.14, -0.2, -1.82, -1.54], [-1.47, -1.62, -0.34, -2.44], [-2.03, -2.09, -0.34, -2.38]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<1.8900001> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-2.14, -1.56, -2.82], [-2.89, -0.64, -2.66]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<f64>
  %expected = weir.constant dense<2.1100000000000003> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<
      [[-0.76, -2.68, -0.4, -1.27], [-0.47, -1.47, -0.73, -0.17], [-2.9, -2.3, -2.43, -1.24]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum"} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<2.1100001> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %input = weir.constant dense<[[-2.68, -1.01, -0.8], [-0.27, -2.74, -0.19]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum"} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<f64>
  %expected = weir.constant dense<1.2> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<
      [[-0.14, -2.63, -2.16, -2.34], [-0.35, -2.95, -0.29, -1.5], [-2.95, -0.81, -2.93, -0.95]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.16, 0.35, 0.95]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-1.76, -0.81, -2.4], [-0.27, -1.97, -1.4]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<2xf64>
  %expected = weir.constant dense<[0.81, 1.4]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.9, -0.78, -2.52, -1.13, -2.33, -0.62, -1.33, -1.91, -0.74, -2.6, -2.87], [-0.18, -2.13, -1.45, -1.22, -1.15,
      -0.34, -0.99, -1.45, -2.53, -2.49, -2.72], [-1.74, -2.68, -0.57, -0.1, -0.2, -2.94, -0.8, -2.5, -1.66, -1.66,
      -1.16], [-2.21, -0.17, -1.1, -2.87, -0.1, -2.09, -2.79, -1.56, -2.85, -0.66, -2.82], [-2.17, -0.19, -1.27, -0.42,
      -0.24, -2.42, -2.33, -1.92, -2.91, -0.91, -1.77], [-2.06, -0.58, -2.67, -2.59, -1.79, -2.14, -2.76, -1.95, -0.31,
      -0.34, -2.48], [-2.52, -2.8, -1.79, -1.82, -1.35, -0.92, -2.98, -2.82, -2.4, -1.04, -1.8]]>
      : tensor<7x11xf32> -> tensor<7x11xf32>
  %target = weir.constant dense<[0, 10, 5, 3, 3, 9, 1]> : tensor<7xi64> -> tensor<7xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<7x11xf32>, tensor<7xi64>) -> tensor<f32>
  %expected = weir.constant dense<2.1414285> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [[-0.35, -1.36, -1.13], [-2.29, -1.59, -2.87], [-0.88, -2.08, -0.48], [-1.22, -0.86, -0.38], [-1.25, -0.26,
      -1.92]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %target = weir.constant dense<[0, 2, 1, 1, 0]> : tensor<5xi64> -> tensor<5xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<5x3xf32>, tensor<5xi64>) -> tensor<5xf32>
  %expected = weir.constant dense<[0.35, 2.87, 2.08, 0.86, 1.25]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

// One input (C,).
func.func @vector() {
  %input = weir.constant dense<[-0.93, -2.71, -0.14, -2.0, -2.04]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @vector_none() {
  %input = weir.constant dense<[-2.79, -0.69, -0.12, -2.4]> : tensor<4xf64> -> tensor<4xf64>
  %target = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<4xf64>, tensor<i64>) -> tensor<f64>
  %expected = weir.constant dense<2.79> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

// The sum is beyond f16, the mean isn't.
func.func @sum_beyond_f16() {
  %input = weir.constant dense<[[-60000.0, 0.0], [-60000.0, 1.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<2x2xf16>, tensor<2xi64>) -> tensor<f16>
  %expected = weir.constant dense<60000.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %loss, %expected : tensor<f16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [1.0, 0x7FC00000], [0xFF800000, 1.0], [1.0, 0x7F800000]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %target = weir.constant dense<[0, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<4x2xf32>, tensor<4xi64>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, -1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.77, -2.02, -1.65, -0.97], [-0.13, -0.67, -1.88, -1.18], [-0.34, -0.74, -0.9, -1.57]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<3x4xbf16>, tensor<3xi64>) -> tensor<bf16>
  %expected = weir.constant dense<1.016> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-0.75, -2.2, -1.84, -1.66], [-1.21, -2.25, -2.17, -1.78], [-0.39, -2.41, -1.86, -0.91]]>
      : tensor<3x4xf16> -> tensor<3x4xf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none"} : (tensor<3x4xf16>, tensor<3xi64>) -> tensor<3xf16>
  %expected = weir.constant dense<[2.2, 1.21, 1.86]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %loss, %expected : tensor<3xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.91]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum"} : (tensor<1x1xf64>, tensor<1xi64>) -> tensor<f64>
  %expected = weir.constant dense<0.91> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum"} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean"} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
