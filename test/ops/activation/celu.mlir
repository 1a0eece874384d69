// RUN: %op_runs
// x where it is positive, else alpha * (exp(x / alpha) - 1), f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -0.63212055, 0.5, 3.75, -0.89460075]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-4.44, 3.73, -3.85, 4.04, -4.67, 4.99, 0.78, 0.67, 1.54, -2.95, -2.45, 4.86, 2.26, 4.33, 4.59, 3.56, 3.38, 3.19,
      1.69]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.98820406, 3.73, -0.97872025, 4.04, -0.9906277, 4.99, 0.78, 0.67, 1.54, -0.94766027, -0.9137064, 4.86, 2.26,
      4.33, 4.59, 3.56, 3.38, 3.19, 1.69]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.0, 1.0, -0.6321205588285577, 0.5, 3.75, -0.8946007754381357]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[4.2, 2.33, 3.12, -2.8, -0.96], [0.2, 0.54, -2.06, -2.88, 0.49], [-2.03, -4.2, -3.69, 0.16, -3.9]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[4.2, 2.33, 3.12, -0.938, -0.617], [0.2, 0.54, -0.87, -0.945, 0.49], [-0.867, -0.984, -0.977, 0.16, -0.98]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-1.52, -3.53, 4.11, 4.86, 1.1], [3.64, -2.27, 4.61, 1.52, 3.97], [-4.84, 0.3, -0.37, 3.29, 3.61]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.7812, -0.9707, 4.11, 4.86, 1.1], [3.64, -0.8965, 4.61, 1.52, 3.97], [-0.992, 0.3, -0.3093, 3.29, 3.61]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @alpha() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.celu %x {alpha = 2.5 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -0.82419986, 0.5, 3.75, -1.4835758]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @alpha_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.celu %x {alpha = 0.25 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.0, 1.0, -0.24542109027781644, 0.5, 3.75, -0.24996914754897834]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @narrow_alpha() {
  %x = weir.constant dense<[-0.46, -1.46, -0.69, -0.05, -1.11, -0.31, -0.39]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.celu %x {alpha = 0.3 : f64} : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<
      [-0.2352, -0.2976, -0.27, -0.04605, -0.2925, -0.1932, -0.2183]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.7134952> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, -1.0e-09]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, -1.0, 3.0e+38, -1.0, -1.0e-09]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.celu %x {alpha = 1.0 : f64} : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, -1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
