// RUN: %op_runs
// x, but no less than min_val and no more than max_val.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 1.0, -1.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-0.38, -1.43, -2.06, -3.66, 1.63, -1.17, -4.13, -2.61, 0.23, -3.2, 4.96, -4.22, -3.44, -1.02, 1.26, -4.18, 2.45,
      -3.92, 4.75]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.38, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 0.23, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 1.0, -1.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-4.62, -2.44, 3.2, 3.22, -3.81], [-1.48, -4.12, -1.63, 3.94, 3.14], [-4.78, -3.3, -0.39, 4.06, 2.58]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-1.0, -1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, -1.0, 1.0, 1.0], [-1.0, -1.0, -0.39, 1.0, 1.0]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[4.63, 0.51, -1.79, -1.36, 4.75], [-1.61, 3.65, 0.25, -3.85, 1.1], [1.17, -0.91, -0.54, 3.56, -2.64]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[1.0, 0.51, -1.0, -1.0, 1.0], [-1.0, 1.0, 0.25, -1.0, 1.0], [1.0, -0.91, -0.54, 1.0, -1.0]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @bounds() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardtanh %x {min_val = -2.0 : f64, max_val = 0.75 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 0.75, -1.0, 0.5, 0.75, -2.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @bounds_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardtanh %x {min_val = 0.25 : f64, max_val = 3.5 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.25, 0.25, 1.0, 0.25, 0.5, 3.5, 0.25]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @bounds_bf16() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.hardtanh %x {min_val = -1.1 : f64, max_val = 1.1 : f64} : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 1.1, -1.1]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, 1.0e-45]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 1.0, -1.0, 1.0, -1.0, 1.0e-45]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.hardtanh %x {min_val = -1.0 : f64, max_val = 1.0 : f64} : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 1.0, -1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
