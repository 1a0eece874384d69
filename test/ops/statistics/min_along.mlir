// RUN: %op_runs
// The minimum along a dimension, and where it stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.04, -0.09, -1.79], [1.85, 0.79, 1.61]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  %expected_values = weir.constant dense<[-1.79, 0.79]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %values, %expected_values : tensor<2xf32>
  %expected_indices = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.82, -1.49, -1.5, -1.29, -0.68, 0.17, 2.57, -0.8, 2.2, 2.01, 1.61], [1.89, 0.83, -2.64, -2.6, -2.47, -2.66,
      1.18, -2.05, 2.25, -0.62, -2.96], [2.46, 2.14, 2.39, 1.31, 2.42, 1.77, 2.83, 0.84, -1.44, 2.23, -0.89]]>
      : tensor<3x11xf32> -> tensor<3x11xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x11xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-1.5, -2.96, -1.44]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[2, 10, 8]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.99, 2.41, 0.17, 0.88], [-0.96, 2.83, -0.82, -2.84], [0.63, 1.03, -0.55, 2.47]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x4xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  %expected_values = weir.constant dense<[0.17, -2.84, -0.55]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %values, %expected_values : tensor<3xf64>
  %expected_indices = weir.constant dense<[2, 3, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[-0.46, 2.5, -2.65], [-1.51, 1.3, -2.67], [2.04, -2.94, -0.87], [0.4, 0.66, 2.06]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64} : (tensor<4x3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-1.51, -2.94, -2.67]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[1, 2, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[-1.51, 1.61, 1.59], [0.38, -0.04, 1.94], [1.68, 1.67, 1.58], [-1.52, -0.26, -0.97]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64, keepdim}
      : (tensor<4x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %expected_values = weir.constant dense<[[-1.52, -0.26, -0.97]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %values, %expected_values : tensor<1x3xf32>
  %expected_indices = weir.constant dense<3> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %indices, %expected_indices : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-2.84, -1.75], [-2.14, -2.53], [1.84, 1.89]], [[1.56, 0.87], [2.51, -0.31], [-0.15, 0.97]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xi64>)
  %expected_values = weir.constant dense<[[-2.84, -2.53], [-0.15, -0.31]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_eq %values, %expected_values : tensor<2x2xf64>
  %expected_indices = weir.constant dense<[[0, 1], [2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[0.41, -0.26], [-1.21, -0.86], [-2.76, 2.78]], [[2.94, 1.39], [-2.65, -2.82], [-1.34, -2.49]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64, keepdim}
      : (tensor<2x3x2xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %expected_values = weir.constant dense<[[[-2.76, -0.86]], [[-2.65, -2.82]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_eq %values, %expected_values : tensor<2x1x2xf32>
  %expected_indices = weir.constant dense<[[[2, 1]], [[1, 1]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x1x2xi64>
  return
}

func.func @vector() {
  %input = weir.constant dense<[-1.97, -0.67, 1.69, 2.41, 2.84, -0.58, -0.02]> : tensor<7xf32> -> tensor<7xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64} : (tensor<7xf32>) -> (tensor<f32>, tensor<i64>)
  %expected_values = weir.constant dense<-1.97> : tensor<f32> -> tensor<f32>
  check.expect_eq %values, %expected_values : tensor<f32>
  %expected_indices = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  check.expect_eq %indices, %expected_indices : tensor<i64>
  return
}

// The first of equals.
func.func @ties() {
  %input = weir.constant dense<
      [[2.0, 5.0, 5.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [0.0, -0.0, -3.0, 0.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[1.0, -1.0, -3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[3, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @ties_f16() {
  %input = weir.constant dense<
      [[2.0, 5.0, 5.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [0.0, -0.0, -3.0, 0.0]]> : tensor<3x4xf16> -> tensor<3x4xf16>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x4xf16>) -> (tensor<3xf16>, tensor<3xi64>)
  %expected_values = weir.constant dense<[1.0, -1.0, -3.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %values, %expected_values : tensor<3xf16>
  %expected_indices = weir.constant dense<[3, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

// In bf16, 257 is 256.
func.func @ties_bf16() {
  %input = weir.constant dense<[[256.0, 258.0, 256.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<1x3xbf16>) -> (tensor<1xbf16>, tensor<1xi64>)
  %expected_values = weir.constant dense<[256.0]> : tensor<1xbf16> -> tensor<1xbf16>
  check.expect_eq %values, %expected_values : tensor<1xbf16>
  %expected_indices = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %indices, %expected_indices : tensor<1xi64>
  return
}

// All bits of integers count.
func.func @integers() {
  %input = weir.constant dense<
      [[3, 9007199254740992, 9007199254740993], [-9223372036854775808, 9223372036854775807, 0]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %expected_values = weir.constant dense<[3, -9223372036854775808]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %values, %expected_values : tensor<2xi64>
  %expected_indices = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100, 255], [0, 128, 127]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3xui8>) -> (tensor<2xui8>, tensor<2xi64>)
  %expected_values = weir.constant dense<[100, 0]> : tensor<2xui8> -> tensor<2xui8>
  check.expect_eq %values, %expected_values : tensor<2xui8>
  %expected_indices = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[false, true, true], [false, false, false], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi64>)
  %expected_values = weir.constant dense<false> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %values, %expected_values : tensor<3xi1>
  %expected_indices = weir.constant dense<[0, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[1.0, 0x7FC00000, 3.0, 0x7FC00000], [0x7FC00000, 0x7F800000, 0xFF800000, 0.0], [0xFF800000, 0xFF800000,
      0xFF800000, 0xFF800000], [1.0, 0x7F800000, 0xFF800000, 0x7F800000]]> : tensor<4x4xf32> -> tensor<4x4xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  %expected_values = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %values, %expected_values : tensor<4xf32>
  %expected_indices = weir.constant dense<[1, 0, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %indices, %expected_indices : tensor<4xi64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[1.0, 0x7E00, 3.0, 0x7E00], [0x7E00, 0x7C00, 0xFC00, 0.0], [0xFC00, 0xFC00, 0xFC00, 0xFC00], [1.0, 0x7C00,
      0xFC00, 0x7C00]]> : tensor<4x4xf16> -> tensor<4x4xf16>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<4x4xf16>) -> (tensor<4xf16>, tensor<4xi64>)
  %expected_values = weir.constant dense<[0x7E00, 0x7E00, 0xFC00, 0xFC00]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_eq %values, %expected_values : tensor<4xf16>
  %expected_indices = weir.constant dense<[1, 0, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %indices, %expected_indices : tensor<4xi64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  %expected_values = weir.constant dense<[0.75]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %values, %expected_values : tensor<1xf32>
  %expected_indices = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %indices, %expected_indices : tensor<1xi64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  %expected_values = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %values, %expected_values : tensor<0xf32>
  %expected_indices = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %indices, %expected_indices : tensor<0xi64>
  return
}
