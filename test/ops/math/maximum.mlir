// RUN: %op_runs
// The larger of lhs and rhs; NaN if either is NaN, and 0 is larger than -0.

func.func @typical_f32() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.maximum %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[2.0, 0.75, 0.2, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.maximum %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[2.0, 0.75, 0.2, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.maximum %lhs, %rhs : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[2.0, 0.75, 0.2, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @typical_f16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.maximum %lhs, %rhs : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[2.0, 0.75, 0.2, 1000.0, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

func.func @typical_i64() {
  %lhs = weir.constant dense<[9223372036854775807, -9223372036854775808, 7, -7, 7]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[1, -1, 2, 2, -2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.maximum %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<[9223372036854775807, -1, 7, 2, 7]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y = weir.maximum %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[0.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.maximum %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [-1.173, 6.911, -2.243, 3.796, -7.257, 4.092, 4.977, 5.864, 3.136, -2.327, -7.844, 0.338, 4.634, -5.565,
      -4.208, 0.65, 4.47, 7.139, -6.737]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [-5.683, 5.392, 2.601, 3.978, 8.942, 7.905, 6.174, 4.988, -1.89, 2.542, -5.68, 4.671, 4.638, 3.983, -0.994,
      -2.193, -1.444, -8.4, 6.198]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.maximum %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-1.173, 6.911, 2.601, 3.978, 8.942, 7.905, 6.174, 5.864, 3.136, 2.542, -5.68, 4.671, 4.638, 3.983, -0.994,
      0.65, 4.47, 7.139, 6.198]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[0.76, -2.02, 0.86, 3.98, -2.12], [5.94, 7.56, -2.03, -6.53, 4.7], [8.9, -6.34, 3.83, 5.88, 7.56]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %rhs = weir.constant dense<
      [[1.99, 1.73, 8.9, 1.93, 2.4], [5.6, 4.56, 7.0, 2.52, 8.3], [2.73, 7.16, 1.54, 4.78, 1.26]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.maximum %lhs, %rhs : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.99, 1.73, 8.9, 3.98, 2.4], [5.94, 7.56, 7.0, 2.52, 8.3], [8.9, 7.16, 3.83, 5.88, 7.56]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.maximum %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %lhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %rhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %y = weir.maximum %lhs, %rhs : (tensor<2x0x3xi64>, tensor<2x0x3xi64>) -> tensor<2x0x3xi64>
  %expected = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  check.expect_eq %y, %expected : tensor<2x0x3xi64>
  return
}

// NaN, infinities, zeros of both signs, overflow, the smallest denormal.
func.func @special_f32() {
  %lhs = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, -0.0, 0.0, -0.0, 3.0e+38, 1.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  %rhs = weir.constant dense<
      [1.0, 0x7FC00000, 1.0, 0xFF800000, 0xFF800000, 0.0, -0.0, -0.0, 3.0e+38, 1.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  %y = weir.maximum %lhs, %rhs : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0xFF800000, 0.0, 0.0, -0.0, 3.0e+38, 1.0e-45]>
      : tensor<10xf32> -> tensor<10xf32>
  check.expect_eq %y, %expected : tensor<10xf32>
  return
}

func.func @special_f64() {
  %lhs = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.0, -0.0,
      1.7e+308, 5.0e-324]> : tensor<10xf64> -> tensor<10xf64>
  %rhs = weir.constant dense<
      [1.0, 0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0xFFF0000000000000, 0.0, -0.0, -0.0, 1.7e+308, 5.0e-324]>
      : tensor<10xf64> -> tensor<10xf64>
  %y = weir.maximum %lhs, %rhs : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0,
      0.0, -0.0, 1.7e+308, 5.0e-324]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_eq %y, %expected : tensor<10xf64>
  return
}

func.func @special_bf16() {
  %lhs = weir.constant dense<
      [0x7FC0, 1.0, 0x7F80, 0x7F80, 0xFF80, -0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %rhs = weir.constant dense<
      [1.0, 0x7FC0, 1.0, 0xFF80, 0xFF80, 0.0, -0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %y = weir.maximum %lhs, %rhs : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 0x7F80, 0xFF80, 0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  check.expect_eq %y, %expected : tensor<10xbf16>
  return
}

func.func @special_f16() {
  %lhs = weir.constant dense<
      [0x7E00, 1.0, 0x7C00, 0x7C00, 0xFC00, -0.0, 0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %rhs = weir.constant dense<
      [1.0, 0x7E00, 1.0, 0xFC00, 0xFC00, 0.0, -0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.maximum %lhs, %rhs : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 0x7C00, 0xFC00, 0.0, 0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  check.expect_eq %y, %expected : tensor<10xf16>
  return
}

// The narrow types.
func.func @odd_i32() {
  %lhs = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %rhs = weir.constant dense<
      [2147483647, -2147483648, -845969286, -680308091, -951654750, 942620400, -1052827105, 2106508690, -235895471,
      -93849826, 19534623, 354519181, 229769377, 40575851, 2128157512, 1321405795, 1256973371, 860172215, 524755794]> :
      tensor<19xi32> -> tensor<19xi32>
  %y = weir.maximum %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, 2106508690, -235895471,
      -93849826, 19534623, 1604399831, 1772203120, 40575851, 2128157512, 1379665551, 1256973371, 1275903481, 524755794]>
      : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %y, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %lhs = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %rhs = weir.constant dense<
      [127, -128, -27, -40, -49, 114, 93, 18, 124, -41, -93, -59, -106, 115, -72, -15, -77, 122, -88]> : tensor<19xi8>
      -> tensor<19xi8>
  %y = weir.maximum %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [127, -128, 80, 120, -49, 114, 93, 18, 124, 115, 3, -59, 57, 115, -71, -15, -77, 122, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %lhs = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %rhs = weir.constant dense<
      [255, 0, 169, 174, 212, 134, 96, 78, 95, 169, 138, 75, 55, 181, 63, 53, 84, 218, 117]> : tensor<19xui8> ->
      tensor<19xui8>
  %y = weir.maximum %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [255, 0, 169, 174, 212, 241, 229, 97, 95, 169, 225, 116, 254, 181, 152, 53, 151, 218, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  check.expect_eq %y, %expected : tensor<19xui8>
  return
}

func.func @odd_f16() {
  %lhs = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %rhs = weir.constant dense<
      [3.418, 2.824, -0.5996, -6.84, -1.485, -2.715, 2.547, 9.03, 0.8677, -3.117, -4.684, -0.2244, -0.707, -4.605,
      0.4653, -4.605, 4.45, 4.25, 4.34]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.maximum %lhs, %rhs : (tensor<19xf16>, tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [3.418, 2.824, -0.5996, 1.169, -0.8213, 0.858, 2.547, 9.03, 0.8677, 0.826, -0.336, 2.014, 7.484, 2.367, 0.4653,
      -4.605, 4.45, 4.25, 4.34]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}

func.func @bools() {
  %lhs = weir.constant dense<[true, true, false, false]> : tensor<4xi1> -> tensor<4xi1>
  %rhs = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.maximum %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[true, true, true, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}
