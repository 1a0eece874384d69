// RUN: %op_runs
// The rows of weight that input names.

func.func @rows_f32() {
  %input = weir.constant dense<[2, 0, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  %weight = weir.constant dense<[[-1.34, 0.49], [-1.42, -0.29], [-0.71, -2.86]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.embedding %input, %weight : (tensor<4xi64>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %expected = weir.constant dense<
      [[-0.71, -2.86], [-1.34, 0.49], [-1.42, -0.29], [-0.71, -2.86]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_eq %y, %expected : tensor<4x2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<[0, 6, 3, 3, 5]> : tensor<5xi64> -> tensor<5xi64>
  %weight = weir.constant dense<
      [[2.54, -2.93, -1.21], [2.61, 2.98, 1.03], [-0.49, -0.71, -0.7], [0.23, 1.03, -1.88], [0.11, 0.24, -2.05], [-2.05,
      0.11, -2.67], [-0.97, 1.87, -1.59]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %y = weir.embedding %input, %weight : (tensor<5xi64>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[2.54, -2.93, -1.21], [-0.97, 1.87, -1.59], [0.23, 1.03, -1.88], [0.23, 1.03, -1.88], [-2.05, 0.11, -2.67]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %expected : tensor<5x3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  %weight = weir.constant dense<
      [[-0.43, 1.39, 2.82, 2.5, -1.65], [-1.78, -0.22, 0.01, -2.84, 0.74], [2.29, -2.62, -1.25, 1.49, 1.66]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.embedding %input, %weight : (tensor<2xi64>, tensor<3x5xf64>) -> tensor<2x5xf64>
  %expected = weir.constant dense<
      [[2.29, -2.62, -1.25, 1.49, 1.66], [-0.43, 1.39, 2.82, 2.5, -1.65]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  check.expect_eq %y, %expected : tensor<2x5xf64>
  return
}

func.func @rows_f16() {
  %input = weir.constant dense<[1, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  %weight = weir.constant dense<[[1.8, 2.26, 0.49], [-1.11, -2.2, -1.01]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.embedding %input, %weight : (tensor<3xi64>, tensor<2x3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[-1.11, -2.2, -1.01], [1.8, 2.26, 0.49], [-1.11, -2.2, -1.01]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_eq %y, %expected : tensor<3x3xf16>
  return
}

func.func @rows_bf16() {
  %input = weir.constant dense<[1, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  %weight = weir.constant dense<[[0.37, -2.31, -1.06], [0.09, -1.8, -2.47]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.embedding %input, %weight : (tensor<3xi64>, tensor<2x3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[0.09, -1.8, -2.47], [0.37, -2.31, -1.06], [0.09, -1.8, -2.47]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %expected : tensor<3x3xbf16>
  return
}

func.func @rows_i64() {
  %input = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %weight = weir.constant dense<
      [[1, 9223372036854775807], [-9223372036854775808, 9007199254740993]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.embedding %input, %weight : (tensor<2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<
      [[-9223372036854775808, 9007199254740993], [1, 9223372036854775807]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

// input of any rank.
func.func @matrix() {
  %input = weir.constant dense<[[0, 1, 2], [2, 2, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %weight = weir.constant dense<[[-2.31, 0.78], [-1.94, -0.88], [0.18, -1.11]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.embedding %input, %weight : (tensor<2x3xi64>, tensor<3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-2.31, 0.78], [-1.94, -0.88], [0.18, -1.11]], [[0.18, -1.11], [0.18, -1.11], [-2.31, 0.78]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %weight = weir.constant dense<[[-1.93, 0.9], [0.86, -0.71], [2.68, -2.93]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.embedding %input, %weight : (tensor<i64>, tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.86, -0.71]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

// The padding row is like any other; it only gets no gradient.
func.func @padding() {
  %input = weir.constant dense<[2, 0, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  %weight = weir.constant dense<[[-1.42, 0.66], [1.49, 2.71], [-1.63, -1.7]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.embedding %input, %weight {padding_idx = 2 : i64} : (tensor<4xi64>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %expected = weir.constant dense<
      [[-1.63, -1.7], [-1.42, 0.66], [1.49, 2.71], [-1.63, -1.7]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_eq %y, %expected : tensor<4x2xf32>
  return
}

func.func @padding_f64() {
  %input = weir.constant dense<[2, 0, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  %weight = weir.constant dense<[[-0.46, -2.74], [-1.61, -1.23], [1.73, -2.7]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %y = weir.embedding %input, %weight {padding_idx = 0 : i64} : (tensor<4xi64>, tensor<3x2xf64>) -> tensor<4x2xf64>
  %expected = weir.constant dense<
      [[1.73, -2.7], [-0.46, -2.74], [-1.61, -1.23], [1.73, -2.7]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_eq %y, %expected : tensor<4x2xf64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %weight = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.embedding %input, %weight : (tensor<1xi64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %weight = weir.constant dense<[[1.62, -0.78], [-2.74, -1.22], [-0.96, 0.68]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.embedding %input, %weight : (tensor<0xi64>, tensor<3x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0, 1, 0]> : tensor<3xi64> -> tensor<3xi64>
  %weight = weir.constant dense<[[0x7FC00000, -0.0], [0x7F800000, 0xFF800000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.embedding %input, %weight : (tensor<3xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, -0.0], [0x7F800000, 0xFF800000], [0x7FC00000, -0.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}
