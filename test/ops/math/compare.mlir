// RUN: weir-run %s --interpret
// RUN: weir-run %s --interpret --dynamic
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
