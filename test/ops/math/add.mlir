// RUN: %op_runs
// lhs + rhs.

func.func @typical_f32() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.add %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[3.5, -1.5, 0.3, 999.999, -6.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.add %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[3.5, -1.5, 0.30000000000000004, 999.999, -6.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.add %lhs, %rhs : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[3.5, -1.5, 0.3, 1000.0, -6.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @typical_f16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.add %lhs, %rhs : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[3.5, -1.5, 0.2998, 1000.0, -6.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

// Integers wrap around.
func.func @typical_i64() {
  %lhs = weir.constant dense<[9223372036854775807, -9223372036854775808, 7, -7, 7]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[1, -1, 2, 2, -2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.add %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [-9223372036854775808, 9223372036854775807, 9, -5, 5]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y = weir.add %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[0.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.add %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.30000000000000004]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [2.252, 7.15, 4.962, -4.946, -3.597, 6.724, -8.905, 5.782, 5.347, -0.577, -3.545, -3.988, -4.412, -0.989,
      0.082, 0.963, 8.919, 5.268, 2.199]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [8.801, -5.124, -6.116, 2.026, -8.209, -8.358, 0.268, -0.608, 7.509, 2.326, 0.254, -0.056, -4.545, -8.788,
      -5.537, 3.457, -5.389, -2.348, -8.933]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.add %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [11.0529995, 2.026, -1.1540003, -2.92, -11.806, -1.6339998, -8.637, 5.1740003, 12.856, 1.749, -3.2910001,
      -4.044, -8.957001, -9.777, -5.4550004, 4.42, 3.5299997, 2.92, -6.7339997]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[5.94, -6.22, -4.2, 6.84, 0.18], [6.25, 2.52, 4.34, -7.34, 0.74], [0.14, 6.7, -2.5, 1.77, -7.94]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %rhs = weir.constant dense<
      [[4.1, 3.58, 2.2, 7.53, 4.03], [8.8, 5.72, 5.84, 6.1, 6.4], [2.2, 4.53, 2.92, 4.22, 1.77]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.add %lhs, %rhs : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[10.0, -2.64, -1.984, 14.4, 4.22], [15.06, 8.25, 10.2, -1.25, 7.16], [2.34, 11.25, 0.422, 6.0, -6.16]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.add %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %lhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %rhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %y = weir.add %lhs, %rhs : (tensor<2x0x3xi64>, tensor<2x0x3xi64>) -> tensor<2x0x3xi64>
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
  %y = weir.add %lhs, %rhs : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0.0, 0.0, -0.0, 0x7F800000, 3.0e-45]>
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
  %y = weir.add %lhs, %rhs : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0.0,
      0.0, -0.0, 0x7FF0000000000000, 1.0e-323]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_eq %y, %expected : tensor<10xf64>
  return
}

func.func @special_bf16() {
  %lhs = weir.constant dense<
      [0x7FC0, 1.0, 0x7F80, 0x7F80, 0xFF80, -0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %rhs = weir.constant dense<
      [1.0, 0x7FC0, 1.0, 0xFF80, 0xFF80, 0.0, -0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %y = weir.add %lhs, %rhs : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0.0, 0.0, -0.0, 0x7F80, 1.8e-40]> : tensor<10xbf16> -> tensor<10xbf16>
  check.expect_eq %y, %expected : tensor<10xbf16>
  return
}

func.func @special_f16() {
  %lhs = weir.constant dense<
      [0x7E00, 1.0, 0x7C00, 0x7C00, 0xFC00, -0.0, 0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %rhs = weir.constant dense<
      [1.0, 0x7E00, 1.0, 0xFC00, 0xFC00, 0.0, -0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.add %lhs, %rhs : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0.0, 0.0, -0.0, 0x7C00, 1.0e-07]> : tensor<10xf16> -> tensor<10xf16>
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
  %y = weir.add %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [-2, 0, -54922481, 1025712193, -615391228, 2126681423, 380193121, 926282557, -2144872810, -952129097, -903595437,
      1958919012, 2001972497, -2084293487, 2127241765, -1593895950, -325976679, 2136075696, -1111270285]> :
      tensor<19xi32> -> tensor<19xi32>
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
  %y = weir.add %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [-2, 0, 53, 80, 82, -49, 125, 14, -57, 74, -90, 91, -49, 46, 113, -94, 101, -30, -124]> : tensor<19xi8> ->
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
  %y = weir.add %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [254, 0, 211, 62, 118, 119, 69, 175, 136, 233, 107, 191, 53, 93, 215, 78, 235, 59, 76]> : tensor<19xui8> ->
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
  %y = weir.add %lhs, %rhs : (tensor<19xf16>, tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [-0.3496, -0.5977, -2.617, -5.67, -2.307, -1.857, 3.734, 7.836, 0.707, -2.291, -5.02, 1.789, 6.777, -2.238,
      0.6885, -11.35, 6.0, -3.535, -1.297]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
