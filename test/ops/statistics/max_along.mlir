// RUN: %op_runs
// The maximum along a dimension, and where it stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.47, -2.64, -2.59], [1.55, 1.21, -2.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  %expected_values = weir.constant dense<[1.47, 1.55]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %values, %expected_values : tensor<2xf32>
  %expected_indices = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[2.03, 1.14, -1.29, 1.44, -1.99, 0.42, 0.15, 1.61, -2.4, -1.35, -1.23], [-0.71, -0.16, 2.95, -1.81, -0.91, -0.96,
      -1.66, -1.63, 2.15, -1.87, -1.82], [1.22, -1.42, -1.56, 1.79, 2.84, -2.67, -0.24, -2.79, -0.81, -0.91, -2.12]]>
      : tensor<3x11xf32> -> tensor<3x11xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<3x11xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[2.03, 2.95, 2.84]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[0, 2, 4]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[2.47, 2.92, 0.66], [2.18, -1.36, 2.77], [0.91, 2.38, -2.91], [0.18, -0.22, 1.98]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.max_along %input {dim = 0 : i64} : (tensor<4x3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[2.47, 2.92, 2.77]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[0, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[2.16, 0.77, -0.86], [-1.78, 0.28, -1.16], [-0.33, -0.19, 1.02], [-2.76, -2.19, -1.07]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.max_along %input {dim = 0 : i64, keepdim}
      : (tensor<4x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %expected_values = weir.constant dense<[[2.16, 0.77, 1.02]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %values, %expected_values : tensor<1x3xf32>
  %expected_indices = weir.constant dense<[[0, 0, 2]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %indices, %expected_indices : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-2.0, -0.97], [2.31, 0.94], [1.75, -2.76]], [[-1.71, 0.07], [-0.39, 1.86], [1.45, 1.08]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xi64>)
  %expected_values = weir.constant dense<[[2.31, 0.94], [1.45, 1.86]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_eq %values, %expected_values : tensor<2x2xf64>
  %expected_indices = weir.constant dense<[[1, 1], [2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[1.27, -0.36], [0.73, 2.88], [0.87, -1.71]], [[0.79, -2.81], [-0.29, 2.15], [-1.29, -0.4]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64, keepdim}
      : (tensor<2x3x2xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %expected_values = weir.constant dense<[[[1.27, 2.88]], [[0.79, 2.15]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_eq %values, %expected_values : tensor<2x1x2xf32>
  %expected_indices = weir.constant dense<[[[0, 1]], [[0, 1]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x1x2xi64>
  return
}

// The first of equals.
func.func @ties() {
  %input = weir.constant dense<
      [[2.0, 5.0, 5.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [0.0, -0.0, -3.0, 0.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[5.0, -1.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

// In bf16, 257 is 256.
func.func @ties_bf16() {
  %input = weir.constant dense<[[256.0, 258.0, 256.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<1x3xbf16>) -> (tensor<1xbf16>, tensor<1xi64>)
  %expected_values = weir.constant dense<[258.0]> : tensor<1xbf16> -> tensor<1xbf16>
  check.expect_eq %values, %expected_values : tensor<1xbf16>
  %expected_indices = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %indices, %expected_indices : tensor<1xi64>
  return
}

// All bits of integers count.
func.func @integers() {
  %input = weir.constant dense<
      [[3, 9007199254740992, 9007199254740993], [-9223372036854775808, 9223372036854775807, 0]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %expected_values = weir.constant dense<[9007199254740993, 9223372036854775807]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %values, %expected_values : tensor<2xi64>
  %expected_indices = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[[200, 100, 255], [0, 128, 127]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<2x3xui8>) -> (tensor<2xui8>, tensor<2xi64>)
  %expected_values = weir.constant dense<[255, 128]> : tensor<2xui8> -> tensor<2xui8>
  check.expect_eq %values, %expected_values : tensor<2xui8>
  %expected_indices = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[false, true, true], [false, false, false], [true, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi64>)
  %expected_values = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %values, %expected_values : tensor<3xi1>
  %expected_indices = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[1.0, 0x7FC00000, 3.0, 0x7FC00000], [0x7FC00000, 0x7F800000, 0xFF800000, 0.0], [0xFF800000, 0xFF800000,
      0xFF800000, 0xFF800000], [1.0, 0x7F800000, 0xFF800000, 0x7F800000]]> : tensor<4x4xf32> -> tensor<4x4xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  %expected_values = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0xFF800000, 0x7F800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %values, %expected_values : tensor<4xf32>
  %expected_indices = weir.constant dense<[1, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %indices, %expected_indices : tensor<4xi64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[1.0, 0x7E00, 3.0, 0x7E00], [0x7E00, 0x7C00, 0xFC00, 0.0], [0xFC00, 0xFC00, 0xFC00, 0xFC00], [1.0, 0x7C00,
      0xFC00, 0x7C00]]> : tensor<4x4xf16> -> tensor<4x4xf16>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<4x4xf16>) -> (tensor<4xf16>, tensor<4xi64>)
  %expected_values = weir.constant dense<[0x7E00, 0x7E00, 0xFC00, 0x7C00]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_eq %values, %expected_values : tensor<4xf16>
  %expected_indices = weir.constant dense<[1, 0, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %indices, %expected_indices : tensor<4xi64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  %expected_values = weir.constant dense<[0.75]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %values, %expected_values : tensor<1xf32>
  %expected_indices = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %indices, %expected_indices : tensor<1xi64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %values, %indices = weir.max_along %input {dim = 1 : i64} : (tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  %expected_values = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %values, %expected_values : tensor<0xf32>
  %expected_indices = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %indices, %expected_indices : tensor<0xi64>
  return
}
