// RUN: %op_runs
// Bits that are in either.

func.func @odd_i64() {
  %x = weir.constant dense<
      [[4261130605355520044, -3765026711983866475, -2873447896955397958, 5587391469447421824,
      8457450738834084257, -7660649587182130984, -7908694995335717968], [4781553252522842354, -79601556499137413,
      -1383284171183212542, 2463851615541729099, 4803385834625143891, -7934897883178531717, 8518898005537003849],
      [8449844908137314346, -1537479906351312740, -561454446907417350, -4200321000237916752, 1613807094142586206,
      -5439059641766474169, 638392326538551153]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[7458650449161005651, 114045505562888943, 6033723401398375601, -5917848304296358531, 7074651303699447653,
      -6950887606539277333, -5296768989838020264], [4062685322970479295, -3652672405447784561,
      -7029822445024196840, -7622264695764801633, 5410402927580434068, -8858757685223667132,
      -8184022368239581715], [8218413078763456076, 5204752192314017333, -2390053996427586532,
      -5674676050465508531, 6773254041305791148, 5306120648698489958, 3108639420531052803]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.bitwise_or %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[9197181351513487999, -3765013757540007937, -2612237868597257029, -1306053845793202179,
      8610592095059738597, -6940047241066337285, -5296589473088341000], [8825929232166025983, -4719314939805697,
      -72726117047861478, -5316112341481080865, 5457692044669214423, -7642644874398839169, -108728927358575123],
      [8597348800731741806, -1532351233519446339, -74922166517277442, -738600784405020675, 6917370330610663422,
      -168967861759775129, 3169442826940309363]]> : tensor<3x7xi64> -> tensor<3x7xi64>
  check.expect_eq %r, %expected : tensor<3x7xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [[1806847435, 130498339, -2128891056, 108525195, 2092652089, 2052730926, 1237875068], [95737081,
      -1448322934, -1786572186, -234601424, -1826241946, 2014259360, 410400344], [2089036333, 999348942,
      -185671198, 550795445, -1051317824, 1042899454, -477189598]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %y = weir.constant dense<
      [[-883920263, 361134111, -553505426, -131935647, -1007857993, 127628812, -547191747], [-1411431991,
      -1002321521, -1301907179, 1435113169, -1127479866, -1512567533, -550833297], [-1254602984, 1036745395,
      919446397, -523773404, -438424847, -593529581, -681745497]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  %r = weir.bitwise_or %x, %y : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[-336429061, 398950207, -551829634, -25692437, -41281, 2145089070, -538247811], [-1342188039, -303179377,
      -1209566345, -141666575, -1074935834, -35705421, -545327233], [-37982403, 1071381247, -152050689,
      -522716491, -438424591, -21006849, -136320089]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  check.expect_eq %r, %expected : tensor<3x7xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [[20, -61, -52, -119, -51, 93, -11], [121, -74, -77, 123, 37, -43, -89], [80, 100, 52, -38, 43, 106, -42]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %y = weir.constant dense<
      [[50, -58, -85, -69, 53, 37, 68], [-89, -101, 91, 99, -61, -22, 33], [-117, -2, 97, -74, -43, 85, -56]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %r = weir.bitwise_or %x, %y : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8>
  %expected = weir.constant dense<
      [[54, -57, -17, -69, -3, 125, -11], [-1, -65, -5, 123, -25, -1, -89], [-37, -2, 117, -2, -1, 127, -34]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  check.expect_eq %r, %expected : tensor<3x7xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [[171, 54, 20, 109, 246, 26, 195], [88, 99, 86, 43, 210, 159, 61], [104, 151, 172, 28, 200, 111, 223]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %y = weir.constant dense<
      [[212, 14, 92, 253, 170, 62, 139], [208, 4, 198, 51, 109, 101, 189], [254, 61, 41, 34, 78, 79, 43]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %r = weir.bitwise_or %x, %y : (tensor<3x7xui8>, tensor<3x7xui8>) -> tensor<3x7xui8>
  %expected = weir.constant dense<
      [[255, 62, 92, 253, 254, 62, 203], [216, 103, 214, 59, 255, 255, 189], [254, 191, 173, 62, 206, 111, 255]]>
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
      [[true, true, true, true, false, true, true, true, true, true, true, false, true, true, true, false, false,
      true, false], [true, false, false, false, false, false, true, true, true, true, false, false, false, true,
      false, false, true, false, true], [true, false, true, true, false, false, false, true, true, false, true,
      true, true, true, false, true, false, false, false], [true, false, true, true, true, false, false, false,
      true, false, false, true, false, true, true, false, true, false, true], [false, false, false, true, true,
      true, false, false, true, true, true, true, false, false, false, true, true, false, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %y = weir.constant dense<
      [[true, false, false, true, false, true, true, false, true, false, true, true, false, true, true, false,
      true, true, true], [true, false, true, true, false, false, false, false, false, true, false, true, true,
      false, true, false, false, false, false], [false, true, false, false, false, false, true, false, true,
      true, false, true, true, true, false, false, false, false, false], [true, false, true, false, true, false,
      true, false, false, false, false, true, true, true, true, true, true, true, true], [true, true, false,
      false, true, true, true, true, false, false, true, false, false, false, true, true, true, false, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_or %x, %y : (tensor<5x19xi1>, tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true,
      true, true], [true, false, true, true, false, false, true, true, true, true, false, true, true, true, true,
      false, true, false, true], [true, true, true, true, false, false, true, true, true, true, true, true, true,
      true, false, true, false, false, false], [true, false, true, true, true, false, true, false, true, false,
      false, true, true, true, true, true, true, true, true], [true, true, false, true, true, true, true, true,
      true, true, true, true, false, false, true, true, true, false, true]]> : tensor<5x19xi1> -> tensor<5x19xi1>
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
