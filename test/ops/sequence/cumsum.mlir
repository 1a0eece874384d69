// RUN: %op_runs
// Cumulative sums.

func.func @rows_f64() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  %expected = weir.constant dense<
      [[1.0, -1.0, 2.0, 4.0], [-4.0, -5.0, -3.0, 0.0], [2.0, 3.0, 5.0, 4.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_eq %r, %expected : tensor<3x4xf64>
  return
}

func.func @rows_f32() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[1.0, -1.0, 2.0, 4.0], [-4.0, -5.0, -3.0, 0.0], [2.0, 3.0, 5.0, 4.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x4xbf16>) -> tensor<3x4xbf16>
  %expected = weir.constant dense<
      [[1.0, -1.0, 2.0, 4.0], [-4.0, -5.0, -3.0, 0.0], [2.0, 3.0, 5.0, 4.0]]> : tensor<3x4xbf16> -> tensor<3x4xbf16>
  check.expect_eq %r, %expected : tensor<3x4xbf16>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[[1, -2, 3, 2], [-4, -1, 2, 3], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  %expected = weir.constant dense<[[1, -1, 2, 4], [-4, -5, -3, 0], [2, 3, 5, 4]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %r, %expected : tensor<3x4xi64>
  return
}

func.func @columns() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-3.0, -3.0, 5.0, 5.0], [-1.0, -2.0, 7.0, 4.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @reverse_rows() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumsum %x {dim = 1 : i64, reverse} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[4.0, 3.0, 5.0, 2.0], [0.0, 4.0, 5.0, 3.0], [4.0, 2.0, 1.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @reverse_columns() {
  %x = weir.constant dense<[[1, -2, 3, 2], [-4, -1, 2, 3], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %r = weir.cumsum %x {dim = 0 : i64, reverse} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  %expected = weir.constant dense<[[-1, -2, 7, 4], [-2, 0, 4, 2], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %r, %expected : tensor<3x4xi64>
  return
}

func.func @cube() {
  %x = weir.constant dense<
      [[[-1.0, -1.0, -3.0, -2.0, 2.0], [-2.0, 3.0, -1.0, -2.0, 1.0], [-2.0, -3.0, -2.0, 1.0, -2.0], [-1.0, -3.0,
      -3.0, 3.0, -2.0], [-3.0, -2.0, -1.0, 2.0, 2.0], [2.0, -3.0, 1.0, -3.0, -1.0], [2.0, 3.0, 1.0, 3.0, -2.0]],
      [[-2.0, 3.0, 3.0, -3.0, 2.0], [-3.0, 3.0, -1.0, -1.0, -1.0], [2.0, 3.0, 2.0, -3.0, -2.0], [3.0, 2.0, -3.0,
      -1.0, -2.0], [-3.0, -3.0, -3.0, 3.0, -1.0], [3.0, 2.0, -3.0, 1.0, -1.0], [1.0, -3.0, 3.0, 1.0, 2.0]],
      [[-1.0, -1.0, -3.0, 3.0, -1.0], [1.0, -2.0, -3.0, 3.0, -1.0], [2.0, -1.0, 1.0, -1.0, 2.0], [2.0, 3.0, 2.0,
      2.0, 3.0], [2.0, -3.0, -3.0, 2.0, 3.0], [-1.0, -1.0, 1.0, -1.0, -3.0], [1.0, 2.0, 3.0, -3.0, 3.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %expected = weir.constant dense<
      [[[-1.0, -1.0, -3.0, -2.0, 2.0], [-3.0, 2.0, -4.0, -4.0, 3.0], [-5.0, -1.0, -6.0, -3.0, 1.0], [-6.0, -4.0,
      -9.0, 0.0, -1.0], [-9.0, -6.0, -10.0, 2.0, 1.0], [-7.0, -9.0, -9.0, -1.0, 0.0], [-5.0, -6.0, -8.0, 2.0,
      -2.0]], [[-2.0, 3.0, 3.0, -3.0, 2.0], [-5.0, 6.0, 2.0, -4.0, 1.0], [-3.0, 9.0, 4.0, -7.0, -1.0], [0.0,
      11.0, 1.0, -8.0, -3.0], [-3.0, 8.0, -2.0, -5.0, -4.0], [0.0, 10.0, -5.0, -4.0, -5.0], [1.0, 7.0, -2.0,
      -3.0, -3.0]], [[-1.0, -1.0, -3.0, 3.0, -1.0], [0.0, -3.0, -6.0, 6.0, -2.0], [2.0, -4.0, -5.0, 5.0, 0.0],
      [4.0, -1.0, -3.0, 7.0, 3.0], [6.0, -4.0, -6.0, 9.0, 6.0], [5.0, -5.0, -5.0, 8.0, 3.0], [6.0, -3.0, -2.0,
      5.0, 6.0]]]> : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  check.expect_eq %r, %expected : tensor<3x7x5xf32>
  return
}

func.func @cube_reverse() {
  %x = weir.constant dense<
      [[[-1.0, -1.0, -3.0, -2.0, 2.0], [-2.0, 3.0, -1.0, -2.0, 1.0], [-2.0, -3.0, -2.0, 1.0, -2.0], [-1.0, -3.0,
      -3.0, 3.0, -2.0], [-3.0, -2.0, -1.0, 2.0, 2.0], [2.0, -3.0, 1.0, -3.0, -1.0], [2.0, 3.0, 1.0, 3.0, -2.0]],
      [[-2.0, 3.0, 3.0, -3.0, 2.0], [-3.0, 3.0, -1.0, -1.0, -1.0], [2.0, 3.0, 2.0, -3.0, -2.0], [3.0, 2.0, -3.0,
      -1.0, -2.0], [-3.0, -3.0, -3.0, 3.0, -1.0], [3.0, 2.0, -3.0, 1.0, -1.0], [1.0, -3.0, 3.0, 1.0, 2.0]],
      [[-1.0, -1.0, -3.0, 3.0, -1.0], [1.0, -2.0, -3.0, 3.0, -1.0], [2.0, -1.0, 1.0, -1.0, 2.0], [2.0, 3.0, 2.0,
      2.0, 3.0], [2.0, -3.0, -3.0, 2.0, 3.0], [-1.0, -1.0, 1.0, -1.0, -3.0], [1.0, 2.0, 3.0, -3.0, 3.0]]]>
      : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  %r = weir.cumsum %x {dim = 1 : i64, reverse} : (tensor<3x7x5xf64>) -> tensor<3x7x5xf64>
  %expected = weir.constant dense<
      [[[-5.0, -6.0, -8.0, 2.0, -2.0], [-4.0, -5.0, -5.0, 4.0, -4.0], [-2.0, -8.0, -4.0, 6.0, -5.0], [0.0, -5.0,
      -2.0, 5.0, -3.0], [1.0, -2.0, 1.0, 2.0, -1.0], [4.0, 0.0, 2.0, 0.0, -3.0], [2.0, 3.0, 1.0, 3.0, -2.0]],
      [[1.0, 7.0, -2.0, -3.0, -3.0], [3.0, 4.0, -5.0, 0.0, -5.0], [6.0, 1.0, -4.0, 1.0, -4.0], [4.0, -2.0, -6.0,
      4.0, -2.0], [1.0, -4.0, -3.0, 5.0, 0.0], [4.0, -1.0, 0.0, 2.0, 1.0], [1.0, -3.0, 3.0, 1.0, 2.0]], [[6.0,
      -3.0, -2.0, 5.0, 6.0], [7.0, -2.0, 1.0, 2.0, 7.0], [6.0, 0.0, 4.0, -1.0, 8.0], [4.0, 1.0, 3.0, 0.0, 6.0],
      [2.0, -2.0, 1.0, -2.0, 3.0], [0.0, 1.0, 4.0, -4.0, 0.0], [1.0, 2.0, 3.0, -3.0, 3.0]]]>
      : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  check.expect_eq %r, %expected : tensor<3x7x5xf64>
  return
}

// One line.
func.func @vector() {
  %x = weir.constant dense<[-1.0, -2.0, -2.0, -1.0, -3.0, 2.0, 2.0]> : tensor<7xf32> -> tensor<7xf32>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-1.0, -3.0, -5.0, -6.0, -9.0, -7.0, -5.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %r, %expected : tensor<7xf32>
  return
}

func.func @long() {
  %x = weir.constant dense<
      [-0.9291836, -0.28117585, -0.67388636, 0.99760497, -0.71196926, -0.51137114, -0.28556058, -0.8782266,
      0.74076986, 0.27272284, -0.68050355, -0.0034628846, -0.8426605, 0.22195958, -0.53667355, -0.92272216,
      -0.769525, 0.11052524, 0.27396122, -0.35039872, 0.28690487, -0.2958678, -0.738682, -0.36957943,
      -0.20946355, 0.8252777, -0.76867926, -0.82767224, 0.12300406, 0.9267856, 0.8145102, 0.4004881, -0.86649853,
      0.61280286, 0.36674947, -0.71213955, -0.07011255, -0.9013547, 0.60375196, 0.43726844, 0.6092562, 0.5208313,
      -0.46548486, 0.579481, -0.50165874, -0.7242091, -0.21921994, -0.0043192944, -0.4283557, 0.21156581,
      0.20500746, -0.5203647, 0.24513498, -0.28549418, 0.4693792, -0.4191641, 0.59758687, -0.16977903,
      0.10648047, 0.34669265, 0.03675475, -0.48476368, 0.9587632, -0.80788916, -0.35015264, 0.098224595,
      -0.94259906]> : tensor<67xf32> -> tensor<67xf32>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<67xf32>) -> tensor<67xf32>
  %expected = weir.constant dense<
      [-0.9291836, -1.2103595, -1.8842459, -0.88664085, -1.5986102, -2.1099813, -2.395542, -3.2737684,
      -2.5329986, -2.2602756, -2.9407792, -2.9442422, -3.7869027, -3.564943, -4.1016164, -5.0243387, -5.793864,
      -5.6833386, -5.409377, -5.759776, -5.4728713, -5.7687387, -6.507421, -6.8770003, -7.086464, -6.261186,
      -7.0298653, -7.8575377, -7.734534, -6.807748, -5.993238, -5.5927496, -6.459248, -5.8464456, -5.479696,
      -6.1918354, -6.261948, -7.163303, -6.559551, -6.1222825, -5.513026, -4.9921947, -5.4576797, -4.8781986,
      -5.3798575, -6.1040664, -6.3232865, -6.3276057, -6.7559614, -6.5443954, -6.339388, -6.8597527, -6.614618,
      -6.900112, -6.4307327, -6.849897, -6.2523103, -6.422089, -6.3156085, -5.968916, -5.9321613, -6.416925,
      -5.458162, -6.266051, -6.6162033, -6.517979, -7.460578]> : tensor<67xf32> -> tensor<67xf32>
  check.expect_close %r, %expected : tensor<67xf32>
  return
}

// A NaN stays.
func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0, 3.0], [1.0, 0x7F800000, 2.0, 0xFF800000], [-0.0, -0.0, 0.0, 1.0], [0x7F800000, 0.0,
      1.0, 2.0], [0xFF800000, -1.0, 0x7F800000, 0x7FC00000]]> : tensor<5x4xf32> -> tensor<5x4xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %expected = weir.constant dense<
      [[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000], [1.0, 0x7F800000, 0x7F800000, 0x7FC00000], [0.0, 0.0, 0.0,
      1.0], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000]]>
      : tensor<5x4xf32> -> tensor<5x4xf32>
  check.expect_eq %r, %expected : tensor<5x4xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00, 2.0, 3.0], [1.0, 0x7C00, 2.0, 0xFC00], [-0.0, -0.0, 0.0, 1.0], [0x7C00, 0.0, 1.0, 2.0],
      [0xFC00, -1.0, 0x7C00, 0x7E00]]> : tensor<5x4xf16> -> tensor<5x4xf16>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<5x4xf16>) -> tensor<5x4xf16>
  %expected = weir.constant dense<
      [[1.0, 0x7E00, 0x7E00, 0x7E00], [1.0, 0x7C00, 0x7C00, 0x7E00], [0.0, 0.0, 0.0, 1.0], [0x7C00, 0x7C00,
      0x7C00, 0x7C00], [0xFC00, 0xFC00, 0x7E00, 0x7E00]]> : tensor<5x4xf16> -> tensor<5x4xf16>
  check.expect_eq %r, %expected : tensor<5x4xf16>
  return
}

// Each sum is rounded from f32, so that ones are not lost.
func.func @narrow_in_f32_bf16() {
  %x = weir.constant dense<[256.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<9xbf16> -> tensor<9xbf16>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<9xbf16>) -> tensor<9xbf16>
  %expected = weir.constant dense<
      [256.0, 256.0, 258.0, 260.0, 260.0, 260.0, 262.0, 264.0, 264.0]> : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_eq %r, %expected : tensor<9xbf16>
  return
}

// What is rounded is each sum, not what follows from it.
func.func @overflow() {
  %x = weir.constant dense<[3.0e+38, 3.0e+38, -3.0e+38]> : tensor<3xf32> -> tensor<3xf32>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[3.0e+38, 0x7F800000, 3.0e+38]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %r, %expected : tensor<3xf32>
  return
}

// Integers wrap.
func.func @wraps_i64() {
  %x = weir.constant dense<
      [4611686018427387904, 4611686018427387904, 4611686018427387904, 3]> : tensor<4xi64> -> tensor<4xi64>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<4xi64>) -> tensor<4xi64>
  %expected = weir.constant dense<
      [4611686018427387904, -9223372036854775808, -4611686018427387904, -4611686018427387901]>
      : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %r, %expected : tensor<4xi64>
  return
}

func.func @wraps_i32() {
  %x = weir.constant dense<[1073741824, 1073741824, 1073741824, 3]> : tensor<4xi32> -> tensor<4xi32>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
  %expected = weir.constant dense<[1073741824, -2147483648, -1073741824, -1073741821]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %r, %expected : tensor<4xi32>
  return
}

func.func @wraps_i8() {
  %x = weir.constant dense<[100, 100, 3, 7]> : tensor<4xi8> -> tensor<4xi8>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<4xi8>) -> tensor<4xi8>
  %expected = weir.constant dense<[100, -56, -53, -46]> : tensor<4xi8> -> tensor<4xi8>
  check.expect_eq %r, %expected : tensor<4xi8>
  return
}

func.func @wraps_ui8() {
  %x = weir.constant dense<[200, 100, 3, 7]> : tensor<4xui8> -> tensor<4xui8>
  %r = weir.cumsum %x {dim = 0 : i64} : (tensor<4xui8>) -> tensor<4xui8>
  %expected = weir.constant dense<[200, 44, 47, 54]> : tensor<4xui8> -> tensor<4xui8>
  check.expect_eq %r, %expected : tensor<4xui8>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %r, %expected : tensor<1x1xf32>
  return
}

func.func @empty_line() {
  %x = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %expected = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  check.expect_eq %r, %expected : tensor<3x0xf32>
  return
}

func.func @no_lines() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r = weir.cumsum %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %r, %expected : tensor<0x3xf32>
  return
}
