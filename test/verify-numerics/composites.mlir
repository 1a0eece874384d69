// Gradients go through decompositions of ops that have none of their own.
// RUN: weir-compile %s --verify-numerics | FileCheck %s

// CHECK-NOT: left out
// CHECK: weir -> weir graph {{[1-9][0-9]*$}}
// CHECK: autograd autograd {{[1-9][0-9]*$}}
// CHECK: weir -> weir autograd {{[1-9][0-9]*$}}

func.func @slopes(%x: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> attributes {weir.job} {
  %s = weir.softmax %x {dim = 2 : i64} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %y = weir.interpolate %s {size = array<i64: 7>, mode = "linear"} : (tensor<2x3x5xf32>) -> tensor<2x3x7xf32>
  %loss = weir.einsum %y, %y {equation = "nci,ncj->"} : (tensor<2x3x7xf32>, tensor<2x3x7xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %dx : tensor<2x3x5xf32>
}
