// RUN: %op_runs
// Bits that are in one of both.

func.func @odd() {
  %x = weir.constant dense<
      [[2652134830560987043, -8023420993056487924, -9026512492190913788, 6353045251989179275,
      -3563849007897130779, 4559247270687263900, 549948621453148993], [5241042221711659637, 2578467612283311830,
      8720966922598548532, -465431209734620244, 6515363363135196856, 5936486694618510623, 1599532365559693480],
      [116992043859914888, -1288132254112634074, 2693908189346665249, -5610765264699707257, -1121736129766564971,
      2713136735205452234, -3553398861999884998]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[-5225672224407858212, -7261681638396317057, 5617304796909698657, 6930979229337889791,
      6161077070986982044, 3809408479787717889, 1929757588393093513], [-8154755036150048316, 7023131605182782346,
      -488262018214014768, 3441507444681081020, -6990057366421106727, 4533339810638731262, -6514289995728196357],
      [8455866166300338563, 3885746854199697026, 565030523865165237, 2827724666582745391, -4984127809489243625,
      -17200368340392665, -7635235774589367748]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.bitwise_xor %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[-7803356755856190337, 837183666778928243, -3508358788804258459, 4036707528871485556,
      -7274966232299570567, 835435223580694941, 2118432450096310984], [-4147936607049069647, 4809741450982067548,
      -9205848579541642012, -3005937184169051376, -4281397495934058143, 7821358063395513057,
      -5500520268582327213], [8414666799127353611, -2597643881699953244, 2501128906438508180,
      -7702116189043986008, 5384643538689829250, -2710011220178809619, 6387787675084472070]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  check.expect_eq %r, %expected : tensor<3x7xi64>
  return
}

func.func @ends_i64() {
  %x = weir.constant dense<
      [[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      -9223372036854775808], [9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807,
      9223372036854775807], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [9223372036854775806, 9223372036854775806,
      9223372036854775806, 9223372036854775806, 9223372036854775806]]> : tensor<5x5xi64> -> tensor<5x5xi64>
  %y = weir.constant dense<
      [[-9223372036854775808, 9223372036854775807, 0, 1, 9223372036854775806], [-9223372036854775808,
      9223372036854775807, 0, 1, 9223372036854775806], [-9223372036854775808, 9223372036854775807, 0, 1,
      9223372036854775806], [-9223372036854775808, 9223372036854775807, 0, 1, 9223372036854775806],
      [-9223372036854775808, 9223372036854775807, 0, 1, 9223372036854775806]]> : tensor<5x5xi64> -> tensor<5x5xi64>
  %r = weir.bitwise_xor %x, %y : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi64>
  %expected = weir.constant dense<
      [[0, -1, -9223372036854775808, -9223372036854775807, -2], [-1, 0, 9223372036854775807, 9223372036854775806,
      1], [-9223372036854775808, 9223372036854775807, 0, 1, 9223372036854775806], [-9223372036854775807,
      9223372036854775806, 1, 0, 9223372036854775807], [-2, 1, 9223372036854775806, 9223372036854775807, 0]]>
      : tensor<5x5xi64> -> tensor<5x5xi64>
  check.expect_eq %r, %expected : tensor<5x5xi64>
  return
}

func.func @ends_i32() {
  %x = weir.constant dense<
      [[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648], [2147483647, 2147483647, 2147483647,
      2147483647, 2147483647], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2147483646, 2147483646, 2147483646, 2147483646,
      2147483646]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  %y = weir.constant dense<
      [[-2147483648, 2147483647, 0, 1, 2147483646], [-2147483648, 2147483647, 0, 1, 2147483646], [-2147483648,
      2147483647, 0, 1, 2147483646], [-2147483648, 2147483647, 0, 1, 2147483646], [-2147483648, 2147483647, 0, 1,
      2147483646]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  %r = weir.bitwise_xor %x, %y : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi32>
  %expected = weir.constant dense<
      [[0, -1, -2147483648, -2147483647, -2], [-1, 0, 2147483647, 2147483646, 1], [-2147483648, 2147483647, 0, 1,
      2147483646], [-2147483647, 2147483646, 1, 0, 2147483647], [-2, 1, 2147483646, 2147483647, 0]]>
      : tensor<5x5xi32> -> tensor<5x5xi32>
  check.expect_eq %r, %expected : tensor<5x5xi32>
  return
}

func.func @ends_i8() {
  %x = weir.constant dense<
      [[-128, -128, -128, -128, -128], [127, 127, 127, 127, 127], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [126, 126,
      126, 126, 126]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  %y = weir.constant dense<
      [[-128, 127, 0, 1, 126], [-128, 127, 0, 1, 126], [-128, 127, 0, 1, 126], [-128, 127, 0, 1, 126], [-128,
      127, 0, 1, 126]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  %r = weir.bitwise_xor %x, %y : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi8>
  %expected = weir.constant dense<
      [[0, -1, -128, -127, -2], [-1, 0, 127, 126, 1], [-128, 127, 0, 1, 126], [-127, 126, 1, 0, 127], [-2, 1,
      126, 127, 0]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  check.expect_eq %r, %expected : tensor<5x5xi8>
  return
}

func.func @ends_ui8() {
  %x = weir.constant dense<
      [[0, 0, 0, 0, 0], [255, 255, 255, 255, 255], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [254, 254, 254, 254, 254]]>
      : tensor<5x5xui8> -> tensor<5x5xui8>
  %y = weir.constant dense<
      [[0, 255, 0, 1, 254], [0, 255, 0, 1, 254], [0, 255, 0, 1, 254], [0, 255, 0, 1, 254], [0, 255, 0, 1, 254]]>
      : tensor<5x5xui8> -> tensor<5x5xui8>
  %r = weir.bitwise_xor %x, %y : (tensor<5x5xui8>, tensor<5x5xui8>) -> tensor<5x5xui8>
  %expected = weir.constant dense<
      [[0, 255, 0, 1, 254], [255, 0, 255, 254, 1], [0, 255, 0, 1, 254], [1, 254, 1, 0, 255], [254, 1, 254, 255,
      0]]> : tensor<5x5xui8> -> tensor<5x5xui8>
  check.expect_eq %r, %expected : tensor<5x5xui8>
  return
}

// Bools are one bit.
func.func @truth_table() {
  %x = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %r = weir.bitwise_xor %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[false, true, true, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %r, %expected : tensor<4xi1>
  return
}

func.func @odd_bool() {
  %x = weir.constant dense<
      [[true, true, true, true, true, true, true, false, false, true, true, true, true, false, false, true,
      false, false, false], [true, true, true, false, true, true, true, true, true, true, true, true, false,
      true, true, true, true, true, false], [true, false, false, true, true, true, false, true, false, true,
      true, true, false, false, true, false, true, true, true], [false, false, false, true, false, true, false,
      true, true, true, false, false, true, false, false, true, true, true, true], [true, true, true, false,
      true, false, true, false, false, false, true, true, false, false, true, true, true, false, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[false, true, false, false, true, true, false, false, false, false, true, false, true, true, false, true,
      true, true, true], [false, false, false, false, false, false, false, true, true, false, true, true, false,
      false, true, true, true, false, false], [true, true, true, false, true, false, true, false, false, false,
      false, false, false, true, true, false, true, false, true], [false, true, false, true, true, false, true,
      true, true, true, true, false, false, true, false, false, false, true, true], [false, true, false, false,
      false, true, false, false, true, false, true, false, true, false, false, true, false, true, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_xor %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[true, false, true, true, false, false, true, false, false, true, false, true, false, true, false, false,
      true, true, true], [true, true, true, false, true, true, true, false, false, true, false, false, false,
      true, false, false, false, true, false], [false, true, true, true, false, true, true, true, false, true,
      true, true, false, true, false, false, false, true, false], [false, true, false, false, true, true, true,
      false, false, false, true, false, true, true, false, true, true, false, false], [true, false, true, false,
      true, true, true, false, true, false, false, true, true, false, true, false, true, true, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  check.expect_eq %r, %expected : tensor<5x19xi1>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.constant dense<10> : tensor<i64> -> tensor<i64>
  %r = weir.bitwise_xor %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %y = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.bitwise_xor %x, %y : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %y = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.bitwise_xor %x, %y : (tensor<1x1xi1>, tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %r, %expected : tensor<1x1xi1>
  return
}
