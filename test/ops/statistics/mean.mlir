// RUN: %op_runs
// The mean over some dimensions.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.32, -0.23, -2.27], [0.14, -0.54, -2.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-1.2733333, -0.99]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.41, 2.92, 1.16, -0.31, 0.84, -1.38, -1.19], [-2.56, -2.68, 1.84, 1.88, -2.97, -1.02, -2.47], [-0.19, 0.71,
      0.31, -2.2, 1.21, 0.68, -0.2]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-0.05285716, -1.14, 0.04571428]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-1.22, 2.51, -2.5, -2.13, -0.73], [-1.44, 0.7, 1.17, 1.22, 1.64], [-1.95, 1.48, -1.52, 0.22, -1.67]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[-0.8140000000000001, 0.6579999999999999, -0.688]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[1.87, -2.35], [-0.41, 0.8], [1.18, -2.43]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.mean %input {dims = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.88, -1.3266666]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[2.9, -1.26], [-0.32, -1.18], [-2.76, -1.53]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.mean %input {dims = array<i64: 0>, keepdim} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[-0.05999996, -1.3233333]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-1.04, 0.45], [-2.58, 2.58], [-1.81, 0.18]], [[-0.86, -0.84], [2.47, 2.34], [0.66, -1.32]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.mean %input {dims = array<i64: 1>, keepdim} : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[-1.81, 1.07]], [[0.7566666666666667, 0.05999999999999994]]]> : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-2.07, -0.21], [-1.98, -0.02], [-2.58, -2.9]], [[0.19, -0.65], [2.98, -0.75], [0.2, -0.66]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.mean %input {dims = array<i64: 0, 2>} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-0.685, 0.0575, -1.485]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[1.64, -0.73, -1.46], [-0.26, 1.82, 0.13]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.mean %input {dims = array<i64: 1, 0>} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.19> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<f64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<1x1xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0.75]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {length = 7 : i64} : tensor<1xf32>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

// No dimension: input itself.
func.func @none() {
  %input = weir.constant dense<[[1.07, 0.61, -1.59], [-0.11, -0.67, 1.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.mean %input {dims = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.07, 0.61, -1.59], [-0.11, -0.67, 1.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.25> : tensor<f64> -> tensor<f64>
  %y = weir.mean %input {dims = array<i64>} : (tensor<f64>) -> tensor<f64>
  %expected = weir.constant dense<-1.25> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected : tensor<f64>
  return
}

// The mean of nothing is NaN.
func.func @empty() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected : tensor<2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.39, 1.88, -0.85, -1.01, 2.52], [2.22, 0.24, 1.95, 2.2, 1.62]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<2x5xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[0.2295, 1.65]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-1.26, 2.55, -2.85, 0.39, 0.79], [1.14, -1.1, 2.92, 0.61, 1.22]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<2x5xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[-0.07574, 0.958]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// The sum is beyond f16, the mean isn't.
func.func @sum_beyond_f16() {
  %input = weir.constant dense<
      [[60000.0, 60000.0, 60000.0], [60000.0, -60000.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<2x3xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[60000.0, 1.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// In bf16, 256 + 1 is 256.
func.func @sum_in_bf16() {
  %input = weir.constant dense<[[256.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xbf16> -> tensor<1x5xbf16>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<1x5xbf16>) -> tensor<1xbf16>
  %expected = weir.constant dense<[52.0]> : tensor<1xbf16> -> tensor<1xbf16>
  check.expect_eq %y, %expected : tensor<1xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 1.0], [0x7F800000, 0xFF800000]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<4x2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[0x7E00, 1.0], [0x7C00, 1.0], [0xFC00, 1.0], [0x7C00, 0xFC00]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %y = weir.mean %input {dims = array<i64: 1>} : (tensor<4x2xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0x7E00]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
