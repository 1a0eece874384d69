// RUN: %op_runs
// Elements along a dimension in order, and where they stood.

func.func @rows_f64() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0], [0.0, 0.0, 5.0, -5.0, 1.0]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[-7.0, -1.0, 2.0, 3.0, 3.0], [-5.0, 0.0, 0.0, 1.0, 5.0]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xf64>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

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

func.func @rows_f16() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0], [0.0, 0.0, 5.0, -5.0, 1.0]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xf16>) -> (tensor<2x5xf16>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[-7.0, -1.0, 2.0, 3.0, 3.0], [-5.0, 0.0, 0.0, 1.0, 5.0]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xf16>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0], [0.0, 0.0, 5.0, -5.0, 1.0]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xbf16>) -> (tensor<2x5xbf16>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<
      [[-7.0, -1.0, 2.0, 3.0, 3.0], [-5.0, 0.0, 0.0, 1.0, 5.0]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xbf16>
  check.expect_eq %r#1, %expected1 : tensor<2x5xi64>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[[3, -1, 2, 3, -7], [0, 0, 5, -5, 1]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x5xi64>) -> (tensor<2x5xi64>, tensor<2x5xi64>)
  %expected0 = weir.constant dense<[[-7, -1, 2, 3, 3], [-5, 0, 0, 1, 5]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %expected1 = weir.constant dense<[[4, 1, 2, 0, 3], [3, 0, 1, 4, 2]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x5xi64>
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

func.func @descending_ui8() {
  %x = weir.constant dense<[[3, 255, 2, 128, 127]]> : tensor<1x5xui8> -> tensor<1x5xui8>
  %r:2 = weir.sort %x {dim = 1 : i64, descending} : (tensor<1x5xui8>) -> (tensor<1x5xui8>, tensor<1x5xi64>)
  %expected0 = weir.constant dense<[[255, 128, 127, 3, 2]]> : tensor<1x5xui8> -> tensor<1x5xui8>
  %expected1 = weir.constant dense<[[1, 3, 4, 0, 2]]> : tensor<1x5xi64> -> tensor<1x5xi64>
  check.expect_eq %r#0, %expected0 : tensor<1x5xui8>
  check.expect_eq %r#1, %expected1 : tensor<1x5xi64>
  return
}

func.func @columns() {
  %x = weir.constant dense<
      [[-5.0, 7.0, -5.0], [5.0, 4.0, 7.0], [4.0, -7.0, -9.0], [-9.0, 8.0, -6.0], [6.0, -2.0, 6.0], [3.0, -8.0,
      -2.0], [3.0, 0.0, -7.0]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x3xi64>)
  %expected0 = weir.constant dense<
      [[-9.0, -8.0, -9.0], [-5.0, -7.0, -7.0], [3.0, -2.0, -6.0], [3.0, 0.0, -5.0], [4.0, 4.0, -2.0], [5.0, 7.0,
      6.0], [6.0, 8.0, 7.0]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %expected1 = weir.constant dense<
      [[3, 5, 2], [0, 2, 6], [5, 4, 3], [6, 6, 0], [2, 1, 5], [1, 0, 4], [4, 3, 1]]>
      : tensor<7x3xi64> -> tensor<7x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<7x3xf32>
  check.expect_eq %r#1, %expected1 : tensor<7x3xi64>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[2, 1, -3], [-2, 1, -3], [-3, -1, -2], [-1, 2, -2], [1, 1, -1], [-3, -1, -1], [2, -3, -2], [2, -3, 1],
      [-2, 0, -3]], [[-2, 2, 3], [-3, 3, 3], [1, -2, 1], [-1, -1, 1], [-2, -1, 3], [-1, 1, -3], [2, -1, 1], [-3,
      -2, -2], [-3, 3, 0]]]> : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  %r:2 = weir.sort %x {dim = 1 : i64} : (tensor<2x9x3xi64>) -> (tensor<2x9x3xi64>, tensor<2x9x3xi64>)
  %expected0 = weir.constant dense<
      [[[-3, -3, -3], [-3, -3, -3], [-2, -1, -3], [-2, -1, -2], [-1, 0, -2], [1, 1, -2], [2, 1, -1], [2, 1, -1],
      [2, 2, 1]], [[-3, -2, -3], [-3, -2, -2], [-3, -1, 0], [-2, -1, 1], [-2, -1, 1], [-1, 1, 1], [-1, 2, 3], [1,
      3, 3], [2, 3, 3]]]> : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  %expected1 = weir.constant dense<
      [[[2, 6, 0], [5, 7, 1], [1, 2, 8], [8, 5, 2], [3, 8, 3], [4, 0, 6], [0, 1, 4], [6, 4, 5], [7, 3, 7]], [[1,
      2, 5], [7, 7, 7], [8, 3, 8], [0, 4, 2], [4, 6, 3], [3, 5, 6], [5, 0, 0], [2, 1, 1], [6, 8, 4]]]>
      : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x9x3xi64>
  check.expect_eq %r#1, %expected1 : tensor<2x9x3xi64>
  return
}

func.func @middle_descending() {
  %x = weir.constant dense<
      [[[-2.0, -2.0, -2.0], [-2.0, 1.0, 0.0], [3.0, 2.0, -1.0], [-1.0, -1.0, 2.0], [2.0, 0.0, 2.0], [1.0, 1.0,
      2.0], [-2.0, 1.0, -2.0], [-3.0, 2.0, -3.0], [1.0, -2.0, 3.0]], [[-3.0, 2.0, 3.0], [-1.0, 3.0, -3.0], [3.0,
      3.0, -2.0], [1.0, 2.0, 1.0], [-3.0, 1.0, -3.0], [-1.0, -2.0, -1.0], [3.0, 1.0, -1.0], [0.0, 1.0, 1.0],
      [2.0, 3.0, 3.0]]]> : tensor<2x9x3xf64> -> tensor<2x9x3xf64>
  %r:2 = weir.sort %x {dim = 1 : i64, descending} : (tensor<2x9x3xf64>) -> (tensor<2x9x3xf64>, tensor<2x9x3xi64>)
  %expected0 = weir.constant dense<
      [[[3.0, 2.0, 3.0], [2.0, 2.0, 2.0], [1.0, 1.0, 2.0], [1.0, 1.0, 2.0], [-1.0, 1.0, 0.0], [-2.0, 0.0, -1.0],
      [-2.0, -1.0, -2.0], [-2.0, -2.0, -2.0], [-3.0, -2.0, -3.0]], [[3.0, 3.0, 3.0], [3.0, 3.0, 3.0], [2.0, 3.0,
      1.0], [1.0, 2.0, 1.0], [0.0, 2.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, 1.0, -2.0], [-3.0, 1.0, -3.0], [-3.0,
      -2.0, -3.0]]]> : tensor<2x9x3xf64> -> tensor<2x9x3xf64>
  %expected1 = weir.constant dense<
      [[[2, 2, 8], [4, 7, 3], [5, 1, 4], [8, 5, 5], [3, 6, 1], [0, 4, 2], [1, 3, 0], [6, 0, 6], [7, 8, 7]], [[2,
      1, 0], [6, 2, 8], [8, 8, 3], [3, 0, 7], [7, 3, 5], [1, 4, 6], [5, 6, 2], [0, 7, 1], [4, 5, 4]]]>
      : tensor<2x9x3xi64> -> tensor<2x9x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x9x3xf64>
  check.expect_eq %r#1, %expected1 : tensor<2x9x3xi64>
  return
}

// One line, with many equals.
func.func @vector() {
  %x = weir.constant dense<
      [13.0, 4.0, -5.0, -5.0, -6.0, -2.0, 17.0, 6.0, -5.0, 11.0, 12.0, -15.0, -17.0, -3.0, -2.0, -19.0, 0.0, 3.0,
      12.0, 3.0, 15.0, -3.0, -14.0, 9.0, 4.0, -1.0, 5.0, -12.0, -14.0, -7.0, 13.0, 12.0, 2.0, -10.0, 18.0, 18.0,
      -13.0, 7.0, 0.0, 14.0, -8.0, -1.0, 5.0, 5.0, 4.0, -10.0, 0.0, 16.0, -8.0, -11.0, 0.0, -2.0, -6.0, 19.0,
      15.0, -16.0, -2.0, 5.0, -1.0, 18.0, -10.0, 17.0, -10.0, 15.0, 18.0, -10.0, -8.0]>
      : tensor<67xf32> -> tensor<67xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<67xf32>) -> (tensor<67xf32>, tensor<67xi64>)
  %expected0 = weir.constant dense<
      [-19.0, -17.0, -16.0, -15.0, -14.0, -14.0, -13.0, -12.0, -11.0, -10.0, -10.0, -10.0, -10.0, -10.0, -8.0,
      -8.0, -8.0, -7.0, -6.0, -6.0, -5.0, -5.0, -5.0, -3.0, -3.0, -2.0, -2.0, -2.0, -2.0, -1.0, -1.0, -1.0, 0.0,
      0.0, 0.0, 0.0, 2.0, 3.0, 3.0, 4.0, 4.0, 4.0, 5.0, 5.0, 5.0, 5.0, 6.0, 7.0, 9.0, 11.0, 12.0, 12.0, 12.0,
      13.0, 13.0, 14.0, 15.0, 15.0, 15.0, 16.0, 17.0, 17.0, 18.0, 18.0, 18.0, 18.0, 19.0]>
      : tensor<67xf32> -> tensor<67xf32>
  %expected1 = weir.constant dense<
      [15, 12, 55, 11, 22, 28, 36, 27, 49, 33, 45, 60, 62, 65, 40, 48, 66, 29, 4, 52, 2, 3, 8, 13, 21, 5, 14, 51,
      56, 25, 41, 58, 16, 38, 46, 50, 32, 17, 19, 1, 24, 44, 26, 42, 43, 57, 7, 37, 23, 9, 10, 18, 31, 0, 30, 39,
      20, 54, 63, 47, 6, 61, 34, 35, 59, 64, 53]> : tensor<67xi64> -> tensor<67xi64>
  check.expect_eq %r#0, %expected0 : tensor<67xf32>
  check.expect_eq %r#1, %expected1 : tensor<67xi64>
  return
}

func.func @vector_descending() {
  %x = weir.constant dense<
      [-17, 14, -14, 3, -7, 19, 5, -14, 10, 17, 2, 10, 8, 2, 12, 8, -13, 8, 2, -3, 3, 5, -16, -11, 10, -20, -16,
      7, -13, -2, 11, 16, 13, -10, -8, 12, 11, 19, 9, 15, -4, 18, -7, -14, 1, -14, -19, -11, -5, -6, -20, -16,
      -16, -14, 10, -20, -7, 17, -6, -6, 9, 5, -11, -2, -1, 9]> : tensor<66xi32> -> tensor<66xi32>
  %r:2 = weir.sort %x {dim = 0 : i64, descending} : (tensor<66xi32>) -> (tensor<66xi32>, tensor<66xi64>)
  %expected0 = weir.constant dense<
      [19, 19, 18, 17, 17, 16, 15, 14, 13, 12, 12, 11, 11, 10, 10, 10, 10, 9, 9, 9, 8, 8, 8, 7, 5, 5, 5, 3, 3, 2,
      2, 2, 1, -1, -2, -2, -3, -4, -5, -6, -6, -6, -7, -7, -7, -8, -10, -11, -11, -11, -13, -13, -14, -14, -14,
      -14, -14, -16, -16, -16, -16, -17, -19, -20, -20, -20]> : tensor<66xi32> -> tensor<66xi32>
  %expected1 = weir.constant dense<
      [5, 37, 41, 9, 57, 31, 39, 1, 32, 14, 35, 30, 36, 8, 11, 24, 54, 38, 60, 65, 12, 15, 17, 27, 6, 21, 61, 3,
      20, 10, 13, 18, 44, 64, 29, 63, 19, 40, 48, 49, 58, 59, 4, 42, 56, 34, 33, 23, 47, 62, 16, 28, 2, 7, 43,
      45, 53, 22, 26, 51, 52, 0, 46, 25, 50, 55]> : tensor<66xi64> -> tensor<66xi64>
  check.expect_eq %r#0, %expected0 : tensor<66xi32>
  check.expect_eq %r#1, %expected1 : tensor<66xi64>
  return
}

func.func @sorted() {
  %x = weir.constant dense<
      [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0,
      19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0]>
      : tensor<33xf32> -> tensor<33xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<33xf32>) -> (tensor<33xf32>, tensor<33xi64>)
  %expected0 = weir.constant dense<
      [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0,
      19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0]>
      : tensor<33xf32> -> tensor<33xf32>
  %expected1 = weir.constant dense<
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
      29, 30, 31, 32]> : tensor<33xi64> -> tensor<33xi64>
  check.expect_eq %r#0, %expected0 : tensor<33xf32>
  check.expect_eq %r#1, %expected1 : tensor<33xi64>
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

func.func @two() {
  %x = weir.constant dense<[2.0, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %r:2 = weir.sort %x {dim = 0 : i64} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  %expected0 = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %expected1 = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %r#0, %expected0 : tensor<2xf32>
  check.expect_eq %r#1, %expected1 : tensor<2xi64>
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
