// RUN: %op_runs
// Whether one or both are true.

func.func @typical() {
  %input = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %other = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.logical_or %input, %other : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[false, true, true, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [true, true, false, true, true, true, false, false, false, true, false, false, true, true, true, false, false,
      true, false]> : tensor<19xi1> -> tensor<19xi1>
  %other = weir.constant dense<
      [false, true, false, false, true, false, true, true, false, false, true, true, false, false, false, true, false,
      false, false]> : tensor<19xi1> -> tensor<19xi1>
  %y = weir.logical_or %input, %other : (tensor<19xi1>, tensor<19xi1>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [true, true, false, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true,
      false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

func.func @odd_matrix() {
  %input = weir.constant dense<
      [[false, false, true, false, true], [true, false, false, true, true], [false, false, true, true, false]]>
      : tensor<3x5xi1> -> tensor<3x5xi1>
  %other = weir.constant dense<
      [[false, false, false, true, true], [true, true, true, true, true], [false, true, false, false, false]]>
      : tensor<3x5xi1> -> tensor<3x5xi1>
  %y = weir.logical_or %input, %other : (tensor<3x5xi1>, tensor<3x5xi1>) -> tensor<3x5xi1>
  %expected = weir.constant dense<
      [[false, false, true, true, true], [true, true, true, true, true], [false, true, true, true, false]]>
      : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y, %expected : tensor<3x5xi1>
  return
}

func.func @scalar() {
  %input = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  %other = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  %y = weir.logical_or %input, %other : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %expected = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %expected : tensor<i1>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %other = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %y = weir.logical_or %input, %other : (tensor<1x1xi1>, tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y, %expected : tensor<1x1xi1>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  %other = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  %y = weir.logical_or %input, %other : (tensor<0xi1>, tensor<0xi1>) -> tensor<0xi1>
  %expected = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  check.expect_eq %y, %expected : tensor<0xi1>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xi1> -> tensor<2x0x3xi1>
  %other = weir.constant dense<> : tensor<2x0x3xi1> -> tensor<2x0x3xi1>
  %y = weir.logical_or %input, %other : (tensor<2x0x3xi1>, tensor<2x0x3xi1>) -> tensor<2x0x3xi1>
  %expected = weir.constant dense<> : tensor<2x0x3xi1> -> tensor<2x0x3xi1>
  check.expect_eq %y, %expected : tensor<2x0x3xi1>
  return
}
