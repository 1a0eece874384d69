// RUN: %op_runs
// softmax along a dimension, 0 where all elements of a line are -infinity.

func.func @rows_f32() {
  %x = weir.constant dense<[[0.46, 2.83, 2.46], [0.62, 0.93, -2.05]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.masked_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.052393198, 0.5604705, 0.38713628], [0.41106972, 0.5604628, 0.028467495]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

// A line with nothing, one with a part, and one whose numbers are too small for exp.
func.func @masked_f64() {
  %x = weir.constant dense<[[0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000],
                            [0xFFF0000000000000, -1.5, -1.5],
                            [-2000.0, 0xFFF0000000000000, 0xFFF0000000000000]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.masked_softmax %x {dim = 1 : i64} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %expected = weir.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.5, 0.5], [1.0, 0.0, 0.0]]>
      : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_close %y, %expected : tensor<3x3xf64>
  return
}

func.func @columns_f16() {
  %x = weir.constant dense<[[0xFC00, 1.0], [0xFC00, 1.0], [0xFC00, 0xFC00]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %y = weir.masked_softmax %x {dim = 0 : i64} : (tensor<3x2xf16>) -> tensor<3x2xf16>
  %expected = weir.constant dense<[[0.0, 0.5], [0.0, 0.5], [0.0, 0.0]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_close %y, %expected : tensor<3x2xf16>
  return
}

func.func @nan() {
  %x = weir.constant dense<[[0x7FC00000, 0xFF800000], [0xFF800000, 1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.masked_softmax %x {dim = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0.0, 1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected : tensor<2x2xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.masked_softmax %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}
