// RUN: %op_runs
// Every dtype to every other: what i64 or i32 don't hold of floats becomes the least number, integers wrap, a bool says whether x is not 0.

func.func @from_f64() {
  %x = weir.constant dense<
      [0.0, -0.0, 1.5, -1.5, 2.5, 127.9, -128.9, 255.5, 256.0, -1.0, 65519.99, 65520.0, 2147483647.5,
      -2147483649.0, 9.223372036854776e+18, -9.3e+18, 1.0e+300, 5.0e-324, 0x7FF0000000000000, 0xFFF0000000000000,
      0x7FF8000000000000, 1.00390625, 1.00390626, 3.4028236e+38]> : tensor<24xf64> -> tensor<24xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<24xf64>) -> tensor<24xf32>
  %expected_f32 = weir.constant dense<
      [0.0, -0.0, 1.5, -1.5, 2.5, 127.9, -128.9, 255.5, 256.0, -1.0, 65519.99, 65520.0, 2.1474836e+09,
      -2.1474836e+09, 9.223372e+18, -9.3e+18, 0x7F800000, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0039062,
      1.0039062, 0x7F800000]> : tensor<24xf32> -> tensor<24xf32>
  check.expect_eq %f32, %expected_f32 : tensor<24xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<24xf64>) -> tensor<24xf16>
  %expected_f16 = weir.constant dense<
      [0.0, -0.0, 1.5, -1.5, 2.5, 127.9, -128.9, 255.5, 256.0, -1.0, 6.55e+04, 0x7C00, 0x7C00, 0xFC00, 0x7C00,
      0xFC00, 0x7C00, 0.0, 0x7C00, 0xFC00, 0x7E00, 1.004, 1.004, 0x7C00]> : tensor<24xf16> -> tensor<24xf16>
  check.expect_eq %f16, %expected_f16 : tensor<24xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<24xf64>) -> tensor<24xbf16>
  %expected_bf16 = weir.constant dense<
      [0.0, -0.0, 1.5, -1.5, 2.5, 128.0, -129.0, 256.0, 256.0, -1.0, 65536.0, 65536.0, 2147483648.0,
      -2147483648.0, 9.223372036854776e+18, -9.295429630892704e+18, 0x7F80, 0.0, 0x7F80, 0xFF80, 0x7FC0, 1.0,
      1.0078125, 0x7F80]> : tensor<24xbf16> -> tensor<24xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<24xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<24xf64>) -> tensor<24xi64>
  %expected_i64 = weir.constant dense<
      [0, 0, 1, -1, 2, 127, -128, 255, 256, -1, 65519, 65520, 2147483647, -2147483649, -9223372036854775808,
      -9223372036854775808, -9223372036854775808, 0, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      1, 1, -9223372036854775808]> : tensor<24xi64> -> tensor<24xi64>
  check.expect_eq %i64, %expected_i64 : tensor<24xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<24xf64>) -> tensor<24xi32>
  %expected_i32 = weir.constant dense<
      [0, 0, 1, -1, 2, 127, -128, 255, 256, -1, 65519, 65520, 2147483647, -2147483648, -2147483648, -2147483648,
      -2147483648, 0, -2147483648, -2147483648, -2147483648, 1, 1, -2147483648]> : tensor<24xi32> -> tensor<24xi32>
  check.expect_eq %i32, %expected_i32 : tensor<24xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<24xf64>) -> tensor<24xi8>
  %expected_i8 = weir.constant dense<
      [0, 0, 1, -1, 2, 127, -128, -1, 0, -1, -17, -16, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]>
      : tensor<24xi8> -> tensor<24xi8>
  check.expect_eq %i8, %expected_i8 : tensor<24xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<24xf64>) -> tensor<24xui8>
  %expected_ui8 = weir.constant dense<
      [0, 0, 1, 255, 2, 127, 128, 255, 0, 255, 239, 240, 255, 255, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]>
      : tensor<24xui8> -> tensor<24xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<24xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<24xf64>) -> tensor<24xi1>
  %expected_i1 = weir.constant dense<
      [false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true]> : tensor<24xi1> -> tensor<24xi1>
  check.expect_eq %i1, %expected_i1 : tensor<24xi1>
  return
}

func.func @from_f32() {
  %x = weir.constant dense<
      [0.0, -0.0, 0.99, -0.99, 127.9, -128.9, 255.5, 256.0, -1.0, 65519.0, 65520.0, 2.1474835e+09, 2.1474836e+09,
      -2.1474836e+09, 9.2233715e+18, 9.3e+18, -9.3e+18, 1.0e-45, 3.4028235e+38, 0x7F800000, 0xFF800000,
      0x7FC00000, 1.0039062, 1.0117188]> : tensor<24xf32> -> tensor<24xf32>
  %f64 = weir.cast %x {to = f64} : (tensor<24xf32>) -> tensor<24xf64>
  %expected_f64 = weir.constant dense<
      [0.0, -0.0, 0.9900000095367432, -0.9900000095367432, 127.9000015258789, -128.89999389648438, 255.5, 256.0,
      -1.0, 65519.0, 65520.0, 2147483520.0, 2147483648.0, -2147483648.0, 9.223371487098962e+18,
      9.300000300729369e+18, -9.300000300729369e+18, 1.401298464324817e-45, 3.4028234663852886e+38,
      0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.00390625, 1.01171875]>
      : tensor<24xf64> -> tensor<24xf64>
  check.expect_eq %f64, %expected_f64 : tensor<24xf64>
  %f16 = weir.cast %x {to = f16} : (tensor<24xf32>) -> tensor<24xf16>
  %expected_f16 = weir.constant dense<
      [0.0, -0.0, 0.99, -0.99, 127.9, -128.9, 255.5, 256.0, -1.0, 6.55e+04, 0x7C00, 0x7C00, 0x7C00, 0xFC00,
      0x7C00, 0x7C00, 0xFC00, 0.0, 0x7C00, 0x7C00, 0xFC00, 0x7E00, 1.004, 1.012]> : tensor<24xf16> -> tensor<24xf16>
  check.expect_eq %f16, %expected_f16 : tensor<24xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<24xf32>) -> tensor<24xbf16>
  %expected_bf16 = weir.constant dense<
      [0.0, -0.0, 0.98828125, -0.98828125, 128.0, -129.0, 256.0, 256.0, -1.0, 65536.0, 65536.0, 2147483648.0,
      2147483648.0, -2147483648.0, 9.223372036854776e+18, 9.295429630892704e+18, -9.295429630892704e+18, 0.0,
      0x7F80, 0x7F80, 0xFF80, 0x7FC0, 1.0, 1.015625]> : tensor<24xbf16> -> tensor<24xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<24xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<24xf32>) -> tensor<24xi64>
  %expected_i64 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, 255, 256, -1, 65519, 65520, 2147483520, 2147483648, -2147483648, 9223371487098961920,
      -9223372036854775808, -9223372036854775808, 0, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      -9223372036854775808, 1, 1]> : tensor<24xi64> -> tensor<24xi64>
  check.expect_eq %i64, %expected_i64 : tensor<24xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<24xf32>) -> tensor<24xi32>
  %expected_i32 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, 255, 256, -1, 65519, 65520, 2147483520, -2147483648, -2147483648, -2147483648,
      -2147483648, -2147483648, 0, -2147483648, -2147483648, -2147483648, -2147483648, 1, 1]>
      : tensor<24xi32> -> tensor<24xi32>
  check.expect_eq %i32, %expected_i32 : tensor<24xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<24xf32>) -> tensor<24xi8>
  %expected_i8 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, -1, 0, -1, -17, -16, -128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>
      : tensor<24xi8> -> tensor<24xi8>
  check.expect_eq %i8, %expected_i8 : tensor<24xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<24xf32>) -> tensor<24xui8>
  %expected_ui8 = weir.constant dense<
      [0, 0, 0, 0, 127, 128, 255, 0, 255, 239, 240, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>
      : tensor<24xui8> -> tensor<24xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<24xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<24xf32>) -> tensor<24xi1>
  %expected_i1 = weir.constant dense<
      [false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true]> : tensor<24xi1> -> tensor<24xi1>
  check.expect_eq %i1, %expected_i1 : tensor<24xi1>
  return
}

func.func @from_f16() {
  %x = weir.constant dense<
      [0.0, -0.0, 0.99, -0.99, 127.9, -128.9, 255.5, 256.0, -1.0, 6.55e+04, -6.55e+04, 6.0e-08, 2.048e+03,
      0x7C00, 0xFC00, 0x7E00]> : tensor<16xf16> -> tensor<16xf16>
  %f64 = weir.cast %x {to = f64} : (tensor<16xf16>) -> tensor<16xf64>
  %expected_f64 = weir.constant dense<
      [0.0, -0.0, 0.990234375, -0.990234375, 127.875, -128.875, 255.5, 256.0, -1.0, 65504.0, -65504.0,
      5.960464477539063e-08, 2048.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]>
      : tensor<16xf64> -> tensor<16xf64>
  check.expect_eq %f64, %expected_f64 : tensor<16xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<16xf16>) -> tensor<16xf32>
  %expected_f32 = weir.constant dense<
      [0.0, -0.0, 0.9902344, -0.9902344, 127.875, -128.875, 255.5, 256.0, -1.0, 65504.0, -65504.0, 5.9604645e-08,
      2048.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32> -> tensor<16xf32>
  check.expect_eq %f32, %expected_f32 : tensor<16xf32>
  %bf16 = weir.cast %x {to = bf16} : (tensor<16xf16>) -> tensor<16xbf16>
  %expected_bf16 = weir.constant dense<
      [0.0, -0.0, 0.9921875, -0.9921875, 128.0, -129.0, 256.0, 256.0, -1.0, 65536.0, -65536.0,
      5.960464477539063e-08, 2048.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<16xbf16> -> tensor<16xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<16xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<16xf16>) -> tensor<16xi64>
  %expected_i64 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, 255, 256, -1, 65504, -65504, 0, 2048, -9223372036854775808, -9223372036854775808,
      -9223372036854775808]> : tensor<16xi64> -> tensor<16xi64>
  check.expect_eq %i64, %expected_i64 : tensor<16xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<16xf16>) -> tensor<16xi32>
  %expected_i32 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, 255, 256, -1, 65504, -65504, 0, 2048, -2147483648, -2147483648, -2147483648]>
      : tensor<16xi32> -> tensor<16xi32>
  check.expect_eq %i32, %expected_i32 : tensor<16xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<16xf16>) -> tensor<16xi8>
  %expected_i8 = weir.constant dense<
      [0, 0, 0, 0, 127, -128, -1, 0, -1, -32, 32, 0, 0, 0, 0, 0]> : tensor<16xi8> -> tensor<16xi8>
  check.expect_eq %i8, %expected_i8 : tensor<16xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<16xf16>) -> tensor<16xui8>
  %expected_ui8 = weir.constant dense<
      [0, 0, 0, 0, 127, 128, 255, 0, 255, 224, 32, 0, 0, 0, 0, 0]> : tensor<16xui8> -> tensor<16xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<16xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<16xf16>) -> tensor<16xi1>
  %expected_i1 = weir.constant dense<
      [false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true]>
      : tensor<16xi1> -> tensor<16xi1>
  check.expect_eq %i1, %expected_i1 : tensor<16xi1>
  return
}

func.func @from_bf16() {
  %x = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 127.5, -129.0, 255.0, 256.0, -1.0, 65280.0, 65536.0, 2147483648.0, -2147483648.0,
      9.295429630892704e+18, -9.295429630892704e+18, 3.3895313892515355e+38, 9.183549615799121e-41, 0x7F80,
      0xFF80, 0x7FC0]> : tensor<20xbf16> -> tensor<20xbf16>
  %f64 = weir.cast %x {to = f64} : (tensor<20xbf16>) -> tensor<20xf64>
  %expected_f64 = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 127.5, -129.0, 255.0, 256.0, -1.0, 65280.0, 65536.0, 2147483648.0, -2147483648.0,
      9.295429630892704e+18, -9.295429630892704e+18, 3.3895313892515355e+38, 9.183549615799121e-41,
      0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<20xf64> -> tensor<20xf64>
  check.expect_eq %f64, %expected_f64 : tensor<20xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<20xbf16>) -> tensor<20xf32>
  %expected_f32 = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 127.5, -129.0, 255.0, 256.0, -1.0, 65280.0, 65536.0, 2.1474836e+09, -2.1474836e+09,
      9.29543e+18, -9.29543e+18, 3.3895314e+38, 9.1835e-41, 0x7F800000, 0xFF800000, 0x7FC00000]>
      : tensor<20xf32> -> tensor<20xf32>
  check.expect_eq %f32, %expected_f32 : tensor<20xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<20xbf16>) -> tensor<20xf16>
  %expected_f16 = weir.constant dense<
      [0.0, -0.0, 0.5, -0.5, 127.5, -129.0, 255.0, 256.0, -1.0, 6.528e+04, 0x7C00, 0x7C00, 0xFC00, 0x7C00,
      0xFC00, 0x7C00, 0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<20xf16> -> tensor<20xf16>
  check.expect_eq %f16, %expected_f16 : tensor<20xf16>
  %i64 = weir.cast %x {to = i64} : (tensor<20xbf16>) -> tensor<20xi64>
  %expected_i64 = weir.constant dense<
      [0, 0, 0, 0, 127, -129, 255, 256, -1, 65280, 65536, 2147483648, -2147483648, -9223372036854775808,
      -9223372036854775808, -9223372036854775808, 0, -9223372036854775808, -9223372036854775808, -9223372036854775808]>
      : tensor<20xi64> -> tensor<20xi64>
  check.expect_eq %i64, %expected_i64 : tensor<20xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<20xbf16>) -> tensor<20xi32>
  %expected_i32 = weir.constant dense<
      [0, 0, 0, 0, 127, -129, 255, 256, -1, 65280, 65536, -2147483648, -2147483648, -2147483648, -2147483648,
      -2147483648, 0, -2147483648, -2147483648, -2147483648]> : tensor<20xi32> -> tensor<20xi32>
  check.expect_eq %i32, %expected_i32 : tensor<20xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<20xbf16>) -> tensor<20xi8>
  %expected_i8 = weir.constant dense<
      [0, 0, 0, 0, 127, 127, -1, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<20xi8> -> tensor<20xi8>
  check.expect_eq %i8, %expected_i8 : tensor<20xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<20xbf16>) -> tensor<20xui8>
  %expected_ui8 = weir.constant dense<
      [0, 0, 0, 0, 127, 127, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<20xui8> -> tensor<20xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<20xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<20xbf16>) -> tensor<20xi1>
  %expected_i1 = weir.constant dense<
      [false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true]> : tensor<20xi1> -> tensor<20xi1>
  check.expect_eq %i1, %expected_i1 : tensor<20xi1>
  return
}

func.func @from_i64() {
  %x = weir.constant dense<
      [0, 1, -1, 127, 128, -129, 255, 256, 257, 32767, 65519, 65520, -65520, 16777217, 2147483647, 2147483648,
      -2147483648, -2147483649, 9007199254740993, 9223372036854775807, -9223372036854775808, 4629700416936869889]>
      : tensor<22xi64> -> tensor<22xi64>
  %f64 = weir.cast %x {to = f64} : (tensor<22xi64>) -> tensor<22xf64>
  %expected_f64 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 32767.0, 65519.0, 65520.0, -65520.0,
      16777217.0, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 9007199254740992.0,
      9.223372036854776e+18, -9.223372036854776e+18, 4.62970041693687e+18]> : tensor<22xf64> -> tensor<22xf64>
  check.expect_eq %f64, %expected_f64 : tensor<22xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<22xi64>) -> tensor<22xf32>
  %expected_f32 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 32767.0, 65519.0, 65520.0, -65520.0,
      1.6777216e+07, 2.1474836e+09, 2.1474836e+09, -2.1474836e+09, -2.1474836e+09, 9.007199e+15, 9.223372e+18,
      -9.223372e+18, 4.6297004e+18]> : tensor<22xf32> -> tensor<22xf32>
  check.expect_eq %f32, %expected_f32 : tensor<22xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<22xi64>) -> tensor<22xf16>
  %expected_f16 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 3.277e+04, 6.55e+04, 0x7C00, 0xFC00, 0x7C00,
      0x7C00, 0x7C00, 0xFC00, 0xFC00, 0x7C00, 0x7C00, 0xFC00, 0x7C00]> : tensor<22xf16> -> tensor<22xf16>
  check.expect_eq %f16, %expected_f16 : tensor<22xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<22xi64>) -> tensor<22xbf16>
  %expected_bf16 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 256.0, 32768.0, 65536.0, 65536.0, -65536.0,
      16777216.0, 2147483648.0, 2147483648.0, -2147483648.0, -2147483648.0, 9007199254740992.0,
      9.223372036854776e+18, -9.223372036854776e+18, 4.647714815446352e+18]> : tensor<22xbf16> -> tensor<22xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<22xbf16>
  %i32 = weir.cast %x {to = i32} : (tensor<22xi64>) -> tensor<22xi32>
  %expected_i32 = weir.constant dense<
      [0, 1, -1, 127, 128, -129, 255, 256, 257, 32767, 65519, 65520, -65520, 16777217, 2147483647, -2147483648,
      -2147483648, 2147483647, 1, -1, 0, 1]> : tensor<22xi32> -> tensor<22xi32>
  check.expect_eq %i32, %expected_i32 : tensor<22xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<22xi64>) -> tensor<22xi8>
  %expected_i8 = weir.constant dense<
      [0, 1, -1, 127, -128, 127, -1, 0, 1, -1, -17, -16, 16, 1, -1, 0, 0, -1, 1, -1, 0, 1]>
      : tensor<22xi8> -> tensor<22xi8>
  check.expect_eq %i8, %expected_i8 : tensor<22xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<22xi64>) -> tensor<22xui8>
  %expected_ui8 = weir.constant dense<
      [0, 1, 255, 127, 128, 127, 255, 0, 1, 255, 239, 240, 16, 1, 255, 0, 0, 255, 1, 255, 0, 1]>
      : tensor<22xui8> -> tensor<22xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<22xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<22xi64>) -> tensor<22xi1>
  %expected_i1 = weir.constant dense<
      [false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true]> : tensor<22xi1> -> tensor<22xi1>
  check.expect_eq %i1, %expected_i1 : tensor<22xi1>
  return
}

func.func @from_i32() {
  %x = weir.constant dense<
      [0, 1, -1, 127, 128, -129, 255, 256, 257, 65519, 65520, -65520, 16777217, 2147483647, -2147483648,
      -2147483647]> : tensor<16xi32> -> tensor<16xi32>
  %f64 = weir.cast %x {to = f64} : (tensor<16xi32>) -> tensor<16xf64>
  %expected_f64 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 65519.0, 65520.0, -65520.0, 16777217.0,
      2147483647.0, -2147483648.0, -2147483647.0]> : tensor<16xf64> -> tensor<16xf64>
  check.expect_eq %f64, %expected_f64 : tensor<16xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<16xi32>) -> tensor<16xf32>
  %expected_f32 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 65519.0, 65520.0, -65520.0, 1.6777216e+07,
      2.1474836e+09, -2.1474836e+09, -2.1474836e+09]> : tensor<16xf32> -> tensor<16xf32>
  check.expect_eq %f32, %expected_f32 : tensor<16xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<16xi32>) -> tensor<16xf16>
  %expected_f16 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 257.0, 6.55e+04, 0x7C00, 0xFC00, 0x7C00, 0x7C00,
      0xFC00, 0xFC00]> : tensor<16xf16> -> tensor<16xf16>
  check.expect_eq %f16, %expected_f16 : tensor<16xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<16xi32>) -> tensor<16xbf16>
  %expected_bf16 = weir.constant dense<
      [0.0, 1.0, -1.0, 127.0, 128.0, -129.0, 255.0, 256.0, 256.0, 65536.0, 65536.0, -65536.0, 16777216.0,
      2147483648.0, -2147483648.0, -2147483648.0]> : tensor<16xbf16> -> tensor<16xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<16xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<16xi32>) -> tensor<16xi64>
  %expected_i64 = weir.constant dense<
      [0, 1, -1, 127, 128, -129, 255, 256, 257, 65519, 65520, -65520, 16777217, 2147483647, -2147483648,
      -2147483647]> : tensor<16xi64> -> tensor<16xi64>
  check.expect_eq %i64, %expected_i64 : tensor<16xi64>
  %i8 = weir.cast %x {to = i8} : (tensor<16xi32>) -> tensor<16xi8>
  %expected_i8 = weir.constant dense<
      [0, 1, -1, 127, -128, 127, -1, 0, 1, -17, -16, 16, 1, -1, 0, 1]> : tensor<16xi8> -> tensor<16xi8>
  check.expect_eq %i8, %expected_i8 : tensor<16xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<16xi32>) -> tensor<16xui8>
  %expected_ui8 = weir.constant dense<
      [0, 1, 255, 127, 128, 127, 255, 0, 1, 239, 240, 16, 1, 255, 0, 1]> : tensor<16xui8> -> tensor<16xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<16xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<16xi32>) -> tensor<16xi1>
  %expected_i1 = weir.constant dense<
      [false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]>
      : tensor<16xi1> -> tensor<16xi1>
  check.expect_eq %i1, %expected_i1 : tensor<16xi1>
  return
}

func.func @from_i8() {
  %x = weir.constant dense<[0, 1, -1, 127, -128, 100]> : tensor<6xi8> -> tensor<6xi8>
  %f64 = weir.cast %x {to = f64} : (tensor<6xi8>) -> tensor<6xf64>
  %expected_f64 = weir.constant dense<[0.0, 1.0, -1.0, 127.0, -128.0, 100.0]> : tensor<6xf64> -> tensor<6xf64>
  check.expect_eq %f64, %expected_f64 : tensor<6xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<6xi8>) -> tensor<6xf32>
  %expected_f32 = weir.constant dense<[0.0, 1.0, -1.0, 127.0, -128.0, 100.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %f32, %expected_f32 : tensor<6xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<6xi8>) -> tensor<6xf16>
  %expected_f16 = weir.constant dense<[0.0, 1.0, -1.0, 127.0, -128.0, 100.0]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_eq %f16, %expected_f16 : tensor<6xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<6xi8>) -> tensor<6xbf16>
  %expected_bf16 = weir.constant dense<[0.0, 1.0, -1.0, 127.0, -128.0, 100.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<6xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<6xi8>) -> tensor<6xi64>
  %expected_i64 = weir.constant dense<[0, 1, -1, 127, -128, 100]> : tensor<6xi64> -> tensor<6xi64>
  check.expect_eq %i64, %expected_i64 : tensor<6xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<6xi8>) -> tensor<6xi32>
  %expected_i32 = weir.constant dense<[0, 1, -1, 127, -128, 100]> : tensor<6xi32> -> tensor<6xi32>
  check.expect_eq %i32, %expected_i32 : tensor<6xi32>
  %ui8 = weir.cast %x {to = ui8} : (tensor<6xi8>) -> tensor<6xui8>
  %expected_ui8 = weir.constant dense<[0, 1, 255, 127, 128, 100]> : tensor<6xui8> -> tensor<6xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<6xui8>
  %i1 = weir.cast %x {to = i1} : (tensor<6xi8>) -> tensor<6xi1>
  %expected_i1 = weir.constant dense<[false, true, true, true, true, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %i1, %expected_i1 : tensor<6xi1>
  return
}

func.func @from_ui8() {
  %x = weir.constant dense<[0, 1, 127, 128, 200, 255]> : tensor<6xui8> -> tensor<6xui8>
  %f64 = weir.cast %x {to = f64} : (tensor<6xui8>) -> tensor<6xf64>
  %expected_f64 = weir.constant dense<[0.0, 1.0, 127.0, 128.0, 200.0, 255.0]> : tensor<6xf64> -> tensor<6xf64>
  check.expect_eq %f64, %expected_f64 : tensor<6xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<6xui8>) -> tensor<6xf32>
  %expected_f32 = weir.constant dense<[0.0, 1.0, 127.0, 128.0, 200.0, 255.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %f32, %expected_f32 : tensor<6xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<6xui8>) -> tensor<6xf16>
  %expected_f16 = weir.constant dense<[0.0, 1.0, 127.0, 128.0, 200.0, 255.0]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_eq %f16, %expected_f16 : tensor<6xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<6xui8>) -> tensor<6xbf16>
  %expected_bf16 = weir.constant dense<[0.0, 1.0, 127.0, 128.0, 200.0, 255.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<6xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<6xui8>) -> tensor<6xi64>
  %expected_i64 = weir.constant dense<[0, 1, 127, 128, 200, 255]> : tensor<6xi64> -> tensor<6xi64>
  check.expect_eq %i64, %expected_i64 : tensor<6xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<6xui8>) -> tensor<6xi32>
  %expected_i32 = weir.constant dense<[0, 1, 127, 128, 200, 255]> : tensor<6xi32> -> tensor<6xi32>
  check.expect_eq %i32, %expected_i32 : tensor<6xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<6xui8>) -> tensor<6xi8>
  %expected_i8 = weir.constant dense<[0, 1, 127, -128, -56, -1]> : tensor<6xi8> -> tensor<6xi8>
  check.expect_eq %i8, %expected_i8 : tensor<6xi8>
  %i1 = weir.cast %x {to = i1} : (tensor<6xui8>) -> tensor<6xi1>
  %expected_i1 = weir.constant dense<[false, true, true, true, true, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %i1, %expected_i1 : tensor<6xi1>
  return
}

func.func @from_i1() {
  %x = weir.constant dense<[false, true, true]> : tensor<3xi1> -> tensor<3xi1>
  %f64 = weir.cast %x {to = f64} : (tensor<3xi1>) -> tensor<3xf64>
  %expected_f64 = weir.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %f64, %expected_f64 : tensor<3xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<3xi1>) -> tensor<3xf32>
  %expected_f32 = weir.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %f32, %expected_f32 : tensor<3xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<3xi1>) -> tensor<3xf16>
  %expected_f16 = weir.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %f16, %expected_f16 : tensor<3xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<3xi1>) -> tensor<3xbf16>
  %expected_bf16 = weir.constant dense<[0.0, 1.0, 1.0]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<3xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<3xi1>) -> tensor<3xi64>
  %expected_i64 = weir.constant dense<[0, 1, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %i64, %expected_i64 : tensor<3xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<3xi1>) -> tensor<3xi32>
  %expected_i32 = weir.constant dense<[0, 1, 1]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %i32, %expected_i32 : tensor<3xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<3xi1>) -> tensor<3xi8>
  %expected_i8 = weir.constant dense<[0, 1, 1]> : tensor<3xi8> -> tensor<3xi8>
  check.expect_eq %i8, %expected_i8 : tensor<3xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<3xi1>) -> tensor<3xui8>
  %expected_ui8 = weir.constant dense<[0, 1, 1]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<3xui8>
  return
}

// A kernel of unknown sizes serves both.
func.func @from_more_bools() {
  %x = weir.constant dense<[true, false, true, false, false]> : tensor<5xi1> -> tensor<5xi1>
  %f64 = weir.cast %x {to = f64} : (tensor<5xi1>) -> tensor<5xf64>
  %expected_f64 = weir.constant dense<[1.0, 0.0, 1.0, 0.0, 0.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %f64, %expected_f64 : tensor<5xf64>
  %f32 = weir.cast %x {to = f32} : (tensor<5xi1>) -> tensor<5xf32>
  %expected_f32 = weir.constant dense<[1.0, 0.0, 1.0, 0.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %f32, %expected_f32 : tensor<5xf32>
  %f16 = weir.cast %x {to = f16} : (tensor<5xi1>) -> tensor<5xf16>
  %expected_f16 = weir.constant dense<[1.0, 0.0, 1.0, 0.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %f16, %expected_f16 : tensor<5xf16>
  %bf16 = weir.cast %x {to = bf16} : (tensor<5xi1>) -> tensor<5xbf16>
  %expected_bf16 = weir.constant dense<[1.0, 0.0, 1.0, 0.0, 0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %bf16, %expected_bf16 : tensor<5xbf16>
  %i64 = weir.cast %x {to = i64} : (tensor<5xi1>) -> tensor<5xi64>
  %expected_i64 = weir.constant dense<[1, 0, 1, 0, 0]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %i64, %expected_i64 : tensor<5xi64>
  %i32 = weir.cast %x {to = i32} : (tensor<5xi1>) -> tensor<5xi32>
  %expected_i32 = weir.constant dense<[1, 0, 1, 0, 0]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %i32, %expected_i32 : tensor<5xi32>
  %i8 = weir.cast %x {to = i8} : (tensor<5xi1>) -> tensor<5xi8>
  %expected_i8 = weir.constant dense<[1, 0, 1, 0, 0]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %i8, %expected_i8 : tensor<5xi8>
  %ui8 = weir.cast %x {to = ui8} : (tensor<5xi1>) -> tensor<5xui8>
  %expected_ui8 = weir.constant dense<[1, 0, 1, 0, 0]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %ui8, %expected_ui8 : tensor<5xui8>
  return
}
