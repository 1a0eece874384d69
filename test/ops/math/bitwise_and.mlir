// RUN: %op_runs
// Bits that are in both.

func.func @odd_i64() {
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

func.func @odd_i32() {
  %x = weir.constant dense<
      [[1978098544, 1374986713, 829115506, -1057613386, 234540057, -77468123, 1587887858], [-675526413,
      -388972600, -1023347712, -48431005, 307311709, -169455102, -782174006], [214185644, 509625983, -1430263228,
      353976302, 886949519, -1699093468, 512768445]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %y = weir.constant dense<
      [[-247314304, 1852183948, -473069715, -791564971, 887565347, 1585200331, -1768955967], [-1685275986,
      -1421813823, -680169479, 54105661, 292314035, -409766815, 1643496571], [710158583, -1433397957, -717875060,
      -1292106357, -1300435488, 1490337339, 1854761969]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %r = weir.bitwise_and %x, %y : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[1900167168, 1080295816, 558433376, -1060108012, 81923073, 1516252161, 377822912], [-1819539294,
      -1472161856, -1023384576, 18415649, 272633873, -444444672, 1096859722], [138682532, 167773243, -2143942652,
      270009738, 811385984, 412132384, 243280305]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  check.expect_eq %r, %expected : tensor<3x7xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [[107, 106, -9, -18, -90, -128, -16], [-66, -21, -3, 42, 85, 38, -127], [38, -91, 91, 91, -25, -93, 47]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %y = weir.constant dense<
      [[14, 127, 43, -35, -62, -83, 120], [-42, 19, -121, -50, -57, 34, -77], [33, -71, 38, 102, -44, 32, 113]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %r = weir.bitwise_and %x, %y : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8>
  %expected = weir.constant dense<
      [[10, 106, 35, -52, -126, -128, 112], [-106, 3, -123, 10, 69, 34, -127], [32, -95, 2, 66, -60, 32, 33]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  check.expect_eq %r, %expected : tensor<3x7xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [[154, 2, 133, 168, 129, 229, 218], [239, 68, 98, 215, 239, 125, 197], [66, 32, 56, 112, 94, 202, 98]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %y = weir.constant dense<
      [[3, 78, 232, 209, 181, 93, 12], [171, 163, 224, 88, 14, 92, 174], [124, 226, 127, 129, 59, 237, 92]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %r = weir.bitwise_and %x, %y : (tensor<3x7xui8>, tensor<3x7xui8>) -> tensor<3x7xui8>
  %expected = weir.constant dense<
      [[2, 2, 128, 128, 129, 69, 8], [171, 0, 96, 80, 14, 92, 132], [64, 32, 56, 0, 26, 200, 64]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  check.expect_eq %r, %expected : tensor<3x7xui8>
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
      [[true, false, false, true, false, true, false, false, false, true, true, true, false, true, false, true,
      true, false, true], [true, false, true, false, false, true, true, false, false, false, true, true, false,
      false, false, false, false, false, false], [false, false, true, false, false, false, true, true, false,
      false, false, false, true, true, false, true, false, false, false], [true, true, false, true, true, true,
      false, true, true, false, false, true, false, true, true, false, true, false, true], [false, true, false,
      false, false, true, false, false, true, true, false, false, true, false, false, true, false, false, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[false, true, true, false, true, true, true, false, false, true, true, true, false, true, false, true,
      false, true, false], [false, false, true, false, false, true, false, false, false, true, false, true, true,
      true, false, false, false, true, false], [false, false, true, true, false, true, false, false, false,
      false, false, true, true, false, true, false, false, true, true], [true, true, true, true, false, true,
      false, true, false, true, false, true, true, false, false, false, true, true, false], [true, false, true,
      true, true, false, true, true, true, true, false, false, false, false, true, true, true, true, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_and %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[false, false, false, false, false, true, false, false, false, true, true, true, false, true, false, true,
      false, false, false], [false, false, true, false, false, true, false, false, false, false, false, true,
      false, false, false, false, false, false, false], [false, false, true, false, false, false, false, false,
      false, false, false, false, true, false, false, false, false, false, false], [true, true, false, true,
      false, true, false, true, false, false, false, true, false, false, false, false, true, false, false],
      [false, false, false, false, false, false, false, false, true, true, false, false, false, false, false,
      true, false, false, false]]> : tensor<5x19xi1> -> tensor<5x19xi1>
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
