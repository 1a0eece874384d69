// RUN: %op_runs
// lhs * rhs.

func.func @typical_f32() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.mul %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[3.0, -1.6875, 0.020000001, -1.0, 9.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.mul %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[3.0, -1.6875, 0.020000000000000004, -1.0, 9.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.mul %lhs, %rhs : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[3.0, -1.69, 0.02, -1.0, 9.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @typical_f16() {
  %lhs = weir.constant dense<[1.5, -2.25, 0.1, 1000.0, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %rhs = weir.constant dense<[2.0, 0.75, 0.2, -0.001, -3.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.mul %lhs, %rhs : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[3.0, -1.6875, 0.01999, -1.0, 9.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

// Integers wrap around.
func.func @typical_i64() {
  %lhs = weir.constant dense<[9223372036854775807, -9223372036854775808, 7, -7, 7]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[1, -1, 2, 2, -2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.mul %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [9223372036854775807, -9223372036854775808, 14, -14, -14]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y = weir.mul %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-10.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[0.1]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %rhs = weir.constant dense<[[0.2]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.mul %lhs, %rhs : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.020000000000000004]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [8.647, 0.279, 0.381, 7.138, 4.37, 1.452, -1.32, 6.807, -1.59, 7.61, -7.763, -1.26, 0.351, 8.117, -4.482,
      5.509, 3.176, 3.908, 2.333]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [8.488, -3.012, -1.831, -5.348, -8.087, -5.168, 7.478, 6.123, -6.977, 1.868, -0.374, 1.704, 2.867, -3.48,
      8.304, -0.615, 2.306, 2.434, -5.69]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.mul %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [73.39574, -0.84034806, -0.69761103, -38.174023, -35.340187, -7.5039363, -9.87096, 41.679264, 11.0934305,
      14.215481, 2.903362, -2.14704, 1.006317, -28.247158, -37.218525, -3.388035, 7.3238564, 9.512072, -13.27477]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %lhs = weir.constant dense<
      [[-7.88, -1.59, 4.75, 5.66, 4.12], [-6.97, 7.44, 5.44, 6.8, 0.42], [7.47, -8.2, -8.44, -8.6, -4.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %rhs = weir.constant dense<
      [[2.98, 2.5, 5.53, 1.31, 5.72], [2.33, 6.4, 1.17, 3.48, 8.5], [5.3, 7.5, 6.25, 5.88, 2.53]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.mul %lhs, %rhs : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-23.5, -3.98, 26.2, 7.44, 23.6], [-16.2, 47.8, 6.38, 23.8, 3.56], [39.8, -61.5, -52.8, -50.8, -11.25]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %rhs = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.mul %lhs, %rhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %lhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %rhs = weir.constant dense<> : tensor<2x0x3xi64> -> tensor<2x0x3xi64>
  %y = weir.mul %lhs, %rhs : (tensor<2x0x3xi64>, tensor<2x0x3xi64>) -> tensor<2x0x3xi64>
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
  %y = weir.mul %lhs, %rhs : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, -0.0, -0.0, 0.0, 0x7F800000, 0.0]>
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
  %y = weir.mul %lhs, %rhs : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, -0.0,
      -0.0, 0.0, 0x7FF0000000000000, 0.0]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_eq %y, %expected : tensor<10xf64>
  return
}

func.func @special_bf16() {
  %lhs = weir.constant dense<
      [0x7FC0, 1.0, 0x7F80, 0x7F80, 0xFF80, -0.0, 0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %rhs = weir.constant dense<
      [1.0, 0x7FC0, 1.0, 0xFF80, 0xFF80, 0.0, -0.0, -0.0, 3.0e+38, 9.2e-41]> : tensor<10xbf16> -> tensor<10xbf16>
  %y = weir.mul %lhs, %rhs : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 0xFF80, 0x7F80, -0.0, -0.0, 0.0, 0x7F80, 0.0]> : tensor<10xbf16> -> tensor<10xbf16>
  check.expect_eq %y, %expected : tensor<10xbf16>
  return
}

func.func @special_f16() {
  %lhs = weir.constant dense<
      [0x7E00, 1.0, 0x7C00, 0x7C00, 0xFC00, -0.0, 0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %rhs = weir.constant dense<
      [1.0, 0x7E00, 1.0, 0xFC00, 0xFC00, 0.0, -0.0, -0.0, 60000.0, 6.0e-08]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.mul %lhs, %rhs : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 0xFC00, 0x7C00, -0.0, -0.0, 0.0, 0x7C00, 0.0]> : tensor<10xf16> -> tensor<10xf16>
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
  %y = weir.mul %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [1, 0, 1702687490, 1940921004, -372515836, 2088565520, -598768386, 1532404358, -496398379, 1680313582,
      -1984193716, 2139240555, 76378736, -1267442462, 438320424, 1786301517, -1524002646, -2095479809, -1765748846]> :
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
  %y = weir.mul %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [1, 0, -112, 64, -19, 106, -96, -72, 84, -107, -23, 110, 102, 1, -8, -95, 118, -112, 96]> : tensor<19xi8> ->
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
  %y = weir.mul %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [1, 0, 186, 224, 40, 38, 224, 142, 55, 64, 74, 252, 146, 200, 104, 45, 140, 154, 67]> : tensor<19xui8> ->
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
  %y = weir.mul %lhs, %rhs : (tensor<19xf16>, tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [-12.875, -9.664, 1.21, -7.996, 1.22, -2.328, 3.021, -10.8, -0.1394, -2.576, 1.573, -0.452, -5.293, -10.9, 0.1039,
      31.06, 6.902, -33.1, -24.47]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
