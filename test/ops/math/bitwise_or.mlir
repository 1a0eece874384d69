// RUN: %op_runs
// Bits that are in either.

func.func @odd() {
  %x = weir.constant dense<
      [[-7022195851130931806, 8190807642353700180, -8379514310779775779, 8084070929785819948,
      -3080593491615965075, 4189005522952062638, -9166308117580482465], [-972588437989011016,
      3279145860669961210, 2367178200369553714, 5651509713863408824, -6393208772988768180, -1822529177773839636,
      2097218587584062728], [-8693410782224785314, 6191817970446993684, -1545141531482988238,
      -4684022078025860254, -5119663674622644801, 2783970890543437787, -8340910609342267914]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[-4713988137830931148, -3617087894473775997, -4455039824059139194, 4253936559585638142,
      1705170613244201558, 7451813456380885489, 3707378174306863706], [-3791622950379758540,
      -3242295471522046648, -6949905774321160125, -4749233602407060192, 1929899282134585855, 4261130605355520044,
      -3765026711983866475], [-2873447896955397958, 5587391469447421824, 8457450738834084257,
      -7660649587182130984, -7908694995335717968, 4781553252522842354, -79601556499137413]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.bitwise_or %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[-4711698868486605386, -148726817227903529, -3765575658239983649, 8879242420826814462,
      -2900322919188288897, 9181290288700719103, -5477507583887672737], [-296679057969947204, -35503249788305414,
      -4621263257633033869, -108236785787601480, -4625509635346927105, -20384945582900500, -2323873660292858467],
      [-2350880119361242882, 6768883797963284372, -9306302088810061, -4611712415574361094, -4971991787519344705,
      7420806146346115067, -72281900854673921]]> : tensor<3x7xi64> -> tensor<3x7xi64>
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
  %r = weir.bitwise_or %x, %y : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi64>
  %expected = weir.constant dense<
      [[-9223372036854775808, -1, -9223372036854775808, -9223372036854775807, -2], [-1, 9223372036854775807,
      9223372036854775807, 9223372036854775807, 9223372036854775807], [-9223372036854775808, 9223372036854775807,
      0, 1, 9223372036854775806], [-9223372036854775807, 9223372036854775807, 1, 1, 9223372036854775807], [-2,
      9223372036854775807, 9223372036854775806, 9223372036854775807, 9223372036854775806]]>
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
  %r = weir.bitwise_or %x, %y : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi32>
  %expected = weir.constant dense<
      [[-2147483648, -1, -2147483648, -2147483647, -2], [-1, 2147483647, 2147483647, 2147483647, 2147483647],
      [-2147483648, 2147483647, 0, 1, 2147483646], [-2147483647, 2147483647, 1, 1, 2147483647], [-2, 2147483647,
      2147483646, 2147483647, 2147483646]]> : tensor<5x5xi32> -> tensor<5x5xi32>
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
  %r = weir.bitwise_or %x, %y : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi8>
  %expected = weir.constant dense<
      [[-128, -1, -128, -127, -2], [-1, 127, 127, 127, 127], [-128, 127, 0, 1, 126], [-127, 127, 1, 1, 127], [-2,
      127, 126, 127, 126]]> : tensor<5x5xi8> -> tensor<5x5xi8>
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
  %r = weir.bitwise_or %x, %y : (tensor<5x5xui8>, tensor<5x5xui8>) -> tensor<5x5xui8>
  %expected = weir.constant dense<
      [[0, 255, 0, 1, 254], [255, 255, 255, 255, 255], [0, 255, 0, 1, 254], [1, 255, 1, 1, 255], [254, 255, 254,
      255, 254]]> : tensor<5x5xui8> -> tensor<5x5xui8>
  check.expect_eq %r, %expected : tensor<5x5xui8>
  return
}

// Bools are one bit.
func.func @truth_table() {
  %x = weir.constant dense<[false, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %r = weir.bitwise_or %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[false, true, true, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %r, %expected : tensor<4xi1>
  return
}

func.func @odd_bool() {
  %x = weir.constant dense<
      [[true, false, false, true, false, false, true, true, true, false, true, false, false, false, false, true,
      false, true, true], [false, true, true, true, false, true, true, false, false, true, true, false, false,
      false, false, false, false, false, true], [true, false, false, false, false, true, true, true, true, true,
      false, true, true, false, true, true, false, false, true], [true, true, false, true, false, false, false,
      true, false, true, true, true, true, false, true, true, true, true, true], [true, false, true, true, true,
      false, false, true, false, true, false, false, false, false, false, true, true, true, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[false, false, false, true, false, false, true, false, true, true, false, true, true, false, false, false,
      true, true, false], [true, true, true, true, false, true, false, false, false, true, false, true, true,
      true, false, false, false, true, false], [false, true, false, true, true, false, true, false, true, false,
      false, false, true, true, true, false, false, true, true], [true, true, false, false, false, true, true,
      false, false, true, false, false, true, false, true, true, false, true, false], [true, true, false, true,
      true, false, true, true, true, true, false, true, true, false, false, false, false, false, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_or %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[true, false, false, true, false, false, true, true, true, true, true, true, true, false, false, true,
      true, true, true], [true, true, true, true, false, true, true, false, false, true, true, true, true, true,
      false, false, false, true, true], [true, true, false, true, true, true, true, true, true, true, false,
      true, true, true, true, true, false, true, true], [true, true, false, true, false, true, true, true, false,
      true, true, true, true, false, true, true, true, true, true], [true, true, true, true, true, false, true,
      true, true, true, false, true, true, false, false, true, true, true, true]]> : tensor<5x19xi1> -> tensor<5x19xi1>
  check.expect_eq %r, %expected : tensor<5x19xi1>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.constant dense<10> : tensor<i64> -> tensor<i64>
  %r = weir.bitwise_or %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<14> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %y = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.bitwise_or %x, %y : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %y = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.bitwise_or %x, %y : (tensor<1x1xi1>, tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %r, %expected : tensor<1x1xi1>
  return
}
