// RUN: %op_runs
// x where it is above the threshold, else value.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-7.0, -7.0, 1.0, -7.0, -7.0, 3.75, -7.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-1.6, -3.65, 2.64, -3.18, 2.89, 3.22, 2.49, -2.68, -4.7, -2.95, 0.46, 0.82, -0.44, -2.95, 3.78, 3.29, 0.46,
      -4.38, 0.84]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-7.0, -7.0, 2.64, -7.0, 2.89, 3.22, 2.49, -7.0, -7.0, -7.0, -7.0, 0.82, -7.0, -7.0, 3.78, 3.29, -7.0, -7.0,
      0.84]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[-7.0, -7.0, 1.0, -7.0, -7.0, 3.75, -7.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[4.4, 0.12, -4.7, 2.33, -2.53], [-4.0, 2.36, 3.97, 2.69, 4.22], [1.82, -1.67, 3.39, 4.84, 0.84]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[4.4, -7.0, -7.0, 2.33, -7.0], [-7.0, 2.36, 3.97, 2.69, 4.22], [1.82, -7.0, 3.39, 4.84, 0.84]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[2.61, 3.61, -2.39, -0.93, 4.16], [0.36, -2.1, 3.03, 2.5, -2.36], [4.66, 1.79, 0.88, 1.48, -3.14]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.61, 3.61, -7.0, -7.0, 4.16], [-7.0, -7.0, 3.03, 2.5, -7.0], [4.66, 1.79, 0.88, 1.48, -7.0]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @infinite() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.threshold %x {threshold = -1.0 : f64, value = 0xFFF0000000000000 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -0.0, 1.0, 0xFF800000, 0.5, 3.75, 0xFF800000]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @nan() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.threshold %x {threshold = 1.0 : f64, value = 0x7FF8000000000000 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 3.75,
      0x7FF8000000000000]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-7.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 0.5, 0.50000006]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, -7.0, 3.0e+38, -7.0, 0.50000006]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.5, 0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.threshold %x {threshold = 0.5 : f64, value = -7.0 : f64} : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, -7.0, -7.0, -7.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
