// RUN: %op_runs
// The matrices of the last two dimensions up to a diagonal, 0 above it.

func.func @square_f32() {
  %input = weir.constant dense<
      [[0.36, -0.43, -0.95], [-1.79, 2.77, -2.52], [-1.43, 1.75, -0.6]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[0.36, 0.0, 0.0], [-1.79, 2.77, 0.0], [-1.43, 1.75, -0.6]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[2.75, -0.17, -2.79, -2.22, -0.93, -1.48, -0.12], [-2.77, -2.95, 2.48, -2.35, 2.48, 3.0, -2.74], [1.06, 2.62,
      0.08, -2.96, -1.59, -1.23, -2.76], [2.75, 1.13, -0.46, -2.23, 2.86, 1.35, -1.91], [-2.66, 2.46, 0.22, 1.0, 2.6,
      0.6, -2.56]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[2.75, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-2.77, -2.95, 0.0, 0.0, 0.0, 0.0, 0.0], [1.06, 2.62, 0.08, 0.0, 0.0, 0.0,
      0.0], [2.75, 1.13, -0.46, -2.23, 0.0, 0.0, 0.0], [-2.66, 2.46, 0.22, 1.0, 2.6, 0.0, 0.0]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_eq %y, %expected : tensor<5x7xf32>
  return
}

func.func @square_f64() {
  %input = weir.constant dense<
      [[-2.87, -2.73, 2.26], [0.9, 1.11, -2.29], [-2.54, -0.88, -1.41]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %expected = weir.constant dense<
      [[-2.87, 0.0, 0.0], [0.9, 1.11, 0.0], [-2.54, -0.88, -1.41]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_eq %y, %expected : tensor<3x3xf64>
  return
}

func.func @wide() {
  %input = weir.constant dense<
      [[1.21, 2.71, -2.89, 1.51, -2.3], [2.24, -1.57, 2.32, 1.27, -0.28]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<
      [[1.21, 0.0, 0.0, 0.0, 0.0], [2.24, -1.57, 0.0, 0.0, 0.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_eq %y, %expected : tensor<2x5xf32>
  return
}

func.func @high() {
  %input = weir.constant dense<
      [[0.5, -2.82], [1.43, 1.77], [-2.96, -2.4], [2.84, -0.48], [0.03, -0.19]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<5x2xf32>) -> tensor<5x2xf32>
  %expected = weir.constant dense<
      [[0.5, 0.0], [1.43, 1.77], [-2.96, -2.4], [2.84, -0.48], [0.03, -0.19]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  check.expect_eq %y, %expected : tensor<5x2xf32>
  return
}

// The diagonal above the main one.
func.func @above() {
  %input = weir.constant dense<
      [[-2.03, 1.7, -1.19, 0.89], [2.78, 1.96, 0.42, -0.63], [-2.93, 1.99, 1.63, -1.39]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.tril %input {diagonal = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[-2.03, 1.7, 0.0, 0.0], [2.78, 1.96, 0.42, 0.0], [-2.93, 1.99, 1.63, -1.39]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %expected : tensor<3x4xf32>
  return
}

func.func @below() {
  %input = weir.constant dense<
      [[0.92, 2.85, -0.32], [2.07, 1.82, -2.58], [-2.86, -0.94, -2.62], [1.7, -1.54, -2.37]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.tril %input {diagonal = -1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 0.0], [2.07, 0.0, 0.0], [-2.86, -0.94, 0.0], [1.7, -1.54, -2.37]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %expected : tensor<4x3xf32>
  return
}

func.func @far_above() {
  %input = weir.constant dense<[[-0.58, -1.75, -2.75], [0.78, -1.47, -2.94]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.tril %input {diagonal = 5 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[-0.58, -1.75, -2.75], [0.78, -1.47, -2.94]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @far_below() {
  %input = weir.constant dense<[[-2.86, -2.92, 2.68], [-1.68, -0.67, 2.76]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.tril %input {diagonal = -5 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<0.0> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @batches() {
  %input = weir.constant dense<
      [[[-1.07, -0.78, -1.93], [2.39, -1.53, -2.18], [-1.73, 1.48, -2.74]], [[2.44, -0.98, 2.45], [1.12, 1.86, -0.99],
      [1.8, -1.23, 2.45]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %expected = weir.constant dense<
      [[[-1.07, 0.0, 0.0], [2.39, -1.53, 0.0], [-1.73, 1.48, -2.74]], [[2.44, 0.0, 0.0], [1.12, 1.86, 0.0], [1.8, -1.23,
      2.45]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  check.expect_eq %y, %expected : tensor<2x3x3xf32>
  return
}

func.func @integers() {
  %input = weir.constant dense<
      [[1, 9223372036854775807], [-9223372036854775808, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<[[1, 0], [-9223372036854775808, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100], [255, 4]]> : tensor<2x2xui8> -> tensor<2x2xui8>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<2x2xui8>) -> tensor<2x2xui8>
  %expected = weir.constant dense<[[200, 0], [255, 4]]> : tensor<2x2xui8> -> tensor<2x2xui8>
  check.expect_eq %y, %expected : tensor<2x2xui8>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[true, true, true], [true, true, true], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<3x3xi1>) -> tensor<3x3xi1>
  %expected = weir.constant dense<
      [[true, false, false], [true, true, false], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  check.expect_eq %y, %expected : tensor<3x3xi1>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.32, -0.22, -1.88], [0.21, -0.58, -2.71], [2.77, -0.57, 1.81]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<3x3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[2.32, 0.0, 0.0], [0.21, -0.58, 0.0], [2.77, -0.57, 1.81]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_eq %y, %expected : tensor<3x3xf16>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[1.5, 2.17, -2.48], [0.56, 2.3, -2.45], [-1.66, -2.0, 1.57]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  %y = weir.tril %input {diagonal = 1 : i64} : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[1.5, 2.17, 0.0], [0.56, 2.3, -2.45], [-1.66, -2.0, 1.57]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %expected : tensor<3x3xbf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty_batch() {
  %input = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<0x2x2xf32>) -> tensor<0x2x2xf32>
  %expected = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  check.expect_eq %y, %expected : tensor<0x2x2xf32>
  return
}

// What is cut off is 0, whatever it was.
func.func @special_f32() {
  %input = weir.constant dense<[[0x7FC00000, 0x7F800000], [0xFF800000, -0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.tril %input {diagonal = 0 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0x7FC00000, 0.0], [0xFF800000, -0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}
