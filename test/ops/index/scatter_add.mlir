// RUN: %op_runs
// x with updates added at indices; several updates of one element all count.

func.func @vector_f32() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[21.0, 52.0, 3.0, 84.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

func.func @vector_f64() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64> -> tensor<4xf64>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf64>, tensor<5xi64>, tensor<5xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<[21.0, 52.0, 3.0, 84.0]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq %y, %expected : tensor<4xf64>
  return
}

func.func @vector_bf16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16> -> tensor<4xbf16>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xbf16>, tensor<5xi64>, tensor<5xbf16>) -> tensor<4xbf16>
  %expected = weir.constant dense<[21.0, 52.0, 3.0, 84.0]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq %y, %expected : tensor<4xbf16>
  return
}

func.func @vector_f16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16> -> tensor<4xf16>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[21.0, 52.0, 3.0, 84.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_eq %y, %expected : tensor<4xf16>
  return
}

func.func @vector_i64() {
  %x = weir.constant dense<[1, 2, 3, 4]> : tensor<4xi64> -> tensor<4xi64>
  %index = weir.constant dense<[3, 0, 3, 3, 1]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %expected = weir.constant dense<[21, 52, 3, 84]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected : tensor<4xi64>
  return
}

func.func @rows() {
  %x = weir.constant dense<[[-8.0, 7.0], [-6.0, 2.0], [-3.0, 9.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index = weir.constant dense<[[0, 2], [0, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %updates = weir.constant dense<[[3.0, -6.0], [5.0, 8.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<3x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<[[0.0, 7.0], [-6.0, 10.0], [-3.0, 3.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1, 5, 4], [1, 6, 4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %index = weir.constant dense<[[2], [0]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %updates = weir.constant dense<[[-6], [4]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %y = weir.scatter_add %x, %index, %updates {dim = 1 : i64}
      : (tensor<2x3xi64>, tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %expected = weir.constant dense<[[1, 5, -2], [5, 6, 4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[1.0, -1.0], [2.0, 3.0], [-7.0, -5.0]], [[5.0, -9.0], [-7.0, 3.0], [-6.0, 0.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %index = weir.constant dense<
      [[[2, 2], [2, 0], [0, 2], [2, 2]], [[2, 2], [1, 2], [0, 0], [1, 0]]]> : tensor<2x4x2xi64> -> tensor<2x4x2xi64>
  %updates = weir.constant dense<
      [[[-9.0, -5.0], [-2.0, -3.0], [-9.0, -7.0], [-7.0, -7.0]], [[5.0, -9.0], [-3.0, 8.0], [-3.0, -3.0], [5.0,
      2.0]]]> : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 1 : i64}
      : (tensor<2x3x2xf32>, tensor<2x4x2xi64>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-8.0, -4.0], [2.0, 3.0], [-25.0, -24.0]], [[2.0, -10.0], [-5.0, 3.0], [-1.0, -1.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2xf32>
  return
}

// Integers wrap around.
func.func @wraps() {
  %x = weir.constant dense<[9223372036854775807]> : tensor<1xi64> -> tensor<1xi64>
  %index = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %updates = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %expected = weir.constant dense<[-9223372036854775808]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %updates = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 1 : i64}
      : (tensor<1x1xf32>, tensor<1x1xi64>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[3.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @fractions() {
  %x = weir.constant dense<[0.1, 0.2, 0.3]> : tensor<3xf32> -> tensor<3xf32>
  %index = weir.constant dense<[1, 1, 1, 0]> : tensor<4xi64> -> tensor<4xi64>
  %updates = weir.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<3xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.5, 0.8, 0.3]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<[-5.0, -1.0, 0.0, 5.0, -2.0, 6.0, -1.0]> : tensor<7xf32> -> tensor<7xf32>
  %index = weir.constant dense<
      [2, 2, 3, 3, 0, 2, 1, 3, 1, 6, 2, 3, 2, 4, 4, 2, 2, 4, 2]> : tensor<19xi64> -> tensor<19xi64>
  %updates = weir.constant dense<
      [-1.0, 6.0, -9.0, -9.0, 0.0, -9.0, 1.0, -8.0, -6.0, 7.0, 0.0, 3.0, -6.0, 4.0, -6.0, 9.0, -8.0, -5.0, 8.0]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<7xf32>, tensor<19xi64>, tensor<19xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[-5.0, -6.0, -1.0, -18.0, -9.0, 6.0, 6.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @no_updates() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %updates = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<2xf32>, tensor<0xi64>, tensor<0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %index = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %updates = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<0x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

func.func @special_f32() {
  %x = weir.constant dense<[1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 0xFF800000]> : tensor<5xf32> -> tensor<5xf32>
  %index = weir.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7FC00000, 1.0, 0xFF800000, 1.0, 0xFF800000]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000]>
      : tensor<5xf64> -> tensor<5xf64>
  %index = weir.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<
      [0x7FF8000000000000, 1.0, 0xFFF0000000000000, 1.0, 0xFFF0000000000000]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf64>, tensor<5xi64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]>
      : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %expected : tensor<5xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<[1.0, 0x7F80, 0x7F80, 0x7FC0, 0xFF80]> : tensor<5xbf16> -> tensor<5xbf16>
  %index = weir.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7FC0, 1.0, 0xFF80, 1.0, 0xFF80]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xbf16>, tensor<5xi64>, tensor<5xbf16>) -> tensor<5xbf16>
  %expected = weir.constant dense<[0x7FC0, 0x7F80, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %y, %expected : tensor<5xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[1.0, 0x7C00, 0x7C00, 0x7E00, 0xFC00]> : tensor<5xf16> -> tensor<5xf16>
  %index = weir.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[0x7E00, 1.0, 0xFC00, 1.0, 0xFC00]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0x7E00, 0x7E00, 0xFC00]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}

// The narrow types.
func.func @repeated_i32() {
  %x = weir.constant dense<
      [2147483647, -2147483648, -2125240589, 326743160, 1086530104]> : tensor<5xi32> -> tensor<5xi32>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<
      [2147483647, -2147483648, 617815282, -1560086520, 1490916323]> : tensor<5xi32> -> tensor<5xi32>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<5xi32>
  %expected = weir.constant dense<[-1, -2147483648, 609640187, 326743160, 1047778060]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @repeated_i8() {
  %x = weir.constant dense<[127, -128, -9, 100, -93]> : tensor<5xi8> -> tensor<5xi8>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[127, -128, -122, -3, 38]> : tensor<5xi8> -> tensor<5xi8>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xi8>, tensor<5xi64>, tensor<5xi8>) -> tensor<5xi8>
  %expected = weir.constant dense<[-1, -128, -12, 100, -50]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  return
}

func.func @repeated_ui8() {
  %x = weir.constant dense<[255, 0, 31, 108, 8]> : tensor<5xui8> -> tensor<5xui8>
  %index = weir.constant dense<[4, 0, 4, 2, 4]> : tensor<5xi64> -> tensor<5xi64>
  %updates = weir.constant dense<[255, 0, 215, 31, 42]> : tensor<5xui8> -> tensor<5xui8>
  %y = weir.scatter_add %x, %index, %updates {dim = 0 : i64}
      : (tensor<5xui8>, tensor<5xi64>, tensor<5xui8>) -> tensor<5xui8>
  %expected = weir.constant dense<[255, 0, 62, 108, 8]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}
