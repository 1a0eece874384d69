// RUN: %op_runs
// x where it is positive, else alpha * (exp(x) - 1), f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 1.0, -0.63212055, 0.5, 3.75, -0.89460075]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [4.46, -4.88, -2.37, 1.1, 2.48, 4.51, -2.72, -2.83, -0.77, -4.56, -2.68, -2.04, 2.89, -4.49, 2.7, -1.3, -4.56,
      -2.03, -1.6]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [4.46, -0.992403, -0.90651923, 1.1, 2.48, 4.51, -0.93412524, -0.94098717, -0.53698695, -0.98953795, -0.93143684,
      -0.8699713, 2.89, -0.98877937, 2.7, -0.7274682, -0.98953795, -0.8686645, -0.7981035]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 1.0, -0.6321205588285577, 0.5, 3.75, -0.8946007754381357]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[1.13, 1.25, -3.88, -4.28, 3.27], [-1.38, 1.97, -2.98, -2.73, -2.05], [0.11, -2.5, 2.9, 4.9, 2.34]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.13, 1.25, -0.98, -0.984, 3.27], [-0.75, 1.97, -0.95, -0.934, -0.87], [0.11, -0.918, 2.9, 4.9, 2.34]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[0.3, 2.36, 4.7, -2.11, -0.09], [3.61, -4.87, -3.36, 3.63, -2.06], [-1.41, 3.36, 4.49, -4.45, -4.17]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.3, 2.36, 4.7, -0.879, -0.0861], [3.61, -0.992, -0.9653, 3.63, -0.8726], [-0.756, 3.36, 4.49, -0.9883,
      -0.9844]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @alpha() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.elu %x {alpha = 2.5 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -1.5803014, 0.5, 3.75, -2.236502]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @alpha_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.elu %x {alpha = -0.5 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [-0.0, 0.0, 1.0, 0.31606027941427883, 0.5, 3.75, 0.4473003877190678]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @narrow_alpha() {
  %x = weir.constant dense<[-3.62, -2.09, -3.68, -2.74, -3.09, -4.88, -4.95]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.elu %x {alpha = 0.3 : f64} : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<
      [-0.292, -0.263, -0.2925, -0.2805, -0.2864, -0.2976, -0.2979]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.7134952> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, -1.0e-09]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, -1.0, 3.0e+38, -1.0, -1.0e-09]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.elu %x {alpha = 1.0 : f64} : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, -1.0, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
