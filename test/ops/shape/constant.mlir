// RUN: %op_runs
// Tensors of given elements, seen through an op: a check alone would compare two constants.

func.func @elements_f32() {
  %x = weir.constant dense<[1.5, 0x7FC00000, -0.0, 0x7F800000, -2.0, 3.0]> : tensor<6xf32> -> tensor<6xf32>
  %column = weir.reshape %x : tensor<6xf32> -> tensor<6x1xf32>
  %expected = weir.constant dense<
      [[1.5], [0x7FC00000], [-0.0], [0x7F800000], [-2.0], [3.0]]> : tensor<6x1xf32> -> tensor<6x1xf32>
  check.expect_eq %column, %expected : tensor<6x1xf32>
  return
}

func.func @elements_f64() {
  %x = weir.constant dense<
      [1.5, 0x7FF8000000000000, -0.0, 0x7FF0000000000000, -2.0, 0.1]> : tensor<6xf64> -> tensor<6xf64>
  %column = weir.reshape %x : tensor<6xf64> -> tensor<6x1xf64>
  %expected = weir.constant dense<
      [[1.5], [0x7FF8000000000000], [-0.0], [0x7FF0000000000000], [-2.0], [0.1]]> : tensor<6x1xf64> -> tensor<6x1xf64>
  check.expect_eq %column, %expected : tensor<6x1xf64>
  return
}

func.func @elements_bf16() {
  %x = weir.constant dense<[1.5, 0x7FC0, -0.0, 0x7F80, -2.0, 3.0]> : tensor<6xbf16> -> tensor<6xbf16>
  %column = weir.reshape %x : tensor<6xbf16> -> tensor<6x1xbf16>
  %expected = weir.constant dense<
      [[1.5], [0x7FC0], [-0.0], [0x7F80], [-2.0], [3.0]]> : tensor<6x1xbf16> -> tensor<6x1xbf16>
  check.expect_eq %column, %expected : tensor<6x1xbf16>
  return
}

func.func @elements_f16() {
  %x = weir.constant dense<[1.5, 0x7E00, -0.0, 0x7C00, -2.0, 3.0]> : tensor<6xf16> -> tensor<6xf16>
  %column = weir.reshape %x : tensor<6xf16> -> tensor<6x1xf16>
  %expected = weir.constant dense<
      [[1.5], [0x7E00], [-0.0], [0x7C00], [-2.0], [3.0]]> : tensor<6x1xf16> -> tensor<6x1xf16>
  check.expect_eq %column, %expected : tensor<6x1xf16>
  return
}

func.func @elements_i64() {
  %x = weir.constant dense<[1, 9223372036854775807, -9223372036854775808, 0, -2, 3]> : tensor<6xi64> -> tensor<6xi64>
  %column = weir.reshape %x : tensor<6xi64> -> tensor<6x1xi64>
  %expected = weir.constant dense<
      [[1], [9223372036854775807], [-9223372036854775808], [0], [-2], [3]]> : tensor<6x1xi64> -> tensor<6x1xi64>
  check.expect_eq %column, %expected : tensor<6x1xi64>
  return
}

func.func @elements_i32() {
  %x = weir.constant dense<[1, 2147483647, -2147483648, 0, -2, 3]> : tensor<6xi32> -> tensor<6xi32>
  %column = weir.reshape %x : tensor<6xi32> -> tensor<6x1xi32>
  %expected = weir.constant dense<
      [[1], [2147483647], [-2147483648], [0], [-2], [3]]> : tensor<6x1xi32> -> tensor<6x1xi32>
  check.expect_eq %column, %expected : tensor<6x1xi32>
  return
}

func.func @elements_i8() {
  %x = weir.constant dense<[1, 127, -128, 0, -2, 3]> : tensor<6xi8> -> tensor<6xi8>
  %column = weir.reshape %x : tensor<6xi8> -> tensor<6x1xi8>
  %expected = weir.constant dense<[[1], [127], [-128], [0], [-2], [3]]> : tensor<6x1xi8> -> tensor<6x1xi8>
  check.expect_eq %column, %expected : tensor<6x1xi8>
  return
}

func.func @elements_ui8() {
  %x = weir.constant dense<[1, 255, 128, 0, 2, 3]> : tensor<6xui8> -> tensor<6xui8>
  %column = weir.reshape %x : tensor<6xui8> -> tensor<6x1xui8>
  %expected = weir.constant dense<[[1], [255], [128], [0], [2], [3]]> : tensor<6x1xui8> -> tensor<6x1xui8>
  check.expect_eq %column, %expected : tensor<6x1xui8>
  return
}

func.func @elements_i1() {
  %x = weir.constant dense<[true, false, false, true, true, false]> : tensor<6xi1> -> tensor<6xi1>
  %column = weir.reshape %x : tensor<6xi1> -> tensor<6x1xi1>
  %expected = weir.constant dense<
      [[true], [false], [false], [true], [true], [false]]> : tensor<6x1xi1> -> tensor<6x1xi1>
  check.expect_eq %column, %expected : tensor<6x1xi1>
  return
}

func.func @splat() {
  %x = weir.constant dense<2.5> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.reshape %x : tensor<2x2xf32> -> tensor<4xf32>
  %expected = weir.constant dense<[2.5, 2.5, 2.5, 2.5]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-3> : tensor<i64> -> tensor<i64>
  %y = weir.neg %x : (tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<0xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

// A `?` dimension takes its size from an operand and needs a splat, whose own shape doesn't matter.
func.func @dynamic() {
  %two = arith.constant 2 : index
  %x = weir.constant dense<7> : tensor<i64> sizes(%two) -> tensor<?x3xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<?x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

func.func @dynamic_empty() {
  %zero = arith.constant 0 : index
  %x = weir.constant dense<7.0> : tensor<f32> sizes(%zero) -> tensor<?xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %x, %expected : tensor<?xf32>, tensor<0xf32>
  return
}

func.func @dynamic_another_size() {
  %five = arith.constant 5 : index
  %x = weir.constant dense<7> : tensor<i64> sizes(%five) -> tensor<?x3xi64>
  %y = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<?x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<105> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}
