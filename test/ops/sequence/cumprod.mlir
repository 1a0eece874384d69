// RUN: %op_runs
// Cumulative products.

func.func @rows_f64() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  %expected = weir.constant dense<
      [[1.0, -2.0, -6.0, -12.0], [-4.0, 4.0, 8.0, 24.0], [2.0, 2.0, 4.0, -4.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_eq %r, %expected : tensor<3x4xf64>
  return
}

func.func @rows_f32() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[1.0, -2.0, -6.0, -12.0], [-4.0, 4.0, 8.0, 24.0], [2.0, 2.0, 4.0, -4.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x4xbf16>) -> tensor<3x4xbf16>
  %expected = weir.constant dense<
      [[1.0, -2.0, -6.0, -12.0], [-4.0, 4.0, 8.0, 24.0], [2.0, 2.0, 4.0, -4.0]]> : tensor<3x4xbf16> -> tensor<3x4xbf16>
  check.expect_eq %r, %expected : tensor<3x4xbf16>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[[1, -2, 3, 2], [-4, -1, 2, 3], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  %expected = weir.constant dense<
      [[1, -2, -6, -12], [-4, 4, 8, 24], [2, 2, 4, -4]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %r, %expected : tensor<3x4xi64>
  return
}

func.func @columns() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, 2.0, 6.0, 6.0], [-8.0, 2.0, 12.0, -6.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @reverse_rows() {
  %x = weir.constant dense<
      [[1.0, -2.0, 3.0, 2.0], [-4.0, -1.0, 2.0, 3.0], [2.0, 1.0, 2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %r = weir.cumprod %x {dim = 1 : i64, reverse} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[-12.0, -12.0, 6.0, 2.0], [24.0, -6.0, 6.0, 3.0], [-4.0, -2.0, -2.0, -1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %r, %expected : tensor<3x4xf32>
  return
}

func.func @reverse_columns() {
  %x = weir.constant dense<[[1, -2, 3, 2], [-4, -1, 2, 3], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %r = weir.cumprod %x {dim = 0 : i64, reverse} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  %expected = weir.constant dense<
      [[-8, 2, 12, -6], [-8, -1, 4, -3], [2, 1, 2, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %r, %expected : tensor<3x4xi64>
  return
}

func.func @cube() {
  %x = weir.constant dense<
      [[[-2.0, 1.0, 2.0, 3.0, 3.0], [-3.0, -1.0, -2.0, -2.0, -3.0], [3.0, -3.0, 1.0, 1.0, -2.0], [2.0, -3.0, 2.0,
      2.0, -3.0], [1.0, 2.0, -1.0, 1.0, -3.0], [-3.0, -1.0, 3.0, 3.0, 3.0], [-3.0, 2.0, -1.0, -3.0, -1.0]],
      [[2.0, -3.0, 2.0, 1.0, 1.0], [1.0, 2.0, -3.0, 3.0, -1.0], [3.0, -2.0, 3.0, 2.0, -2.0], [2.0, -3.0, -2.0,
      1.0, 2.0], [-3.0, 3.0, -2.0, -3.0, 1.0], [3.0, 2.0, -1.0, -2.0, -2.0], [-2.0, 1.0, 3.0, -3.0, -1.0]],
      [[3.0, -2.0, 1.0, 2.0, 1.0], [-2.0, -1.0, 2.0, -1.0, -1.0], [3.0, -2.0, 1.0, 3.0, 2.0], [-1.0, 3.0, -1.0,
      3.0, -1.0], [-3.0, -2.0, -1.0, 3.0, -2.0], [-1.0, 3.0, -3.0, -1.0, -2.0], [3.0, 1.0, 3.0, -2.0, -1.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %expected = weir.constant dense<
      [[[-2.0, 1.0, 2.0, 3.0, 3.0], [6.0, -1.0, -4.0, -6.0, -9.0], [18.0, 3.0, -4.0, -6.0, 18.0], [36.0, -9.0,
      -8.0, -12.0, -54.0], [36.0, -18.0, 8.0, -12.0, 162.0], [-108.0, 18.0, 24.0, -36.0, 486.0], [324.0, 36.0,
      -24.0, 108.0, -486.0]], [[2.0, -3.0, 2.0, 1.0, 1.0], [2.0, -6.0, -6.0, 3.0, -1.0], [6.0, 12.0, -18.0, 6.0,
      2.0], [12.0, -36.0, 36.0, 6.0, 4.0], [-36.0, -108.0, -72.0, -18.0, 4.0], [-108.0, -216.0, 72.0, 36.0,
      -8.0], [216.0, -216.0, 216.0, -108.0, 8.0]], [[3.0, -2.0, 1.0, 2.0, 1.0], [-6.0, 2.0, 2.0, -2.0, -1.0],
      [-18.0, -4.0, 2.0, -6.0, -2.0], [18.0, -12.0, -2.0, -18.0, 2.0], [-54.0, 24.0, 2.0, -54.0, -4.0], [54.0,
      72.0, -6.0, 54.0, 8.0], [162.0, 72.0, -18.0, -108.0, -8.0]]]> : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  check.expect_eq %r, %expected : tensor<3x7x5xf32>
  return
}

func.func @cube_reverse() {
  %x = weir.constant dense<
      [[[-2.0, 1.0, 2.0, 3.0, 3.0], [-3.0, -1.0, -2.0, -2.0, -3.0], [3.0, -3.0, 1.0, 1.0, -2.0], [2.0, -3.0, 2.0,
      2.0, -3.0], [1.0, 2.0, -1.0, 1.0, -3.0], [-3.0, -1.0, 3.0, 3.0, 3.0], [-3.0, 2.0, -1.0, -3.0, -1.0]],
      [[2.0, -3.0, 2.0, 1.0, 1.0], [1.0, 2.0, -3.0, 3.0, -1.0], [3.0, -2.0, 3.0, 2.0, -2.0], [2.0, -3.0, -2.0,
      1.0, 2.0], [-3.0, 3.0, -2.0, -3.0, 1.0], [3.0, 2.0, -1.0, -2.0, -2.0], [-2.0, 1.0, 3.0, -3.0, -1.0]],
      [[3.0, -2.0, 1.0, 2.0, 1.0], [-2.0, -1.0, 2.0, -1.0, -1.0], [3.0, -2.0, 1.0, 3.0, 2.0], [-1.0, 3.0, -1.0,
      3.0, -1.0], [-3.0, -2.0, -1.0, 3.0, -2.0], [-1.0, 3.0, -3.0, -1.0, -2.0], [3.0, 1.0, 3.0, -2.0, -1.0]]]>
      : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  %r = weir.cumprod %x {dim = 1 : i64, reverse} : (tensor<3x7x5xf64>) -> tensor<3x7x5xf64>
  %expected = weir.constant dense<
      [[[324.0, 36.0, -24.0, 108.0, -486.0], [-162.0, 36.0, -12.0, 36.0, -162.0], [54.0, -36.0, 6.0, -18.0,
      54.0], [18.0, 12.0, 6.0, -18.0, -27.0], [9.0, -4.0, 3.0, -9.0, 9.0], [9.0, -2.0, -3.0, -9.0, -3.0], [-3.0,
      2.0, -1.0, -3.0, -1.0]], [[216.0, -216.0, 216.0, -108.0, 8.0], [108.0, 72.0, 108.0, -108.0, 8.0], [108.0,
      36.0, -36.0, -36.0, -8.0], [36.0, -18.0, -12.0, -18.0, 4.0], [18.0, 6.0, 6.0, -18.0, 2.0], [-6.0, 2.0,
      -3.0, 6.0, 2.0], [-2.0, 1.0, 3.0, -3.0, -1.0]], [[162.0, 72.0, -18.0, -108.0, -8.0], [54.0, -36.0, -18.0,
      -54.0, -8.0], [-27.0, 36.0, -9.0, 54.0, 8.0], [-9.0, -18.0, -9.0, 18.0, 4.0], [9.0, -6.0, 9.0, 6.0, -4.0],
      [-3.0, 3.0, -9.0, 2.0, 2.0], [3.0, 1.0, 3.0, -2.0, -1.0]]]> : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  check.expect_eq %r, %expected : tensor<3x7x5xf64>
  return
}

// One line.
func.func @vector() {
  %x = weir.constant dense<[-2.0, -3.0, 3.0, 2.0, 1.0, -3.0, -3.0]> : tensor<7xf32> -> tensor<7xf32>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-2.0, 6.0, 18.0, 36.0, 36.0, -108.0, 324.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %r, %expected : tensor<7xf32>
  return
}

func.func @long() {
  %x = weir.constant dense<
      [1.1870512, 0.8664362, 0.99486434, 0.8638859, 1.1749828, 0.99544775, 0.9327864, 0.8673281, 1.0376403,
      0.9595836, 0.85087204, 0.8129495, 0.95652103, 1.0332674, 1.0075301, 1.160011, 1.1646475, 1.174519,
      1.1198771, 0.9910463, 1.009518, 0.958926, 0.9598175, 0.81663185, 1.119529, 0.8984081, 0.81173563,
      0.98659176, 1.0871425, 0.97441274, 0.9456533, 1.0634109, 0.8651419, 0.80453277, 1.0369692, 1.0121802,
      1.1463282, 0.96634805, 1.1144462, 0.80717033, 0.8109111, 1.0394262, 0.89049584, 0.8269062, 0.85109985,
      0.9498972, 0.93485475, 1.025517, 1.1550381, 0.946271, 0.87366265, 1.0312121, 0.8008631, 0.95392734,
      0.9268948, 0.95495653, 0.8203204, 1.0216868, 1.0496671, 1.0997862, 1.1829815, 0.94189703, 1.0625161,
      0.9768169, 0.8860191, 1.1557181, 1.0983626]> : tensor<67xf32> -> tensor<67xf32>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<67xf32>) -> tensor<67xf32>
  %expected = weir.constant dense<
      [1.1870512, 1.0285041, 1.0232221, 0.8839471, 1.0386226, 1.0338945, 0.9644028, 0.8364536, 0.86793804,
      0.8328591, 0.7086565, 0.57610196, 0.55105364, 0.5693857, 0.57367325, 0.6654673, 0.77503484, 0.9102931,
      1.0194163, 1.0102888, 1.0199047, 0.9780132, 0.93871427, 0.766584, 0.858213, 0.7710255, 0.62586886,
      0.61747706, 0.67128557, 0.6541092, 0.61856055, 0.657784, 0.56907654, 0.4578407, 0.4747667, 0.48054945,
      0.5508674, 0.5323296, 0.5932527, 0.478856, 0.38830966, 0.40361923, 0.35942125, 0.29720765, 0.25295338,
      0.24027972, 0.22462665, 0.23035844, 0.26607278, 0.25177696, 0.21996813, 0.22683378, 0.1816628, 0.17329311,
      0.16062449, 0.1533894, 0.12582846, 0.12855728, 0.13494234, 0.14840773, 0.17556359, 0.16536282, 0.17570066,
      0.17162737, 0.15206513, 0.17574443, 0.1930311]> : tensor<67xf32> -> tensor<67xf32>
  check.expect_close %r, %expected : tensor<67xf32>
  return
}

// A NaN stays.
func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0, 3.0], [1.0, 0x7F800000, 2.0, 0xFF800000], [-0.0, -0.0, 0.0, 1.0], [0x7F800000, 0.0,
      1.0, 2.0], [0xFF800000, -1.0, 0x7F800000, 0x7FC00000]]> : tensor<5x4xf32> -> tensor<5x4xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %expected = weir.constant dense<
      [[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000], [1.0, 0x7F800000, 0x7F800000, 0xFF800000], [-0.0, 0.0, 0.0,
      0.0], [0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [0xFF800000, 0x7F800000, 0x7F800000, 0x7FC00000]]>
      : tensor<5x4xf32> -> tensor<5x4xf32>
  check.expect_eq %r, %expected : tensor<5x4xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00, 2.0, 3.0], [1.0, 0x7C00, 2.0, 0xFC00], [-0.0, -0.0, 0.0, 1.0], [0x7C00, 0.0, 1.0, 2.0],
      [0xFC00, -1.0, 0x7C00, 0x7E00]]> : tensor<5x4xf16> -> tensor<5x4xf16>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<5x4xf16>) -> tensor<5x4xf16>
  %expected = weir.constant dense<
      [[1.0, 0x7E00, 0x7E00, 0x7E00], [1.0, 0x7C00, 0x7C00, 0xFC00], [-0.0, 0.0, 0.0, 0.0], [0x7C00, 0x7E00,
      0x7E00, 0x7E00], [0xFC00, 0x7C00, 0x7C00, 0x7E00]]> : tensor<5x4xf16> -> tensor<5x4xf16>
  check.expect_eq %r, %expected : tensor<5x4xf16>
  return
}

// What is joined is in f64: a product that is too large comes back.
func.func @overflow() {
  %x = weir.constant dense<[1.0e+30, 1.0e+30, 1.0e-30, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[1.0e+30, 0x7F800000, 1.0e+30, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %r, %expected : tensor<4xf32>
  return
}

// Integers wrap.
func.func @wraps_i64() {
  %x = weir.constant dense<
      [4611686018427387904, 4611686018427387904, 4611686018427387904, 3]> : tensor<4xi64> -> tensor<4xi64>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<4xi64>) -> tensor<4xi64>
  %expected = weir.constant dense<[4611686018427387904, 0, 0, 0]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %r, %expected : tensor<4xi64>
  return
}

func.func @wraps_i32() {
  %x = weir.constant dense<[1073741824, 1073741824, 1073741824, 3]> : tensor<4xi32> -> tensor<4xi32>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
  %expected = weir.constant dense<[1073741824, 0, 0, 0]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %r, %expected : tensor<4xi32>
  return
}

func.func @wraps_i8() {
  %x = weir.constant dense<[100, 100, 3, 7]> : tensor<4xi8> -> tensor<4xi8>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<4xi8>) -> tensor<4xi8>
  %expected = weir.constant dense<[100, 16, 48, 80]> : tensor<4xi8> -> tensor<4xi8>
  check.expect_eq %r, %expected : tensor<4xi8>
  return
}

func.func @wraps_ui8() {
  %x = weir.constant dense<[200, 100, 3, 7]> : tensor<4xui8> -> tensor<4xui8>
  %r = weir.cumprod %x {dim = 0 : i64} : (tensor<4xui8>) -> tensor<4xui8>
  %expected = weir.constant dense<[200, 32, 96, 160]> : tensor<4xui8> -> tensor<4xui8>
  check.expect_eq %r, %expected : tensor<4xui8>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %r, %expected : tensor<1x1xf32>
  return
}

func.func @empty_line() {
  %x = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %expected = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  check.expect_eq %r, %expected : tensor<3x0xf32>
  return
}

func.func @no_lines() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r = weir.cumprod %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %r, %expected : tensor<0x3xf32>
  return
}
