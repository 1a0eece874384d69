// RUN: %op_runs
// Whether all elements are true over some dimensions.

func.func @rows() {
  %x = weir.constant dense<
      [[false, false, false], [false, true, false], [true, true, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<3x3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[false, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %r = weir.reduce_all %x {dims = array<i64: 0>} : (tensor<2x3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[false, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @all() {
  %x = weir.constant dense<
      [[false, false, false], [false, true, false], [true, true, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %r = weir.reduce_all %x {dims = array<i64: 0, 1>} : (tensor<3x3xi1>) -> tensor<i1>
  %expected = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %r, %expected : tensor<i1>
  return
}

// No dimension: x itself.
func.func @none() {
  %x = weir.constant dense<[[false, true, false], [true, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %r = weir.reduce_all %x {dims = array<i64>} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %expected = weir.constant dense<[[false, true, false], [true, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %r, %expected : tensor<2x3xi1>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[true, true, true, true, true], [true, true, true, true, true], [true, true, false, true, true], [true,
      true, true, true, true], [true, true, true, true, true], [true, true, true, false, true], [true, true,
      true, true, true]], [[true, true, true, true, true], [true, true, true, true, false], [false, true, true,
      true, true], [true, true, false, false, true], [true, true, true, false, false], [true, true, true, true,
      false], [true, true, true, true, true]], [[true, true, false, true, true], [true, true, true, true, true],
      [false, true, false, true, false], [true, true, true, true, true], [true, true, true, true, false], [true,
      true, true, true, true], [true, true, true, true, true]]]> : tensor<3x7x5xi1> -> tensor<3x7x5xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<3x7x5xi1>) -> tensor<3x5xi1>
  %expected = weir.constant dense<
      [[true, true, false, false, true], [false, true, false, false, false], [false, true, false, true, false]]>
      : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %r, %expected : tensor<3x5xi1>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[true, true, true, true, true], [true, true, true, true, true], [true, true, false, true, true], [true,
      true, true, true, true], [true, true, true, true, true], [true, true, true, false, true], [true, true,
      true, true, true]], [[true, true, true, true, true], [true, true, true, true, false], [false, true, true,
      true, true], [true, true, false, false, true], [true, true, true, false, false], [true, true, true, true,
      false], [true, true, true, true, true]], [[true, true, false, true, true], [true, true, true, true, true],
      [false, true, false, true, false], [true, true, true, true, true], [true, true, true, true, false], [true,
      true, true, true, true], [true, true, true, true, true]]]> : tensor<3x7x5xi1> -> tensor<3x7x5xi1>
  %r = weir.reduce_all %x {dims = array<i64: 0, 2>} : (tensor<3x7x5xi1>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, false, false, false, false, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %r, %expected : tensor<7xi1>
  return
}

// The last and the first decide.
func.func @long_rows() {
  %x = weir.constant dense<
      [[true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true], [true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, false], [false, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true]]> : tensor<3x67xi1> -> tensor<3x67xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<3x67xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @long_columns() {
  %x = weir.constant dense<
      [[true, true, false], [true, true, true], [true, true, true], [true, true, true], [true, true, true],
      [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true,
      true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true,
      true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true],
      [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true,
      true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true,
      true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true],
      [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true,
      true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true,
      true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true],
      [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true,
      true, true], [true, true, true], [true, true, true], [true, true, true], [true, true, true], [true, true,
      true], [true, true, true], [true, true, true], [true, false, true]]> : tensor<67x3xi1> -> tensor<67x3xi1>
  %r = weir.reduce_all %x {dims = array<i64: 0>} : (tensor<67x3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.reduce_all %x {dims = array<i64: 0, 1>} : (tensor<1x1xi1>) -> tensor<i1>
  %expected = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %r, %expected : tensor<i1>
  return
}

func.func @size_one_false() {
  %x = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<1x1xi1>) -> tensor<1xi1>
  %expected = weir.constant dense<[false]> : tensor<1xi1> -> tensor<1xi1>
  check.expect_eq %r, %expected : tensor<1xi1>
  return
}

// Of nothing: true.
func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xi1> -> tensor<2x0xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<2x0xi1>) -> tensor<2xi1>
  %expected = weir.constant dense<[true, true]> : tensor<2xi1> -> tensor<2xi1>
  check.expect_eq %r, %expected : tensor<2xi1>
  return
}

func.func @empty_result() {
  %x = weir.constant dense<> : tensor<0x3xi1> -> tensor<0x3xi1>
  %r = weir.reduce_all %x {dims = array<i64: 1>} : (tensor<0x3xi1>) -> tensor<0xi1>
  %expected = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  check.expect_eq %r, %expected : tensor<0xi1>
  return
}
