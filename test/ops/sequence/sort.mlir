// RUN: %op_runs
// Elements along a dimension in order, and where they stood.

func.func @rows_f32() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0], [0.0, 0.0, 5.0, -5.0, 1.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[-7.0, -1.0, 2.0, 3.0, 3.0], [-5.0, 0.0, 0.0, 1.0, 5.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xf32>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @rows_i32() {
  %x = weir.constant dense<[[3, -1, 2, 3, -7], [0, 0, 5, -5, 1]]> : tensor<2x5xi32> -> tensor<2x5xi32>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<[[-7, -1, 2, 3, 3], [-5, 0, 0, 1, 5]]> : tensor<2x5xi32> -> tensor<2x5xi32>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xi32>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @rows_i8() {
  %x = weir.constant dense<[[3, -1, 2, 3, -7], [0, 0, 5, -5, 1]]> : tensor<2x5xi8> -> tensor<2x5xi8>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xi8>) -> (tensor<2x5xi8>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<[[-7, -1, 2, 3, 3], [-5, 0, 0, 1, 5]]> : tensor<2x5xi8> -> tensor<2x5xi8>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xi8>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @rows_ui8() {
  %x = weir.constant dense<[[3, 255, 2, 128, 127], [0, 0, 200, 5, 1]]> : tensor<2x5xui8> -> tensor<2x5xui8>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xui8>) -> (tensor<2x5xui8>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<[[2, 3, 127, 128, 255], [0, 0, 1, 5, 200]]> : tensor<2x5xui8> -> tensor<2x5xui8>
  %expected1 = weir.constant dense<[[2, 0, 4, 3, 1], [0, 1, 4, 3, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xui8>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @bools() {
  %x = weir.constant dense<
      [[true, false, true, false, false], [true, true, false, true, true]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xi1>) -> (tensor<2x5xi1>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[false, false, false, true, true], [false, true, true, true, true]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  %expected1 = weir.constant dense<[[1, 3, 4, 0, 2], [2, 0, 1, 3, 4]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xi1>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

// Equal elements keep their order, here too.
func.func @descending() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0], [0.0, 0.0, 5.0, -5.0, 1.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %r:2 = weir.sort %x {dim = 1 : i64, descending} : (tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[3.0, 3.0, 2.0, -1.0, -7.0], [5.0, 1.0, 0.0, 0.0, -5.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %expected1 = weir.constant dense<[[0, 3, 2, 1, 4], [2, 4, 0, 1, 3]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xf32>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @descending_bools() {
  %x = weir.constant dense<[[true, false, true, false, false]]> : tensor<1x5xi1> -> tensor<1x5xi1>
  %r:2 = weir.sort %x {dim = 1 : i64, descending} : (tensor<1x5xi1>) -> (tensor<1x5xi1>, tensor<1x5xi64>)
  %expected0 = weir.constant dense<[[true, true, false, false, false]]> : tensor<1x5xi1> -> tensor<1x5xi1>
  %expected1 = weir.constant dense<[[0, 2, 1, 3, 4]]> : tensor<1x5xi64> -> tensor<1x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<1x5xi1>
  check.expect_eq %r#1, %expected1 : tensor<1x5xi64>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-2, 3, -2], [2, 2, 3], [2, -3, -3], [-3, 3, -2], [2, -1, 3], [1, -3, 0], [1, 0, -2], [2, 1, -3], [-2, 1,
      -3]], [[-3, -1, -2], [-1, 2, -2], [1, 1, -1], [-3, -1, -1], [2, -3, -2], [2, -3, 1], [-2, 0, -3], [-2, 2,
      3], [-3, 3, 3]]]> : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x9x3xi64>) -> (tensor<2x9x3xi64>, tensor<2x9x3xi64>)
  %expected0 = weir.constant dense<
      [[[-3, -3, -3], [-2, -3, -3], [-2, -1, -3], [1, 0, -2], [1, 1, -2], [2, 1, -2], [2, 2, 0], [2, 3, 3], [2,
      3, 3]], [[-3, -3, -3], [-3, -3, -2], [-3, -1, -2], [-2, -1, -2], [-2, 0, -1], [-1, 1, -1], [1, 2, 1], [2,
      2, 3], [2, 3, 3]]]> : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  %expected1 = weir.constant dense<
      [[[3, 2, 2], [0, 5, 7], [8, 4, 8], [5, 6, 0], [6, 7, 3], [1, 8, 6], [2, 1, 5], [4, 0, 1], [7, 3, 4]], [[0,
      4, 6], [3, 5, 0], [8, 0, 1], [6, 3, 4], [7, 6, 2], [1, 2, 3], [2, 1, 5], [4, 7, 7], [5, 8, 8]]]>
      : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x9x3xi64>
  check.expect_eq %r#1, %expected1 : tensor<2x9x3xi64>
  return
}

// One line, with many equals.
func.func @vector() {
  %x = weir.constant dense<
      [5.0, -12.0, 6.0, -8.0, -7.0, 3.0, -15.0, -8.0, 17.0, -5.0, 5.0, -16.0, 8.0, -5.0, 4.0, -19.0, -13.0,
      -12.0, -15.0, 16.0, 0.0, -9.0, -11.0, -10.0, -11.0, 7.0, 1.0, 15.0, 12.0, -9.0, -8.0, -5.0, 13.0, 8.0,
      -3.0, 11.0, 4.0, 4.0, 9.0, -13.0, 6.0, -13.0, -17.0, 10.0, -19.0, 8.0, -12.0, 15.0, -19.0, 11.0, 16.0,
      -4.0, 19.0, -15.0, 14.0, 15.0, -11.0, 7.0, 9.0, 3.0, -19.0, 7.0, -17.0, -5.0, -10.0, -7.0, 19.0]>
      : tensor<67xf32> -> tensor<67xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<67xf32>) -> (tensor<67xf32>, tensor<67xi64>)
  %expected0 = weir.constant dense<
      [-19.0, -19.0, -19.0, -19.0, -17.0, -17.0, -16.0, -15.0, -15.0, -15.0, -13.0, -13.0, -13.0, -12.0, -12.0,
      -12.0, -11.0, -11.0, -11.0, -10.0, -10.0, -9.0, -9.0, -8.0, -8.0, -8.0, -7.0, -7.0, -5.0, -5.0, -5.0, -5.0,
      -4.0, -3.0, 0.0, 1.0, 3.0, 3.0, 4.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 7.0, 7.0, 7.0, 8.0, 8.0, 8.0, 9.0, 9.0,
      10.0, 11.0, 11.0, 12.0, 13.0, 14.0, 15.0, 15.0, 15.0, 16.0, 16.0, 17.0, 19.0, 19.0]>
      : tensor<67xf32> -> tensor<67xf32>
  %expected1 = weir.constant dense<
      [15, 44, 48, 60, 42, 62, 11, 6, 18, 53, 16, 39, 41, 1, 17, 46, 22, 24, 56, 23, 64, 21, 29, 3, 7, 30, 4, 65,
      9, 13, 31, 63, 51, 34, 20, 26, 5, 59, 14, 36, 37, 0, 10, 2, 40, 25, 57, 61, 12, 33, 45, 38, 58, 43, 35, 49,
      28, 32, 54, 27, 47, 55, 19, 50, 8, 52, 66]> : tensor<67xi64> -> tensor<67xi64>
  check.expect_eq %r#0, %expected0 : tensor<67xf32>
  check.expect_eq %r#1, %expected1 : tensor<67xi64>
  return
}

func.func @vector_descending() {
  %x = weir.constant dense<
      [3, -7, -1, 8, 8, 11, 17, 15, 13, 4, -5, -5, -6, -2, 17, 6, -5, 11, 12, -15, -17, -3, -2, -19, 0, 3, 12, 3,
      15, -3, -14, 9, 4, -1, 5, -12, -14, -7, 13, 12, 2, -10, 18, 18, -13, 7, 0, 14, -8, -1, 5, 5, 4, -10, 0, 16,
      -8, -11, 0, -2, -6, 19, 15, -16, -2, 5]> : tensor<66xi32> -> tensor<66xi32>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<66xi32>) -> (tensor<66xi32>, tensor<66xi64>)
  %expected0 = weir.constant dense<
      [19, 18, 18, 17, 17, 16, 15, 15, 15, 14, 13, 13, 12, 12, 12, 11, 11, 9, 8, 8, 7, 6, 5, 5, 5, 5, 4, 4, 4, 3,
      3, 3, 2, 0, 0, 0, 0, -1, -1, -1, -2, -2, -2, -2, -3, -3, -5, -5, -5, -6, -6, -7, -7, -8, -8, -10, -10, -11,
      -12, -13, -14, -14, -15, -16, -17, -19]> : tensor<66xi32> -> tensor<66xi32>
  %expected1 = weir.constant dense<
      [61, 42, 43, 6, 14, 55, 7, 28, 62, 47, 8, 38, 18, 26, 39, 5, 17, 31, 3, 4, 45, 15, 34, 50, 51, 65, 9, 32,
      52, 0, 25, 27, 40, 24, 46, 54, 58, 2, 33, 49, 13, 22, 59, 64, 21, 29, 10, 11, 16, 12, 60, 1, 37, 48, 56,
      41, 53, 57, 35, 44, 30, 36, 19, 63, 20, 23]> : tensor<66xi64> -> tensor<66xi64>
  check.expect_eq %r#0, %expected0 : tensor<66xi32>
  check.expect_eq %r#1, %expected1 : tensor<66xi64>
  return
}

func.func @reversed() {
  %x = weir.constant dense<
      [31.0, 30.0, 29.0, 28.0, 27.0, 26.0, 25.0, 24.0, 23.0, 22.0, 21.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0,
      14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]>
      : tensor<32xf32> -> tensor<32xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<32xf32>) -> (tensor<32xf32>, tensor<32xi64>)
  %expected0 = weir.constant dense<
      [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0,
      19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]> : tensor<32xf32> -> tensor<32xf32>
  %expected1 = weir.constant dense<
      [31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4,
      3, 2, 1, 0]> : tensor<32xi64> -> tensor<32xi64>
  check.expect_eq %r#0, %expected0 : tensor<32xf32>
  check.expect_eq %r#1, %expected1 : tensor<32xi64>
  return
}

func.func @equal() {
  %x = weir.constant dense<
      [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]>
      : tensor<31xi64> -> tensor<31xi64>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<31xi64>) -> (tensor<31xi64>, tensor<31xi64>)
  %expected0 = weir.constant dense<
      [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]>
      : tensor<31xi64> -> tensor<31xi64>
  %expected1 = weir.constant dense<
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
      29, 30]> : tensor<31xi64> -> tensor<31xi64>
  check.expect_eq %r#0, %expected0 : tensor<31xi64>
  check.expect_eq %r#1, %expected1 : tensor<31xi64>
  return
}

// NaN is larger than any number; 0 and -0 are equal.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 1.0, 0xFF800000, 0x7F800000, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<8xf32> -> tensor<8xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0xFF800000, -1.0, -0.0, 0.0, 1.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<8xf32> -> tensor<8xf32>
  %expected1 = weir.constant dense<[2, 7, 5, 6, 1, 3, 0, 4]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf32>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_descending_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 1.0, 0xFF800000, 0x7F800000, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<8xf32> -> tensor<8xf32>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 1.0, -0.0, 0.0, -1.0, 0xFF800000]> : tensor<8xf32> -> tensor<8xf32>
  %expected1 = weir.constant dense<[0, 4, 3, 1, 5, 6, 7, 2]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf32>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -0.0, 0.0, -1.0]>
      : tensor<8xf64> -> tensor<8xf64>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<8xf64>) -> (tensor<8xf64>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0xFFF0000000000000, -1.0, -0.0, 0.0, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]>
      : tensor<8xf64> -> tensor<8xf64>
  %expected1 = weir.constant dense<[2, 7, 5, 6, 1, 3, 0, 4]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf64>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_descending_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -0.0, 0.0, -1.0]>
      : tensor<8xf64> -> tensor<8xf64>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<8xf64>) -> (tensor<8xf64>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 1.0, -0.0, 0.0, -1.0, 0xFFF0000000000000]>
      : tensor<8xf64> -> tensor<8xf64>
  %expected1 = weir.constant dense<[0, 4, 3, 1, 5, 6, 7, 2]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf64>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 1.0, 0xFC00, 0x7C00, 0x7E00, -0.0, 0.0, -1.0]> : tensor<8xf16> -> tensor<8xf16>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<8xf16>) -> (tensor<8xf16>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0xFC00, -1.0, -0.0, 0.0, 1.0, 0x7C00, 0x7E00, 0x7E00]> : tensor<8xf16> -> tensor<8xf16>
  %expected1 = weir.constant dense<[2, 7, 5, 6, 1, 3, 0, 4]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf16>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_descending_f16() {
  %x = weir.constant dense<[0x7E00, 1.0, 0xFC00, 0x7C00, 0x7E00, -0.0, 0.0, -1.0]> : tensor<8xf16> -> tensor<8xf16>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<8xf16>) -> (tensor<8xf16>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 1.0, -0.0, 0.0, -1.0, 0xFC00]> : tensor<8xf16> -> tensor<8xf16>
  %expected1 = weir.constant dense<[0, 4, 3, 1, 5, 6, 7, 2]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xf16>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<[0x7FC0, 1.0, 0xFF80, 0x7F80, 0x7FC0, -0.0, 0.0, -1.0]> : tensor<8xbf16> -> tensor<8xbf16>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0xFF80, -1.0, -0.0, 0.0, 1.0, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<8xbf16> -> tensor<8xbf16>
  %expected1 = weir.constant dense<[2, 7, 5, 6, 1, 3, 0, 4]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xbf16>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @special_descending_bf16() {
  %x = weir.constant dense<[0x7FC0, 1.0, 0xFF80, 0x7F80, 0x7FC0, -0.0, 0.0, -1.0]> : tensor<8xbf16> -> tensor<8xbf16>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xi64>)
  %expected0 = weir.constant dense<
      [0x7FC0, 0x7FC0, 0x7F80, 1.0, -0.0, 0.0, -1.0, 0xFF80]> : tensor<8xbf16> -> tensor<8xbf16>
  %expected1 = weir.constant dense<[0, 4, 3, 1, 5, 6, 7, 2]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %r#0, %expected0 : tensor<8xbf16>
  check.expect_eq %r#1, %expected1 : tensor<8xi64>
  return
}

func.func @ends() {
  %x = weir.constant dense<
      [9223372036854775807, -9223372036854775808, 0, -1, 9223372036854775806]> : tensor<5xi64> -> tensor<5xi64>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<5xi64>) -> (tensor<5xi64>, tensor<5xi64>)
  %expected0 = weir.constant dense<
      [-9223372036854775808, -1, 0, 9223372036854775806, 9223372036854775807]> : tensor<5xi64> -> tensor<5xi64>
  %expected1 = weir.constant dense<[1, 3, 2, 4, 0]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %r#0, %expected0 : tensor<5xi64>
  check.expect_eq %r#1, %expected1 : tensor<5xi64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xi64>)
  %expected0 = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %r#0, %expected0 : tensor<1x1xf32>
  check.expect_eq %r#1, %expected1 : tensor<1x1xi64>
  return
}

func.func @empty_line() {
  %x = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3x0xi64>)
  %expected0 = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %expected1 = weir.constant dense<> : tensor<3x0xi64> -> tensor<3x0xi64>
  check.expect_eq %r#0, %expected0 : tensor<3x0xf32>
  check.expect_eq %r#1, %expected1 : tensor<3x0xi64>
  return
}

func.func @no_lines() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  %expected0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %expected1 = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<0x3xf32>
  check.expect_eq %r#1, %expected1 : tensor<0x3xi64>
  return
}
