// RUN: %op_runs
// Binary cross entropy of sigmoid(input), which overflows for no input; what is lost where the target is 1 counts
// pos_weight times.

func.func @mean_f32() {
  %input = weir.constant dense<[[-2.77, 1.49, 2.57], [-2.76, 2.51, -2.76]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.46, 0.45, 0.4], [0.67, 0.54, 0.83]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.5781573> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-2.9, -2.46], [1.24, -1.94], [4.5, 1.68]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.34, 0.51], [0.44, 0.38], [0.68, 0.37]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.1460882848072116> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[-3.54, -0.31, 3.61], [0.32, -3.21, -0.2]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.52, 0.85, 0.79], [0.66, 0.24, 0.31]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.5926> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[-2.05, -1.31, -3.9], [-1.75, -2.52, -3.18]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.9, 0.08, 0.14], [0.93, 0.77, 0.82]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.9660974, 0.3436752, 0.5660398], [1.7877241, 2.0177865, 2.6483443]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[3.61, 2.58], [-1.3, -2.59], [-2.26, 0.63]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.07, 0.73], [0.07, 0.44], [0.64, 0.89]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[3.3839924134758084, 0.7696404062434644], [0.3320084538329922, 1.2119393033457062], [1.5456573655475454,
      0.4962602898118766]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-3.64, -2.01, 0.91, 4.82, 2.45, -4.41, -4.32, 2.58, 2.01, -4.17, 3.38, 1.9, -2.15, 2.41, -3.32, 0.7, 0.25, 2.68,
      -4.01]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.3, 0.31, 0.39, 0.48, 0.94, 0.23, 0.36, 0.36, 0.25, 0.26, 0.82, 0.22, 0.23, 0.68, 0.29, 0.27, 0.77, 0.93, 0.1]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.0263227> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [-0.4, -4.64, -1.35, -1.52, -3.53, 4.11, 4.86, 1.1, 3.64, -2.27, 4.61, 1.52, 3.97, -4.84, 0.3, -0.37, 3.29, 3.61,
      1.28]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.37, 0.23, 0.54, 0.33, 0.45, 0.47, 0.65, 0.09, 0.17, 0.34, 0.2, 0.35, 0.85, 0.64, 0.76, 0.09, 0.24, 0.51, 0.44]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.6610153, 1.0768113, 0.9595086, 0.69939446, 1.6173837, 2.1945746, 1.7087208, 1.2883353, 3.0471137, 0.8701167,
      3.6979027, 1.1857945, 0.61419743, 3.105476, 0.62635523, 0.558463, 2.5369766, 1.7955924, 0.96212554]>
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
  %input = weir.constant dense<[[3.1, 2.42, 1.8], [2.12, -0.59, 1.22]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.93, 0.63, 0.24], [0.62, 0.08, 0.46]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0.848> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[3.59, -2.15, -0.67], [-1.75, -1.27, 2.43]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.06, 0.23, 0.73], [0.15, 0.13, 0.26]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[3.402, 0.6045, 0.9023], [0.4229, 0.4126, 1.883]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[4.07, 2.31], [-0.72, -4.33]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.46, 0.3], [0.91, 0.85]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.1677> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.63> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.28> : tensor<f32> -> tensor<f32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.63532376> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.13]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.15]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.7407581946816907> : tensor<f64> -> tensor<f64>
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
  %input = weir.constant dense<[[-2.96, 1.05, 2.09], [-1.19, -1.26, 2.87]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.94, 0.55, 0.27], [0.74, 0.67, 0.25]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[0.5, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 1>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.4179761, 0.93759066, 1.7052876], [0.60763186, 2.105417, 2.2352247]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @pos_weight_f64() {
  %input = weir.constant dense<[[-0.22, 1.24, -2.06], [-0.28, 2.94, -0.05]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %target = weir.constant dense<[[0.87, 0.5, 0.67], [0.58, 0.12, 0.74]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %pos_weight = weir.constant dense<[0.5, 2.0, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "mean",
      present = array<i64: 1>}
      : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.7909491799791706> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @pos_weight_each() {
  %input = weir.constant dense<[[0.82, -1.77, 1.29], [2.44, 1.04, -0.09]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.23, 0.78, 0.62], [0.74, 0.38, 0.28]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %pos_weight = weir.constant dense<[[0.75, 0.86, 1.16], [1.59, 2.78, 1.1]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "sum",
      present = array<i64: 1>}
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.6619587> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @pos_weight_bf16() {
  %input = weir.constant dense<[[1.5, -2.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %target = weir.constant dense<[[1.0, 0.25]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %pos_weight = weir.constant dense<[3.0, 0.5]> : tensor<2xbf16> -> tensor<2xbf16>
  %loss = weir.binary_cross_entropy_with_logits %input, %target, %pos_weight {reduction = "none",
      present = array<i64: 1>}
      : (tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<2xbf16>) -> tensor<1x2xbf16>
  %expected = weir.constant dense<[[0.605, 0.361]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<1x2xbf16>
  return
}
