// RUN: %op_runs
// Binary cross entropy of sigmoid(input), which overflows for no input; what is lost where the target is 1 counts
// pos_weight times.

func.func @mean_f32() {
  %input = weir.constant dense<[[-3.64, -2.01, 0.91], [4.82, 2.45, -4.41]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.11, 0.73, 0.68], [0.12, 0.8, 0.67]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.7396694> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-2.15, 2.41], [-3.32, 0.7], [0.25, 2.68]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.14, 0.3], [0.31, 0.39], [0.48, 0.94]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.8353579754257309> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[-3.02, -1.52, -1.6], [-2.76, -2.71, 3.59]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.22, 0.23, 0.68], [0.29, 0.27, 0.77]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.042154> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %input = weir.constant dense<[[4.74, -4.45], [-0.4, -4.64], [-1.35, -1.52]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.18, 0.87], [0.94, 0.6], [0.83, 0.3]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<13.466041238579857> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[4.61, 1.52, 3.97], [-4.84, 0.3, -0.37]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.8, 0.82, 0.62], [0.37, 0.23, 0.54]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.9319026, 0.47139448, 1.5272975], [1.798676, 0.78535527, 0.72496295]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-1.93, -0.54], [-0.32, 1.7], [-4.6, -3.65]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.34, 0.2], [0.35, 0.85], [0.64, 0.76]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[0.7917340596207995, 0.5671627362708935], [0.6578929371800754, 0.42278602938626597], [2.9540016520556516,
      2.799659100296729]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-4.6, -2.84, 0.12, -0.65, 3.09, 2.42, 1.8, 2.12, -0.59, 1.22, 4.8, 1.45, -2.85, 1.31, -4.68, -0.48, 3.59, -2.15,
      -0.67]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.34, 0.39, 0.72, 0.06, 0.23, 0.73, 0.15, 0.13, 0.26, 0.87, 0.71, 0.43, 0.11, 0.46, 0.3, 0.91, 0.85, 0.35, 0.28]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.0418539> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [0.13, -3.85, -4.94, 1.76, 3.48, -1.98, -2.1, 4.78, 4.84, 0.51, -2.54, 2.72, 1.89, -2.82, -0.37, 2.07, -3.44,
      -0.47, 4.89]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.49, 0.87, 0.5, 0.67, 0.58, 0.12, 0.74, 0.62, 0.23, 0.69, 0.87, 0.66, 0.49, 0.23, 0.78, 0.62, 0.74, 0.38, 0.28]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.6965582, 3.3705564, 2.4771292, 0.73954993, 1.4919424, 0.36693317, 1.6695194, 1.824761, 3.7346761, 0.6284133,
      2.2857108, 0.9885958, 1.1045935, 0.7064971, 0.81376296, 0.90543646, 2.5771613, 0.66410923, 3.5282931]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @extreme() {
  %input = weir.constant dense<[1000.0, 1000.0, -1000.0, -1000.0, 3.0e+38, 50.0]> : tensor<6xf32> -> tensor<6xf32>
  %target = weir.constant dense<[1.0, 0.0, 1.0, 0.0, 0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0.0, 1000.0, 1000.0, 0.0, 3.0e+38, 1.9287499e-22]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<6xf32>
  return
}

// A sum of losses is beyond f16, the mean isn't.
func.func @extreme_f16() {
  %input = weir.constant dense<[60000.0, -60000.0, 60000.0, -60000.0]> : tensor<4xf16> -> tensor<4xf16>
  %target = weir.constant dense<[1.0, 0.0, 0.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %expected = weir.constant dense<30000.0> : tensor<f16> -> tensor<f16>
  check.expect_close %loss, %expected : tensor<f16>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-2.5, -2.14, -1.13], [0.28, 4.28, -1.33]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.83, 0.8, 0.74], [0.78, 0.62, 0.1]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<1.29> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[4.03, 2.95, 4.71], [1.4, -2.4, 3.72]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.37, 0.95, 0.86], [0.53, 0.63, 0.36]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[2.557, 0.198, 0.669], [0.879, 1.599, 2.404]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[4.71, -1.36], [-4.74, 1.05]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.66, 0.42], [0.87, 0.43]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.8599817> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<4.17> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<3.7683342> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-2.52]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.8413865124155078> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

// pos_weight broadcasts.
func.func @pos_weight_f32() {
  %input = weir.constant dense<[[-2.67, 2.04, -2.94], [-0.87, 0.4, 0.66]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.81, 0.27, 0.74], [0.74, 0.56, 0.49]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[0.5, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.1211909, 1.6444486, 6.654559], [0.5423485, 0.9763038, 1.1615406]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @pos_weight_f64() {
  %input = weir.constant dense<[[1.94, 1.68, 1.67], [1.58, -1.52, -0.26]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[[0.35, 0.07, 0.24], [0.18, 0.12, 0.78]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %pos_weight = weir.constant dense<[0.5, 2.0, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "mean",
      present = array<i64: 0>}
      : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.4609164561548356> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @pos_weight_each() {
  %input = weir.constant dense<[[1.89, 1.56, 0.87], [2.51, -0.31, -0.15]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.65, 0.56, 0.46], [0.32, 0.37, 0.09]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[[2.89, 2.97, 2.19], [0.17, 0.09, 0.83]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "sum",
      present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.835904> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @pos_weight_one() {
  %input = weir.constant dense<[[-2.49, -1.97, -0.67], [1.69, 2.41, 2.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.41, 0.5, 0.94], [0.87, 0.39, 0.86]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[2.5]> : tensor<1xf32> -> tensor<1xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[2.6808877, 2.6909654, 2.5704098], [0.6100223, 1.6064231, 0.52763206]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @pos_weight_column() {
  %input = weir.constant dense<[[0.91, -1.73, 2.85], [2.1, 2.02, -2.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.42, 0.71, 0.19], [0.8, 0.76, 0.33]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[[0.25], [0.25]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.7595175, 0.38337588, 2.35672], [0.46620777, 0.5383629, 0.27350563]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @pos_weight_bf16() {
  %input = weir.constant dense<[[1.5, -2.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %target = weir.constant dense<[[1.0, 0.25]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %pos_weight = weir.constant dense<[3.0, 0.5]> : tensor<2xbf16> -> tensor<2xbf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 0>}
      : (tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<2xbf16>) -> tensor<1x2xbf16>
  %expected = weir.constant dense<[[0.605, 0.361]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<1x2xbf16>
  return
}
