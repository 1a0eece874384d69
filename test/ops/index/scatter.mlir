// RUN: %op_runs
// x with updates in place of the elements at indices; of several updates of one element the last one stands.

func.func @vector_f32() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[20.0, 50.0, 3.0, 40.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

func.func @vector_f64() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64> -> tensor<4xf64>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf64>, tensor<5xi64>, tensor<5xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<[20.0, 50.0, 3.0, 40.0]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq %y, %expected : tensor<4xf64>
  return
}

func.func @vector_bf16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16> -> tensor<4xbf16>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xbf16>, tensor<5xi64>, tensor<5xbf16>) -> tensor<4xbf16>
  %expected = weir.constant dense<[20.0, 50.0, 3.0, 40.0]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq %y, %expected : tensor<4xbf16>
  return
}

func.func @vector_f16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16> -> tensor<4xf16>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[20.0, 50.0, 3.0, 40.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_eq %y, %expected : tensor<4xf16>
  return
}

func.func @vector_i64() {
  %x = weir.constant dense<[1, 2, 3, 4]> : tensor<4xi64> -> tensor<4xi64>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %expected = weir.constant dense<[20, 50, 3, 40]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @rows() {
  %x = weir.constant dense<[[8.0, 2.0], [3.0, 8.0], [1.0, 5.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index = weir.constant dense<[[0, 2], [0, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %updates = weir.constant dense<[[6.0, -5.0], [-8.0, -4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<3x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<[[-8.0, 2.0], [3.0, -4.0], [1.0, -5.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[-4, 7, 8], [-9, 0, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %index = weir.constant dense<[[2], [0]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %updates = weir.constant dense<[[-7], [6]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %y = weir.scatter %x, %index, %updates {dim = 1 : i64}
      : (tensor<2x3xi64>, tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %expected = weir.constant dense<[[-4, 7, -7], [6, 0, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-7.0, -1.0], [6.0, -4.0], [-3.0, -4.0]], [[4.0, -5.0], [9.0, -1.0], [0.0, 0.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %index = weir.constant dense<
      [[[1, 1], [1, 2], [2, 2], [2, 1]], [[1, 2], [1, 0], [2, 0], [2, 1]]]> : tensor<2x4x2xi64> -> tensor<2x4x2xi64>
  %updates = weir.constant dense<
      [[[-7.0, -9.0], [-1.0, -9.0], [-7.0, 0.0], [9.0, -1.0]], [[6.0, 8.0], [6.0, 2.0], [-1.0, 0.0], [-4.0, 0.0]]]>
      : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %y = weir.scatter %x, %index, %updates {dim = 1 : i64}
      : (tensor<2x3x2xf32>, tensor<2x4x2xi64>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-7.0, -1.0], [-1.0, -1.0], [9.0, 0.0]], [[4.0, 0.0], [6.0, 0.0], [-4.0, 8.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2xf32>
  return
}

// The last one in the order of positions, not of values.
func.func @odd() {
  %x = weir.constant dense<[-2.0, -5.0, 9.0, -9.0, -8.0, -6.0, 9.0]> : tensor<7xf32> -> tensor<7xf32>
  %index = weir.constant dense<
      [4, 6, 1, 5, 2, 3, 0, 4, 5, 4, 1, 3, 1, 6, 6, 1, 3, 6, 5]> : tensor<19xi64> -> tensor<19xi64>
  %updates = weir.constant dense<
      [10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0,
      28.0]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<7xf32>, tensor<19xi64>, tensor<19xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[16.0, 25.0, 14.0, 26.0, 19.0, 28.0, 27.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @odd_lines() {
  %x = weir.constant dense<
      [[4.0, 3.0, -9.0], [5.0, -1.0, -8.0], [-5.0, 1.0, 4.0], [0.0, 2.0, 7.0], [4.0, -3.0, 3.0]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %index = weir.constant dense<
      [[2, 0, 0], [3, 1, 2], [1, 1, 0], [1, 4, 2], [1, 2, 4], [1, 2, 2], [3, 2, 3], [2, 3, 4], [0, 2, 2], [1, 1, 0],
      [2, 4, 0]]>
      : tensor<11x3xi64> -> tensor<11x3xi64>
  %updates = weir.constant dense<
      [[30.0, 31.0, 32.0], [27.0, 28.0, 29.0], [24.0, 25.0, 26.0], [21.0, 22.0, 23.0], [18.0, 19.0, 20.0], [15.0,
      16.0, 17.0], [12.0, 13.0, 14.0], [9.0, 10.0, 11.0], [6.0, 7.0, 8.0], [3.0, 4.0, 5.0], [0.0, 1.0, 2.0]]>
      : tensor<11x3xf64> -> tensor<11x3xf64>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5x3xf64>, tensor<11x3xi64>, tensor<11x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[6.0, 31.0, 2.0], [3.0, 4.0, -8.0], [0.0, 7.0, 8.0], [12.0, 10.0, 14.0], [4.0, 1.0, 11.0]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_eq %y, %expected : tensor<5x3xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %updates = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.scatter %x, %index, %updates {dim = 1 : i64}
      : (tensor<1x1xf32>, tensor<1x1xi64>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @size_one_often() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  %index = weir.constant dense<[[0, 0, 0]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  %updates = weir.constant dense<[[2.0, 4.0, 3.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %y = weir.scatter %x, %index, %updates {dim = 1 : i64}
      : (tensor<1x1xbf16>, tensor<1x3xi64>, tensor<1x3xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[3.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

func.func @no_updates() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %updates = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<2xf32>, tensor<0xi64>, tensor<0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %index = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %updates = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<0x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

// What is written over leaves no trace, even NaN.
func.func @special_f32() {
  %x = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000, 0x7FC00000, -0.0]> : tensor<5xf32> -> tensor<5xf32>
  %index = weir.constant dense<[0, 1, 2, 2, 3]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7FC00000, 1.0, 0x7FC00000, 0xFF800000, -0.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[0x7FC00000, 1.0, 0xFF800000, -0.0, -0.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [1.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<5xf64> -> tensor<5xf64>
  %index = weir.constant dense<[0, 1, 2, 2, 3]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0x7FF8000000000000, 0xFFF0000000000000, -0.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf64>, tensor<5xi64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0xFFF0000000000000, -0.0, -0.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<[1.0, 0x7FC0, 0x7F80, 0x7FC0, -0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %index = weir.constant dense<[0, 1, 2, 2, 3]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7FC0, 1.0, 0x7FC0, 0xFF80, -0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xbf16>, tensor<5xi64>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[0x7FC0, 1.0, 0xFF80, -0.0, -0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[1.0, 0x7E00, 0x7C00, 0x7E00, -0.0]> : tensor<5xf16> -> tensor<5xf16>
  %index = weir.constant dense<[0, 1, 2, 2, 3]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7E00, 1.0, 0x7E00, 0xFC00, -0.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 1.0, 0xFC00, -0.0, -0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

// The narrow types.
func.func @repeated_i32() {
  %x = weir.constant dense<
      [2147483647, -2147483648, -403268992, 2009306178, 1939038121]> : tensor<5xi32> -> tensor<5xi32>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<
      [737725755, -2114880567, -1224048341, -2147483648, 2147483647]> : tensor<5xi32> -> tensor<5xi32>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<5xi32>
  %expected = weir.constant dense<
      [-2114880567, -2147483648, -2147483648, 2009306178, 2147483647]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @repeated_i8() {
  %x = weir.constant dense<[127, -128, -125, -52, -2]> : tensor<5xi8> -> tensor<5xi8>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[40, -105, 94, -128, 127]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xi8>, tensor<5xi64>, tensor<5xi8>) -> tensor<5xi8>
  %expected = weir.constant dense<[-105, -128, -128, -52, 127]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  return
}

func.func @repeated_ui8() {
  %x = weir.constant dense<[255, 0, 135, 33, 215]> : tensor<5xui8> -> tensor<5xui8>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[240, 123, 215, 0, 255]> : tensor<5xui8> -> tensor<5xui8>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xui8>, tensor<5xi64>, tensor<5xui8>) -> tensor<5xui8>
  %expected = weir.constant dense<[123, 0, 0, 33, 255]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}

func.func @repeated_i1() {
  %x = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %index = weir.constant dense<[1, 0, 1, 3, 0]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[false, false, true, true, true]> : tensor<5xi1> -> tensor<5xi1>
  %y = weir.scatter %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xi1>, tensor<5xi64>, tensor<5xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[true, true, true, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}
