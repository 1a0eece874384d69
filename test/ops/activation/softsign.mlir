// RUN: %op_runs
// x / (1 + |x|).

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softsign %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 0.33333334, 0.7894737, -0.6923077]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-0.52, 1.98, 4.66, -2.25, -4.22, 2.79, 3.86, 0.08, 2.46, 1.8, -3.75, 1.09, 3.78, -4.58, 4.62, -2.87, 1.47, 0.24,
      -0.92]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.softsign %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.34210527, 0.66442955, 0.8233215, -0.6923077, -0.8084291, 0.73614776, 0.7942387, 0.074074075, 0.7109827,
      0.64285713, -0.7894737, 0.5215311, 0.79079497, -0.8207885, 0.82206404, -0.74160206, 0.5951417, 0.19354838,
      -0.47916666]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.softsign %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 0.3333333333333333, 0.7894736842105263, -0.6923076923076923]>
      : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-1.19, -0.33, 1.45, -1.13, -0.45], [-0.01, -3.2, 3.05, 0.03, 4.38], [4.25, -4.4, -4.38, -4.53, 2.06]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softsign %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-0.543, -0.248, 0.594, -0.53, -0.31], [-0.0099, -0.76, 0.754, 0.0292, 0.812], [0.81, -0.816, -0.812, -0.82,
      0.67]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-0.64, -1.48, -1.53, -4.43, -1.32], [-0.09, 0.72, 3.13, 1.26, -3.87], [1.87, -1.02, -2.07, 0.59, -3.63]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softsign %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.3904, -0.5967, -0.605, -0.816, -0.569], [-0.0826, 0.4187, 0.758, 0.5576, -0.7944], [0.6514, -0.505, -0.6743,
      0.371, -0.784]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

// 1 + 60000 is beyond f16's numbers, the quotient is not.
func.func @large_f16() {
  %x = weir.constant dense<[60000.0, -2047.0]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.softsign %x : (tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[1.0, -0.9995]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.softsign %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.5555556> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.softsign %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.4117647058823529]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.softsign %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.softsign %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 3.0e+38, -3.0e+38, 1.0e-20]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.softsign %x : (tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 1.0, -1.0, 1.0e-20]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.softsign %x : (tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[0x7E00, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y, %expected : tensor<2xf16>
  return
}
