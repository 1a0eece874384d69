// RUN: %op_runs
// log(sum(exp(input))) over some dimensions, f32 within 4 ulps and the error of the logarithm.

func.func @rows_f32() {
  %input = weir.constant dense<[[-0.88, -1.41, 1.21], [2.71, -2.89, 1.51]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.3893923, 2.9761205]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.3, 2.24, -1.57, 2.32, 1.27, -0.28, 0.5], [-2.82, 1.43, 1.77, -2.96, -2.4, 2.84, -0.48], [0.03, -0.19, -2.03,
      1.7, -1.19, 0.89, 2.78], [1.96, 0.42, -0.63, -2.93, 1.99, 1.63, -1.39], [0.92, 2.85, -0.32, 2.07, 1.82, -2.58,
      -2.86]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<5x7xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [3.2520268, 3.331713, 3.2703698, 3.0853794, 3.5482643]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-0.94, -2.62, 1.7, -1.54, -2.37], [-0.58, -1.75, -2.75, 0.78, -1.47], [-2.94, -2.86, -2.92, 2.68, -1.68]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [1.8318195603925589, 1.1659587145449235, 2.7037433029319624]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-0.67, 2.76], [-1.07, -0.78], [-1.93, 2.39]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-0.0001347343, 3.3021777]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[-1.53, -2.18], [-1.73, 1.48], [-2.74, 2.44]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0>, keepdim} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[-0.780034, 2.7712772]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-0.98, 2.45], [1.12, 1.86], [-0.99, 1.8]], [[-1.23, 2.45], [2.32, -0.22], [-1.88, 0.21]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1>, keepdim} : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[1.3380863007013841, 3.180622651228294]], [[2.3627914616617502, 2.6118728410628935]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-0.58, -2.71], [2.77, -0.57], [1.81, 1.5]], [[2.17, -2.48], [0.56, 2.29], [-2.45, -1.66]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0, 2>} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.2479665, 3.3375392, 2.385875]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[-2.0, 1.57, 1.65], [-1.81, -2.67, 2.24]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1, 0>} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<2.98442867561202> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<f64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<1x1xf32>) -> tensor<1xf32>
  %expected = weir.constant dense<[0.75]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<1xf32>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

// Exponentials overflow, or are 0, without a shift.
func.func @large() {
  %input = weir.constant dense<
      [[1000.0, 1000.0], [-1000.0, -1000.0], [88.0, 89.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1000.6932, -999.3068, 89.31326]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected : tensor<3xf32>
  return
}

func.func @large_f16() {
  %input = weir.constant dense<[[12.0, 12.5], [60000.0, -60000.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[12.98, 60000.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-2.31, 2.42, -2.8, 2.98, 0.47], [0.4, 0.92, -1.77, -1.47, 2.9], [1.36, 2.6, 2.75, 2.12, 2.03]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x5xbf16>) -> tensor<3xbf16>
  %expected = weir.constant dense<[3.48, 3.12, 3.89]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %y, %expected : tensor<3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[1.92, 1.01, 2.52, 1.4, 1.88], [-1.68, -0.58, 0.12, 0.32, -1.24], [-1.73, 0.3, -1.22, -2.51, -2.3]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x5xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[3.484, 1.265, 0.6953]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y, %expected : tensor<3xf16>
  return
}

// No dimension: input itself.
func.func @none() {
  %input = weir.constant dense<[[-2.21, 0.1, -2.34], [1.52, 2.38, 0.01]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.logsumexp %input {dims = array<i64>} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[-2.21, 0.1, -2.34], [1.52, 2.38, 0.01]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x3xf64>
  return
}

// The logarithm of an empty sum.
func.func @empty() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0xFF800000, 0xFF800000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected : tensor<2xf32>
  return
}

// Rows of -infinity are -infinity.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0xFF800000, 0xFF800000], [0xFF800000, 1.5], [0x7F800000, 1.0], [0x7F800000, 0xFF800000], [0x7F800000,
      0x7F800000], [0x7FC00000, 1.0], [0x7FC00000, 0x7F800000]]> : tensor<7x2xf32> -> tensor<7x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<7x2xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0xFF800000, 1.5, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [[0xFC00, 0xFC00], [0xFC00, 1.5], [0x7C00, 1.0], [0x7C00, 0xFC00], [0x7C00, 0x7C00], [0x7E00, 1.0], [0x7E00,
      0x7C00]]> : tensor<7x2xf16> -> tensor<7x2xf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<7x2xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<
      [0xFC00, 1.5, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %y, %expected : tensor<7xf16>
  return
}

func.func @special_several() {
  %input = weir.constant dense<
      [[[0xFFF0000000000000, 0xFFF0000000000000], [0x7FF0000000000000, 0.0]], [[0xFFF0000000000000, 0xFFF0000000000000],
      [1.0, 2.0]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  %y = weir.logsumexp %input {dims = array<i64: 0, 2>} : (tensor<2x2x2xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[0xFFF0000000000000, 0x7FF0000000000000]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y, %expected : tensor<2xf64>
  return
}
