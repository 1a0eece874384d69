// RUN: %op_runs
// The negative log-probability that softmax(input) gives to the class `target`.

func.func @mean_f32() {
  %input = weir.constant dense<
      [[-2.74, 3.0, -1.12, -2.56], [-0.03, -2.7, 1.85, -2.62], [-1.28, 2.81, 0.57, 2.35]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<2.4020486> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[2.71, -1.8, -1.61], [-0.76, -2.82, 1.32]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<f64>
  %expected = weir.constant dense<2.3328920597662512> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<
      [[-0.45, -1.05, 2.01, -2.32], [-2.16, -0.49, -1.22, -2.5], [-0.84, 2.56, 2.51, -1.92]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "sum", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %expected = weir.constant dense<7.5670323> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<
      [[-2.0, -2.59, -0.49, -0.56], [0.41, 1.31, -2.95, -2.64], [-1.75, 1.06, -0.51, 2.48]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %target = weir.constant dense<[2, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.82231414, 1.264606, 0.267393]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[0.4, 0.87, -1.52], [-0.07, -2.73, 1.39]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<2xf64>
  %expected = weir.constant dense<[0.5403642037604682, 0.22192744349212215]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.09, 2.21, 0.69, 1.43, 2.42, 0.62, 2.67, -0.78, 1.29, -2.41, 2.92], [-0.93, -1.01, -2.56, 1.77, 2.97, -1.77,
      -2.9, 1.11, 0.59, 0.73, 1.61], [0.93, 2.99, -0.09, 2.36, -1.98, -0.36, 1.7, -0.45, -0.96, -0.2, 1.2], [2.93, 1.81,
      -0.68, 0.76, 2.51, 1.67, 1.35, -0.04, 1.66, -1.35, -0.61], [-0.22, 0.7, -1.45, -1.28, -0.48, 2.41, -1.78, -0.65,
      1.32, 1.32, 1.66], [1.8, -2.62, 2.26, 0.79, -0.49, -2.06, 2.72, -1.51, 2.12, 2.94, -0.79], [2.25, -2.34, -2.82,
      0.69, -2.45, 1.48, -0.76, -0.77, 0.17, -1.41, -2.88]]> : tensor<7x11xf32> -> tensor<7x11xf32>
  %target = weir.constant dense<[0, 10, 5, 3, 3, 9, 1]> : tensor<7xi64> -> tensor<7xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<7x11xf32>, tensor<7xi64>) -> tensor<f32>
  %expected = weir.constant dense<3.6897292> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [[-1.99, 2.13, 0.65], [1.14, 0.53, 0.78], [2.42, -1.84, -0.92], [-1.45, -2.42, -0.73], [-1.1, -2.38, -1.64]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %target = weir.constant dense<[0, 2, 1, 1, 0]> : tensor<5xi64> -> tensor<5xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<5x3xf32>, tensor<5xi64>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [4.3382373, 1.1669344, 4.3083706, 2.203585, 0.62099874]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

// One input (C,).
func.func @vector() {
  %input = weir.constant dense<[-1.02, -2.12, 1.35, 1.06, 0.26]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<1.0825752> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @vector_none() {
  %input = weir.constant dense<[0.82, -2.52, -2.47, -0.49]> : tensor<4xf64> -> tensor<4xf64>
  %target = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<4xf64>, tensor<i64>) -> tensor<f64>
  %expected = weir.constant dense<0.29454163936255706> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

// Exponentials of these logits overflow, or are 0.
func.func @extreme() {
  %input = weir.constant dense<
      [[1000.0, -1000.0, 0.0], [1000.0, -1000.0, 0.0], [-1000.0, -1000.0, -1000.0], [3.0e+38, 0.0, 1.0]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %target = weir.constant dense<[0, 1, 2, 0]> : tensor<4xi64> -> tensor<4xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4xf32>
  %expected = weir.constant dense<[-0.0, 2000.0, 1.0986123, -0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// The loss of the second is 60000.
func.func @extreme_f16() {
  %input = weir.constant dense<[[60000.0, -60000.0], [30000.0, -30000.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<2x2xf16>, tensor<2xi64>) -> tensor<f16>
  %expected = weir.constant dense<30000.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %loss, %expected : tensor<f16>
  return
}

func.func @certain() {
  %input = weir.constant dense<[[20.0, 0.0], [0.0, 30.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %target = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.0611537e-09, 9.357619e-14]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %loss, %expected {atol = 2.0e-07 : f64} : tensor<2xf32>
  return
}

// A class of logit -infinity has no probability.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [0xFF800000, 1.0], [0xFF800000, 1.0], [0xFF800000, 0xFF800000]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  %target = weir.constant dense<[0, 0, 1, 0]> : tensor<4xi64> -> tensor<4xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<4x2xf32>, tensor<4xi64>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, -0.0, 0x7FC00000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.97, -2.81, -2.58, 0.78], [0.17, 2.11, -2.19, 1.83], [1.54, 0.06, 2.92, 1.45]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<3x4xbf16>, tensor<3xi64>) -> tensor<bf16>
  %expected = weir.constant dense<2.48> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-0.9, -0.76, 0.63, 0.59], [0.78, 1.74, -2.53, 0.49], [-1.37, -0.03, 0.66, -0.31]]>
      : tensor<3x4xf16> -> tensor<3x4xf16>
  %target = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "none", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<3x4xf16>, tensor<3xi64>) -> tensor<3xf16>
  %expected = weir.constant dense<[2.275, 1.481, 0.699]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %loss, %expected : tensor<3xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.39]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "sum", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<1x1xf64>, tensor<1xi64>) -> tensor<f64>
  %expected = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "sum", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %loss = weir.cross_entropy %input, %target {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
