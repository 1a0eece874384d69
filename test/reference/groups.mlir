// RUN: weir-run %s --interpret
// An op whose region takes its operands and gives its results only groups; the interpreter runs what is inside.

func.func @group() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y, %n = "kernel.group"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %b = weir.mul %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %c = weir.neg %b : (tensor<3xf32>) -> tensor<3xf32>
    "kernel.yield"(%c, %b) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<[-1.0, -4.0, -9.0]> : tensor<3xf32> -> tensor<3xf32>
  %expected_n = weir.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected_y : tensor<3xf32>
  check.expect_eq %n, %expected_n : tensor<3xf32>
  return
}

// Sizes enter a group as operands.
func.func @sizes() {
  %two = arith.constant 2 : index
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = "kernel.group"(%x, %two) ({
  ^bb0(%a: tensor<3xf32>, %m: index):
    %b = weir.broadcast %a sizes(%m) {dims = array<i64: 1>} : tensor<3xf32> -> tensor<?x3xf32>
    %c = weir.reduce_sum %b {dims = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<3xf32>
    "kernel.yield"(%c) : (tensor<3xf32>) -> ()
  }) : (tensor<3xf32>, index) -> tensor<3xf32>
  %expected = weir.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}
