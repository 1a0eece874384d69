// RUN: %op_runs
// Quotients, rounded down.

func.func @odd_f32() {
  %x = weir.constant dense<
      [[-17.75, 13.16, 13.61, 17.56, 12.52, -3.09, -4.92], [6.34, -3.06, 18.42, -1.36, -1.67, 19.01, -9.57],
      [-6.89, -16.93, 17.07, 0.87, -2.21, 15.67, 16.47]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.constant dense<
      [[1.65, 1.19, -5.34, -5.76, -3.49, -4.51, 0.61], [-3.2, 0.94, 1.22, 0.8, -3.45, -3.66, -2.86], [4.44,
      -0.96, -1.78, 1.47, -3.29, -4.85, -1.48]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %r = weir.floor_divide %x, %y : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-11.0, 11.0, -3.0, -4.0, -4.0, 0.0, -9.0], [-2.0, -4.0, 15.0, -2.0, 0.0, -6.0, 3.0], [-2.0, 17.0, -10.0,
      0.0, 0.0, -4.0, -12.0]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_eq %r, %expected : tensor<3x7xf32>
  return
}

func.func @odd_f64() {
  %x = weir.constant dense<
      [[-17.75, 13.16, 13.61, 17.56, 12.52, -3.09, -4.92], [6.34, -3.06, 18.42, -1.36, -1.67, 19.01, -9.57],
      [-6.89, -16.93, 17.07, 0.87, -2.21, 15.67, 16.47]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %y = weir.constant dense<
      [[1.65, 1.19, -5.34, -5.76, -3.49, -4.51, 0.61], [-3.2, 0.94, 1.22, 0.8, -3.45, -3.66, -2.86], [4.44,
      -0.96, -1.78, 1.47, -3.29, -4.85, -1.48]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %r = weir.floor_divide %x, %y : (tensor<3x7xf64>, tensor<3x7xf64>) -> tensor<3x7xf64>
  %expected = weir.constant dense<
      [[-11.0, 11.0, -3.0, -4.0, -4.0, 0.0, -9.0], [-2.0, -4.0, 15.0, -2.0, 0.0, -6.0, 3.0], [-2.0, 17.0, -10.0,
      0.0, 0.0, -4.0, -12.0]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  check.expect_eq %r, %expected : tensor<3x7xf64>
  return
}

func.func @odd_f16() {
  %x = weir.constant dense<
      [[-17.75, 13.16, 13.61, 17.56, 12.52, -3.09, -4.92], [6.34, -3.06, 18.42, -1.36, -1.67, 19.02, -9.57],
      [-6.89, -16.94, 17.06, 0.87, -2.21, 15.67, 16.47]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  %y = weir.constant dense<
      [[1.65, 1.19, -5.34, -5.76, -3.49, -4.51, 0.61], [-3.2, 0.94, 1.22, 0.8, -3.45, -3.66, -2.86], [4.44,
      -0.96, -1.78, 1.47, -3.29, -4.85, -1.48]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  %r = weir.floor_divide %x, %y : (tensor<3x7xf16>, tensor<3x7xf16>) -> tensor<3x7xf16>
  %expected = weir.constant dense<
      [[-11.0, 11.0, -3.0, -4.0, -4.0, 0.0, -9.0], [-2.0, -4.0, 15.0, -2.0, 0.0, -6.0, 3.0], [-2.0, 17.0, -10.0,
      0.0, 0.0, -4.0, -12.0]]> : tensor<3x7xf16> -> tensor<3x7xf16>
  check.expect_eq %r, %expected : tensor<3x7xf16>
  return
}

func.func @odd_bf16() {
  %x = weir.constant dense<
      [[-17.75, 13.1875, 13.625, 17.5, 12.5, -3.09375, -4.90625], [6.34375, -3.0625, 18.375, -1.359375,
      -1.671875, 19.0, -9.5625], [-6.875, -16.875, 17.125, 0.87109375, -2.203125, 15.6875, 16.5]]>
      : tensor<3x7xbf16> -> tensor<3x7xbf16>
  %y = weir.constant dense<
      [[1.6484375, 1.1875, -5.34375, -5.75, -3.484375, -4.5, 0.609375], [-3.203125, 0.94140625, 1.21875,
      0.80078125, -3.453125, -3.65625, -2.859375], [4.4375, -0.9609375, -1.78125, 1.46875, -3.296875, -4.84375,
      -1.4765625]]> : tensor<3x7xbf16> -> tensor<3x7xbf16>
  %r = weir.floor_divide %x, %y : (tensor<3x7xbf16>, tensor<3x7xbf16>) -> tensor<3x7xbf16>
  %expected = weir.constant dense<
      [[-11.0, 11.0, -3.0, -4.0, -4.0, 0.0, -9.0], [-2.0, -4.0, 15.0, -2.0, 0.0, -6.0, 3.0], [-2.0, 17.0, -10.0,
      0.0, 0.0, -4.0, -12.0]]> : tensor<3x7xbf16> -> tensor<3x7xbf16>
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
  %r = weir.floor_divide %x, %y : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0.0, 0.0, 0.0, 0x7FC00000, 0x7FC00000, -0.0, -0.0, -0.0], [0x7F800000, 1.0, 0.0, 0.0,
      0x7FC00000, 0xFF800000, -1.0, -1.0, -1.0], [0x7F800000, 2.0, 1.0, 0.0, 0x7FC00000, 0xFF800000, -3.0, -1.0,
      -1.0], [0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000, 0x7FC00000, 0x7FC00000,
      0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000], [0x7FC00000, -0.0, -0.0, -0.0, 0x7FC00000, 0x7FC00000, 0.0, 0.0, 0.0],
      [0xFF800000, -1.0, -1.0, -1.0, 0x7FC00000, 0x7F800000, 1.0, 0.0, 0.0], [0xFF800000, -3.0, -1.0, -1.0,
      0x7FC00000, 0x7F800000, 2.0, 1.0, 0.0], [0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<9x9xf32> -> tensor<9x9xf32>
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
  %r = weir.floor_divide %x, %y : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0.0, 0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, -0.0, -0.0, -0.0],
      [0x7FF0000000000000, 1.0, 0.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0],
      [0x7FF0000000000000, 2.0, 1.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, -3.0, -1.0, -1.0],
      [0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, -0.0, -0.0, -0.0,
      0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0.0, 0.0], [0xFFF0000000000000, -1.0, -1.0, -1.0,
      0x7FF8000000000000, 0x7FF0000000000000, 1.0, 0.0, 0.0], [0xFFF0000000000000, -3.0, -1.0, -1.0,
      0x7FF8000000000000, 0x7FF0000000000000, 2.0, 1.0, 0.0], [0xFFF0000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<9x9xf64> -> tensor<9x9xf64>
  check.expect_eq %r, %expected : tensor<9x9xf64>
  return
}

// 1 / 0.1 rounds to 10, and 0.1 is above a tenth.
func.func @just_below() {
  %x = weir.constant dense<[1.0, 6.0, 0.3, -1.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.constant dense<[0.1, 0.1, 0.1, 0.1]> : tensor<4xf32> -> tensor<4xf32>
  %r = weir.floor_divide %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[9.0, 59.0, 3.0, -10.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %r, %expected : tensor<4xf32>
  return
}

func.func @odd_i64() {
  %x = weir.constant dense<
      [[-82, 94, -70, 28, 92, -98, 12], [-24, 83, -65, 90, 51, 20, 63], [82, -72, -16, -7, -41, -78, 62]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %y = weir.constant dense<
      [[-6, -3, 6, 3, -8, 4, -1], [4, -6, -8, -4, -8, -6, 6], [-7, -8, -6, 3, -4, -3, 2]]>
      : tensor<3x7xi64> -> tensor<3x7xi64>
  %r = weir.floor_divide %x, %y : (tensor<3x7xi64>, tensor<3x7xi64>) -> tensor<3x7xi64>
  %expected = weir.constant dense<
      [[13, -32, -12, 9, -12, -25, -12], [-6, -14, 8, -23, -7, -4, 10], [-12, 9, 2, -3, 10, 26, 31]]>
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
  %r = weir.floor_divide %x, %y : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi64>
  %expected = weir.constant dense<
      [[1, 1, -9223372036854775808, -9223372036854775808, -2], [0, 1, 9223372036854775807, -9223372036854775807,
      -1], [0, 0, 1, -1, -1], [-1, -1, -1, 1, 0], [-1, -1, -9223372036854775807, 9223372036854775807, 1]]>
      : tensor<5x5xi64> -> tensor<5x5xi64>
  check.expect_eq %r, %expected : tensor<5x5xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [[-9, 60, 96, -42, -59, -24, 77], [73, 7, -97, -42, 2, 65, -77], [95, -98, 85, 77, -45, 33, -11]]>
      : tensor<3x7xi32> -> tensor<3x7xi32>
  %y = weir.constant dense<
      [[-4, 5, -7, -3, 8, -2, -5], [3, -4, -2, -1, -1, 8, -2], [7, -1, -1, -1, 4, -8, -2]]>
      : tensor<3x7xi32> -> tensor<3x7xi32>
  %r = weir.floor_divide %x, %y : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[2, 12, -14, 14, -8, 12, -16], [24, -2, 48, 42, -2, 8, 38], [13, 98, -85, -77, -12, -5, 5]]>
      : tensor<3x7xi32> -> tensor<3x7xi32>
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
  %r = weir.floor_divide %x, %y : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi32>
  %expected = weir.constant dense<
      [[1, 1, -2147483648, -2147483648, -2], [0, 1, 2147483647, -2147483647, -1], [0, 0, 1, -1, -1], [-1, -1, -1,
      1, 0], [-1, -1, -2147483647, 2147483647, 1]]> : tensor<5x5xi32> -> tensor<5x5xi32>
  check.expect_eq %r, %expected : tensor<5x5xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [[35, -77, 77, -20, -71, -30, -93], [22, 52, 69, 32, 56, 73, -30], [-77, -97, 39, -68, -44, -51, -63]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
  %y = weir.constant dense<
      [[4, 4, 3, -7, -2, 7, 2], [7, 7, -2, 5, -4, 8, 2], [2, 2, -4, -7, 3, 1, 2]]> : tensor<3x7xi8> -> tensor<3x7xi8>
  %r = weir.floor_divide %x, %y : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8>
  %expected = weir.constant dense<
      [[8, -20, 25, 2, 35, -5, -47], [3, 7, -35, 6, -14, 9, -15], [-39, -49, -10, 9, -15, -51, -32]]>
      : tensor<3x7xi8> -> tensor<3x7xi8>
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
  %r = weir.floor_divide %x, %y : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi8>
  %expected = weir.constant dense<
      [[1, 1, -128, -128, -2], [0, 1, 127, -127, -1], [0, 0, 1, -1, -1], [-1, -1, -1, 1, 0], [-1, -1, -127, 127,
      1]]> : tensor<5x5xi8> -> tensor<5x5xi8>
  check.expect_eq %r, %expected : tensor<5x5xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [[239, 86, 128, 11, 226, 90, 105], [141, 42, 92, 177, 148, 55, 101], [170, 177, 173, 239, 203, 3, 129]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %y = weir.constant dense<
      [[158, 240, 207, 84, 7, 115, 117], [63, 206, 219, 175, 66, 98, 95], [88, 252, 9, 227, 128, 182, 210]]>
      : tensor<3x7xui8> -> tensor<3x7xui8>
  %r = weir.floor_divide %x, %y : (tensor<3x7xui8>, tensor<3x7xui8>) -> tensor<3x7xui8>
  %expected = weir.constant dense<
      [[1, 0, 0, 0, 32, 0, 0], [2, 0, 0, 1, 2, 0, 1], [1, 0, 19, 1, 1, 0, 0]]> : tensor<3x7xui8> -> tensor<3x7xui8>
  check.expect_eq %r, %expected : tensor<3x7xui8>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<-7> : tensor<i64> -> tensor<i64>
  %y = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %r = weir.floor_divide %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<-4> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %y = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.floor_divide %x, %y : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-7.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.floor_divide %x, %y : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[-4.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %r, %expected : tensor<1x1xf32>
  return
}
