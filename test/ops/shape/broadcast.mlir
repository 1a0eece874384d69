// RUN: %op_runs
// x repeated along new dimensions. Elements keep their bits, signs of zeros included.

func.func @rows_f32() {
  %x = weir.constant dense<[1.5, 0x7FC00000, -0.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.5, 0x7FC00000, -0.0], [1.5, 0x7FC00000, -0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[1.5, 0x7FF8000000000000, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xf64> -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [1.5, 0x7FF8000000000000, -0.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @rows_bf16() {
  %x = weir.constant dense<[1.5, 0x7FC0, -0.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xbf16> -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[1.5, 0x7FC0, -0.0], [1.5, 0x7FC0, -0.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @rows_f16() {
  %x = weir.constant dense<[1.5, 0x7E00, -0.0]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xf16> -> tensor<2x3xf16>
  %expected = weir.constant dense<[[1.5, 0x7E00, -0.0], [1.5, 0x7E00, -0.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @rows_i64() {
  %x = weir.constant dense<[1, 9223372036854775807, -9223372036854775808]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xi64> -> tensor<2x3xi64>
  %expected = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [1, 9223372036854775807, -9223372036854775808]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @rows_i32() {
  %x = weir.constant dense<[1, 2147483647, -2147483648]> : tensor<3xi32> -> tensor<3xi32>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xi32> -> tensor<2x3xi32>
  %expected = weir.constant dense<
      [[1, 2147483647, -2147483648], [1, 2147483647, -2147483648]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y, %expected : tensor<2x3xi32>
  return
}

func.func @rows_i8() {
  %x = weir.constant dense<[1, 127, -128]> : tensor<3xi8> -> tensor<3xi8>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xi8> -> tensor<2x3xi8>
  %expected = weir.constant dense<[[1, 127, -128], [1, 127, -128]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  check.expect_eq %y, %expected : tensor<2x3xi8>
  return
}

func.func @rows_ui8() {
  %x = weir.constant dense<[1, 255, 128]> : tensor<3xui8> -> tensor<3xui8>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xui8> -> tensor<2x3xui8>
  %expected = weir.constant dense<[[1, 255, 128], [1, 255, 128]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  check.expect_eq %y, %expected : tensor<2x3xui8>
  return
}

func.func @rows_i1() {
  %x = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xi1> -> tensor<2x3xi1>
  %expected = weir.constant dense<[[true, false, false], [true, false, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y, %expected : tensor<2x3xi1>
  return
}

func.func @columns() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.broadcast %x {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.broadcast %x {dims = array<i64>} : tensor<f32> -> tensor<2x3xf32>
  %expected = weir.constant dense<2.5> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @scalar_to_scalar() {
  %x = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.broadcast %x {dims = array<i64>} : tensor<i64> -> tensor<i64>
  %expected = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected : tensor<i64>
  return
}

func.func @middle() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.broadcast %x {dims = array<i64: 0, 2>} : tensor<2x2xf32> -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], [[3.0, 4.0], [3.0, 4.0], [3.0, 4.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %expected : tensor<2x3x2xf32>
  return
}

func.func @around() {
  %x = weir.constant dense<[1, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xi64> -> tensor<2x3x2xi64>
  %expected = weir.constant dense<
      [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi64> -> tensor<2x3x2xi64>
  check.expect_eq %y, %expected : tensor<2x3x2xi64>
  return
}

func.func @same() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.broadcast %x {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.broadcast %x {dims = array<i64: 0, 2>} : tensor<1x1xf32> -> tensor<1x1x1xf32>
  %expected = weir.constant dense<[[[1.5]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1x1xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<[-2.0, 2.0, -8.0, 4.0, -2.0, 2.0, -9.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<7xf32> -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-2.0, 2.0, -8.0, 4.0, -2.0, 2.0, -9.0], [-2.0, 2.0, -8.0, 4.0, -2.0, 2.0, -9.0], [-2.0, 2.0, -8.0, 4.0,
      -2.0, 2.0, -9.0]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_eq %y, %expected : tensor<3x7xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<0xf32> -> tensor<3x0xf32>
  %expected = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  check.expect_eq %y, %expected : tensor<3x0xf32>
  return
}

// Repeated no times.
func.func @to_empty() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<2xf32> -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

// One size operand per `?`: sizes are host scalars.
func.func @dynamic() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %x = weir.constant dense<1.5> : tensor<f32> sizes(%two) -> tensor<?xf32>
  %y = weir.broadcast %x sizes(%three, %two) {dims = array<i64: 1>} : tensor<?xf32> -> tensor<?x?xf32>
  %expected = weir.constant dense<1.5> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<?x?xf32>, tensor<3x2xf32>
  return
}
