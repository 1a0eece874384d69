// RUN: %op_runs
// y[.., i, ..] = x[.., index[.., i, ..], ..]. Elements keep their bits.

func.func @vector_f32() {
  %x = weir.constant dense<[1.5, 0x7FC00000, -0.0, 0x7F800000, -2.0, 3.0]> : tensor<6xf32> -> tensor<6xf32>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xf32>, tensor<5xi64>) -> tensor<5xf32>
  %expected = weir.constant dense<[3.0, 1.5, 0x7FC00000, 0x7FC00000, -0.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @vector_f64() {
  %x = weir.constant dense<
      [1.5, 0x7FF8000000000000, -0.0, 0x7FF0000000000000, -2.0, 0.1]> : tensor<6xf64> -> tensor<6xf64>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xf64>, tensor<5xi64>) -> tensor<5xf64>
  %expected = weir.constant dense<
      [0.1, 1.5, 0x7FF8000000000000, 0x7FF8000000000000, -0.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y, %expected : tensor<5xf64>
  return
}

func.func @vector_bf16() {
  %x = weir.constant dense<[1.5, 0x7FC0, -0.0, 0x7F80, -2.0, 3.0]> : tensor<6xbf16> -> tensor<6xbf16>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xbf16>, tensor<5xi64>) -> tensor<5xbf16>
  %expected = weir.constant dense<[3.0, 1.5, 0x7FC0, 0x7FC0, -0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y, %expected : tensor<5xbf16>
  return
}

func.func @vector_f16() {
  %x = weir.constant dense<[1.5, 0x7E00, -0.0, 0x7C00, -2.0, 3.0]> : tensor<6xf16> -> tensor<6xf16>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xf16>, tensor<5xi64>) -> tensor<5xf16>
  %expected = weir.constant dense<[3.0, 1.5, 0x7E00, 0x7E00, -0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %expected : tensor<5xf16>
  return
}

func.func @vector_i64() {
  %x = weir.constant dense<[1, 9223372036854775807, -9223372036854775808, 0, -2, 3]> : tensor<6xi64> -> tensor<6xi64>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [3, 1, 9223372036854775807, 9223372036854775807, -9223372036854775808]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @vector_i32() {
  %x = weir.constant dense<[1, 2147483647, -2147483648, 0, -2, 3]> : tensor<6xi32> -> tensor<6xi32>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xi32>, tensor<5xi64>) -> tensor<5xi32>
  %expected = weir.constant dense<[3, 1, 2147483647, 2147483647, -2147483648]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y, %expected : tensor<5xi32>
  return
}

func.func @vector_i8() {
  %x = weir.constant dense<[1, 127, -128, 0, -2, 3]> : tensor<6xi8> -> tensor<6xi8>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xi8>, tensor<5xi64>) -> tensor<5xi8>
  %expected = weir.constant dense<[3, 1, 127, 127, -128]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y, %expected : tensor<5xi8>
  return
}

func.func @vector_ui8() {
  %x = weir.constant dense<[1, 255, 128, 0, 2, 3]> : tensor<6xui8> -> tensor<6xui8>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xui8>, tensor<5xi64>) -> tensor<5xui8>
  %expected = weir.constant dense<[3, 1, 255, 255, 128]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y, %expected : tensor<5xui8>
  return
}

func.func @vector_i1() {
  %x = weir.constant dense<[true, false, false, true, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %index = weir.constant dense<[5, 0, 1, 1, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<6xi1>, tensor<5xi64>) -> tensor<5xi1>
  %expected = weir.constant dense<[false, true, false, false, false]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %y, %expected : tensor<5xi1>
  return
}

func.func @rows() {
  %x = weir.constant dense<[[2.0, -2.0], [-2.0, -2.0], [-1.0, 8.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index = weir.constant dense<[[0, 2], [1, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[2.0, 8.0], [-2.0, -2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

// As the logit of a label is picked.
func.func @columns() {
  %x = weir.constant dense<[[3, -2, 6], [6, -7, -8]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %index = weir.constant dense<[[2], [0]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %y = weir.gather %x, %index {dim = 1 : i64} : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x1xi64>
  %expected = weir.constant dense<6> : tensor<2x1xi64> -> tensor<2x1xi64>
  check.expect_eq %y, %expected : tensor<2x1xi64>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-1.0, -1.0], [-9.0, 0.0], [2.0, 6.0]], [[2.0, 7.0], [-1.0, -7.0], [4.0, 2.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %index = weir.constant dense<
      [[[1, 1], [0, 0], [0, 2], [2, 1]], [[0, 2], [2, 0], [2, 1], [2, 0]]]> : tensor<2x4x2xi64> -> tensor<2x4x2xi64>
  %y = weir.gather %x, %index {dim = 1 : i64} : (tensor<2x3x2xf32>, tensor<2x4x2xi64>) -> tensor<2x4x2xf32>
  %expected = weir.constant dense<
      [[[-9.0, 0.0], [-1.0, -1.0], [-1.0, 6.0], [2.0, 0.0]], [[2.0, 2.0], [4.0, 7.0], [4.0, -7.0], [4.0, 7.0]]]>
      : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  check.expect_eq %y, %expected : tensor<2x4x2xf32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %y = weir.gather %x, %index {dim = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xi64>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<[0.0, 3.0, 3.0, 2.0, -5.0, 0.0, 8.0]> : tensor<7xf32> -> tensor<7xf32>
  %index = weir.constant dense<
      [2, 1, 3, 3, 2, 6, 6, 0, 3, 4, 3, 6, 1, 6, 1, 6, 6, 1, 2]> : tensor<19xi64> -> tensor<19xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<7xf32>, tensor<19xi64>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.0, 3.0, 2.0, 2.0, 3.0, 8.0, 8.0, 0.0, 2.0, -5.0, 2.0, 8.0, 3.0, 8.0, 3.0, 8.0, 8.0, 3.0, 3.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @empty_index() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<2xf32>, tensor<0xi64>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

// No index, so nothing is needed of x.
func.func @empty_both() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<0xf32>, tensor<0xi64>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %expected : tensor<0xf32>
  return
}

// Added to a product, in its kernel: checks stand in functions that the kernel calls.
func.func @behind_a_product() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %w = weir.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %table = weir.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32> -> tensor<4xf32>
  %index = weir.constant dense<[3, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  %bias = weir.gather %table, %index {dim = 0 : i64} : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  %rows = weir.broadcast %bias {dims = array<i64: 1>} : tensor<3xf32> -> tensor<3x3xf32>
  %product = weir.matmul %x, %w : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %y = weir.add %product, %rows : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<[[41.0, 12.0, 24.0], [43.0, 14.0, 30.0], [45.0, 16.0, 36.0]]> : tensor<3x3xf32> ->
      tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}
