// RUN: %op_runs
// x converted to another dtype.

// Rounds to nearest, overflows to infinity.
func.func @f64_to_f32() {
  %x = weir.constant dense<
      [1.0, -2.5, 0.1, 1.0e+30, 1.0e+39, -1.0e+300, 1.0e-50, 0x7FF8000000000000, 0x7FF0000000000000,
      0xFFF0000000000000, -0.0]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.cast %x {to = f32} : (tensor<11xf64>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [1.0, -2.5, 0.1, 1.0e+30, 0x7F800000, 0xFF800000, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0]>
      : tensor<11xf32> -> tensor<11xf32>
  check.expect_eq %y, %expected : tensor<11xf32>
  return
}

func.func @f32_to_f64() {
  %x = weir.constant dense<
      [1.0, -2.5, 0.1, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.cast %x {to = f64} : (tensor<8xf32>) -> tensor<8xf64>
  %expected = weir.constant dense<
      [1.0, -2.5, 0.10000000149011612, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0,
      1.401298464324817e-45]> : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq %y, %expected : tensor<8xf64>
  return
}

// Ties go to even: 1 + 2^-8 down, 1 + 3 * 2^-8 up; above the largest bf16 lies infinity.
func.func @f32_to_bf16() {
  %x = weir.constant dense<
      [1.0039062, 1.0117188, 1.0039062, 1.0039062, -1.0039062, 3.3961775e+38, 3.3895314e+38, 9.2e-41, 4.6e-41,
      0x7FC00000, 0x7F800000, -0.0]> : tensor<12xf32> -> tensor<12xf32>
  %y = weir.cast %x {to = bf16} : (tensor<12xf32>) -> tensor<12xbf16>
  %expected = weir.constant dense<
      [1.0, 1.016, 1.0, 1.0, -1.0, 0x7F80, 3.39e+38, 9.2e-41, 9.2e-41, 0x7FC0, 0x7F80, -0.0]>
      : tensor<12xbf16> -> tensor<12xbf16>
  check.expect_eq %y, %expected : tensor<12xbf16>
  return
}

// Rounds once: through f32 the first would be a tie.
func.func @f64_to_bf16() {
  %x = weir.constant dense<[1.0039062500009095, 1.0039062499990905, 0.1, 1.0e+300]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.cast %x {to = bf16} : (tensor<4xf64>) -> tensor<4xbf16>
  %expected = weir.constant dense<[1.01, 1.0, 0.1, 0x7F80]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq %y, %expected : tensor<4xbf16>
  return
}

func.func @bf16_to_f32() {
  %x = weir.constant dense<[1.0, 0.1, 0x7FC0, 0x7F80, 0xFF80, -0.0, 9.2e-41]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.cast %x {to = f32} : (tensor<7xbf16>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [1.0, 0.100097656, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 9.1835e-41]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

// Truncates towards zero; what i64 or i32 don't hold becomes the least number, and i8 and ui8 have low bits.
func.func @f32_to_i64() {
  %x = weir.constant dense<
      [0.0, 1.9, -1.9, 0.5, 1000000.0, 1.0e+30, -1.0e+30, 0x7F800000, 0xFF800000, 0x7FC00000]>
      : tensor<10xf32> -> tensor<10xf32>
  %y = weir.cast %x {to = i64} : (tensor<10xf32>) -> tensor<10xi64>
  %expected = weir.constant dense<
      [0, 1, -1, 0, 1000000, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      -9223372036854775808]> : tensor<10xi64> -> tensor<10xi64>
  check.expect_eq %y, %expected : tensor<10xi64>
  return
}

func.func @f64_to_i64() {
  %x = weir.constant dense<
      [9.007199254740992e+15, 9.223372036854775e+18, 9.223372036854776e+18, -9.223372036854776e+18, -0.9,
      0x7FF8000000000000]> : tensor<6xf64> -> tensor<6xf64>
  %y = weir.cast %x {to = i64} : (tensor<6xf64>) -> tensor<6xi64>
  %expected = weir.constant dense<
      [9007199254740992, 9223372036854774784, -9223372036854775808, -9223372036854775808, 0, -9223372036854775808]>
      : tensor<6xi64> -> tensor<6xi64>
  check.expect_eq %y, %expected : tensor<6xi64>
  return
}

func.func @bf16_to_i64() {
  %x = weir.constant dense<[3.9, -3.9, 1.0e+30, 0x7FC0]> : tensor<4xbf16> -> tensor<4xbf16>
  %y = weir.cast %x {to = i64} : (tensor<4xbf16>) -> tensor<4xi64>
  %expected = weir.constant dense<[3, -3, -9223372036854775808, -9223372036854775808]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

// Rounds to nearest even.
func.func @i64_to_f32() {
  %x = weir.constant dense<
      [0, 1, -7, 16777217, 9007199254740993, 9223372036854775807, -9223372036854775808]>
      : tensor<7xi64> -> tensor<7xi64>
  %y = weir.cast %x {to = f32} : (tensor<7xi64>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 1.0, -7.0, 1.6777216e+07, 9.007199e+15, 9.223372e+18, -9.223372e+18]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @i64_to_f64() {
  %x = weir.constant dense<
      [0, 1, -7, 16777217, 9007199254740993, 9223372036854775807, -9223372036854775808]>
      : tensor<7xi64> -> tensor<7xi64>
  %y = weir.cast %x {to = f64} : (tensor<7xi64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 1.0, -7.0, 1.6777217e+07, 9.007199254740992e+15, 9.223372036854776e+18, -9.223372036854776e+18]>
      : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

// Rounds once: through f32 or f64 the last three would be ties.
func.func @i64_to_bf16() {
  %x = weir.constant dense<
      [0, 1, -7, 257, 259, 1000, 16842753, -16842753, 4629700416936869889]> : tensor<9xi64> -> tensor<9xi64>
  %y = weir.cast %x {to = bf16} : (tensor<9xi64>) -> tensor<9xbf16>
  %expected = weir.constant dense<
      [0.0, 1.0, -7.0, 256.0, 260.0, 1000.0, 1.69e+07, -1.69e+07, 4.65e+18]> : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_eq %y, %expected : tensor<9xbf16>
  return
}

// Whatever differs from 0 is true, NaN too.
func.func @to_bool() {
  %x = weir.constant dense<[0.0, -0.0, 0.5, -1.0, 0x7FC00000, 0x7F800000, 1.0e-45]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.cast %x {to = i1} : (tensor<7xf32>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, true, true, true, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @i64_to_bool() {
  %x = weir.constant dense<[0, 1, -1, 256, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.cast %x {to = i1} : (tensor<5xi64>) -> tensor<5xi1>
  %expected = weir.constant dense<[false, true, true, true, true]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %y, %expected : tensor<5xi1>
  return
}

func.func @bool_to_f32() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.cast %x {to = f32} : (tensor<3xi1>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @bool_to_f64() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.cast %x {to = f64} : (tensor<3xi1>) -> tensor<3xf64>
  %expected = weir.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %y, %expected : tensor<3xf64>
  return
}

func.func @bool_to_bf16() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.cast %x {to = bf16} : (tensor<3xi1>) -> tensor<3xbf16>
  %expected = weir.constant dense<[1.0, 0.0, 1.0]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %y, %expected : tensor<3xbf16>
  return
}

func.func @bool_to_i64() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.cast %x {to = i64} : (tensor<3xi1>) -> tensor<3xi64>
  %expected = weir.constant dense<[1, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

// What random_bits gives on its way to a number.
func.func @i32_to_f32() {
  %x = weir.constant dense<[0, -1, 2147483647, -2147483648]> : tensor<4xi32> -> tensor<4xi32>
  %y = weir.cast %x {to = f32} : (tensor<4xi32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0.0, -1.0, 2.1474836e+09, -2.1474836e+09]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

// Rounds once: through f32 the fourth and fifth would be ties.
func.func @i32_to_bf16() {
  %x = weir.constant dense<[0, -7, 257, 16842753, -16842753, 2147483647]> : tensor<6xi32> -> tensor<6xi32>
  %y = weir.cast %x {to = bf16} : (tensor<6xi32>) -> tensor<6xbf16>
  %expected = weir.constant dense<[0.0, -7.0, 256.0, 1.69e+07, -1.69e+07, 2.15e+09]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_eq %y, %expected : tensor<6xbf16>
  return
}

// Keeps the low bits.
func.func @i64_to_i32() {
  %x = weir.constant dense<[0, -1, 2147483648, 4294967301, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.cast %x {to = i32} : (tensor<5xi64>) -> tensor<5xi32>
  %expected = weir.constant dense<[0, -1, -2147483648, 5, 0]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @i32_to_i64() {
  %x = weir.constant dense<[0, -1, 2147483647, -2147483648]> : tensor<4xi32> -> tensor<4xi32>
  %y = weir.cast %x {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %expected = weir.constant dense<[0, -1, 2147483647, -2147483648]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @same() {
  %x = weir.constant dense<[1.5, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.cast %x {to = f32} : (tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.5, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.75> : tensor<f32> -> tensor<f32>
  %y = weir.cast %x {to = i64} : (tensor<f32>) -> tensor<i64>
  %expected = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[2.75]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.cast %x {to = f32} : (tensor<1x1xf64>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[2.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-95.305, 44.377, 38.396, -15.632, 69.593, 50.594, -32.336, -83.655, -72.82, -62.514, -38.824, -10.392,
      84.743, -43.873, 78.92, 35.732, 69.992, -19.156, -98.351]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cast %x {to = bf16} : (tensor<19xf32>) -> tensor<19xbf16>
  %expected = weir.constant dense<
      [-95.5, 44.5, 38.5, -15.6, 69.5, 50.5, -32.2, -83.5, -73.0, -62.5, -38.8, -10.4, 84.5, -43.8, 79.0, 35.8,
      70.0, -19.1, -98.5]> : tensor<19xbf16> -> tensor<19xbf16>
  check.expect_eq %y, %expected : tensor<19xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.cast %x {to = i64} : (tensor<0x3xf32>) -> tensor<0x3xi64>
  %expected = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  check.expect_eq %y, %expected : tensor<0x3xi64>
  return
}

// The narrow types.
// An unsigned byte has no sign to extend.
func.func @ui8_to_f32() {
  %x = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.cast %x {to = f32} : (tensor<19xui8>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.0, 1.0, 127.0, 128.0, 200.0, 255.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0, 33.0, 36.0, 39.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @ui8_to_i64() {
  %x = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.cast %x {to = i64} : (tensor<19xui8>) -> tensor<19xi64>
  %expected = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xi64> -> tensor<19xi64>
  check.expect_eq %y, %expected : tensor<19xi64>
  return
}

func.func @ui8_to_i8() {
  %x = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.cast %x {to = i8} : (tensor<19xui8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [0, 1, 127, -128, -56, -1, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xi8> -> tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @ui8_to_f16() {
  %x = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.cast %x {to = f16} : (tensor<19xui8>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [0.0, 1.0, 127.0, 128.0, 200.0, 255.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0, 33.0, 36.0, 39.0]>
      : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}

func.func @ui8_to_bool() {
  %x = weir.constant dense<
      [0, 1, 127, 128, 200, 255, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]> : tensor<19xui8> -> tensor<19xui8>
  %y = weir.cast %x {to = i1} : (tensor<19xui8>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

// The low bits of wide integers.
func.func @f32_to_ui8() {
  %x = weir.constant dense<
      [0.0, 0.9, -0.9, -1.0, 127.9, 128.0, 255.0, 255.9, 256.0, 1000000000.0, -1.0e+30, 0x7FC00000, 0x7F800000,
      0xFF800000, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cast %x {to = ui8} : (tensor<19xf32>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [0, 0, 0, 255, 127, 128, 255, 255, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6, 7]> : tensor<19xui8> -> tensor<19xui8>
  check.expect_eq %y, %expected : tensor<19xui8>
  return
}

func.func @f32_to_i8() {
  %x = weir.constant dense<
      [0.0, 0.9, -0.9, -1.0, 127.9, 128.0, 255.0, 255.9, 256.0, 1000000000.0, -1.0e+30, 0x7FC00000, 0x7F800000,
      0xFF800000, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cast %x {to = i8} : (tensor<19xf32>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [0, 0, 0, -1, 127, -128, -1, -1, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6, 7]> : tensor<19xi8> -> tensor<19xi8>
  check.expect_eq %y, %expected : tensor<19xi8>
  return
}

func.func @i64_to_ui8() {
  %x = weir.constant dense<[0, -1, 255, 256, -128, 300, 1099511627783]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.cast %x {to = ui8} : (tensor<7xi64>) -> tensor<7xui8>
  %expected = weir.constant dense<[0, 255, 255, 0, 128, 44, 7]> : tensor<7xui8> -> tensor<7xui8>
  check.expect_eq %y, %expected : tensor<7xui8>
  return
}

func.func @i64_to_i8() {
  %x = weir.constant dense<[0, -1, 255, 256, -128, 300, 1099511627783]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.cast %x {to = i8} : (tensor<7xi64>) -> tensor<7xi8>
  %expected = weir.constant dense<[0, -1, -1, 0, -128, 44, 7]> : tensor<7xi8> -> tensor<7xi8>
  check.expect_eq %y, %expected : tensor<7xi8>
  return
}

func.func @i8_to_f32() {
  %x = weir.constant dense<[0, -1, 127, -128, 5]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.cast %x {to = f32} : (tensor<5xi8>) -> tensor<5xf32>
  %expected = weir.constant dense<[0.0, -1.0, 127.0, -128.0, 5.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @i8_to_ui8() {
  %x = weir.constant dense<[0, -1, 127, -128, 5]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.cast %x {to = ui8} : (tensor<5xi8>) -> tensor<5xui8>
  %expected = weir.constant dense<[0, 255, 127, 128, 5]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}

func.func @i8_to_i32() {
  %x = weir.constant dense<[0, -1, 127, -128, 5]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.cast %x {to = i32} : (tensor<5xi8>) -> tensor<5xi32>
  %expected = weir.constant dense<[0, -1, 127, -128, 5]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @bool_to_ui8() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.cast %x {to = ui8} : (tensor<3xi1>) -> tensor<3xui8>
  %expected = weir.constant dense<[1, 0, 1]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %y, %expected : tensor<3xui8>
  return
}

// Ties go to even; 65520 and above is infinity; what lies below 2^-14 is a multiple of 2^-24.
func.func @f32_to_f16() {
  %x = weir.constant dense<
      [1.0, 0.1, 1.0004883, 1.0014648, 65504.0, 65519.996, 65520.0, -70000.0, 5.9604645e-08, -2.9802322e-08,
      2.9805303e-08, 8.940697e-08, 6.1035156e-05, 6.1005354e-05, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0]>
      : tensor<18xf32> -> tensor<18xf32>
  %y = weir.cast %x {to = f16} : (tensor<18xf32>) -> tensor<18xf16>
  %expected = weir.constant dense<
      [1.0, 0.1, 1.0, 1.002, 65500.0, 65500.0, 0x7C00, 0xFC00, 6.0e-08, -0.0, 6.0e-08, 1.0e-07, 6.104e-05, 6.104e-05,
      0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<18xf16> -> tensor<18xf16>
  check.expect_eq %y, %expected : tensor<18xf16>
  return
}

// Rounds once: through f32 the first two would be ties.
func.func @f64_to_f16() {
  %x = weir.constant dense<
      [1.0004882812509095, 1.0004882812490905, 65519.99999999907, 65520.0, -1.0e+300, 2.9802322387695312e-08,
      2.980232238772242e-08, 8.940696716300462e-08, 1.0e-300, 0x7FF8000000000000, 0x7FF0000000000000, -0.0]>
      : tensor<12xf64> -> tensor<12xf64>
  %y = weir.cast %x {to = f16} : (tensor<12xf64>) -> tensor<12xf16>
  %expected = weir.constant dense<
      [1.001, 1.0, 65500.0, 0x7C00, 0xFC00, 0.0, 6.0e-08, 6.0e-08, 0.0, 0x7E00, 0x7C00, -0.0]>
      : tensor<12xf16> -> tensor<12xf16>
  check.expect_eq %y, %expected : tensor<12xf16>
  return
}

func.func @bf16_to_f16() {
  %x = weir.constant dense<
      [1.0, 0.1, 65300.0, 65500.0, -1.0e+30, 5.96e-08, 2.98e-08, 8.94e-08, 0x7FC0, 0x7F80, 0xFF80, -0.0]>
      : tensor<12xbf16> -> tensor<12xbf16>
  %y = weir.cast %x {to = f16} : (tensor<12xbf16>) -> tensor<12xf16>
  %expected = weir.constant dense<
      [1.0, 0.1001, 65280.0, 0x7C00, 0xFC00, 6.0e-08, 0.0, 1.0e-07, 0x7E00, 0x7C00, 0xFC00, -0.0]>
      : tensor<12xf16> -> tensor<12xf16>
  check.expect_eq %y, %expected : tensor<12xf16>
  return
}

func.func @f16_to_floats() {
  %x = weir.constant dense<
      [1.0, 0.1, 65500.0, -6.0e-08, 6.1e-05, 1.004, 1.012, 0x7E00, 0x7C00, 0xFC00, -0.0]>
      : tensor<11xf16> -> tensor<11xf16>
  %f32 = weir.cast %x {to = f32} : (tensor<11xf16>) -> tensor<11xf32>
  %expected_f32 = weir.constant dense<
      [1.0, 0.099975586, 65504.0, -5.9604645e-08, 6.097555e-05, 1.0039062, 1.0117188, 0x7FC00000, 0x7F800000,
      0xFF800000, -0.0]> : tensor<11xf32> -> tensor<11xf32>
  check.expect_eq %f32, %expected_f32 : tensor<11xf32>
  %f64 = weir.cast %x {to = f64} : (tensor<11xf16>) -> tensor<11xf64>
  %expected_f64 = weir.constant dense<
      [1.0, 0.0999755859375, 65504.0, -5.9604644775390625e-08, 6.097555160522461e-05, 1.00390625, 1.01171875,
      0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_eq %f64, %expected_f64 : tensor<11xf64>
  %bf16 = weir.cast %x {to = bf16} : (tensor<11xf16>) -> tensor<11xbf16>
  %expected_bf16 = weir.constant dense<
      [1.0, 0.1, 65500.0, -5.96e-08, 6.1e-05, 1.0, 1.016, 0x7FC0, 0x7F80, 0xFF80, -0.0]>
      : tensor<11xbf16> -> tensor<11xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<11xbf16>
  return
}

// Truncates towards zero; what i64 or i32 don't hold becomes the least number, and i8 and ui8 have low bits.
func.func @f16_to_integers() {
  %x = weir.constant dense<
      [3.9, -3.9, 0.5, -1.0, 130.0, -130.0, 300.0, 65500.0, 6.0e-08, 0x7E00, 0x7C00, 0xFC00]>
      : tensor<12xf16> -> tensor<12xf16>
  %i64 = weir.cast %x {to = i64} : (tensor<12xf16>) -> tensor<12xi64>
  %expected_i64 = weir.constant dense<
      [3, -3, 0, -1, 130, -130, 300, 65504, 0, -9223372036854775808, -9223372036854775808, -9223372036854775808]>
      : tensor<12xi64> -> tensor<12xi64>
  check.expect_eq %i64, %expected_i64 : tensor<12xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<12xf16>) -> tensor<12xi32>
  %expected_i32 = weir.constant dense<
      [3, -3, 0, -1, 130, -130, 300, 65504, 0, -2147483648, -2147483648, -2147483648]>
      : tensor<12xi32> -> tensor<12xi32>
  check.expect_eq %i32, %expected_i32 : tensor<12xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<12xf16>) -> tensor<12xi8>
  %expected_i8 = weir.constant dense<[3, -3, 0, -1, -126, 126, 44, -32, 0, 0, 0, 0]> : tensor<12xi8> -> tensor<12xi8>
  check.expect_eq %i8, %expected_i8 : tensor<12xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<12xf16>) -> tensor<12xui8>
  %expected_ui8 = weir.constant dense<
      [3, 253, 0, 255, 130, 126, 44, 224, 0, 0, 0, 0]> : tensor<12xui8> -> tensor<12xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<12xui8>
  return
}

func.func @f16_to_bool() {
  %x = weir.constant dense<[0.0, -0.0, 6.0e-08, -1.0, 0x7E00, 0x7C00]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.cast %x {to = i1} : (tensor<6xf16>) -> tensor<6xi1>
  %expected = weir.constant dense<[false, false, true, true, true, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y, %expected : tensor<6xi1>
  return
}

// Rounds to nearest even; 65520 and above is infinity.
func.func @integers_to_f16() {
  %x_i64 = weir.constant dense<
      [0, -7, 2049, 2051, 65519, 65520, -65520, 16777217, 9223372036854775807, -9223372036854775808]>
      : tensor<10xi64> -> tensor<10xi64>
  %y_i64 = weir.cast %x_i64 {to = f16} : (tensor<10xi64>) -> tensor<10xf16>
  %expected_i64 = weir.constant dense<
      [0.0, -7.0, 2048.0, 2052.0, 65500.0, 0x7C00, 0xFC00, 0x7C00, 0x7C00, 0xFC00]> : tensor<10xf16> -> tensor<10xf16>
  check.expect_eq %y_i64, %expected_i64 : tensor<10xf16>
  %x_i32 = weir.constant dense<[0, -7, 2049, 2051, 65519, 2147483647, -2147483648]> : tensor<7xi32> -> tensor<7xi32>
  %y_i32 = weir.cast %x_i32 {to = f16} : (tensor<7xi32>) -> tensor<7xf16>
  %expected_i32 = weir.constant dense<
      [0.0, -7.0, 2048.0, 2052.0, 65500.0, 0x7C00, 0xFC00]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y_i32, %expected_i32 : tensor<7xf16>
  %x_i8 = weir.constant dense<[0, -1, 127, -128, 5]> : tensor<5xi8> -> tensor<5xi8>
  %y_i8 = weir.cast %x_i8 {to = f16} : (tensor<5xi8>) -> tensor<5xf16>
  %expected_i8 = weir.constant dense<[0.0, -1.0, 127.0, -128.0, 5.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y_i8, %expected_i8 : tensor<5xf16>
  %x_bool = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y_bool = weir.cast %x_bool {to = f16} : (tensor<3xi1>) -> tensor<3xf16>
  %expected_bool = weir.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y_bool, %expected_bool : tensor<3xf16>
  return
}
