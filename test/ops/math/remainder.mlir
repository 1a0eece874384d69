// RUN: %op_runs
// What a division that rounds down leaves: the sign of rhs.

func.func @odd_f32() {
  %x = weir.constant dense<
      [[1.31, 15.37, -16.64, -11.68, -0.58, 18.22, -5.49], [14.79, 1.67, -1.92, 10.52, -12.18, 1.07, -18.64],
      [0.96, 19.85, -17.16, -16.04, 2.92, 17.28, 2.26]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.constant dense<
      [[5.79, 2.25, 5.95, -1.67, 4.75, 2.35, -5.09], [0.7, 2.22, -5.58, -4.75, 3.17, 2.58, -5.69], [1.57, -1.55,
      0.84, 4.18, 5.53, 1.21, -4.7]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %r = weir.remainder %x, %y : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[1.31, 1.8699999, 1.21, -1.6600006, 4.17, 1.77, -0.39999962], [0.09000021, 1.67, -1.92, -3.7299995, 0.5,
      1.07, -1.5699992], [0.96, -0.299999, 0.4799996, 0.6799984, 2.92, 0.34000015, -2.4399998]]>
      : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_eq %r, %expected : tensor<3x7xf32>
  return
}

func.func @odd_f64() {
  %x = weir.constant dense<
      [[1.31, 15.37, -16.64, -11.68, -0.58, 18.22, -5.49], [14.79, 1.67, -1.92, 10.52, -12.18, 1.07, -18.64],
      [0.96, 19.85, -17.16, -16.04, 2.92, 17.28, 2.26]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %y = weir.constant dense<
      [[5.79, 2.25, 5.95, -1.67, 4.75, 2.35, -5.09], [0.7, 2.22, -5.58, -4.75, 3.17, 2.58, -5.69], [1.57, -1.55,
      0.84, 4.18, 5.53, 1.21, -4.7]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %r = weir.remainder %x, %y : (tensor<3x7xf64>, tensor<3x7xf64>) -> tensor<3x7xf64>
  %expected = weir.constant dense<
      [[1.31, 1.8699999999999992, 1.21, -1.6600000000000001, 4.17, 1.7699999999999982, -0.40000000000000036],
      [0.09000000000000008, 1.67, -1.92, -3.7300000000000004, 0.5, 1.07, -1.5699999999999994], [0.96,
      -0.29999999999999916, 0.4799999999999992, 0.6799999999999997, 2.92, 0.34000000000000163,
      -2.4400000000000004]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  check.expect_eq %r, %expected : tensor<3x7xf64>
  return
}

func.func @odd_f16() {
  %x = weir.constant dense<
      [[1.31, 15.37, -16.64, -11.68, -0.58, 18.22, -5.49], [14.79, 1.67, -1.92, 10.52, -12.18, 1.07, -18.64],
      [0.96, 19.84, -17.16, -16.05, 2.92, 17.28, 2.26]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  %y = weir.constant dense<
      [[5.79, 2.25, 5.95, -1.67, 4.75, 2.35, -5.09], [0.7, 2.22, -5.58, -4.75, 3.17, 2.58, -5.69], [1.57, -1.55,
      0.84, 4.18, 5.53, 1.21, -4.7]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  %r = weir.remainder %x, %y : (tensor<3x7xf16>, tensor<3x7xf16>) -> tensor<3x7xf16>
  %expected = weir.constant dense<
      [[1.31, 1.867, 1.207, -1.66, 4.17, 1.771, -0.3984], [0.08496, 1.67, -1.92, -3.727, 0.5, 1.07, -1.566],
      [0.96, -0.3037, 0.4805, 0.672, 2.92, 0.3418, -2.44]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  check.expect_eq %r, %expected : tensor<3x7xf16>
  return
}

func.func @odd_bf16() {
  %x = weir.constant dense<
      [[1.3125, 15.375, -16.625, -11.6875, -0.578125, 18.25, -5.5], [14.8125, 1.671875, -1.921875, 10.5,
      -12.1875, 1.0703125, -18.625], [0.9609375, 19.875, -17.125, -16.0, 2.921875, 17.25, 2.265625]]>
      : tensor<3x7xbf16> -> tensor<3x7xbf16>
  %y = weir.constant dense<
      [[5.78125, 2.25, 5.9375, -1.671875, 4.75, 2.34375, -5.09375], [0.69921875, 2.21875, -5.59375, -4.75,
      3.171875, 2.578125, -5.6875], [1.5703125, -1.546875, 0.83984375, 4.1875, 5.53125, 1.2109375, -4.6875]]>
      : tensor<3x7xbf16> -> tensor<3x7xbf16>
  %r = weir.remainder %x, %y : (tensor<3x7xbf16>, tensor<3x7xbf16>) -> tensor<3x7xbf16>
  %expected = weir.constant dense<
      [[1.3125, 1.875, 1.1875, -1.65625, 4.1875, 1.84375, -0.40625], [0.12890625, 1.671875, -1.921875, -3.75,
      0.5, 1.0703125, -1.5625], [0.9609375, -0.234375, 0.51171875, 0.75, 2.921875, 0.296875, -2.421875]]>
      : tensor<3x7xbf16> -> tensor<3x7xbf16>
  check.expect_eq %r, %expected : tensor<3x7xbf16>
  return
}

// Zeros, infinities and NaN by one another.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [2.5, 2.5,
      2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000,
      0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0,
      -0.0, -0.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5,
      -2.5, -2.5, -2.5], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000,
      0xFF800000, 0xFF800000]]> : tensor<9x9xf32> -> tensor<9x9xf32>
  %y = weir.constant dense<
      [[0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5, 0x7F800000,
      0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5,
      0xFF800000], [0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5,
      0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0,
      -2.5, 0xFF800000], [0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5,
      0x7F800000, 0x7FC00000, -0.0, -1.0, -2.5, 0xFF800000], [0.0, 1.0, 2.5, 0x7F800000, 0x7FC00000, -0.0, -1.0,
      -2.5, 0xFF800000]]> : tensor<9x9xf32> -> tensor<9x9xf32>
  %r = weir.remainder %x, %y : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0.0, 0.0, 0.0, 0x7FC00000, 0x7FC00000, 0.0, 0.0, 0.0], [0x7FC00000, 0.0, 1.0, 1.0,
      0x7FC00000, 0x7FC00000, 0.0, -1.5, 0xFF800000], [0x7FC00000, 0.5, 0.0, 2.5, 0x7FC00000, 0x7FC00000, -0.5,
      0.0, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, -0.0, -0.0, -0.0, 0x7FC00000, 0x7FC00000, -0.0, -0.0,
      -0.0], [0x7FC00000, -0.0, 1.5, 0x7F800000, 0x7FC00000, 0x7FC00000, -0.0, -1.0, -1.0], [0x7FC00000, 0.5,
      -0.0, 0x7F800000, 0x7FC00000, 0x7FC00000, -0.5, -0.0, -2.5], [0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32> -> tensor<9x9xf32>
  check.expect_eq %r, %expected : tensor<9x9xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [2.5, 2.5,
      2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000,
      0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000,
      0x7FF0000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [-0.0,
      -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0],
      [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5], [0xFFF0000000000000, 0xFFF0000000000000,
      0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000,
      0xFFF0000000000000, 0xFFF0000000000000]]> : tensor<9x9xf64> -> tensor<9x9xf64>
  %y = weir.constant dense<
      [[0.0, 1.0, 2.5, 0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0,
      2.5, 0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000], [0.0, 1.0, 2.5,
      0x7FF0000000000000, 0x7FF8000000000000, -0.0, -1.0, -2.5, 0xFFF0000000000000]]>
      : tensor<9x9xf64> -> tensor<9x9xf64>
  %r = weir.remainder %x, %y : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0.0, 0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0.0, 0.0],
      [0x7FF8000000000000, 0.0, 1.0, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, -1.5, 0xFFF0000000000000],
      [0x7FF8000000000000, 0.5, 0.0, 2.5, 0x7FF8000000000000, 0x7FF8000000000000, -0.5, 0.0, 0xFFF0000000000000],
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, -0.0, -0.0, -0.0,
      0x7FF8000000000000, 0x7FF8000000000000, -0.0, -0.0, -0.0], [0x7FF8000000000000, -0.0, 1.5,
      0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.0, -1.0, -1.0], [0x7FF8000000000000, 0.5,
      -0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.5, -0.0, -2.5], [0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<9x9xf64> -> tensor<9x9xf64>
  check.expect_eq %r, %expected : tensor<9x9xf64>
  return
}

// Exact however large the quotient is; denormals are kept.
func.func @far_apart_f32() {
  %x = weir.constant dense<[3.0e+38, -3.0e+38, 1.0e+20, 7.0, 1.0e-40, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.constant dense<[3.0, 0.007, 1.0e-20, 1.0e-42, 3.0e-42, 1.0e-45]> : tensor<6xf32> -> tensor<6xf32>
  %r = weir.remainder %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [2.0, 0.0068926513, 1.6423477e-21, 3.14e-43, 9.94e-43, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %r, %expected : tensor<6xf32>
  return
}

func.func @far_apart_f64() {
  %x = weir.constant dense<[1.5e+308, -1.0e+300, 1.0e+16, 3.0e-310]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.constant dense<[3.0, 7.0e-300, 0.1, 7.0e-320]> : tensor<4xf64> -> tensor<4xf64>
  %r = weir.remainder %x, %y : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<
      [0.0, 1.348244633835073e-300, 0.04488848768742176, 2.2376e-320]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq %r, %expected : tensor<4xf64>
  return
}

func.func @odd_i64() {
  %x = weir.constant dense<
      [[57, -39, 28, -4, -82, 16, -10], [49, 95, 28, -39, 23, -64, 85], [77, 71, -84, -47, -19, 56, 99]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[6, 7, 8, 2, -8, -1, 6], [4, -1, -6, 7, -7, 7, 2], [-3, 4, -5, -4, -5, -3, 7]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.remainder %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[3, 3, 4, 0, -2, 0, 2], [1, 0, -2, 3, -5, 6, 1], [-1, 3, -4, -3, -4, -1, 1]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  check.expect_eq %r, %expected : tensor<3x7xi64>
  return
}

// The smallest integer divided by -1 wraps.
func.func @ends_i64() {
  %x = weir.constant dense<
      [[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      -9223372036854775808], [-9223372036854775807, -9223372036854775807, -9223372036854775807,
      -9223372036854775807, -9223372036854775807], [-1, -1, -1, -1, -1], [1, 1, 1, 1, 1], [9223372036854775807,
      9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]]>
      : tensor<5x5xi64> -> tensor<5x5xi64>
  %y = weir.constant dense<
      [[-9223372036854775808, -9223372036854775807, -1, 1, 9223372036854775807], [-9223372036854775808,
      -9223372036854775807, -1, 1, 9223372036854775807], [-9223372036854775808, -9223372036854775807, -1, 1,
      9223372036854775807], [-9223372036854775808, -9223372036854775807, -1, 1, 9223372036854775807],
      [-9223372036854775808, -9223372036854775807, -1, 1, 9223372036854775807]]> : tensor<5x5xi64> -> tensor<5x5xi64>
  %r = weir.remainder %x, %y : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi64>
  %expected = weir.constant dense<
      [[0, -1, 0, 0, 9223372036854775806], [-9223372036854775807, 0, 0, 0, 0], [-1, -1, 0, 0,
      9223372036854775806], [-9223372036854775807, -9223372036854775806, 0, 0, 1], [-1, 0, 0, 0, 0]]>
      : tensor<5x5xi64> -> tensor<5x5xi64>
  check.expect_eq %r, %expected : tensor<5x5xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [[34, 62, 70, 42, -57, -96, -17], [-49, -8, 89, 81, 11, -90, -14], [85, 94, -11, 93, -27, -50, 17]]>
      : tensor<3x7xi32> -> tensor<3x7xi32>
  %y = weir.constant dense<
      [[-6, -1, -7, -3, 7, -3, -8], [-1, -7, 1, 1, 1, -3, -8], [2, 4, 6, 7, -5, -3, -8]]>
      : tensor<3x7xi32> -> tensor<3x7xi32>
  %r = weir.remainder %x, %y : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[-2, 0, 0, 0, 6, 0, -1], [0, -1, 0, 0, 0, 0, -6], [1, 2, 1, 2, -2, -2, -7]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  check.expect_eq %r, %expected : tensor<3x7xi32>
  return
}

func.func @ends_i32() {
  %x = weir.constant dense<
      [[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648], [-2147483647, -2147483647, -2147483647,
      -2147483647, -2147483647], [-1, -1, -1, -1, -1], [1, 1, 1, 1, 1], [2147483647, 2147483647, 2147483647,
      2147483647, 2147483647]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  %y = weir.constant dense<
      [[-2147483648, -2147483647, -1, 1, 2147483647], [-2147483648, -2147483647, -1, 1, 2147483647],
      [-2147483648, -2147483647, -1, 1, 2147483647], [-2147483648, -2147483647, -1, 1, 2147483647], [-2147483648,
      -2147483647, -1, 1, 2147483647]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  %r = weir.remainder %x, %y : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi32>
  %expected = weir.constant dense<
      [[0, -1, 0, 0, 2147483646], [-2147483647, 0, 0, 0, 0], [-1, -1, 0, 0, 2147483646], [-2147483647,
      -2147483646, 0, 0, 1], [-1, 0, 0, 0, 0]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  check.expect_eq %r, %expected : tensor<5x5xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [[-97, -89, 40, -47, 16, 65, -84], [-99, 0, 56, -72, -33, -18, -34], [46, -83, 20, -66, -34, -69, 53]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %y = weir.constant dense<
      [[3, 3, 5, -6, -7, -3, -8], [-6, -1, -5, -5, -5, 8, 7], [6, -7, 6, 8, 8, 2, 6]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %r = weir.remainder %x, %y : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8>
  %expected = weir.constant dense<
      [[2, 1, 0, -5, -5, -1, -4], [-3, 0, -4, -2, -3, 6, 1], [4, -6, 2, 6, 6, 1, 5]]> : tensor<3x7xi8> -> tensor<3x7xi8>
  check.expect_eq %r, %expected : tensor<3x7xi8>
  return
}

func.func @ends_i8() {
  %x = weir.constant dense<
      [[-128, -128, -128, -128, -128], [-127, -127, -127, -127, -127], [-1, -1, -1, -1, -1], [1, 1, 1, 1, 1],
      [127, 127, 127, 127, 127]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  %y = weir.constant dense<
      [[-128, -127, -1, 1, 127], [-128, -127, -1, 1, 127], [-128, -127, -1, 1, 127], [-128, -127, -1, 1, 127],
      [-128, -127, -1, 1, 127]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  %r = weir.remainder %x, %y : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi8>
  %expected = weir.constant dense<
      [[0, -1, 0, 0, 126], [-127, 0, 0, 0, 0], [-1, -1, 0, 0, 126], [-127, -126, 0, 0, 1], [-1, 0, 0, 0, 0]]>
      : tensor<5x5xi8> -> tensor<5x5xi8>
  check.expect_eq %r, %expected : tensor<5x5xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [[63, 222, 116, 251, 157, 191, 51], [39, 231, 147, 198, 114, 124, 174], [55, 73, 136, 236, 21, 72, 212]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %y = weir.constant dense<
      [[117, 23, 44, 245, 235, 101, 229], [49, 243, 11, 56, 228, 86, 196], [233, 2, 225, 246, 30, 36, 119]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %r = weir.remainder %x, %y : (tensor<3x7xui8>, tensor<3x7xui8>) -> tensor<3x7xui8>
  %expected = weir.constant dense<
      [[63, 15, 28, 6, 157, 90, 51], [39, 231, 4, 30, 114, 38, 174], [55, 1, 136, 236, 21, 0, 93]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  check.expect_eq %r, %expected : tensor<3x7xui8>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<-7> : tensor<i64> -> tensor<i64>
  %y = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %r = weir.remainder %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %y = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.remainder %x, %y : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-7.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.remainder %x, %y : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %r, %expected : tensor<1x1xf32>
  return
}
