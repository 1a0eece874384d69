// RUN: %op_runs
// Bits that are in both.

func.func @odd() {
  %x = weir.constant dense<
      [[-131949949136685144, 6446406769106692809, 8582004955235331129, 3839593315148510789, -5281538588196839286,
      829784012605002800, 3799273755645248306], [-8266308325984581195, 3318277195694819240, -2429771277048053645,
      1654678233554408385, 3127337049196547988, 3119851637231376681, 425193310081927761], [1009727407935463007,
      -5568154981547091509, -88776956673403995, -6909975590548910236, -355155128121510287, 668600865956965612,
      5056341395847612995]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[-1961538349661178422, -8861808132095643986, 511895916052029248, -5437500773018474919,
      4450415786223568675, -2053173705197519278, -2204880951182479384], [7553103842812516026,
      -1974346828681011580, -2788196273430066436, -2803541046100897101, -354812602032029023,
      -7502436382620765199, 862337470483896105], [7773964537770121103, 1160707227425851451, 4499349171960975328,
      8248289378366016193, 6310914989491743347, 4501122572981073255, 5776851350087991222]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.bitwise_and %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[-2016715429811866232, 73192582267873928, 511167394874461184, 3749275011442026049, 3783028634793541634,
      252667912446678032, 2315044070150505248], [594475482604388528, 2596503327554930304, -2862576044685000592,
      1159272301628543617, 3099039837551067776, 234733122724827425, 136940943424225793], [721140582554015247,
      1160134311799703563, 4485726035222758304, 2311126493333441088, 5985314734252008049, 596463213143532644,
      4623855070098262530]]> : tensor<3x7xi64> -> tensor<3x7xi64>
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
  %r = weir.bitwise_and %x, %y : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi64>
  %expected = weir.constant dense<
      [[-9223372036854775808, 0, 0, 0, 0], [0, 9223372036854775807, 0, 1, 9223372036854775806], [0, 0, 0, 0, 0],
      [0, 1, 0, 1, 0], [0, 9223372036854775806, 0, 0, 9223372036854775806]]> : tensor<5x5xi64> -> tensor<5x5xi64>
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
  %r = weir.bitwise_and %x, %y : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi32>
  %expected = weir.constant dense<
      [[-2147483648, 0, 0, 0, 0], [0, 2147483647, 0, 1, 2147483646], [0, 0, 0, 0, 0], [0, 1, 0, 1, 0], [0,
      2147483646, 0, 0, 2147483646]]> : tensor<5x5xi32> -> tensor<5x5xi32>
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
  %r = weir.bitwise_and %x, %y : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi8>
  %expected = weir.constant dense<
      [[-128, 0, 0, 0, 0], [0, 127, 0, 1, 126], [0, 0, 0, 0, 0], [0, 1, 0, 1, 0], [0, 126, 0, 0, 126]]>
      : tensor<5x5xi8> -> tensor<5x5xi8>
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
  %r = weir.bitwise_and %x, %y : (tensor<5x5xui8>, tensor<5x5xui8>) -> tensor<5x5xui8>
  %expected = weir.constant dense<
      [[0, 0, 0, 0, 0], [0, 255, 0, 1, 254], [0, 0, 0, 0, 0], [0, 1, 0, 1, 0], [0, 254, 0, 0, 254]]>
      : tensor<5x5xui8> -> tensor<5x5xui8>
  check.expect_eq %r, %expected : tensor<5x5xui8>
  return
}

// Bools are one bit.
func.func @truth_table() {
  %x = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %r = weir.bitwise_and %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[false, false, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %r, %expected : tensor<4xi1>
  return
}

func.func @odd_bool() {
  %x = weir.constant dense<
      [[false, true, true, true, true, false, true, false, false, true, true, true, false, true, true, false,
      true, false, true], [true, false, true, true, true, true, true, false, false, true, true, false, false,
      false, true, false, false, true, false], [true, false, false, false, true, true, true, false, true, false,
      true, true, false, true, true, false, true, false, false], [true, true, false, false, false, true, true,
      false, false, false, false, false, false, false, false, false, true, false, false], [false, true, true,
      false, false, false, false, true, true, false, true, false, false, false, true, true, false, true, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[true, false, true, true, false, false, true, false, true, true, false, true, false, true, false, true,
      false, false, false], [true, false, false, true, true, false, false, true, false, false, true, false,
      false, false, false, true, true, false, true], [true, true, false, false, true, true, true, false, true,
      false, true, false, true, false, false, false, true, false, false], [true, false, false, false, true,
      false, true, true, true, false, false, false, true, false, false, false, true, true, false], [true, false,
      false, false, false, false, true, true, false, true, false, false, true, true, true, true, true, true,
      false]]> : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_and %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[false, false, true, true, false, false, true, false, false, true, false, true, false, true, false, false,
      false, false, false], [true, false, false, true, true, false, false, false, false, false, true, false,
      false, false, false, false, false, false, false], [true, false, false, false, true, true, true, false,
      true, false, true, false, false, false, false, false, true, false, false], [true, false, false, false,
      false, false, true, false, false, false, false, false, false, false, false, false, true, false, false],
      [false, false, false, false, false, false, false, true, false, false, false, false, false, false, true,
      true, false, true, false]]> : tensor<5x19xi1> -> tensor<5x19xi1>
  check.expect_eq %r, %expected : tensor<5x19xi1>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.constant dense<10> : tensor<i64> -> tensor<i64>
  %r = weir.bitwise_and %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %y = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.bitwise_and %x, %y : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %y = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.bitwise_and %x, %y : (tensor<1x1xi1>, tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %r, %expected : tensor<1x1xi1>
  return
}
