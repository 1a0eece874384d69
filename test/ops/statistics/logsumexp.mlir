// RUN: %op_runs
// log(sum(exp(input))) over some dimensions, f32 within 4 ulps and the error of the logarithm.

func.func @rows_f32() {
  %input = weir.constant dense<[[-0.66, -0.76, 1.26], [-1.49, -1.4, 1.34]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.5062836, 1.456523]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.38, -1.94, -0.56, -2.13, -0.33, 1.28, 2.54], [-1.53, -1.41, 0.35, -0.85, -2.76, -2.71, 1.49], [0.26, -1.5,
      1.07, -1.97, -2.33, -1.23, -0.42]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.918465, 1.9277586, 1.7266042]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[0.36, -0.43, -0.95, -1.79, 2.77], [-2.52, -1.43, 1.75, -0.6, 2.75], [-0.17, -2.79, -2.22, -0.93, -1.48]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [2.9229558451591555, 3.103052530301862, 0.4921848825308597]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-0.12, -2.77], [-2.95, 2.48], [-2.35, 2.48]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.03404321, 3.1757674]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @kept() {
  %input = weir.constant dense<[[3.0, -2.74], [1.06, 2.62], [0.08, -2.96]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0>, keepdim} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[3.180351, 2.6284378]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<1x2xf32>
  return
}

func.func @middle_kept() {
  %input = weir.constant dense<
      [[[-1.59, -1.23], [-2.76, 2.75], [1.13, -0.46]], [[-2.23, 2.86], [1.35, -1.91], [-2.66, 2.46]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1>, keepdim} : (tensor<2x3x2xf64>) -> tensor<2x1x2xf64>
  %expected = weir.constant dense<
      [[[1.2127959298897484, 2.807364964416131]], [[1.3949820591919864, 3.378079506346454]]]>
      : tensor<2x1x2xf64> -> tensor<2x1x2xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x1x2xf64>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[0.22, 1.0], [2.6, 0.6], [-2.56, -2.87]], [[-2.73, 2.26], [0.9, 1.11], [-2.29, -2.54]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.logsumexp %input {dims = array<i64: 0, 2>} : (tensor<2x3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.6110008, 3.0339823, -1.1579275]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

// Dimensions in any order.
func.func @all() {
  %input = weir.constant dense<[[-0.88, -1.41, 1.21], [2.71, -2.89, 1.51]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.logsumexp %input {dims = array<i64: 1, 0>} : (tensor<2x3xf64>) -> tensor<f64>
  %expected = weir.constant dense<3.162262863760291> : tensor<f64> -> tensor<f64>
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
      [[-2.3, 2.23, -1.57, 2.31, 1.27], [-0.28, 0.5, -2.81, 1.43, 1.77]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x5xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[3.16, 2.53]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-2.96, -2.4, 2.84, -0.48, 0.03], [-0.19, -2.03, 1.7, -1.19, 0.89]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.logsumexp %input {dims = array<i64: 1>} : (tensor<2x5xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[2.94, 2.217]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// No dimension: input itself.
func.func @none() {
  %input = weir.constant dense<[[2.78, 1.96, 0.42], [-0.63, -2.93, 1.99]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.logsumexp %input {dims = array<i64>} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[2.78, 1.96, 0.42], [-0.63, -2.93, 1.99]]> : tensor<2x3xf64> -> tensor<2x3xf64>
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
