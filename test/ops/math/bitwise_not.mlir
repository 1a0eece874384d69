// RUN: %op_runs
// Bits that are not in x.

func.func @odd_i64() {
  %x = weir.constant dense<
      [-805142584149389771, -4548083659845583958, 2730618070800585569, -5708060155858670712, 2268762487563184041,
      4826264999876191768, 8552409519048225497, -1856233418786388253, -3947561944011222612, 1431802097835991790,
      2791485395501673923, 7803440077184248203, 1580774239651621793, -1134943090783678543, -9223372036854775808,
      9223372036854775807, 0, 1, 9223372036854775806]> : tensor<19xi64> -> tensor<19xi64>
  %r = weir.bitwise_not %x : (tensor<19xi64>) -> tensor<19xi64>
  %expected = weir.constant dense<
      [805142584149389770, 4548083659845583957, -2730618070800585570, 5708060155858670711, -2268762487563184042,
      -4826264999876191769, -8552409519048225498, 1856233418786388252, 3947561944011222611, -1431802097835991791,
      -2791485395501673924, -7803440077184248204, -1580774239651621794, 1134943090783678542, 9223372036854775807,
      -9223372036854775808, -1, -2, -9223372036854775807]> : tensor<19xi64> -> tensor<19xi64>
  check.expect_eq %r, %expected : tensor<19xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [-653761775, -869217416, -42475290, 967262052, -1371433022, 591010024, -661227611, -1839700111, 379176832,
      -862042066, -1987446510, -1429553551, 713782178, -19556990, -2147483648, 2147483647, 0, 1, 2147483646]>
      : tensor<19xi32> -> tensor<19xi32>
  %r = weir.bitwise_not %x : (tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [653761774, 869217415, 42475289, -967262053, 1371433021, -591010025, 661227610, 1839700110, -379176833,
      862042065, 1987446509, 1429553550, -713782179, 19556989, 2147483647, -2147483648, -1, -2, -2147483647]>
      : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %r, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [107, 16, -11, -58, -64, 21, 16, -31, 107, 64, 98, -22, -125, 8, -128, 127, 0, 1, 126]>
      : tensor<19xi8> -> tensor<19xi8>
  %r = weir.bitwise_not %x : (tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [-108, -17, 10, 57, 63, -22, -17, 30, -108, -65, -99, 21, 124, -9, 127, -128, -1, -2, -127]>
      : tensor<19xi8> -> tensor<19xi8>
  check.expect_eq %r, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [99, 198, 221, 145, 105, 16, 168, 135, 208, 12, 107, 125, 36, 64, 0, 255, 0, 1, 254]>
      : tensor<19xui8> -> tensor<19xui8>
  %r = weir.bitwise_not %x : (tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [156, 57, 34, 110, 150, 239, 87, 120, 47, 243, 148, 130, 219, 191, 255, 0, 255, 254, 1]>
      : tensor<19xui8> -> tensor<19xui8>
  check.expect_eq %r, %expected : tensor<19xui8>
  return
}

// Bools are one bit.
func.func @bools() {
  %x = weir.constant dense<[false, true, true]> : tensor<3xi1> -> tensor<3xi1>
  %r = weir.bitwise_not %x : (tensor<3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @odd_bool() {
  %x = weir.constant dense<
      [[true, false, true, true, false, false, false, false, false, false, false, false, false, false, true,
      true, true, false, true], [false, true, true, true, false, false, false, true, true, false, true, false,
      false, false, false, false, true, true, true], [true, true, false, true, true, false, true, true, true,
      true, true, true, true, true, false, false, false, true, false], [true, true, true, false, false, true,
      true, true, true, false, false, true, false, false, true, false, false, false, true], [true, false, false,
      true, false, true, true, true, true, true, true, false, true, true, true, true, true, false, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_not %x : (tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[false, true, false, false, true, true, true, true, true, true, true, true, true, true, false, false,
      false, true, false], [true, false, false, false, true, true, true, false, false, true, false, true, true,
      true, true, true, false, false, false], [false, false, true, false, false, true, false, false, false,
      false, false, false, false, false, true, true, true, false, true], [false, false, false, true, true, false,
      false, false, false, true, true, false, true, true, false, true, true, true, false], [false, true, true,
      false, true, false, false, false, false, false, false, true, false, false, false, false, false, true,
      false]]> : tensor<5x19xi1> -> tensor<5x19xi1>
  check.expect_eq %r, %expected : tensor<5x19xi1>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %r = weir.bitwise_not %x : (tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<-13> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.bitwise_not %x : (tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.bitwise_not %x : (tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %r, %expected : tensor<1x1xi1>
  return
}
