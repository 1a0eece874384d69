// RUN: %op_runs
// Whether lhs compares to rhs; with NaN only `ne` holds.

// Less, greater, equal, NaN on either side and both, infinities, zeros of both signs.
func.func @all_predicates_f32() {
  %lhs = weir.constant dense<
      [1.0, 2.0, -1.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000, 0.0]> : tensor<9xf32> -> tensor<9xf32>
  %rhs = weir.constant dense<
      [2.0, 1.0, -1.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, -0.0]> : tensor<9xf32> -> tensor<9xf32>
  %eq = weir.compare eq %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_eq = weir.constant dense<
      [false, false, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %eq, %expected_eq : tensor<9xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_ne = weir.constant dense<
      [true, true, false, true, true, true, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ne, %expected_ne : tensor<9xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_lt = weir.constant dense<
      [true, false, false, false, false, false, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %lt, %expected_lt : tensor<9xi1>
  %le = weir.compare le %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_le = weir.constant dense<
      [true, false, true, false, false, false, true, true, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %le, %expected_le : tensor<9xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_gt = weir.constant dense<
      [false, true, false, false, false, false, false, false, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %gt, %expected_gt : tensor<9xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %expected_ge = weir.constant dense<
      [false, true, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ge, %expected_ge : tensor<9xi1>
  return
}

func.func @all_predicates_f64() {
  %lhs = weir.constant dense<
      [1.0, 2.0, -1.0, 0x7FF8000000000000, 1.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]>
      : tensor<9xf64> -> tensor<9xf64>
  %rhs = weir.constant dense<
      [2.0, 1.0, -1.0, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF0000000000000, -0.0]>
      : tensor<9xf64> -> tensor<9xf64>
  %eq = weir.compare eq %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_eq = weir.constant dense<
      [false, false, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %eq, %expected_eq : tensor<9xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_ne = weir.constant dense<
      [true, true, false, true, true, true, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ne, %expected_ne : tensor<9xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_lt = weir.constant dense<
      [true, false, false, false, false, false, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %lt, %expected_lt : tensor<9xi1>
  %le = weir.compare le %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_le = weir.constant dense<
      [true, false, true, false, false, false, true, true, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %le, %expected_le : tensor<9xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_gt = weir.constant dense<
      [false, true, false, false, false, false, false, false, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %gt, %expected_gt : tensor<9xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
  %expected_ge = weir.constant dense<
      [false, true, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ge, %expected_ge : tensor<9xi1>
  return
}

func.func @all_predicates_bf16() {
  %lhs = weir.constant dense<
      [1.0, 2.0, -1.0, 0x7FC0, 1.0, 0x7FC0, 0x7F80, 0xFF80, 0.0]> : tensor<9xbf16> -> tensor<9xbf16>
  %rhs = weir.constant dense<
      [2.0, 1.0, -1.0, 1.0, 0x7FC0, 0x7FC0, 0x7F80, 0x7F80, -0.0]> : tensor<9xbf16> -> tensor<9xbf16>
  %eq = weir.compare eq %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_eq = weir.constant dense<
      [false, false, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %eq, %expected_eq : tensor<9xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_ne = weir.constant dense<
      [true, true, false, true, true, true, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ne, %expected_ne : tensor<9xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_lt = weir.constant dense<
      [true, false, false, false, false, false, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %lt, %expected_lt : tensor<9xi1>
  %le = weir.compare le %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_le = weir.constant dense<
      [true, false, true, false, false, false, true, true, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %le, %expected_le : tensor<9xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_gt = weir.constant dense<
      [false, true, false, false, false, false, false, false, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %gt, %expected_gt : tensor<9xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>
  %expected_ge = weir.constant dense<
      [false, true, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ge, %expected_ge : tensor<9xi1>
  return
}

func.func @all_predicates_f16() {
  %lhs = weir.constant dense<
      [1.0, 2.0, -1.0, 0x7E00, 1.0, 0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<9xf16> -> tensor<9xf16>
  %rhs = weir.constant dense<
      [2.0, 1.0, -1.0, 1.0, 0x7E00, 0x7E00, 0x7C00, 0x7C00, -0.0]> : tensor<9xf16> -> tensor<9xf16>
  %eq = weir.compare eq %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_eq = weir.constant dense<
      [false, false, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %eq, %expected_eq : tensor<9xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_ne = weir.constant dense<
      [true, true, false, true, true, true, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ne, %expected_ne : tensor<9xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_lt = weir.constant dense<
      [true, false, false, false, false, false, false, true, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %lt, %expected_lt : tensor<9xi1>
  %le = weir.compare le %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_le = weir.constant dense<
      [true, false, true, false, false, false, true, true, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %le, %expected_le : tensor<9xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_gt = weir.constant dense<
      [false, true, false, false, false, false, false, false, false]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %gt, %expected_gt : tensor<9xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
  %expected_ge = weir.constant dense<
      [false, true, true, false, false, false, true, false, true]> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %ge, %expected_ge : tensor<9xi1>
  return
}

func.func @all_predicates_i64() {
  %lhs = weir.constant dense<[1, 2, -1, -9223372036854775808, 9223372036854775807]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[2, 1, -1, 9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  %eq = weir.compare eq %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_eq = weir.constant dense<[false, false, true, false, false]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %eq, %expected_eq : tensor<5xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_ne = weir.constant dense<[true, true, false, true, true]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %ne, %expected_ne : tensor<5xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_lt = weir.constant dense<[true, false, false, true, false]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %lt, %expected_lt : tensor<5xi1>
  %le = weir.compare le %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_le = weir.constant dense<[true, false, true, true, false]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %le, %expected_le : tensor<5xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_gt = weir.constant dense<[false, true, false, false, true]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %gt, %expected_gt : tensor<5xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected_ge = weir.constant dense<[false, true, true, false, true]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %ge, %expected_ge : tensor<5xi1>
  return
}

// False is less than true.
func.func @bool() {
  %lhs = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %rhs = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %eq = weir.compare eq %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected_eq = weir.constant dense<[true, false, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %eq, %expected_eq : tensor<4xi1>
  %ne = weir.compare ne %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected_ne = weir.constant dense<[false, true, true, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %ne, %expected_ne : tensor<4xi1>
  %lt = weir.compare lt %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected_lt = weir.constant dense<[false, true, false, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %lt, %expected_lt : tensor<4xi1>
  %ge = weir.compare ge %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected_ge = weir.constant dense<[true, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %ge, %expected_ge : tensor<4xi1>
  return
}

func.func @scalar() {
  %lhs = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %rhs = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %le = weir.compare le %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %expected_le = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %le, %expected_le : tensor<i1>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[3]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %rhs = weir.constant dense<[[4]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %lt = weir.compare lt %lhs, %rhs : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
  %expected_lt = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %lt, %expected_lt : tensor<1x1xi1>
  return
}

func.func @odd() {
  %lhs = weir.constant dense<
      [1.0, 2.0, -3.0, 1.0, 2.0, -0.0, -3.0, 1.0, -2.0, 1.0, -1.0, 1.0, -1.0, -0.0, 0.0, 1.0, -2.0, 3.0, -1.0]>
      : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [-1.0, -1.0, -3.0, -0.0, 2.0, 1.0, -2.0, -2.0, -1.0, 2.0, -0.0, 3.0, 1.0, 1.0, 2.0, 2.0, -1.0, -1.0, -0.0]>
      : tensor<19xf32> -> tensor<19xf32>
  %eq = weir.compare eq %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xi1>
  %expected_eq = weir.constant dense<
      [false, false, true, false, true, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %eq, %expected_eq : tensor<19xi1>
  %gt = weir.compare gt %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xi1>
  %expected_gt = weir.constant dense<
      [true, true, false, true, false, false, false, true, false, false, false, false, false, false, false, false,
      false, true, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %gt, %expected_gt : tensor<19xi1>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %rhs = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %ne = weir.compare ne %lhs, %rhs : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xi1>
  %expected_ne = weir.constant dense<> : tensor<0x3xi1> -> tensor<0x3xi1>
  check.expect_eq %ne, %expected_ne : tensor<0x3xi1>
  return
}

// The narrow types.
func.func @lt_i32() {
  %lhs = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %rhs = weir.constant dense<
      [2147483647, -2147483648, -845969286, -680308091, 336263522, 942620400, -1052827105, -1180226133, -235895471,
      -93849826, 19534623, 354519181, 229769377, 40575851, 2128157512, 1379665551, 1256973371, 1275903481, 524755794]> :
      tensor<19xi32> -> tensor<19xi32>
  %y = weir.compare lt %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, false, false, false, false, false, false, false, true, true, true, false, false, true, true, false, true,
      false, true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @ge_i32() {
  %lhs = weir.constant dense<
      [2147483647, -2147483648, 791046805, 1706020284, 336263522, 1184061023, 1433020226, -1180226133, -1908977339,
      -858279271, -923130060, 1604399831, 1772203120, -2124869338, -915747, 1379665551, -1582950050, 1275903481,
      -1636026079]> : tensor<19xi32> -> tensor<19xi32>
  %rhs = weir.constant dense<
      [2147483647, -2147483648, -845969286, -680308091, 336263522, 942620400, -1052827105, -1180226133, -235895471,
      -93849826, 19534623, 354519181, 229769377, 40575851, 2128157512, 1379665551, 1256973371, 1275903481, 524755794]> :
      tensor<19xi32> -> tensor<19xi32>
  %y = weir.compare ge %lhs, %rhs : (tensor<19xi32>, tensor<19xi32>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [true, true, true, true, true, true, true, true, false, false, false, true, true, false, false, true, false, true,
      false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @lt_i8() {
  %lhs = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %rhs = weir.constant dense<
      [127, -128, -27, -40, -49, 114, 93, -4, 75, -41, -93, -59, -106, -69, -72, -15, -77, 122, -88]> : tensor<19xi8> ->
      tensor<19xi8>
  %y = weir.compare lt %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, false, false, false, true, true, true, false, false, false, false, true, false, false, false, true, true,
      true, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @ge_i8() {
  %lhs = weir.constant dense<
      [127, -128, 80, 120, -125, 93, 32, -4, 75, 115, 3, -106, 57, -69, -71, -79, -78, 104, -36]> : tensor<19xi8> ->
      tensor<19xi8>
  %rhs = weir.constant dense<
      [127, -128, -27, -40, -49, 114, 93, -4, 75, -41, -93, -59, -106, -69, -72, -15, -77, 122, -88]> : tensor<19xi8> ->
      tensor<19xi8>
  %y = weir.compare ge %lhs, %rhs : (tensor<19xi8>, tensor<19xi8>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [true, true, true, true, false, false, false, true, true, true, true, false, true, true, true, false, false,
      false, true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @lt_ui8() {
  %lhs = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %rhs = weir.constant dense<
      [255, 0, 169, 174, 212, 241, 229, 78, 95, 169, 138, 75, 55, 181, 63, 53, 151, 218, 117]> : tensor<19xui8> ->
      tensor<19xui8>
  %y = weir.compare lt %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, false, true, true, true, false, false, false, true, true, false, false, false, true, false, true, false,
      true, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @ge_ui8() {
  %lhs = weir.constant dense<
      [255, 0, 42, 144, 162, 241, 229, 97, 41, 64, 225, 116, 254, 168, 152, 25, 151, 97, 215]> : tensor<19xui8> ->
      tensor<19xui8>
  %rhs = weir.constant dense<
      [255, 0, 169, 174, 212, 241, 229, 78, 95, 169, 138, 75, 55, 181, 63, 53, 151, 218, 117]> : tensor<19xui8> ->
      tensor<19xui8>
  %y = weir.compare ge %lhs, %rhs : (tensor<19xui8>, tensor<19xui8>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [true, true, false, false, false, true, true, true, false, false, true, true, true, false, true, false, true,
      false, true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @le_f16() {
  %lhs = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %rhs = weir.constant dense<
      [3.418, -3.422, -0.5996, 1.169, -1.485, -2.715, 2.547, 9.03, -0.1606, -3.117, -0.336, -0.2244, -0.707, -4.605,
      0.2233, -4.605, 4.45, 4.25, 4.34]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.compare le %lhs, %rhs : (tensor<19xf16>, tensor<19xf16>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [true, true, true, true, false, false, true, true, true, false, true, false, false, false, true, true, true, true,
      true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @another_size() {
  %lhs = weir.constant dense<[5, -1, 7]> : tensor<3xi32> -> tensor<3xi32>
  %rhs = weir.constant dense<[6, -1, -7]> : tensor<3xi32> -> tensor<3xi32>
  %y = weir.compare lt %lhs, %rhs : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y, %expected : tensor<3xi1>
  return
}
