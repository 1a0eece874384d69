// RUN: %op_runs
// max(x, 0): NaN stays NaN, -0 becomes 0.

func.func @typical_f32() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.relu %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[1.5, 0.0, 0.1, 1000.0, 0.0, 0.0, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.relu %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[1.5, 0.0, 0.1, 1000.0, 0.0, 0.0, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.relu %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[1.5, 0.0, 0.1, 1000.0, 0.0, 0.0, 0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.relu %x : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[1.5, 0.0, 0.1, 1000.0, 0.0, 0.0, 0.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @integers() {
  %x = weir.constant dense<[4, -3, 0, 7, -128]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.relu %x : (tensor<5xi8>) -> tensor<5xi8>
  %expected = weir.constant dense<[4, 0, 0, 7, 0]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  %x64 = weir.constant dense<[4, -3]> : tensor<2xi64> -> tensor<2xi64>
  %y64 = weir.relu %x64 : (tensor<2xi64>) -> tensor<2xi64>
  %expected64 = weir.constant dense<[4, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y64, %expected64 : tensor<2xi64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.relu %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.relu %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-4.848, 8.458, -5.259, 0.117, -0.047, 7.469, -8.27, -3.324, 1.8, -7.805, -4.742, -0.629, 6.855, 4.697,
      5.922, 4.699, 3.739, 6.294, 3.267]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.relu %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.0, 8.458, 0.0, 0.117, 0.0, 7.469, 0.0, 0.0, 1.8, 0.0, 0.0, 0.0, 6.855, 4.697, 5.922, 4.699, 3.739, 6.294,
      3.267]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[4.25, -3.56, -5.97, 4.62, -6.0], [7.56, 1.74, -3.06, 7.88, -6.22], [0.26, -7.34, 8.4, 1.36, 5.47]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.relu %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[4.25, 0.0, 0.0, 4.62, 0.0], [7.56, 1.74, 0.0, 7.88, 0.0], [0.26, 0.0, 8.4, 1.36, 5.47]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.relu %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.relu %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_eq %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+38, 1.0e-45, -1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.relu %x : (tensor<8xf32>) -> tensor<8xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, 0.0, 0.0, 3.0e+38, 1.0e-45, 0.0]> : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq %y, %expected : tensor<8xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.7e+308, 5.0e-324, -5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  %y = weir.relu %x : (tensor<8xf64>) -> tensor<8xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0.0, 0.0, 1.7e+308, 5.0e-324, 0.0]>
      : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq %y, %expected : tensor<8xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0xFF80, 0.0, -0.0, 3.0e+38, 9.2e-41, -9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  %y = weir.relu %x : (tensor<8xbf16>) -> tensor<8xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7F80, 0.0, 0.0, 0.0, 3.0e+38, 9.2e-41, 0.0]> : tensor<8xbf16> -> tensor<8xbf16>
  check.expect_eq %y, %expected : tensor<8xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 60000.0, 6.0e-08, -6.0e-08]> : tensor<8xf16> -> tensor<8xf16>
  %y = weir.relu %x : (tensor<8xf16>) -> tensor<8xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7C00, 0.0, 0.0, 0.0, 60000.0, 6.0e-08, 0.0]> : tensor<8xf16> -> tensor<8xf16>
  check.expect_eq %y, %expected : tensor<8xf16>
  return
}

// The narrow types.
func.func @odd_f16() {
  %x = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.relu %x : (tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [0.0, 0.0, 0.0, 1.169, 0.0, 0.858, 1.187, 0.0, 0.0, 0.826, 0.0, 2.014, 7.484, 2.367, 0.2233, 0.0, 1.552, 0.0,
      0.0]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
