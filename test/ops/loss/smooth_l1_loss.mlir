// RUN: %op_runs
// d^2 / (2 beta) for d = |input - target| below beta, else d - beta / 2.

func.func @mean_f32() {
  %input = weir.constant dense<[[-1.22, -0.96, 0.68], [0.75, -2.32, -2.56]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[1.95, -0.83, 1.18], [-1.79, -1.64, -1.23]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.9841083> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[0.07, -1.5], [1.75, 2.94], [1.41, 0.72]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[2.59, 2.33], [-2.27, -1.13], [-1.66, 1.18]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<2.5193> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[2.95, -2.5, 1.53], [-1.16, -0.6, -1.93]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-1.69, 2.19, 2.65], [-2.3, 1.11, -1.97]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "sum", beta = 1.0 : f64}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<10.8008> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[2.95, -1.42, -2.29], [-1.97, -0.86, -1.73]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.45, 2.77, 1.86], [1.23, -2.3, -0.72]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1.0 : f64}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[2.0, 3.69, 3.65], [2.7, 0.93999994, 0.51]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[2.86, -0.28], [0.53, -1.59], [-2.58, -0.23]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-2.78, 0.19], [2.05, 1.78], [-0.61, 1.48]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1.0 : f64}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[5.14, 0.11045000000000002], [1.0199999999999998, 2.87], [1.4700000000000002, 1.21]]>
      : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-2.36, -0.7, 0.71, -2.39, -0.7, 2.74, 1.25, 0.52, 1.04, 2.89, 1.79, 0.79, 0.23, -2.17, 2.62, 2.26, 1.71, 1.36,
      -0.64]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.22, -2.75, -0.1, 1.21, -0.56, 1.27, -0.61, -1.28, -2.24, -1.29, 0.75, -1.05, -2.94, 0.26, -1.42, 1.68, 1.42,
      -0.45, 0.27]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.5322185> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [0.11, 0.47, 0.91, 2.46, -0.19, -1.03, 2.36, -1.79, -0.45, -2.64, -1.3, 1.44, 1.07, 0.32, 2.84, 0.57, -1.7, -0.89,
      2.17]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.19, 2.54, 2.25, 2.31, -0.88, 1.89, 1.72, 1.12, 0.85, -1.14, 0.34, 2.59, 2.87, 0.18, 1.42, 2.82, -1.26, -0.05,
      2.17]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1.0 : f64}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.0032, 1.5699999, 0.84, 0.011250014, 0.23805, 2.42, 0.20479992, 2.4099998, 0.8, 1.0000001, 1.14, 0.64999986,
      1.2999998, 0.009799998, 0.91999996, 1.75, 0.09680002, 0.35279998, 0.0]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @beta() {
  %input = weir.constant dense<0.0> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[0.0, 1.0, -2.5, 2.4, 7.0]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 2.5 : f64}
      : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[0.0, 0.2, 1.25, 1.1520001, 5.75]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

// The absolute difference.
func.func @beta_zero() {
  %input = weir.constant dense<[0.5, -0.25, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %target = weir.constant dense<[0.0, 1.0, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 0.0 : f64}
      : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[0.5, 1.25, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3xf64>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[300.0, 400.0]> : tensor<2xf16> -> tensor<2xf16>
  %target = weir.constant dense<[0.0, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1000.0 : f64}
      : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[45.0, 80.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %loss, %expected : tensor<2xf16>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-2.92, -2.02, 2.19], [-1.24, -0.85, 2.02]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[2.69, -2.67, -2.5], [0.97, -1.89, -2.06]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<2.56> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-2.33, -1.23, -0.42], [0.36, -0.43, -0.95]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[-1.79, 2.77, -2.52], [-1.43, 1.75, -0.6]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1.0 : f64}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[0.1459, 3.5, 1.6], [1.29, 1.68, 0.06128]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[2.75, -0.17], [-2.79, -2.22]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[-0.93, -1.48], [-0.12, -2.77]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.5774705> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-2.95> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<2.48> : tensor<f32> -> tensor<f32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<4.9300003> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-2.35]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[2.48]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "sum", beta = 1.0 : f64}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<4.33> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "sum", beta = 1.0 : f64}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "mean", beta = 1.0 : f64}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 3.0e+38]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 1.0, 1.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.smooth_l1_loss %input, %target {reduction = "none", beta = 1.0 : f64}
      : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 3.0e+38]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}
