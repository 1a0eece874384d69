// RUN: %op_runs
// The standard deviation: the root of the variance.

func.func @rows_f32() {
  %input = weir.constant dense<[[-0.71, -0.7, 0.23], [1.03, -1.88, 0.11]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.53984565, 1.4874251]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.24, -2.05, -2.05, 0.11, -2.67, -0.97, 1.87], [-1.59, -0.43, 1.39, 2.82, 2.5, -1.65, -1.78], [-0.22, 0.01,
      -2.84, 0.74, 2.29, -2.62, -1.25], [1.49, 1.66, 1.8, 2.26, 0.49, -1.11, -2.2], [-1.01, 0.37, -2.32, -1.06, 0.09,
      -1.8, -2.47]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<5x7xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [1.6170181, 2.0212042, 1.833529, 1.6774158, 1.111027]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-2.31, 0.78, -1.94, -0.88, 0.18], [-1.11, -1.93, 0.9, 0.86, -0.71], [2.68, -2.93, -1.42, 0.66, 1.49]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [1.3263785281736131, 1.2468640663681025, 2.257948183639297]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[2.71, -1.63], [-1.7, -0.46], [-2.74, -1.61]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.std %input {dims = array<i64: 0>, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.8934467, 0.66980094]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[-1.23, 1.73], [-2.7, 1.62], [-0.78, -2.74]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.std %input {dims = array<i64: 0>, keepdim, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[1.0041414, 2.5495946]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-1.22, -0.96], [0.68, 0.75], [-2.32, -2.56]], [[1.95, -0.83], [1.18, -1.79], [-1.64, -1.23]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.std %input {dims = array<i64: 1>, keepdim, correction = 1.0 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[1.517673658377628, 1.655304604395618]], [[1.8900352730394565, 0.4822171018673367]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[0.07, -1.5], [1.75, 2.94], [1.41, 0.72]], [[2.59, 2.33], [-2.27, -1.13], [-1.66, 1.18]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.std %input {dims = array<i64: 0, 2>, correction = 1.0 : f64} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.9448115, 2.4303548, 1.4111313]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[2.95, -2.5, 1.53], [-1.16, -0.6, -1.93]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.std %input {dims = array<i64: 1, 0>, correction = 1.0 : f64} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<2.1088646234407746> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x1xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0x7FC00000]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @correction() {
  %input = weir.constant dense<
      [[-1.69, 2.19, 2.65, -2.3, 1.11], [-1.97, 2.95, -1.42, -2.29, -1.97]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<2x5xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.0213106, 1.9650344]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Corrections may be fractions.
func.func @fraction() {
  %input = weir.constant dense<
      [[-0.86, -1.73, 0.45, 2.77, 1.86], [1.23, -2.3, -0.72, 2.86, -0.28]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.5 : f64} : (tensor<2x5xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[1.9876389439303537, 2.1013247522183987]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<2xf64>
  return
}

// Nothing is left to divide by: infinity, or NaN where all are equal.
func.func @too_few() {
  %input = weir.constant dense<[[1.0, 2.0, 4.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 4.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected : tensor<2xf32>
  return
}

// No dimension: each element is its own mean.
func.func @none() {
  %input = weir.constant dense<[[0.53, -1.59, -2.58], [-0.23, -2.78, 0.19]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.std %input {dims = array<i64>, correction = 0.0 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

// Squares are of distances from the mean: those of the numbers would leave no places for it.
func.func @far_from_zero() {
  %input = weir.constant dense<[[4096.25, 4096.5, 4097.0, 4095.0]]> : tensor<1x4xf32> -> tensor<1x4xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x4xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0.85085744]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[2.05, 1.78, -0.61, 1.48, -2.36], [-0.7, 0.71, -2.39, -0.7, 2.73], [1.25, 0.52, 1.04, 2.89, 1.79]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xbf16>) -> tensor<3xbf16>
  %expected = weir.constant dense<[1.9, 1.914, 0.902]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %y, %expected : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[0.79, 0.23, -2.17, 2.62, 2.26], [1.71, 1.36, -0.64, 0.22, -2.75], [-0.1, 1.21, -0.56, 1.27, -0.61]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[1.908, 1.788, 0.9326]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y, %expected : tensor<3xf16>
  return
}

// The squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[[20000.0, -20000.0, 20000.0, -20000.0]]> : tensor<1x4xf16> -> tensor<1x4xf16>
  %y = weir.std %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<1x4xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[20000.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [3.0, 3.0, 3.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected : tensor<3xf32>
  return
}
