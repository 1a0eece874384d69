// RUN: %op_runs
// Sums over some dimensions, formed in the accumulator.

func.func @rows_f32() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.0, 3.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3xf64>) -> tensor<2xf64>
  %expected = weir.constant dense<[2.0, 3.0]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_eq %y, %expected : tensor<2xf64>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[2.0, 3.0]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[2, 3]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %expected : tensor<2xi64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[5.0, 3.0, -3.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @all() {
  %x = weir.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<2x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

// No dimension: x itself.
func.func @none() {
  %x = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reduce_sum %x {dims = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[7.0, -3.0], [0.0, 5.0], [-6.0, -2.0]], [[-6.0, -7.0], [4.0, 7.0], [-7.0, 4.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[1.0, 0.0], [-9.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[4.0, 5.0], [4.0, 1.0], [-7.0, 5.0]], [[-6.0, -1.0], [9.0, 1.0], [-4.0, -8.0]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.reduce_sum %x {dims = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[2.0, 15.0, -14.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %y, %expected : tensor<3xf64>
  return
}

func.func @fractions_f32() {
  %x = weir.constant dense<
      [0.11, 0.629, 0.411, 0.606, -0.008, 0.763, -0.783, 0.751, -0.257, -0.818, 0.239, -0.09, -0.143, 0.704,
      -0.724, 0.234, -0.172, 0.057, -0.001]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.508> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {length = 19 : i64} : tensor<f32>
  return
}

func.func @fractions_f64() {
  %x = weir.constant dense<
      [-0.732, 0.024, 0.724, -0.658, -0.977, -0.865, -0.08, 0.949, -0.912, 0.982, 0.072, -0.76, -0.163, -0.585,
      0.428, 0.083, -0.424, -0.489, 0.734]> : tensor<19xf64> -> tensor<19xf64>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<19xf64>) -> tensor<f64>
  %expected = weir.constant dense<-2.649> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected {length = 19 : i64} : tensor<f64>
  return
}

func.func @fractions_bf16() {
  %x = weir.constant dense<
      [0.53, -0.13, -0.19, 0.47, 0.94, -0.84, -0.68, -0.28, 0.02, -0.86, -0.89, -0.56, -0.23, 0.48, 0.22, -0.94,
      -0.91, -0.1, 0.75]> : tensor<19xbf16> -> tensor<19xbf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<19xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<-3.2> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y, %expected {length = 19 : i64} : tensor<bf16>
  return
}

func.func @fractions_f16() {
  %x = weir.constant dense<
      [0.53, -0.13, -0.19, 0.47, 0.94, -0.84, -0.68, -0.28, 0.02, -0.86, -0.89, -0.56, -0.23, 0.48, 0.22, -0.94, -0.91,
      -0.1, 0.75]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<19xf16>) -> tensor<f16>
  %expected = weir.constant dense<-3.201> : tensor<f16> -> tensor<f16>
  check.expect_close %y, %expected {length = 19 : i64} : tensor<f16>
  return
}

// Summed in bf16, where 256 + 1 is 256, the last four would be lost.
func.func @sums_are_wide() {
  %x = weir.constant dense<[256.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<5xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<260.0> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %y, %expected : tensor<bf16>
  return
}

// In f16, 2048 + 1 is 2048.
func.func @sums_are_wide_f16() {
  %x = weir.constant dense<[2048.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<5xf16>) -> tensor<f16>
  %expected = weir.constant dense<2052.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %expected : tensor<f16>
  return
}

// The accumulator is what the attribute says.
func.func @accumulator() {
  %x = weir.constant dense<[1.0e+08, 1.0, -1.0e+08]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>, accumulator = f64} : (tensor<3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @accumulator_f16() {
  %x = weir.constant dense<[1.0, 2.0, -4.5]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>, accumulator = f16} : (tensor<3xf16>) -> tensor<f16>
  %expected = weir.constant dense<-1.5> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %expected : tensor<f16>
  return
}

// Sums may leave the range of f16 on their way.
func.func @sums_beyond_f16() {
  %x = weir.constant dense<[60000.0, 60000.0, -60000.0]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<3xf16>) -> tensor<f16>
  %expected = weir.constant dense<60000.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %expected : tensor<f16>
  return
}

// Integers wrap around.
func.func @wraps() {
  %x = weir.constant dense<4611686018427387904> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2xi64>) -> tensor<i64>
  %expected = weir.constant dense<-9223372036854775808> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[[-8.0, 8.0, -6.0, -3.0, 1.0], [7.0, -3.0, 8.0, -4.0, -2.0], [8.0, 5.0, 3.0, -3.0, -9.0], [-7.0, -4.0, 1.0,
      7.0, -8.0], [-8.0, 3.0, -5.0, 6.0, 2.0], [8.0, -1.0, -1.0, 5.0, -7.0], [-5.0, 8.0, -7.0, 7.0, 4.0]], [[9.0,
      -4.0, 2.0, -9.0, 3.0], [-8.0, -2.0, -3.0, -6.0, 1.0], [-4.0, -8.0, 4.0, -6.0, -3.0], [-3.0, 4.0, 4.0, 0.0,
      -8.0], [-1.0, 4.0, 9.0, 9.0, -6.0], [-5.0, 0.0, -5.0, -6.0, -5.0], [8.0, 4.0, 0.0, 1.0, -3.0]], [[1.0, -6.0,
      -8.0, 2.0, 1.0], [-2.0, -1.0, -7.0, 7.0, -9.0], [0.0, -2.0, 5.0, 2.0, -6.0], [0.0, 2.0, 8.0, 0.0, 8.0],
      [-3.0, 8.0, 8.0, 6.0, 7.0], [0.0, 8.0, 0.0, 2.0, -2.0], [2.0, -2.0, 1.0, -9.0, -8.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<3x7x5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[-5.0, 16.0, -7.0, 15.0, -19.0], [-4.0, -2.0, 11.0, -17.0, -21.0], [-2.0, 7.0, 7.0, 10.0, -9.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y, %expected : tensor<3x5xf32>
  return
}

// A sum of nothing is 0.
func.func @empty_sum() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @empty_result() {
  %x = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<0x3xi64>) -> tensor<0xi64>
  %expected = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %expected : tensor<0xi64>
  return
}

func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000], [0x7F800000, 1.0], [0x7F800000, 0xFF800000], [0xFF800000, 0xFF800000]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x2xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[1.0, 0x7FF8000000000000], [0x7FF0000000000000, 1.0], [0x7FF0000000000000, 0xFFF0000000000000],
      [0xFFF0000000000000, 0xFFF0000000000000]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x2xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000]>
      : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %expected : tensor<4xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [[1.0, 0x7FC0], [0x7F80, 1.0], [0x7F80, 0xFF80], [0xFF80, 0xFF80]]> : tensor<4x2xbf16> -> tensor<4x2xbf16>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x2xbf16>) -> tensor<4xbf16>
  %expected = weir.constant dense<[0x7FC0, 0x7F80, 0x7FC0, 0xFF80]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_close %y, %expected : tensor<4xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00], [0x7C00, 1.0], [0x7C00, 0xFC00], [0xFC00, 0xFC00]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x2xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0x7E00, 0xFC00]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}

// Beyond the largest float lies infinity.
func.func @overflow() {
  %x = weir.constant dense<3.0e+38> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7F800000> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @overflow_f16() {
  %x = weir.constant dense<-40000.0> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2xf16>) -> tensor<f16>
  %expected = weir.constant dense<0xFC00> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %expected : tensor<f16>
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
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<5x7xi32>) -> tensor<5xi32>
  %expected = weir.constant dense<
      [-425729410, 504215799, 1177734052, 1778825182, -308315491]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @columns_i32() {
  %x = weir.constant dense<
      [[2147483647, -2147483648, 299334629, -1887146685, -531339698, 2075866497, -382444152], [-1231313831, -1118885312,
      916408524, -1984028847, 2016139237, 1615847476, 290048552], [-138597664, 1122869031, 204591622, -97994584,
      -763802769, -228763895, 1079432311], [-1910839050, -2039263912, 946599264, -548960075, 1304520304, -2017130127,
      1748931482], [-1619666089, -361618446, 2006386393, -1681459383, 677577176, 978756553, -308291695]]> :
      tensor<5x7xi32> -> tensor<5x7xi32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<5x7xi32>) -> tensor<7xi32>
  %expected = weir.constant dense<
      [1542034309, -249414991, 78353136, -1904622278, -1591873046, -1870390792, -1867290798]> : tensor<7xi32> ->
      tensor<7xi32>
  check.expect_eq %y, %expected : tensor<7xi32>
  return
}

func.func @rows_i8() {
  %x = weir.constant dense<
      [[127, -128, -32, -118, -68, 77, -9], [117, 102, 90, -124, -116, 20, -42], [87, -47, -89, -100, -51, 32, -96],
      [76, -51, -48, 41, 92, -17, 76], [-50, -95, 84, 68, 64, 97, -1]]> : tensor<5x7xi8> -> tensor<5x7xi8>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<5x7xi8>) -> tensor<5xi8>
  %expected = weir.constant dense<[105, 47, -8, -87, -89]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  return
}

func.func @columns_i8() {
  %x = weir.constant dense<
      [[127, -128, -32, -118, -68, 77, -9], [117, 102, 90, -124, -116, 20, -42], [87, -47, -89, -100, -51, 32, -96],
      [76, -51, -48, 41, 92, -17, 76], [-50, -95, 84, 68, 64, 97, -1]]> : tensor<5x7xi8> -> tensor<5x7xi8>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<5x7xi8>) -> tensor<7xi8>
  %expected = weir.constant dense<[101, 37, 5, 23, -79, -47, -72]> : tensor<7xi8> -> tensor<7xi8>
  check.expect_eq %y, %expected : tensor<7xi8>
  return
}

func.func @rows_ui8() {
  %x = weir.constant dense<
      [[255, 0, 211, 95, 235, 65, 31], [111, 23, 173, 252, 27, 29, 45], [45, 136, 147, 243, 114, 237, 192], [218, 48,
      116, 234, 192, 55, 216], [196, 37, 17, 66, 121, 39, 8]]> : tensor<5x7xui8> -> tensor<5x7xui8>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<5x7xui8>) -> tensor<5xui8>
  %expected = weir.constant dense<[124, 148, 90, 55, 228]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}

func.func @columns_ui8() {
  %x = weir.constant dense<
      [[255, 0, 211, 95, 235, 65, 31], [111, 23, 173, 252, 27, 29, 45], [45, 136, 147, 243, 114, 237, 192], [218, 48,
      116, 234, 192, 55, 216], [196, 37, 17, 66, 121, 39, 8]]> : tensor<5x7xui8> -> tensor<5x7xui8>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<5x7xui8>) -> tensor<7xui8>
  %expected = weir.constant dense<[57, 244, 152, 122, 177, 169, 236]> : tensor<7xui8> -> tensor<7xui8>
  check.expect_eq %y, %expected : tensor<7xui8>
  return
}

func.func @rows_f16() {
  %x = weir.constant dense<
      [[-6.0, -5.0, -2.0, -5.0, -2.0, -8.0, 3.0], [-5.0, 5.0, 3.0, -3.0, -1.0, 2.0, -2.0], [-5.0, -8.0, 0.0, 0.0, 4.0,
      -6.0, -7.0], [3.0, 3.0, 4.0, -8.0, 2.0, 7.0, 4.0], [-1.0, -1.0, -2.0, -8.0, 3.0, 0.0, 0.0]]> : tensor<5x7xf16> ->
      tensor<5x7xf16>
  %y = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<5x7xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[-25.0, -1.0, -22.0, 15.0, -9.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}
