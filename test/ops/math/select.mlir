// RUN: %op_runs
// ifTrue where condition holds, else ifFalse; the value not chosen has no influence.

func.func @typical_f32() {
  %condition = weir.constant dense<[true, false, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %ifTrue = weir.constant dense<[1.5, 2.5, 3.5, 4.5, 5.5]> : tensor<5xf32> -> tensor<5xf32>
  %ifFalse = weir.constant dense<[-1.0, -2.0, -3.0, -4.0, -5.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<5xi1>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[1.5, -2.0, -3.0, 4.5, 5.5]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @typical_f64() {
  %condition = weir.constant dense<[true, false, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %ifTrue = weir.constant dense<[1.5, 2.5, 3.5, 4.5, 5.5]> : tensor<5xf64> -> tensor<5xf64>
  %ifFalse = weir.constant dense<[-1.0, -2.0, -3.0, -4.0, -5.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<5xi1>, tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[1.5, -2.0, -3.0, 4.5, 5.5]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @typical_bf16() {
  %condition = weir.constant dense<[true, false, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %ifTrue = weir.constant dense<[1.5, 2.5, 3.5, 4.5, 5.5]> : tensor<5xbf16> -> tensor<5xbf16>
  %ifFalse = weir.constant dense<[-1.0, -2.0, -3.0, -4.0, -5.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<5xi1>, tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[1.5, -2.0, -3.0, 4.5, 5.5]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @typical_f16() {
  %condition = weir.constant dense<[true, false, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %ifTrue = weir.constant dense<[1.5, 2.5, 3.5, 4.5, 5.5]> : tensor<5xf16> -> tensor<5xf16>
  %ifFalse = weir.constant dense<[-1.0, -2.0, -3.0, -4.0, -5.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<5xi1>, tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[1.5, -2.0, -3.0, 4.5, 5.5]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

func.func @typical_i64() {
  %condition = weir.constant dense<[true, false, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %ifTrue = weir.constant dense<[1, 2, 3, 4, 9223372036854775807]> : tensor<5xi64> -> tensor<5xi64>
  %ifFalse = weir.constant dense<[-1, -9223372036854775808, -3, -4, -5]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [1, -9223372036854775808, -3, 4, 9223372036854775807]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @bool() {
  %condition = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %ifTrue = weir.constant dense<[true, true, false, false]> : tensor<4xi1> -> tensor<4xi1>
  %ifFalse = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[true, false, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}

func.func @scalar() {
  %condition = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  %ifTrue = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %ifFalse = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %condition = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %ifTrue = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %ifFalse = weir.constant dense<[[2.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<1x1xi1>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %condition = weir.constant dense<
      [false, false, false, false, false, false, false, true, false, false, true, false, false, false, true,
      false, true, true, false]> : tensor<19xi1> -> tensor<19xi1>
  %ifTrue = weir.constant dense<
      [-5.693, -6.029, -0.462, -8.729, -0.753, -6.067, -4.146, 5.264, -5.687, 2.108, -1.686, -1.483, 5.703,
      -6.104, 7.629, 7.083, 3.03, -8.11, 2.94]> : tensor<19xf32> -> tensor<19xf32>
  %ifFalse = weir.constant dense<
      [1.806, 4.9, -5.151, 8.16, 6.952, -6.942, -3.326, -8.416, 5.957, 7.472, 8.817, 2.015, 2.988, 3.211, 1.263,
      8.144, 1.942, -2.957, 0.232]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<19xi1>, tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.806, 4.9, -5.151, 8.16, 6.952, -6.942, -3.326, 5.264, 5.957, 7.472, -1.686, 2.015, 2.988, 3.211, 7.629,
      8.144, 3.03, -8.11, 0.232]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @empty() {
  %condition = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  %ifTrue = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %ifFalse = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<0xi1>, tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

// A NaN that is not chosen stays behind, and a zero keeps its sign.
func.func @special_f32() {
  %condition = weir.constant dense<[true, false, true, false, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %ifTrue = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 1.0, -0.0, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  %ifFalse = weir.constant dense<[1.0, 2.0, 0x7FC00000, 0xFF800000, 0.0, -0.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<6xi1>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 2.0, 0x7F800000, 0xFF800000, -0.0, -0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<6xf32>
  return
}

// A NaN that is not chosen stays behind, and a zero keeps its sign.
func.func @special_f64() {
  %condition = weir.constant dense<[true, false, true, false, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %ifTrue = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 1.0, -0.0, 0.0]> : tensor<6xf64> -> tensor<6xf64>
  %ifFalse = weir.constant dense<
      [1.0, 2.0, 0x7FF8000000000000, 0xFFF0000000000000, 0.0, -0.0]> : tensor<6xf64> -> tensor<6xf64>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<6xi1>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 2.0, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, -0.0]> : tensor<6xf64> -> tensor<6xf64>
  check.expect_eq %y, %expected : tensor<6xf64>
  return
}

// A NaN that is not chosen stays behind, and a zero keeps its sign.
func.func @special_bf16() {
  %condition = weir.constant dense<[true, false, true, false, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %ifTrue = weir.constant dense<[0x7FC0, 0x7FC0, 0x7F80, 1.0, -0.0, 0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  %ifFalse = weir.constant dense<[1.0, 2.0, 0x7FC0, 0xFF80, 0.0, -0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<6xi1>, tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  %expected = weir.constant dense<[0x7FC0, 2.0, 0x7F80, 0xFF80, -0.0, -0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_eq %y, %expected : tensor<6xbf16>
  return
}

func.func @special_f16() {
  %condition = weir.constant dense<[true, false, true, false, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %ifTrue = weir.constant dense<[0x7E00, 0x7E00, 0x7C00, 1.0, -0.0, 0.0]> : tensor<6xf16> -> tensor<6xf16>
  %ifFalse = weir.constant dense<[1.0, 2.0, 0x7E00, 0xFC00, 0.0, -0.0]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.select %condition, %ifTrue, %ifFalse : (tensor<6xi1>, tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 2.0, 0x7C00, 0xFC00, -0.0, -0.0]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_eq %y, %expected : tensor<6xf16>
  return
}

// The narrow types.
func.func @odd_i32() {
  %condition = weir.constant dense<
      [true, false, true, false, true, false, false, true, false, false, false, false, true, true, false, false, true,
      false, false]> : tensor<19xi1> -> tensor<19xi1>
  %a = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %b = weir.constant dense<
      [2147483647, -2147483648, -845969286, -680308091, -951654750, 942620400, -1052827105, 2106508690, -235895471,
      -93849826, 19534623, 354519181, 229769377, 40575851, 2128157512, 1321405795, 1256973371, 860172215, 524755794]> :
      tensor<19xi32> -> tensor<19xi32>
  %y = weir.select %condition, %a, %b : (tensor<19xi1>, tensor<19xi32>, tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [2147483647, -2147483648, 791046805, -680308091, 336263522, 942620400, -1052827105, -1180226133, -235895471,
      -93849826, 19534623, 354519181, 1772203120, -2124869338, 2128157512, 1321405795, -1582950050, 860172215,
      524755794]> : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %y, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %condition = weir.constant dense<
      [true, true, true, true, true, true, false, true, false, true, false, true, true, false, false, false, false,
      false, true]> : tensor<19xi1> -> tensor<19xi1>
  %a = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %b = weir.constant dense<
      [127, -128, -27, -40, -49, 114, 93, 18, 124, -41, -93, -59, -106, 115, -72, -15, -77, 122, -88]> : tensor<19xi8>
      -> tensor<19xi8>
  %y = weir.select %condition, %a, %b : (tensor<19xi1>, tensor<19xi8>, tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 93, -4, 124, 115, -93, -106, 57, 115, -72, -15, -77, 122, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %condition = weir.constant dense<
      [false, true, true, true, true, false, false, true, false, false, true, false, false, true, true, false, false,
      true, false]> : tensor<19xi1> -> tensor<19xi1>
  %a = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %b = weir.constant dense<
      [255, 0, 169, 174, 212, 134, 96, 78, 95, 169, 138, 75, 55, 181, 63, 53, 84, 218, 117]> : tensor<19xui8> ->
      tensor<19xui8>
  %y = weir.select %condition, %a, %b : (tensor<19xi1>, tensor<19xui8>, tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [255, 0, 42, 144, 162, 134, 96, 97, 95, 169, 225, 75, 55, 168, 152, 53, 84, 97, 117]> : tensor<19xui8> ->
      tensor<19xui8>
  check.expect_eq %y, %expected : tensor<19xui8>
  return
}
