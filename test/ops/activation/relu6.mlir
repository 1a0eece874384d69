// RUN: %op_runs
// min(max(x, 0), 6).

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.relu6 %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, 0.0, 0.5, 3.75, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [2.46, 0.27, -3.9, -3.58, 7.72, -0.6, 3.72, -7.45, 3.8, -1.17, 8.1, -7.04, -5.74, 0.7, 6.85, -5.08, 2.87, 1.11,
      -3.38]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.relu6 %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.46, 0.27, 0.0, 0.0, 6.0, 0.0, 3.72, 0.0, 3.8, 0.0, 6.0, 0.0, 0.0, 0.7, 6.0, 0.0, 2.87, 1.11, 0.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.relu6 %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, 0.0, 0.5, 3.75, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-0.3, 5.1, -3.38, -7.53, 2.73], [-3.44, 3.44, -8.0, -0.58, 8.3], [2.39, -4.06, -0.55, -3.4, 3.0]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.relu6 %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.0, 5.1, 0.0, 0.0, 2.73], [0.0, 3.44, 0.0, 0.0, 6.0], [2.39, 0.0, 0.0, 0.0, 3.0]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[2.09, -2.89, 3.03, -8.11, -6.12], [-8.79, 4.37, 8.59, -7.11, 0.12], [8.54, 1.23, 6.71, 2.3, -8.48]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.relu6 %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.09, 0.0, 3.03, 0.0, 0.0], [0.0, 4.37, 6.0, 0.0, 0.12], [6.0, 1.23, 6.0, 2.3, 0.0]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.relu6 %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.relu6 %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.relu6 %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.relu6 %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, 6.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.relu6 %x : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 6.0, 0.0, 6.0, 0.0, 6.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 6.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.relu6 %x : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 6.0, 0.0, 6.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
