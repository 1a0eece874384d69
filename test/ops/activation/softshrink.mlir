// RUN: %op_runs
// x moved towards 0 by lambd, and 0 where that passes it.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.5, -0.5, 0.0, 3.25, -1.75]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-4.33, 2.32, 1.29, 1.94, -0.43, 4.71, 3.26, -3.33, -3.44, -0.99, 3.35, -2.79, 0.7, -1.33, -3.88, -2.02, -3.89,
      4.61, 3.68]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-3.83, 1.8199999, 0.78999996, 1.44, 0.0, 4.21, 2.76, -2.83, -2.94, -0.49, 2.85, -2.29, 0.19999999, -0.83000004,
      -3.38, -1.52, -3.39, 4.11, 3.18]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, 0.0, 0.5, -0.5, 0.0, 3.25, -1.75]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-2.95, -0.28, -4.88, -1.83, -0.12], [2.31, -1.02, -3.52, -0.66, -2.19], [4.34, 3.05, -3.66, 2.62, 0.03]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-2.45, 0.0, -4.38, -1.33, 0.0], [1.81, -0.523, -3.02, -0.16, -1.69], [3.84, 2.55, -3.16, 2.12, 0.0]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-4.65, -3.75, 0.32, 1.69, 1.72], [-4.74, -3.74, 2.93, 0.62, 1.03], [2.96, 0.97, -1.67, -4.95, 2.43]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-4.15, -3.25, 0.0, 1.19, 1.22], [-4.24, -3.24, 2.43, 0.1201, 0.5303], [2.46, 0.4702, -1.17, -4.45, 1.93]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @lambd() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softshrink %x {lambd = 1.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 2.75, -1.25]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @zero() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.softshrink %x {lambd = 0.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, 0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.75> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.19999999999999996]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 0.5, -0.5]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 0.0, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.5, -0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.softshrink %x {lambd = 0.5 : f64} : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
