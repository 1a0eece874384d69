// RUN: %op_runs
// The matrices of the last two dimensions from a diagonal on, 0 below it.

func.func @square_f32() {
  %input = weir.constant dense<
      [[1.65, -1.81, -2.67], [2.24, -2.31, 2.42], [-2.8, 2.99, 0.47]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[1.65, -1.81, -2.67], [0.0, -2.31, 2.42], [0.0, 0.0, 0.47]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.4, 0.92, -1.77, -1.47, 2.91, 1.36, 2.6], [2.75, 2.13, 2.03, 1.92, 1.01, 2.52, 1.4], [1.88, -1.68, -0.58, 0.12,
      0.32, -1.24, -1.73], [0.3, -1.22, -2.51, -2.3, -2.21, 0.1, -2.34], [1.52, 2.38, 0.01, 1.28, -2.38, -1.21, -1.17]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[0.4, 0.92, -1.77, -1.47, 2.91, 1.36, 2.6], [0.0, 2.13, 2.03, 1.92, 1.01, 2.52, 1.4], [0.0, 0.0, -0.58, 0.12,
      0.32, -1.24, -1.73], [0.0, 0.0, 0.0, -2.3, -2.21, 0.1, -2.34], [0.0, 0.0, 0.0, 0.0, -2.38, -1.21, -1.17]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_eq %y, %expected : tensor<5x7xf32>
  return
}

func.func @square_f64() {
  %input = weir.constant dense<
      [[1.54, -2.33, 1.15], [-2.79, -1.66, 0.9], [1.54, -1.65, 1.51]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %expected = weir.constant dense<
      [[1.54, -2.33, 1.15], [0.0, -1.66, 0.9], [0.0, 0.0, 1.51]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_eq %y, %expected : tensor<3x3xf64>
  return
}

func.func @wide() {
  %input = weir.constant dense<
      [[-1.65, -0.26, -0.32, -0.7, 1.13], [0.27, 2.17, -1.74, -1.47, 0.74]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<
      [[-1.65, -0.26, -0.32, -0.7, 1.13], [0.0, 2.17, -1.74, -1.47, 0.74]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_eq %y, %expected : tensor<2x5xf32>
  return
}

func.func @high() {
  %input = weir.constant dense<
      [[-1.16, 2.7], [1.01, -1.08], [0.08, -0.4], [-0.8, 1.17], [-0.87, -2.13]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<5x2xf32>) -> tensor<5x2xf32>
  %expected = weir.constant dense<
      [[-1.16, 2.7], [0.0, -1.08], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  check.expect_eq %y, %expected : tensor<5x2xf32>
  return
}

// The diagonal above the main one.
func.func @above() {
  %input = weir.constant dense<
      [[-0.19, 2.17, 0.19, -1.92], [-0.12, 0.16, 2.34, 1.91], [1.04, -1.7, -1.25, -1.23]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.triu %input {diagonal = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[0.0, 2.17, 0.19, -1.92], [0.0, 0.0, 2.34, 1.91], [0.0, 0.0, 0.0, -1.23]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %expected : tensor<3x4xf32>
  return
}

func.func @below() {
  %input = weir.constant dense<
      [[-0.79, -2.34, -1.05], [-1.51, -1.91, 2.69], [-2.81, -2.4, 2.88], [1.81, 2.16, 2.17]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.triu %input {diagonal = -1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %expected = weir.constant dense<
      [[-0.79, -2.34, -1.05], [-1.51, -1.91, 2.69], [0.0, -2.4, 2.88], [0.0, 0.0, 2.17]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %expected : tensor<4x3xf32>
  return
}

func.func @far_above() {
  %input = weir.constant dense<[[1.55, -0.78, -1.55], [-1.35, 0.38, -2.89]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.triu %input {diagonal = 5 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<0.0> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @far_below() {
  %input = weir.constant dense<[[1.51, -2.84, -0.38], [0.94, 2.58, -2.19]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.triu %input {diagonal = -5 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[1.51, -2.84, -0.38], [0.94, 2.58, -2.19]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @batches() {
  %input = weir.constant dense<
      [[[-1.21, 0.55, 2.89], [1.47, -2.64, -2.59], [1.55, 1.21, -2.5]], [[2.03, 1.14, -1.29], [1.44, -1.99, 0.42],
      [0.15, 1.61, -2.4]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %expected = weir.constant dense<
      [[[-1.21, 0.55, 2.89], [0.0, -2.64, -2.59], [0.0, 0.0, -2.5]], [[2.03, 1.14, -1.29], [0.0, -1.99, 0.42], [0.0,
      0.0, -2.4]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  check.expect_eq %y, %expected : tensor<2x3x3xf32>
  return
}

func.func @integers() {
  %input = weir.constant dense<
      [[1, 9223372036854775807], [-9223372036854775808, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<[[1, 9223372036854775807], [0, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100], [255, 4]]> : tensor<2x2xui8> -> tensor<2x2xui8>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<2x2xui8>) -> tensor<2x2xui8>
  %expected = weir.constant dense<[[200, 100], [0, 4]]> : tensor<2x2xui8> -> tensor<2x2xui8>
  check.expect_eq %y, %expected : tensor<2x2xui8>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[true, true, true], [true, true, true], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<3x3xi1>) -> tensor<3x3xi1>
  %expected = weir.constant dense<
      [[true, true, true], [false, true, true], [false, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  check.expect_eq %y, %expected : tensor<3x3xi1>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-1.35, -1.23, -0.71], [-0.16, 2.95, -1.81], [-0.91, -0.96, -1.66]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<3x3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[-1.35, -1.23, -0.71], [0.0, 2.95, -1.81], [0.0, 0.0, -1.66]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_eq %y, %expected : tensor<3x3xf16>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.63, 2.16, -1.87], [-1.82, 1.22, -1.42], [-1.56, 1.79, 2.84]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  %y = weir.triu %input {diagonal = 1 : i64} : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[0.0, 2.16, -1.87], [0.0, 0.0, -1.42], [0.0, 0.0, 0.0]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %expected : tensor<3x3xbf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty_batch() {
  %input = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<0x2x2xf32>) -> tensor<0x2x2xf32>
  %expected = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  check.expect_eq %y, %expected : tensor<0x2x2xf32>
  return
}

// What is cut off is 0, whatever it was.
func.func @special_f32() {
  %input = weir.constant dense<[[0x7FC00000, 0x7F800000], [0xFF800000, -0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.triu %input {diagonal = 0 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0x7FC00000, 0x7F800000], [0.0, -0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}
