// RUN: %op_runs
// min(max(x + 3, 0), 6) / 6.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardsigmoid %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.5, 0.5, 0.6666667, 0.33333334, 0.5833333, 1.0, 0.125]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-2.34, -4.39, -3.89, 0.08, 2.01, 2.54, 0.95, -1.18, 3.25, 3.48, 3.63, 3.12, -2.48, -2.85, 4.34, 0.62, 1.39,
      -0.67, -4.18]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.hardsigmoid %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.110000014, 0.0, 0.0, 0.5133333, 0.835, 0.92333335, 0.6583333, 0.30333334, 1.0, 1.0, 1.0, 1.0, 0.086666666,
      0.025000015, 1.0, 0.60333335, 0.7316667, 0.38833332, 0.0]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardsigmoid %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.5, 0.5, 0.6666666666666666, 0.3333333333333333, 0.5833333333333334, 1.0, 0.125]>
      : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-1.9, -1.69, 1.97, -3.98, 0.9], [-3.73, -1.72, -0.92, -4.88, 4.22], [0.56, -3.4, -0.3, 3.17, 0.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.hardsigmoid %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.184, 0.219, 0.83, 0.0, 0.65], [0.0, 0.214, 0.346, 0.0, 1.0], [0.594, 0.0, 0.45, 1.0, 0.574]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[1.01, 0.26, -2.27, 0.62, -0.47], [-3.61, 3.28, -2.65, 3.97, 2.42], [3.98, 0.17, -2.38, 0.73, -3.98]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.hardsigmoid %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.6685, 0.5435, 0.12177, 0.6035, 0.4216], [0.0, 1.0, 0.05826, 1.0, 0.9033], [1.0, 0.5283, 0.1032, 0.6216, 0.0]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.hardsigmoid %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.29166666> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.hardsigmoid %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.6166666666666667]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.hardsigmoid %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.hardsigmoid %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0, -3.0, 1.0e-20]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.hardsigmoid %x : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 1.0, 0.0, 1.0, 0.0, 0.5]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 3.0, -3.0, 0.0]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.hardsigmoid %x : (tensor<6xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 1.0, 0.0, 1.0, 0.0, 0.5]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %expected : tensor<6xf16>
  return
}
