// RUN: %op_runs
// The standard deviation: the root of the variance.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.65, -0.48, 0.99], [1.18, -1.79, -2.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.0903668, 2.0608492]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.39, -0.83, -1.48, 1.8, 2.23, -2.12, 2.66], [2.67, 2.58, -0.4, -0.44, -0.78, 2.4, -2.71], [-0.47, 2.62, 1.43,
      1.87, 2.03, -1.34, 0.49]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.1745453, 2.0927165, 1.4436148]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-1.42, -0.29, -0.71, -2.86, 2.54], [-2.93, -1.21, 2.61, 2.98, 1.03], [-0.49, -0.71, -0.7, 0.23, 1.03]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [1.9833229691605954, 2.5284540731443, 0.7526752287673615]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-1.88, 0.11], [0.24, -2.05], [-2.05, 0.11]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.std %input {dims = array<i64: 0>, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.2758918, 1.2470765]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[-2.67, -0.97], [1.87, -1.59], [-0.43, 1.39]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.std %input {dims = array<i64: 0>, keepdim, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[2.270066, 1.5723867]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[2.82, 2.5], [-1.65, -1.78], [-0.22, 0.01]], [[-2.84, 0.74], [2.29, -2.62], [-1.25, 1.49]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.std %input {dims = array<i64: 1>, keepdim, correction = 1.0 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[2.282812592687655, 2.149519326113011]], [[2.6260426500725385, 2.1887667760636353]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[1.66, 1.8], [2.26, 0.49], [-1.11, -2.2]], [[-1.01, 0.37], [-2.32, -1.06], [0.09, -1.8]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.std %input {dims = array<i64: 0, 2>, correction = 1.0 : f64} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.3120594, 1.9794338, 1.0033444]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[-2.47, -2.31, 0.78], [-1.94, -0.88, 0.18]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.std %input {dims = array<i64: 1, 0>, correction = 1.0 : f64} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.3614355168962895> : tensor<f64> -> tensor<f64>
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
      [[-1.11, -1.93, 0.9, 0.86, -0.71], [2.68, -2.93, -1.42, 0.66, 1.49]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.std %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<2x5xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.1152291, 2.0195704]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Corrections may be fractions.
func.func @fraction() {
  %input = weir.constant dense<
      [[2.71, -1.63, -1.7, -0.46, -2.74], [-1.61, -1.23, 1.73, -2.7, 1.62]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.5 : f64} : (tensor<2x5xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[2.2482831545108244, 2.1416335554231227]> : tensor<2xf64> -> tensor<2xf64>
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
  %input = weir.constant dense<[[-0.78, -2.74, -1.22], [-0.96, 0.68, 0.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
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
      [[-2.31, -2.56, 1.95, -0.83, 1.18], [-1.79, -1.64, -1.23, 0.07, -1.5]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[2.03, 0.75]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[1.75, 2.94, 1.41, 0.72, 2.59], [2.33, -2.27, -1.13, -1.66, 1.18]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.std %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[0.8955, 1.97]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
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
