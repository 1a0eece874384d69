// RUN: %op_runs
// The variance: squared distances from the mean, summed and divided by their number less the correction.

func.func @rows_f32() {
  %input = weir.constant dense<[[-2.62, -0.7, -1.55], [2.28, -0.85, -1.59]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.92563325, 4.2202334]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[2.07, -1.9, -0.63, 2.48, -2.85, -2.07, -0.01], [-0.28, 2.84, 2.36, 0.89, -2.81, -1.89, 0.34], [-0.42, 2.79,
      -0.23, 2.71, -1.88, 2.11, 0.86]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[4.2733283, 4.29819, 3.1738477]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.17, 1.24, 0.74, -1.9, -2.46], [-2.63, -2.12, -1.63, -1.56, -1.71], [-0.31, 0.9, 2.21, 2.42, -1.93]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[4.11172, 0.20034999999999997, 3.3016699999999997]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[2.78, 0.88], [-1.16, 1.61], [-1.45, 1.05]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.var %input {dims = array<i64: 0>, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[5.583433, 0.14590001]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[-1.23, 0.3], [-2.47, 2.45], [-2.5, 1.53]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.var %input {dims = array<i64: 0>, keepdim, correction = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[0.5252333, 1.1636333]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-1.45, -1.64], [2.84, -2.03], [1.69, 0.24]], [[-1.21, -2.16], [2.68, 0.52], [2.28, -0.24]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.var %input {dims = array<i64: 1>, keepdim, correction = 1.0 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[4.931033333333333, 1.4732333333333332]], [[4.5786999999999995, 1.9077333333333335]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-1.23, 1.21], [1.29, -0.58], [-0.15, -0.1]], [[2.68, -2.37], [0.81, -0.15], [1.93, -1.7]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.var %input {dims = array<i64: 0, 2>, correction = 1.0 : f64} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[5.251758, 0.73662496, 2.2157667]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[2.65, 1.7, 1.63], [2.23, -1.78, -1.54]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.var %input {dims = array<i64: 1, 0>, correction = 1.0 : f64} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<3.81939> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x1xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0x7FC00000]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @correction() {
  %input = weir.constant dense<
      [[-2.43, 0.77, 2.78, -1.89, -1.77], [-0.02, 2.83, 0.77, 1.44, 0.28]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<2x5xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[3.928176, 1.0272399]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Corrections may be fractions.
func.func @fraction() {
  %input = weir.constant dense<
      [[1.54, 0.67, 1.67, -1.29, 2.25], [1.49, -1.2, -1.39, 2.02, -0.44]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.5 : f64} : (tensor<2x5xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[2.1859657142857145, 2.8057485714285715]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y, %expected {rtol = 5.0e-15 : f64} : tensor<2xf64>
  return
}

// Nothing is left to divide by: infinity, or NaN where all are equal.
func.func @too_few() {
  %input = weir.constant dense<[[1.0, 2.0, 4.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 4.0 : f64} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected : tensor<2xf32>
  return
}

// No dimension: each element is its own mean.
func.func @none() {
  %input = weir.constant dense<[[-0.01, 2.28, -0.54], [0.33, 1.2, -0.77]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.var %input {dims = array<i64>, correction = 0.0 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

// Squares are of distances from the mean: those of the numbers would leave no places for it.
func.func @far_from_zero() {
  %input = weir.constant dense<[[4096.25, 4096.5, 4097.0, 4095.0]]> : tensor<1x4xf32> -> tensor<1x4xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x4xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0.7239583]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.25, 1.34, 1.15, -0.02, 1.14], [1.05, 0.45, 1.92, 1.56, 1.34]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[1.22, 0.31]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.36, -3.0, 1.87, -2.0, -2.56], [-2.25, -2.97, -2.43, 2.09, 0.63]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[6.6, 4.92]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// The squares' sum is beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[[200.0, -200.0, 200.0, -200.0]]> : tensor<1x4xf16> -> tensor<1x4xf16>
  %y = weir.var %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<1x4xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[40000.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [3.0, 3.0, 3.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.var %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected : tensor<3xf32>
  return
}
