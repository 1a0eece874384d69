// RUN: %op_runs
// x where it is positive, else negative_slope times x.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -0.01, 0.5, 3.75, -0.0225]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-2.2, -0.39, -3.78, 0.23, -0.91, -4.28, -4.01, 4.86, 1.94, -0.51, 1.4, -2.3, -1.98, -4.27, -4.47, 3.07, 3.13,
      -4.95, -1.7]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.022, -0.0039, -0.0378, 0.23, -0.0091, -0.0428, -0.0401, 4.86, 1.94, -0.0050999997, 1.4, -0.023, -0.0198,
      -0.0427, -0.044699997, 3.07, 3.13, -0.0495, -0.017]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -0.01, 0.5, 3.75, -0.0225]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-4.12, -0.32, 1.18, 0.51, -3.66], [2.02, 1.13, -0.33, -2.03, 4.2], [-4.16, -3.55, -1.21, -2.4, 1.16]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-0.0413, -0.0032, 1.18, 0.51, -0.0366], [2.02, 1.13, -0.0033, -0.0203, 4.2], [-0.0415, -0.0354, -0.0121, -0.024,
      1.16]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[3.62, 2.06, 1.23, -3.17, -4.09], [-4.38, -2.71, -2.6, -2.85, -0.52], [1.5, 3.68, 4.03, -3.22, 4.63]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[3.62, 2.06, 1.23, -0.0317, -0.0409], [-0.0438, -0.02711, -0.026, -0.0285, -0.0052], [1.5, 3.68, 4.03, -0.0322,
      4.63]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @steep() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.leaky_relu %x {negative_slope = 2.5 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -2.5, 0.5, 3.75, -5.625]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

// A slope may be negative, or 0.
func.func @negative() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.leaky_relu %x {negative_slope = -0.25 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-0.0, 0.0, 1.0, 0.25, 0.5, 3.75, 0.5625]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @zero() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.leaky_relu %x {negative_slope = 0.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -0.0, 0.5, 3.75, -0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.0125> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, 1.0e-45]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+36, 1.0e-45]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.leaky_relu %x {negative_slope = 0.01 : f64} : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
