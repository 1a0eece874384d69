// RUN: %op_runs
// The size of one dimension as a host scalar, seen through a tensor that is made of that size.

func.func @static_size() {
  %x = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  %n = weir.dim %x, 1 : tensor<2x3xf32>
  %y = weir.constant dense<1.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %expected = weir.constant dense<1.0> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<?xf32>, tensor<3xf32>
  return
}

func.func @dynamic_size() {
  %five = arith.constant 5 : index
  %x = weir.constant dense<0> : tensor<i64> sizes(%five) -> tensor<2x?xi64>
  %n = weir.dim %x, 1 : tensor<2x?xi64>
  %y = weir.constant dense<true> : tensor<i1> sizes(%n) -> tensor<?xi1>
  %expected = weir.constant dense<true> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %y, %expected : tensor<?xi1>, tensor<5xi1>
  return
}

func.func @of_a_result() {
  %three = arith.constant 3 : index
  %x = weir.constant dense<0.5> : tensor<bf16> sizes(%three) -> tensor<?x2xbf16>
  %t = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x2xbf16>) -> tensor<2x?xbf16>
  %n = weir.dim %t, 1 : tensor<2x?xbf16>
  %y = weir.reshape %t sizes(%n) : tensor<2x?xbf16> -> tensor<?x2xbf16>
  %expected = weir.constant dense<0.5> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_eq %y, %expected : tensor<?x2xbf16>, tensor<3x2xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x4xf64> -> tensor<0x4xf64>
  %n = weir.dim %x, 0 : tensor<0x4xf64>
  %y = weir.constant dense<1.0> : tensor<f64> sizes(%n) -> tensor<?xf64>
  %expected = weir.constant dense<> : tensor<0xf64> -> tensor<0xf64>
  check.expect_eq %y, %expected : tensor<?xf64>, tensor<0xf64>
  return
}

// Sizes take part in host arithmetic.
func.func @in_arithmetic() {
  %seven = arith.constant 7 : index
  %two = arith.constant 2 : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%seven) -> tensor<?xf32>
  %n = weir.dim %x, 0 : tensor<?xf32>
  %half = arith.ceildivsi %n, %two : index
  %less = arith.subi %half, %two : index
  %y = weir.constant dense<1.0> : tensor<f32> sizes(%half, %less) -> tensor<?x?xf32>
  %expected = weir.constant dense<1.0> : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_eq %y, %expected : tensor<?x?xf32>, tensor<4x2xf32>
  return
}

func.func @another_size() {
  %nine = arith.constant 9 : index
  %x = weir.constant dense<0> : tensor<i64> sizes(%nine) -> tensor<2x?xi64>
  %n = weir.dim %x, 1 : tensor<2x?xi64>
  %y = weir.constant dense<true> : tensor<i1> sizes(%n) -> tensor<?xi1>
  %expected = weir.constant dense<true> : tensor<9xi1> -> tensor<9xi1>
  check.expect_eq %y, %expected : tensor<?xi1>, tensor<9xi1>
  return
}
