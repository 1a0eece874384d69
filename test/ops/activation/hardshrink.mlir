// RUN: %op_runs
// x, but 0 where its magnitude is at most lambd.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -1.0, 0.0, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [2.41, 0.91, -3.4, -0.83, -2.58, 2.47, -0.62, -2.04, 0.78, -4.05, -0.2, -4.56, -0.66, -3.11, 3.69, 1.04, -2.48,
      4.65, -1.01]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.41, 0.91, -3.4, -0.83, -2.58, 2.47, -0.62, -2.04, 0.78, -4.05, 0.0, -4.56, -0.66, -3.11, 3.69, 1.04, -2.48,
      4.65, -1.01]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -1.0, 0.0, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-4.03, -0.16, 4.9, -1.05, -1.84], [-1.08, 0.02, 2.42, 0.85, 2.9], [-4.47, 2.6, -1.57, -2.34, 4.56]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-4.03, 0.0, 4.9, -1.05, -1.84], [-1.08, 0.0, 2.42, 0.85, 2.9], [-4.47, 2.6, -1.57, -2.34, 4.56]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-1.8, 4.53, -0.88, -1.15, -4.04], [-4.87, -0.15, -4.58, 0.22, -1.34], [-0.23, -4.6, 0.93, -2.6, -2.79]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-1.8, 4.53, -0.88, -1.15, -4.04], [-4.87, 0.0, -4.58, 0.0, -1.34], [0.0, -4.6, 0.93, -2.6, -2.79]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @lambd() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardshrink %x {lambd = 1.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @zero() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardshrink %x {lambd = 0.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 0.5, -0.5]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 0.0, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.5, -0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.hardshrink %x {lambd = 0.5 : f64} : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
