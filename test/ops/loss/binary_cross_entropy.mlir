// RUN: %op_runs
// -(target * log(input) + (1 - target) * log(1 - input)), where logarithms are at least -100.

func.func @mean_f32() {
  %input = weir.constant dense<[[0.95, 0.09, 0.66], [0.89, 0.51, 0.06]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.26, 0.32, 0.09], [0.91, 0.67, 0.43]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.0533745> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[0.17, 0.93], [0.7, 0.21], [0.1, 0.87]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.53, 0.65], [0.89, 0.59], [0.12, 0.07]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.9580185347042238> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[0.09, 0.84, 0.64], [0.67, 0.16, 0.12]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.37, 0.29, 0.68], [0.91, 0.07, 0.73]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.2694054> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[0.16, 0.84, 0.26], [0.85, 0.69, 0.46]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.58, 0.08, 0.71], [0.77, 0.06, 0.14]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.1361257, 1.699923, 1.0437428], [0.56147724, 1.1231759, 0.63863415]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[0.93, 0.43], [0.51, 0.47], [0.2, 0.75]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.32, 0.63], [0.92, 0.79], [0.56, 0.41]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[1.8315194468214369, 0.7396851440023635], [0.6765449800328616, 0.7297922787911996], [0.9994683935413485,
      0.9358633227659656]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0.06, 0.8, 0.75, 0.29, 0.64, 0.93, 0.45, 0.81, 0.77, 0.11, 0.07, 0.36, 0.11, 0.75, 0.27, 0.14, 0.41, 0.24, 0.09]>
      : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.62, 0.28, 0.06, 0.07, 0.06, 0.9, 0.25, 0.4, 0.91, 0.34, 0.38, 0.21, 0.86, 0.27, 0.17, 0.24, 0.72, 0.09, 0.87]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.9437601> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [0.35, 0.87, 0.67, 0.78, 0.35, 0.77, 0.32, 0.87, 0.85, 0.47, 0.22, 0.53, 0.41, 0.09, 0.92, 0.41, 0.77, 0.72,
      0.83]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.13, 0.58, 0.84, 0.13, 0.25, 0.2, 0.74, 0.75, 0.23, 0.1, 0.84, 0.15, 0.86, 0.08, 0.95, 0.57, 0.56, 0.64, 0.23]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.511258, 0.9376648, 0.5137872, 1.349591, 0.58554274, 1.2280136, 0.9434536, 0.6145018, 1.4981618, 0.6468927,
      1.3116211, 0.7370009, 0.840643, 0.27940148, 0.20549898, 0.735093, 0.7930217, 0.66851026, 1.4072624]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

// At 0 and 1.
func.func @ends_f32() {
  %input = weir.constant dense<[0.0, 0.0, 1.0, 1.0, 0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %target = weir.constant dense<[0.0, 1.0, 0.0, 1.0, 0.25, 0.5]> : tensor<6xf32> -> tensor<6xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0.0, 100.0, 100.0, -0.0, 25.0, 50.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<6xf32>
  return
}

func.func @ends_f16() {
  %input = weir.constant dense<[0.0, 1.0, 0.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %target = weir.constant dense<[0.0, 1.0, 1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>} : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %expected = weir.constant dense<50.0> : tensor<f16> -> tensor<f16>
  check.expect_close %loss, %expected : tensor<f16>
  return
}

// The logarithm of 1e-44 is below -100.
func.func @near_ends() {
  %input = weir.constant dense<[1.0e-30, 1.0e-44, 1.0e-09, 0.99999994]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[1.0, 1.0, 0.0, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[69.07755, 100.0, 1.0e-09, 16.635532]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[0.28, 0.94, 0.7], [0.89, 0.91, 0.82]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.8, 0.79, 0.65], [0.88, 0.71, 0.78]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0.676> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[0.25, 0.41, 0.52], [0.55, 0.31, 0.24]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.54, 0.32, 0.12], [0.15, 0.17, 0.51]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[0.881, 0.644, 0.7246], [0.768, 0.5073, 0.862]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[0.15, 0.73], [0.86, 0.5]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.69, 0.14], [0.32, 0.32]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.1517681> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.73> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.15> : tensor<f32> -> tensor<f32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<1.16014> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.67]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.08]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.0520078198876524> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum", present = array<i64>}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean", present = array<i64>}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 0.5]> : tensor<2xf32> -> tensor<2xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none", present = array<i64>}
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}
