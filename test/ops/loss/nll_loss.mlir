// RUN: %op_runs
// The negative of the log-probabilities `input` at the classes `target`.

func.func @mean_f32() {
  %input = weir.constant dense<
      [[-0.56, -2.0, -1.56, -0.49], [-1.43, -1.82, -2.77, -2.04], [-1.31, -0.78, -2.26, -0.63]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<1.2066666> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-2.96, -0.27, -1.93], [-2.48, -0.39, -1.44]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<f64>
  %expected = weir.constant dense<0.855> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<
      [[-0.1, -1.91, -2.51, -2.81], [-2.63, -2.89, -0.67, -1.97], [-1.37, -1.74, -1.8, -0.69]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum", ignore_index = -100 : i64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<5.83> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<
      [[-1.8, -0.74, -1.77, -2.8], [-1.91, -1.48, -0.18, -2.46], [-1.8, -2.11, -2.34, -2.91]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.77, 1.91, 2.91]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-2.54, -0.95, -2.23], [-0.53, -1.9, -1.58]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<2xf64>
  %expected = weir.constant dense<[0.95, 1.58]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.43, -2.57, -1.0, -0.95, -2.3, -0.83, -2.99, -0.87, -2.79, -0.14, -1.42], [-2.77, -2.07, -1.31, -2.94, -2.17,
      -2.63, -2.29, -0.37, -2.97, -2.3, -1.6], [-0.55, -1.81, -2.63, -1.39, -1.4, -1.5, -2.58, -0.71, -1.42, -1.42,
      -1.63], [-1.7, -0.69, -1.5, -2.92, -2.06, -2.27, -1.51, -0.69, -2.24, -0.71, -2.27], [-0.18, -1.35, -0.31, -1.13,
      -2.14, -0.2, -1.82, -1.54, -1.47, -1.62, -0.34], [-2.44, -2.03, -2.09, -0.34, -2.38, -2.14, -1.56, -2.82, -2.89,
      -0.64, -2.66], [-0.76, -2.68, -0.4, -1.27, -0.47, -1.47, -0.73, -0.17, -2.9, -2.3, -2.43]]>
      : tensor<7x11xf32> -> tensor<7x11xf32>
  %target = weir.constant dense<[0, 10, 5, 3, 3, 9, 1]> : tensor<7xi64> -> tensor<7xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<7x11xf32>, tensor<7xi64>) -> tensor<f32>
  %expected = weir.constant dense<1.7> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [[-1.24, -2.68, -1.01], [-0.8, -0.27, -2.74], [-0.19, -0.14, -2.63], [-2.16, -2.34, -0.35], [-2.95, -0.29, -1.5]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %target = weir.constant dense<[0, 2, 1, 1, 0]> : tensor<5xi64> -> tensor<5xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<5x3xf32>, tensor<5xi64>) -> tensor<5xf32>
  %expected = weir.constant dense<[1.24, 2.74, 0.14, 2.34, 2.95]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

// One input (C,).
func.func @vector() {
  %input = weir.constant dense<[-2.95, -0.81, -2.93, -0.95, -1.76]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<0.95> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @vector_none() {
  %input = weir.constant dense<[-0.81, -2.4, -0.27, -1.97]> : tensor<4xf64> -> tensor<4xf64>
  %target = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<4xf64>, tensor<i64>) -> tensor<f64>
  %expected = weir.constant dense<0.81> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

// The sum is beyond f16, the mean isn't.
func.func @sum_beyond_f16() {
  %input = weir.constant dense<[[-60000.0, 0.0], [-60000.0, 1.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<2x2xf16>, tensor<2xi64>) -> tensor<f16>
  %expected = weir.constant dense<60000.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %loss, %expected : tensor<f16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [1.0, 0x7FC00000], [0xFF800000, 1.0], [1.0, 0x7F800000]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %target = weir.constant dense<[0, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<4x2xf32>, tensor<4xi64>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, -1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-0.18, -2.12, -1.45, -1.22], [-1.15, -0.34, -0.99, -1.45], [-2.53, -2.48, -2.72, -1.74]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<3x4xbf16>, tensor<3xi64>) -> tensor<bf16>
  %expected = weir.constant dense<2.0> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-2.68, -0.57, -0.1, -0.2], [-2.94, -0.8, -2.5, -1.66], [-1.66, -1.16, -2.21, -0.17]]>
      : tensor<3x4xf16> -> tensor<3x4xf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.nll_loss %input, %target {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<3x4xf16>, tensor<3xi64>) -> tensor<3xf16>
  %expected = weir.constant dense<[0.57, 2.94, 2.21]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %loss, %expected : tensor<3xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-1.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum", ignore_index = -100 : i64, present = array<i64>} : (tensor<1x1xf64>, tensor<1xi64>) -> tensor<f64>
  %expected = weir.constant dense<1.1> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.nll_loss %input, %target {reduction = "sum", ignore_index = -100 : i64, present = array<i64>} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.nll_loss %input, %target {reduction = "mean", ignore_index = -100 : i64, present = array<i64>} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
