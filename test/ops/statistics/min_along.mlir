// RUN: %op_runs
// The minimum along a dimension, and where it stands first; a NaN counts as it.

func.func @rows_f32() {
  %input = weir.constant dense<[[0.91, -1.73, 2.85], [2.1, 2.02, -2.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  %expected_values = weir.constant dense<[-1.73, -2.75]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %values, %expected_values : tensor<2xf32>
  %expected_indices = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.51, 1.41, -2.09, 2.01, 1.72, -1.14, -1.82, 1.15, -1.06, -1.06, 1.45], [-0.92, -0.75, 2.86, 1.9, -1.85, -0.24,
      -1.88, -0.4, 1.78, -1.07, 1.47], [2.72, 0.91, 2.57, -0.07, 0.16, 1.26, 2.71, -1.16, 2.73, 1.01, -2.46]]>
      : tensor<3x11xf32> -> tensor<3x11xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x11xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-2.09, -1.88, -2.46]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[2, 6, 10]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.13, -2.6, 2.13, 1.27], [-2.32, 0.61, 2.26, 2.06], [-2.06, 2.13, 0.65, -0.56]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<3x4xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-2.6, -2.32, -2.06]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %values, %expected_values : tensor<3xf64>
  %expected_indices = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[0.09, 1.33, -0.69], [-1.47, -0.91, 2.2], [-2.53, 2.29, 1.58], [-2.88, -2.01, 1.74]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64} : (tensor<4x3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected_values = weir.constant dense<[-2.88, -2.01, -0.69]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %values, %expected_values : tensor<3xf32>
  %expected_indices = weir.constant dense<[3, 3, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %indices, %expected_indices : tensor<3xi64>
  return
}

func.func @kept() {
  %input = weir.constant dense<
      [[2.8, -2.07, -0.99], [-1.92, 2.42, -2.57], [-1.4, -2.95, -2.68], [-1.69, -0.22, -2.87]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64, keepdim}
      : (tensor<4x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %expected_values = weir.constant dense<[[-1.92, -2.95, -2.87]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %values, %expected_values : tensor<1x3xf32>
  %expected_indices = weir.constant dense<[[1, 2, 3]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %indices, %expected_indices : tensor<1x3xi64>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-0.81, -1.01], [0.64, 0.59], [0.42, -0.25]], [[-2.69, -1.71], [-2.71, 0.49], [-2.74, 0.86]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %values, %indices = weir.min_along %input {dim = 1 : i64} : (tensor<2x3x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xi64>)
  %expected_values = weir.constant dense<[[-0.81, -1.01], [-2.74, -1.71]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_eq %values, %expected_values : tensor<2x2xf64>
  %expected_indices = weir.constant dense<[[0, 0], [2, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x2xi64>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[1.1, 0.95], [-0.99, 1.01], [0.78, -1.68]], [[-1.88, 2.23], [1.41, 2.83], [-2.29, -1.3]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %values, %indices = weir.min_along %input {dim = 1 : i64, keepdim}
      : (tensor<2x3x2xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %expected_values = weir.constant dense<[[[-0.99, -1.68]], [[-2.29, -1.3]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_eq %values, %expected_values : tensor<2x1x2xf32>
  %expected_indices = weir.constant dense<[[[1, 2]], [[2, 2]]]> : tensor<2x1x2xi64> -> tensor<2x1x2xi64>
  check.expect_eq %indices, %expected_indices : tensor<2x1x2xi64>
  return
}

func.func @vector() {
  %input = weir.constant dense<[1.72, -0.62, -2.36, 2.94, -0.38, 1.31, 0.19]> : tensor<7xf32> -> tensor<7xf32>
  %values, %indices = weir.min_along %input {dim = 0 : i64} : (tensor<7xf32>) -> (tensor<f32>, tensor<i64>)
  %expected_values = weir.constant dense<-2.36> : tensor<f32> -> tensor<f32>
  check.expect_eq %values, %expected_values : tensor<f32>
  %expected_indices = weir.constant dense<2> : tensor<i64> -> tensor<i64>
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
