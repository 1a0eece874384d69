// RUN: %op_runs
// -x, zeros included.

func.func @typical_f32() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.neg %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.neg %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.neg %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0, 0.0, -0.0]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.neg %x : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[-1.5, 2.25, -0.1, -1000.0, 3.0, -0.0, 0.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

// The smallest integer has no negative and wraps.
func.func @typical_i64() {
  %x = weir.constant dense<[5, -7, 0, 9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.neg %x : (tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [-5, 7, 0, -9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.neg %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.neg %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-3.351, -3.38, 3.955, -0.81, -7.978, 8.917, 6.997, 7.494, -4.562, -1.906, -4.911, -6.752, -8.406, 0.06,
      -6.784, -5.827, 6.489, -0.284, -5.693]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.neg %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.351, 3.38, -3.955, 0.81, 7.978, -8.917, -6.997, -7.494, 4.562, 1.906, 4.911, 6.752, 8.406, -0.06, 6.784,
      5.827, -6.489, 0.284, 5.693]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[3.06, -4.22, 0.48, -3.9, 0.29], [2.31, 0.65, -1.88, 5.22, 6.72], [-5.78, -6.56, -6.97, 8.6, 7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.neg %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-3.06, 4.22, -0.48, 3.9, -0.29], [-2.31, -0.65, 1.88, -5.22, -6.72], [5.78, 6.56, 6.97, -8.6, -7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.neg %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.neg %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_eq %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+38, 1.0e-45, -1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0xFF800000, 0x7F800000, -0.0, 0.0, -3.0e+38, -1.0e-45, 1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq %y, %expected : tensor<8xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.7e+308, 5.0e-324, -5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  %y = weir.neg %x : (tensor<8xf64>) -> tensor<8xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0xFFF0000000000000, 0x7FF0000000000000, -0.0, 0.0, -1.7e+308, -5.0e-324, 5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq %y, %expected : tensor<8xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0xFF80, 0.0, -0.0, 3.0e+38, 9.2e-41, -9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  %y = weir.neg %x : (tensor<8xbf16>) -> tensor<8xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0xFF80, 0x7F80, -0.0, 0.0, -3.0e+38, -9.2e-41, 9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  check.expect_eq %y, %expected : tensor<8xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 60000.0, 6.0e-08, -6.0e-08]> : tensor<8xf16> -> tensor<8xf16>
  %y = weir.neg %x : (tensor<8xf16>) -> tensor<8xf16>
  %expected = weir.constant dense<
      [0x7E00, 0xFC00, 0x7C00, -0.0, 0.0, -60000.0, -6.0e-08, 6.0e-08]> : tensor<8xf16> -> tensor<8xf16>
  check.expect_eq %y, %expected : tensor<8xf16>
  return
}

// The narrow types.
func.func @odd_i32() {
  %x = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %y = weir.neg %x : (tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [-2147483647, -2147483648, -791046805, -1706020284, -336263522, -1184061023, -1433020226, 1180226133, 1908977339,
      858279271, 923130060, -1604399831, -1772203120, 2124869338, 915747, -1379665551, 1582950050, -1275903481,
      1636026079]> : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %y, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %y = weir.neg %x : (tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [-127, -128, -80, -120, 125, -93, -32, 4, -75, -115, -3, 106, -57, 69, 71, 79, 78, -104, 36]> : tensor<19xi8> ->
      tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %y = weir.neg %x : (tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [1, 0, 214, 112, 94, 15, 27, 159, 215, 192, 31, 140, 2, 88, 104, 231, 105, 159, 41]> : tensor<19xui8> ->
      tensor<19xui8>
  check.expect_eq %y, %expected : tensor<19xui8>
  return
}

func.func @odd_f16() {
  %x = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.neg %x : (tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [3.768, 3.422, 2.018, -1.169, 0.8213, -0.858, -1.187, 1.195, 0.1606, -0.826, 0.336, -2.014, -7.484, -2.367,
      -0.2233, 6.746, -1.552, 7.785, 5.637]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
