// RUN: %op_runs
// The p-norm over some dimensions.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.28, -2.24, -1.29], [0.75, -1.05, -2.94]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.8844583, 3.210701]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.26, -1.42, 1.68, 1.42, -0.45, 0.27, 0.11], [0.47, 0.91, 2.46, -0.19, -1.03, 2.36, -1.79], [-0.45, -2.64, -1.3,
      1.44, 1.07, 0.32, 2.84], [0.57, -1.7, -0.89, 2.17, 0.19, 2.54, 2.25], [2.31, -0.88, 1.89, 1.72, 1.12, 0.85,
      -1.14]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<5x7xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [2.6852002, 4.1196237, 4.4998446, 4.5017886, 3.989674]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[0.34, 2.59, 2.87, 0.18, 1.42], [2.82, -1.26, -0.05, 2.17, -2.92], [-2.02, 2.18, -1.24, -0.85, 2.01]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [4.136351048931896, 4.772609349192535, 3.890115679513914]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[2.69, -2.67], [-2.5, 0.97], [-1.89, -2.06]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0>, p = 2.0 : f64} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[4.1301575, 3.5090456]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[-0.66, -0.76], [1.26, -1.49], [-1.4, 1.34]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0>, keepdim, p = 2.0 : f64} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[1.9957956, 2.1431985]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-0.38, -1.94], [-0.56, -2.13], [-0.33, 1.28]], [[2.54, -1.53], [-1.41, 0.35], [-0.85, -2.76]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.norm %input {dims = array<i64: 1>, keepdim, p = 2.0 : f64} : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[0.7529276193632427, 3.1526020998533895]], [[3.026912618494297, 3.1750590545689064]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-2.71, 1.49], [0.26, -1.5], [1.07, -1.97]], [[-2.33, -1.23], [-0.42, 0.36], [-0.43, -0.95]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.norm %input {dims = array<i64: 0, 2>, p = 2.0 : f64} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[4.0627575, 1.6197531, 2.4724886]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[-1.79, 2.77, -2.52], [-1.43, 1.75, -0.6]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.norm %input {dims = array<i64: 1, 0>, p = 2.0 : f64} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<4.763905960448842> : tensor<f64> -> tensor<f64>
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

func.func @infinity_several() {
  %input = weir.constant dense<
      [[[2.75, -0.17], [-2.79, -2.22], [-0.93, -1.48]], [[-0.12, -2.77], [-2.95, 2.48], [-2.35, 2.48]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.norm %input {dims = array<i64: 0, 2>, p = 0x7FF0000000000000 : f64} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[2.77, 2.95, 2.48]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected : tensor<3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[3.0, -2.73, 1.06, 2.62, 0.08], [-2.95, -1.59, -1.23, -2.77, 2.75], [1.13, -0.46, -2.23, 2.86, 1.35]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<3x5xbf16>) -> tensor<3xbf16>
  %expected = weir.constant dense<[4.94, 5.28, 4.06]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %y, %expected : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-1.91, -2.66, 2.46, 0.22, 1.0], [2.6, 0.6, -2.56, -2.87, -2.73], [2.26, 0.9, 1.11, -2.29, -2.54]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.norm %input {dims = array<i64: 1>, p = 2.0 : f64} : (tensor<3x5xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[4.223, 5.418, 4.34]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y, %expected : tensor<3xf16>
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
