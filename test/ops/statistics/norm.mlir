// RUN: %op_runs
// The p-norm over some dimensions.

func.func @rows_f32() {
  %input = weir.constant dense<[[2.95, -2.5, 1.53], [-1.16, -0.6, -1.93]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[4.1585336, 2.3303432]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.69, 2.19, 2.65, -2.3, 1.11, -1.97, 2.95], [-1.42, -2.29, -1.97, -0.86, -1.73, 0.45, 2.77], [1.86, 1.23, -2.3,
      -0.72, 2.86, -0.28, 0.53]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[5.8120737, 4.769623, 4.395429]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-1.59, -2.58, -0.23, -2.78, 0.19], [2.05, 1.78, -0.61, 1.48, -2.36], [-0.7, 0.71, -2.39, -0.7, 2.74]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [4.12333602802391, 3.9373849189531875, 3.8345534290188215]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[1.25, 0.52], [1.04, 2.89], [1.79, 0.79]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0>, p = 2.0 : f64} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.4183052, 3.0408223]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[0.23, -2.17], [2.62, 2.26], [1.71, 1.36]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0>, keepdim, p = 2.0 : f64} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[3.1371005, 3.4155674]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-0.64, 0.22], [-2.75, -0.1], [1.21, -0.56]], [[1.27, -0.61], [-1.28, -2.24], [-1.29, 0.75]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.norm %input {dims = array<i64: 1>, keepdim, p = 2.0 : f64} : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[3.0718398395749738, 0.6099180272790763]], [[2.217070138719116, 2.4397130978867168]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-1.05, -2.94], [0.26, -1.42], [1.68, 1.42]], [[-0.45, 0.27], [0.11, 0.47], [0.91, 2.46]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0, 2>, p = 2.0 : f64} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[3.1656754, 1.5221695, 3.4232295]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[-0.19, -1.03, 2.36], [-1.79, -0.45, -2.64]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.norm %input {dims = array<i64: 1, 0>, p = 2.0 : f64} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<4.128292625287117> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<f64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<1x1xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0.75]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<1xf32>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @zero_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0.0 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.0, 0.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @one_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 1.0 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[3.5, 0.0, 4.25]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @three_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 3.0 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.2489707, 0.0, 3.0371537]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 4.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @half_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0.5 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[6.964102, 0.0, 10.446153]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 4.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @infinity_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0x7FF0000000000000 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.0, 0.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @minus_infinity_f32() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0xFFF0000000000000 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.25]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @three_f64() {
  %input = weir.constant dense<
      [[1.5, -2.0, 0.0], [0.0, 0.0, 0.0], [-0.25, 3.0, -1.0]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.norm %input {dims = array<i64: 0>, p = 3.0 : f64} : (tensor<3x3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[1.5023112517293418, 3.2710663101885897, 1.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[2.6, 2.88, 0.18, 1.42, 2.81], [-1.26, -0.05, 2.17, -2.92, -2.02]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<2x5xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[5.0, 4.34]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.18, -1.24, -0.85, 2.01, 2.69], [-2.67, -2.5, 0.97, -1.89, -2.06]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<2x5xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[4.277, 4.703]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// The squares are beyond f16, and so are the cubes.
func.func @beyond_f16() {
  %input = weir.constant dense<[[3000.0, -4000.0], [0.0, 60000.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<2x2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[5000.0, 60000.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

func.func @cubes_beyond_f16() {
  %input = weir.constant dense<[[300.0, -400.0, 500.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 3.0 : f64} : (tensor<1x3xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[600.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0.0], [0.0, -0.0]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<4x2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

func.func @special_largest() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0.0], [0.0, -0.0]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0x7FF0000000000000 : f64} : (tensor<4x2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

// What is not 0 counts, NaN too.
func.func @special_count() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0.0], [0.0, -0.0]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 0.0 : f64} : (tensor<4x2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[2.0, 2.0, 1.0, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}
