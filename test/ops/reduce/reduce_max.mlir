// RUN: %op_runs
// Maxima over some dimensions.

func.func @rows_f32() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[3.0, -4.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[3.0, -4.0]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_eq %y, %expected : tensor<2xf64>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[3.0, -4.0]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[[1, -2, 3], [-4, -5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[3, -4]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[4.0, 5.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @all() {
  %x = weir.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.reduce_max %x {dims = array<i64: 0, 1>} : (tensor<2x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

// No dimension: x itself.
func.func @none() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_max %x {dims = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[6.0, 7.0], [-5.0, -9.0], [-9.0, 5.0]], [[-1.0, -4.0], [4.0, 0.0], [-1.0, -8.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[6.0, 7.0], [4.0, 0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[-3.0, 5.0], [3.0, -1.0], [-6.0, 3.0]], [[-9.0, 9.0], [2.0, 4.0], [1.0, -3.0]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.reduce_max %x {dims = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[9.0, 4.0, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %y, %expected : tensor<3xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.reduce_max %x {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %expected = weir.constant dense<-2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[[7.0, -9.0, -2.0, 4.0, 5.0], [-5.0, -9.0, 9.0, -9.0, 6.0], [2.0, -9.0, -5.0, -6.0, -8.0], [2.0, -7.0,
      -3.0, -2.0, -9.0], [-3.0, 2.0, 1.0, 1.0, 7.0], [-6.0, -3.0, 3.0, -6.0, -4.0], [1.0, 4.0, -9.0, -2.0, -2.0]],
      [[-3.0, -3.0, 6.0, -2.0, 2.0], [-9.0, 5.0, 1.0, -2.0, 2.0], [5.0, 5.0, 7.0, 9.0, 5.0], [-3.0, 5.0, 3.0,
      -3.0, -1.0], [-9.0, -5.0, -7.0, 7.0, 8.0], [5.0, -4.0, 8.0, -5.0, 6.0], [5.0, 8.0, 4.0, -7.0, -9.0]],
      [[-9.0, 9.0, -6.0, 7.0, -2.0], [7.0, 4.0, -8.0, -1.0, 3.0], [0.0, -7.0, 5.0, 4.0, -8.0], [-6.0, 3.0, -7.0,
      -9.0, -3.0], [-5.0, -3.0, 4.0, -5.0, 3.0], [2.0, -2.0, -7.0, -4.0, -2.0], [6.0, -9.0, -4.0, 5.0, -9.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<3x7x5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[7.0, 4.0, 9.0, 4.0, 7.0], [5.0, 8.0, 8.0, 9.0, 8.0], [7.0, 9.0, 5.0, 7.0, 3.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y, %expected : tensor<3x5xf32>
  return
}

// All negative, so that a tail filled with zeros would win.
func.func @odd_long() {
  %x = weir.constant dense<
      [-29.0, -13.0, -24.0, -2.0, -13.0, -41.0, -49.0, -7.0, -45.0, -49.0, -33.0, -11.0, -33.0, -16.0, -17.0,
      -30.0, -8.0, -16.0, -48.0]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<-2.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

// The maximum of nothing is the smallest there is.
func.func @empty_f32() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<0xFF800000> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @empty_bf16() {
  %x = weir.constant dense<> : tensor<0xbf16> -> tensor<0xbf16>
  %y = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<0xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0xFF80> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %y, %expected : tensor<bf16>
  return
}

func.func @empty_f16() {
  %x = weir.constant dense<> : tensor<0xf16> -> tensor<0xf16>
  %y = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<0xf16>) -> tensor<f16>
  %expected = weir.constant dense<0xFC00> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %expected : tensor<f16>
  return
}

func.func @empty_i64() {
  %x = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %y = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<0x2xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<-9223372036854775808> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @empty_result() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

// NaN wins over infinity; 0 is larger than -0.
func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0x7FC00000, 1.0, 0x7F800000], [0x7F800000, 0xFF800000, 3.0], [0xFF800000,
      0xFF800000, 0xFF800000], [-0.0, 0.0, -0.0]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x3xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[1.0, 0x7FF8000000000000, 2.0], [0x7FF8000000000000, 1.0, 0x7FF0000000000000], [0x7FF0000000000000,
      0xFFF0000000000000, 3.0], [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [-0.0, 0.0, -0.0]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x3xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]>
      : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %expected : tensor<5xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [[1.0, 0x7FC0, 2.0], [0x7FC0, 1.0, 0x7F80], [0x7F80, 0xFF80, 3.0], [0xFF80, 0xFF80, 0xFF80], [-0.0, 0.0,
      -0.0]]> : tensor<5x3xbf16> -> tensor<5x3xbf16>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x3xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[0x7FC0, 0x7FC0, 0x7F80, 0xFF80, 0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %y, %expected : tensor<5xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00, 2.0], [0x7E00, 1.0, 0x7C00], [0x7C00, 0xFC00, 3.0], [0xFC00, 0xFC00, 0xFC00], [-0.0, 0.0, -0.0]]>
      : tensor<5x3xf16> -> tensor<5x3xf16>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x3xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7C00, 0xFC00, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}

func.func @ends() {
  %x = weir.constant dense<
      [[-9223372036854775808, -9223372036854775808], [9223372036854775807, -9223372036854775808]]>
      : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x2xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

// The narrow types.
func.func @rows_i32() {
  %x = weir.constant dense<
      [[2147483647, -2147483648, 299334629, -1887146685, -531339698, 2075866497, -382444152], [-1231313831, -1118885312,
      916408524, -1984028847, 2016139237, 1615847476, 290048552], [-138597664, 1122869031, 204591622, -97994584,
      -763802769, -228763895, 1079432311], [-1910839050, -2039263912, 946599264, -548960075, 1304520304, -2017130127,
      1748931482], [-1619666089, -361618446, 2006386393, -1681459383, 677577176, 978756553, -308291695]]> :
      tensor<5x7xi32> -> tensor<5x7xi32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x7xi32>) -> tensor<5xi32>
  %expected = weir.constant dense<
      [2147483647, 2016139237, 1122869031, 1748931482, 2006386393]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @empty_i32() {
  %x = weir.constant dense<> : tensor<3x0xi32> -> tensor<3x0xi32>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<3x0xi32>) -> tensor<3xi32>
  %expected = weir.constant dense<[-2147483648, -2147483648, -2147483648]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %y, %expected : tensor<3xi32>
  return
}

func.func @rows_i8() {
  %x = weir.constant dense<
      [[127, -128, -32, -118, -68, 77, -9], [117, 102, 90, -124, -116, 20, -42], [87, -47, -89, -100, -51, 32, -96],
      [76, -51, -48, 41, 92, -17, 76], [-50, -95, 84, 68, 64, 97, -1]]> : tensor<5x7xi8> -> tensor<5x7xi8>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x7xi8>) -> tensor<5xi8>
  %expected = weir.constant dense<[127, 117, 87, 92, 97]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  return
}

func.func @empty_i8() {
  %x = weir.constant dense<> : tensor<3x0xi8> -> tensor<3x0xi8>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<3x0xi8>) -> tensor<3xi8>
  %expected = weir.constant dense<[-128, -128, -128]> : tensor<3xi8> -> tensor<3xi8>
  check.expect_eq %y, %expected : tensor<3xi8>
  return
}

func.func @rows_ui8() {
  %x = weir.constant dense<
      [[255, 0, 211, 95, 235, 65, 31], [111, 23, 173, 252, 27, 29, 45], [45, 136, 147, 243, 114, 237, 192], [218, 48,
      116, 234, 192, 55, 216], [196, 37, 17, 66, 121, 39, 8]]> : tensor<5x7xui8> -> tensor<5x7xui8>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x7xui8>) -> tensor<5xui8>
  %expected = weir.constant dense<[255, 252, 243, 234, 196]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}

func.func @empty_ui8() {
  %x = weir.constant dense<> : tensor<3x0xui8> -> tensor<3x0xui8>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<3x0xui8>) -> tensor<3xui8>
  %expected = weir.constant dense<[0, 0, 0]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %y, %expected : tensor<3xui8>
  return
}

func.func @rows_f16() {
  %x = weir.constant dense<
      [[-6.0, -5.0, -2.0, -5.0, -2.0, -8.0, 3.0], [-5.0, 5.0, 3.0, -3.0, -1.0, 2.0, -2.0], [-5.0, -8.0, 0.0, 0.0, 4.0,
      -6.0, -7.0], [3.0, 3.0, 4.0, -8.0, 2.0, 7.0, 4.0], [-1.0, -1.0, -2.0, -8.0, 3.0, 0.0, 0.0]]> : tensor<5x7xf16> ->
      tensor<5x7xf16>
  %y = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x7xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[3.0, 5.0, 4.0, 7.0, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}
