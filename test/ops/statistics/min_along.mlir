// RUN: %op_runs
// The minimum along a dimension, and where it stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.05, -0.76, 1.46], [-2.9, -1.8, 1.55]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  %expected_values = weir.constant dense<[-1.05, -2.9]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %values, %expected_values : tensor<2xf32>
  %expected_indices = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.36, -2.48, -1.59, 2.44, 1.39, -0.43, -2.6, -0.25, -1.33, 2.76, 2.37], [-0.98, -1.47, 0.08, -2.31, -2.96,
      1.05, 2.09, -1.19, -1.26, 2.87, 2.9], [0.3, -1.52, 1.63, 1.13, -1.69, -0.22, 1.24, -2.06, -0.28, 2.94, -0.05]]>
      : tensor<3x11xf32> -> tensor<3x11xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x11xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-2.6, -2.96, -2.06]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[6, 4, 7]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[2.49, -0.03, 1.14], [0.55, -2.55, 1.59], [0.82, -1.77, 1.29], [2.44, 1.04, -0.09]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64} : (tensor<4x3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[0.55, -2.55, -0.09]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[1, 1, 3]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[-1.79, 1.85, 0.79], [1.61, -0.82, -1.49], [-1.5, -1.29, -0.68], [0.17, 2.57, -0.8]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64, keepdim}
      : (tensor<4x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %expected_values = weir.constant dense<[[-1.79, -1.29, -1.49]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %values, %expected_values : tensor<1x3xf32>
  %expected_indices = weir.constant dense<[[0, 2, 1]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %indices, %expected_indices : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[2.2, 2.01], [1.61, 1.89], [0.83, -2.64]], [[-2.6, -2.47], [-2.66, 1.18], [-2.05, 2.25]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xi64>)
  %expected_values = weir.constant dense<[[0.83, -2.64], [-2.66, -2.47]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_eq %values, %expected_values : tensor<2x2xf64>
  %expected_indices = weir.constant dense<[[2, 2], [1, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-0.62, -2.96], [2.46, 2.14], [2.39, 1.31]], [[2.42, 1.77], [2.83, 0.84], [-1.44, 2.23]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64, keepdim}
      : (tensor<2x3x2xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %expected_values = weir.constant dense<[[[-0.62, -2.96]], [[-1.44, 0.84]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_eq %values, %expected_values : tensor<2x1x2xf32>
  %expected_indices = weir.constant dense<[[[0, 0]], [[2, 1]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x1x2xi64>
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
