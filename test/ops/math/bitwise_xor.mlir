// RUN: %op_runs
// Bits that are in one of both.

func.func @odd_i64() {
  %x = weir.constant dense<
      [[-562394668746030537, -6205340176703730450, -411271411762696369, -5879372955008028654,
      -9195619604707389879, -1443344565535503328, -1323272779494618378], [758185307517825824,
      -6923896718380118031, -31922566297182845, -3695379663476877916, -7722053765184097981, -1656390073354025151,
      3078033565614491349], [-3637191778299930699, 3937148150470434447, 5326887318195554860,
      -8964808476519818817, -5247057565588947542, -3991043218707670487, 1702658848712091180]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[-240402924512003654, 1255638980562050256, -7862012937702453005, -3927106802721890746,
      -6257154372799895910, 4537812685836038886, 3384620430189269229], [-3599194652928197694,
      6939042739509494691, -6721512199058096725, -8894637876807628485, -2336137202496858656, 3107384595412862159,
      8230430068815555907], [159474548098332382, -6705623251291924104, 1796131861852508227, -8913366455163280431,
      5866842141581018997, -3275648277317873110, -7344845998671130981]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.bitwise_xor %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[331036387030530957, -5147932147514503106, 7543065619086983100, 7487331523906563668, 2974776603532765395,
      -3097991265371767098, -4370079117288039909], [-4285023254952834846, -25598807861212078,
      6716822921146687528, 5204114138357800095, 5422789789103580323, -4459417047635672178, 6381323261076024214],
      [-3481132873075138197, -7758760648417916937, 5837161699260406383, 566264290340518510, -1853933655325279521,
      1879822290010212355, -8236852506472552265]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  check.expect_eq %r, %expected : tensor<3x7xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [[1227863952, -1506277556, -1509532465, 1411473374, -1223169479, 1745588307, 1535841603], [-1354860535,
      -1387631486, 2139245700, -1264547029, 1547485143, 1945545353, -732817587], [-1076301999, -1927914401,
      77604044, -1497932144, 14523367, -273057812, 1933435229]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %y = weir.constant dense<
      [[-1264802348, 1074271452, -1366046209, 270891576, -976166443, 131777191, 1621941534], [-368290948,
      -1990936541, -1580170677, 1814443528, 444390365, -217923768, -1722903212], [1022189888, 2135987601,
      51258172, 1925154168, 1912963903, 543020419, -1368843630]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %r = weir.bitwise_xor %x, %y : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[-38596028, -433056880, 144020784, 1141122534, 1925647340, 1875989236, 992462941], [1160915829, 606000289,
      -564998449, -662258397, 1178625034, -2131487295, 1293713945], [-2093642223, -230241842, 128845808,
      -737616920, 1926764760, -807099793, -581633073]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  check.expect_eq %r, %expected : tensor<3x7xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [[22, 75, -20, -15, -119, 118, -38], [-63, 72, 101, -124, 99, -127, 20], [-105, 2, 127, -31, 77, -95, 37]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %y = weir.constant dense<
      [[106, -46, -27, 85, 85, -93, 62], [-44, 88, 72, 16, 92, 122, -92], [-87, -50, 27, -38, -97, 45, 39]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %r = weir.bitwise_xor %x, %y : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8>
  %expected = weir.constant dense<
      [[124, -103, 9, -92, -36, -43, -28], [21, 16, 45, -108, 63, -5, -80], [62, -52, 100, 59, -46, -116, 2]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  check.expect_eq %r, %expected : tensor<3x7xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [[138, 13, 84, 27, 103, 217, 143], [128, 28, 35, 53, 183, 162, 196], [162, 212, 131, 127, 89, 233, 51]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %y = weir.constant dense<
      [[64, 107, 72, 79, 37, 226, 41], [106, 230, 77, 224, 12, 76, 217], [196, 250, 29, 51, 223, 34, 137]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %r = weir.bitwise_xor %x, %y : (tensor<3x7xui8>, tensor<3x7xui8>) -> tensor<3x7xui8>
  %expected = weir.constant dense<
      [[202, 102, 28, 84, 66, 59, 166], [234, 250, 110, 213, 187, 238, 29], [102, 46, 158, 76, 134, 203, 186]]>
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
      [[true, true, false, false, false, false, true, false, true, true, false, true, true, true, true, false,
      false, false, false], [false, false, false, true, true, false, true, true, false, false, true, true, true,
      false, false, true, true, true, false], [true, false, true, false, false, false, false, false, false, true,
      true, false, true, false, true, false, true, false, true], [true, false, true, true, true, true, true,
      false, false, true, false, false, false, true, true, false, true, false, false], [false, true, false,
      false, true, false, true, false, true, false, false, true, false, true, true, true, true, false, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[false, false, false, true, true, false, false, false, false, true, true, false, false, true, true, true,
      true, true, true], [false, false, true, false, true, true, false, false, false, false, false, false, false,
      false, false, false, true, true, true], [false, true, false, true, true, true, false, false, false, true,
      true, false, true, false, false, false, false, false, true], [true, true, true, true, false, true, true,
      false, true, true, true, true, true, true, true, true, false, false, false], [true, false, true, true,
      true, false, false, true, true, true, true, false, false, true, false, false, true, false, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_xor %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[true, true, false, true, true, false, true, false, true, false, true, true, true, false, false, true,
      true, true, true], [false, false, true, true, false, true, true, true, false, false, true, true, true,
      false, false, true, false, false, true], [true, true, true, true, true, true, false, false, false, false,
      false, false, false, false, true, false, true, false, false], [false, true, false, false, true, false,
      false, false, true, false, true, true, true, false, false, true, true, false, false], [true, true, true,
      true, false, false, true, true, false, true, true, true, false, false, true, true, false, false, true]]>
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
