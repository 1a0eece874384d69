// RUN: %op_runs
// Where along a dimension the minimum stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[-0.58, 0.12, 0.32], [-1.24, -1.73, 0.3]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi64>
  %expected = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.22, -2.51, -2.3, -2.21, 0.1, -2.34, 1.52, 2.38, 0.01, 1.28, -2.38], [-1.21, -1.17, 1.54, -2.33, 1.15, -2.79,
      -1.66, 0.9, 1.54, -1.65, 1.51], [-1.65, -0.26, -0.32, -0.7, 1.13, 0.27, 2.17, -1.74, -1.47, 0.74, -1.16]]>
      : tensor<3x11xf32> -> tensor<3x11xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<3x11xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[1, 5, 7]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[2.7, 1.01, -1.08], [0.08, -0.4, -0.8], [1.17, -0.87, -2.13], [-0.19, 2.17, 0.19]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.argmin %input {dim = 0 : i64} : (tensor<4x3xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[3, 2, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[-1.92, -0.12, 0.16], [2.34, 1.91, 1.04], [-1.7, -1.25, -1.23], [-0.79, -2.34, -1.05]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.argmin %input {dim = 0 : i64, keepdim} : (tensor<4x3xf32>) -> tensor<1x3xi64>
  %expected = weir.constant dense<[[0, 3, 2]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %y, %expected : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-1.51, -1.91], [2.69, -2.81], [-2.4, 2.88]], [[1.81, 2.16], [2.17, 1.55], [-0.78, -1.55]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<[[2, 1], [2, 2]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-1.35, 0.38], [-2.89, 1.51], [-2.84, -0.38]], [[0.94, 2.58], [-2.19, -1.21], [0.55, 2.89]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.argmin %input {dim = 1 : i64, keepdim} : (tensor<2x3x2xf32>) -> tensor<2x1x2xi64>
  %expected = weir.constant dense<[[[1, 2]], [[1, 1]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %y, %expected : tensor<2x1x2xi64>
  return
}

// The first of equals.
func.func @ties() {
  %input = weir.constant dense<
      [[2.0, 5.0, 5.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [0.0, -0.0, -3.0, 0.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<3x4xf32>) -> tensor<3xi64>
  %expected = weir.constant dense<[3, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

// In bf16, 257 is 256.
func.func @ties_bf16() {
  %input = weir.constant dense<[[256.0, 258.0, 256.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<1x3xbf16>) -> tensor<1xi64>
  %expected = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

// All bits of integers count.
func.func @integers() {
  %input = weir.constant dense<
      [[3, 9007199254740992, 9007199254740993], [-9223372036854775808, 9223372036854775807, 0]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<2x3xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100, 255], [0, 128, 127]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<2x3xui8>) -> tensor<2xi64>
  %expected = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[false, true, true], [false, false, false], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<3x3xi1>) -> tensor<3xi64>
  %expected = weir.constant dense<[0, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[1.0, 0x7FC00000, 3.0, 0x7FC00000], [0x7FC00000, 0x7F800000, 0xFF800000, 0.0], [0xFF800000, 0xFF800000,
      0xFF800000, 0xFF800000], [1.0, 0x7F800000, 0xFF800000, 0x7F800000]]> : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<4x4xf32>) -> tensor<4xi64>
  %expected = weir.constant dense<[1, 0, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[1.0, 0x7E00, 3.0, 0x7E00], [0x7E00, 0x7C00, 0xFC00, 0.0], [0xFC00, 0xFC00, 0xFC00, 0xFC00], [1.0, 0x7C00,
      0xFC00, 0x7C00]]> : tensor<4x4xf16> -> tensor<4x4xf16>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<4x4xf16>) -> tensor<4xi64>
  %expected = weir.constant dense<[1, 0, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1xi64>
  %expected = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.argmin %input {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0xi64>
  %expected = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %expected : tensor<0xi64>
  return
}
