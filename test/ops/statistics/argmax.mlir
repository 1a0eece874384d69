// RUN: %op_runs
// Where along a dimension the maximum stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.63, -1.39, 0.92], [2.85, -0.32, 2.07]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi64>
  %expected = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[1.82, -2.58, -2.86, -0.94, -2.62, 1.7, -1.54, -2.37, -0.58, -1.75, -2.75], [0.78, -1.47, -2.94, -2.86, -2.92,
      2.68, -1.68, -0.67, 2.76, -1.07, -0.78], [-1.93, 2.39, -1.53, -2.18, -1.73, 1.48, -2.74, 2.44, -0.98, 2.45,
      1.12]]> : tensor<3x11xf32> -> tensor<3x11xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<3x11xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[0, 8, 9]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[1.86, -0.99, 1.8], [-1.23, 2.45, 2.32], [-0.22, -1.88, 0.21], [-0.58, -2.71, 2.77]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.argmax %input {dim = 0 : i64} : (tensor<4x3xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[0, 1, 3]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[-0.57, 1.81, 1.5], [2.17, -2.48, 0.56], [2.29, -2.45, -1.66], [-2.0, 1.57, 1.65]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.argmax %input {dim = 0 : i64, keepdim} : (tensor<4x3xf32>) -> tensor<1x3xi64>
  %expected = weir.constant dense<[[2, 0, 3]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %y, %expected : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-1.81, -2.67], [2.24, -2.31], [2.42, -2.8]], [[2.99, 0.47], [0.4, 0.92], [-1.77, -1.47]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<[[2, 1], [0, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[2.91, 1.36], [2.6, 2.75], [2.13, 2.03]], [[1.92, 1.01], [2.52, 1.4], [1.88, -1.68]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.argmax %input {dim = 1 : i64, keepdim} : (tensor<2x3x2xf32>) -> tensor<2x1x2xi64>
  %expected = weir.constant dense<[[[0, 1]], [[1, 1]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %y, %expected : tensor<2x1x2xi64>
  return
}

// The first of equals.
func.func @ties() {
  %input = weir.constant dense<
      [[2.0, 5.0, 5.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [0.0, -0.0, -3.0, 0.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<3x4xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

// In bf16, 257 is 256.
func.func @ties_bf16() {
  %input = weir.constant dense<[[256.0, 258.0, 256.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<1x3xbf16>) -> tensor<1xi64>
  %expected = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

// All bits of integers count.
func.func @integers() {
  %input = weir.constant dense<
      [[3, 9007199254740992, 9007199254740993], [-9223372036854775808, 9223372036854775807, 0]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<2x3xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100, 255], [0, 128, 127]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<2x3xui8>) -> tensor<2xi64>
  %expected = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[false, true, true], [false, false, false], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<3x3xi1>) -> tensor<3xi64>
  %expected = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[1.0, 0x7FC00000, 3.0, 0x7FC00000], [0x7FC00000, 0x7F800000, 0xFF800000, 0.0], [0xFF800000, 0xFF800000,
      0xFF800000, 0xFF800000], [1.0, 0x7F800000, 0xFF800000, 0x7F800000]]> : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<4x4xf32>) -> tensor<4xi64>
  %expected = weir.constant dense<[1, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[1.0, 0x7E00, 3.0, 0x7E00], [0x7E00, 0x7C00, 0xFC00, 0.0], [0xFC00, 0xFC00, 0xFC00, 0xFC00], [1.0, 0x7C00,
      0xFC00, 0x7C00]]> : tensor<4x4xf16> -> tensor<4x4xf16>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<4x4xf16>) -> tensor<4xi64>
  %expected = weir.constant dense<[1, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1xi64>
  %expected = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.argmax %input {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0xi64>
  %expected = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %expected : tensor<0xi64>
  return
}
