// RUN: %op_runs
// The same elements in row-major order under another shape.

func.func @split_f32() {
  %x = weir.constant dense<[1.5, 0x7FC00000, -0.0, 0x7F800000, -2.0, 3.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.reshape %x : tensor<6xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.5, 0x7FC00000, -0.0], [0x7F800000, -2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @split_f64() {
  %x = weir.constant dense<
      [1.5, 0x7FF8000000000000, -0.0, 0x7FF0000000000000, -2.0, 0.1]> : tensor<6xf64> -> tensor<6xf64>
  %y = weir.reshape %x : tensor<6xf64> -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [0x7FF0000000000000, -2.0, 0.1]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @split_bf16() {
  %x = weir.constant dense<[1.5, 0x7FC0, -0.0, 0x7F80, -2.0, 3.0]> : tensor<6xbf16> -> tensor<6xbf16>
  %y = weir.reshape %x : tensor<6xbf16> -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[1.5, 0x7FC0, -0.0], [0x7F80, -2.0, 3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @split_f16() {
  %x = weir.constant dense<[1.5, 0x7E00, -0.0, 0x7C00, -2.0, 3.0]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.reshape %x : tensor<6xf16> -> tensor<2x3xf16>
  %expected = weir.constant dense<[[1.5, 0x7E00, -0.0], [0x7C00, -2.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @split_i64() {
  %x = weir.constant dense<[1, 9223372036854775807, -9223372036854775808, 0, -2, 3]> : tensor<6xi64> -> tensor<6xi64>
  %y = weir.reshape %x : tensor<6xi64> -> tensor<2x3xi64>
  %expected = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [0, -2, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @split_i32() {
  %x = weir.constant dense<[1, 2147483647, -2147483648, 0, -2, 3]> : tensor<6xi32> -> tensor<6xi32>
  %y = weir.reshape %x : tensor<6xi32> -> tensor<2x3xi32>
  %expected = weir.constant dense<[[1, 2147483647, -2147483648], [0, -2, 3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y, %expected : tensor<2x3xi32>
  return
}

func.func @split_i8() {
  %x = weir.constant dense<[1, 127, -128, 0, -2, 3]> : tensor<6xi8> -> tensor<6xi8>
  %y = weir.reshape %x : tensor<6xi8> -> tensor<2x3xi8>
  %expected = weir.constant dense<[[1, 127, -128], [0, -2, 3]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  check.expect_eq %y, %expected : tensor<2x3xi8>
  return
}

func.func @split_ui8() {
  %x = weir.constant dense<[1, 255, 128, 0, 2, 3]> : tensor<6xui8> -> tensor<6xui8>
  %y = weir.reshape %x : tensor<6xui8> -> tensor<2x3xui8>
  %expected = weir.constant dense<[[1, 255, 128], [0, 2, 3]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  check.expect_eq %y, %expected : tensor<2x3xui8>
  return
}

func.func @split_i1() {
  %x = weir.constant dense<[true, false, false, true, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %y = weir.reshape %x : tensor<6xi1> -> tensor<2x3xi1>
  %expected = weir.constant dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y, %expected : tensor<2x3xi1>
  return
}

func.func @merge() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %expected = weir.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<6xf32>
  return
}

func.func @regroup() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reshape %x : tensor<2x3xf32> -> tensor<3x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @inner_pair() {
  %x = weir.constant dense<
      [[[-6, -5], [-7, 8], [0, -4]], [[-5, -4], [-5, 3], [1, 7]]]> : tensor<2x3x2xi64> -> tensor<2x3x2xi64>
  %y = weir.reshape %x : tensor<2x3x2xi64> -> tensor<2x6xi64>
  %expected = weir.constant dense<[[-6, -5, -7, 8, 0, -4], [-5, -4, -5, 3, 1, 7]]> : tensor<2x6xi64> -> tensor<2x6xi64>
  check.expect_eq %y, %expected : tensor<2x6xi64>
  return
}

func.func @outer_pair() {
  %x = weir.constant dense<
      [[[6, -4], [-3, -2], [6, 4]], [[-1, 6], [2, 2], [4, -6]]]> : tensor<2x3x2xi64> -> tensor<2x3x2xi64>
  %y = weir.reshape %x : tensor<2x3x2xi64> -> tensor<6x2xi64>
  %expected = weir.constant dense<
      [[6, -4], [-3, -2], [6, 4], [-1, 6], [2, 2], [4, -6]]> : tensor<6x2xi64> -> tensor<6x2xi64>
  check.expect_eq %y, %expected : tensor<6x2xi64>
  return
}

func.func @unit_dimensions() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y = weir.reshape %x : tensor<1x3xf32> -> tensor<3x1x1xf32>
  %expected = weir.constant dense<[[[1.0]], [[2.0]], [[3.0]]]> : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
  check.expect_eq %y, %expected : tensor<3x1x1xf32>
  return
}

func.func @to_scalar() {
  %x = weir.constant dense<[[5.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.reshape %x : tensor<1x1xf32> -> tensor<f32>
  %expected = weir.constant dense<5.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @from_scalar() {
  %x = weir.constant dense<5.5> : tensor<f64> -> tensor<f64>
  %y = weir.reshape %x : tensor<f64> -> tensor<1x1xf64>
  %expected = weir.constant dense<[[5.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[3.0, -6.0, -8.0], [5.0, -9.0, 4.0], [-5.0, 8.0, -9.0], [5.0, 8.0, -1.0], [9.0, -7.0, 7.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.reshape %x : tensor<5x3xf32> -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[3.0, -6.0, -8.0, 5.0, -9.0], [4.0, -5.0, 8.0, -9.0, 5.0], [8.0, -1.0, 9.0, -7.0, 7.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y, %expected : tensor<3x5xf32>
  return
}

func.func @same() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.reshape %x : tensor<2xf32> -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.reshape %x : tensor<0x3xf32> -> tensor<2x0x5xf32>
  %expected = weir.constant dense<> : tensor<2x0x5xf32> -> tensor<2x0x5xf32>
  check.expect_eq %y, %expected : tensor<2x0x5xf32>
  return
}

// One size operand per `?`, worked out from the sizes of x.
func.func @dynamic() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %x = weir.constant dense<1.5> : tensor<f32> sizes(%two, %three) -> tensor<?x?xf32>
  %rows = weir.dim %x, 0 : tensor<?x?xf32>
  %columns = weir.dim %x, 1 : tensor<?x?xf32>
  %count = arith.muli %rows, %columns : index
  %y = weir.reshape %x sizes(%count) : tensor<?x?xf32> -> tensor<?xf32>
  %expected = weir.constant dense<1.5> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %expected : tensor<?xf32>, tensor<6xf32>
  return
}

func.func @dynamic_another_size() {
  %four = arith.constant 4 : index
  %five = arith.constant 5 : index
  %x = weir.constant dense<1.5> : tensor<f32> sizes(%four, %five) -> tensor<?x?xf32>
  %rows = weir.dim %x, 0 : tensor<?x?xf32>
  %columns = weir.dim %x, 1 : tensor<?x?xf32>
  %count = arith.muli %rows, %columns : index
  %y = weir.reshape %x sizes(%count) : tensor<?x?xf32> -> tensor<?xf32>
  %expected = weir.constant dense<1.5> : tensor<20xf32> -> tensor<20xf32>
  check.expect_eq %y, %expected : tensor<?xf32>, tensor<20xf32>
  return
}

// A kernel reads an input that is seen under another shape, wherever its elements lie.
func.func @before_a_kernel() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.reshape %x : tensor<2x3xf32> -> tensor<3x2xf32>
  %sums = weir.reduce_sum %y {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[3.0, 7.0, 11.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %sums, %expected : tensor<3xf32>
  return
}
