// Between two points of a difference quotient a step function may make so many small steps that they look like a slope.
// It is held: what is left has the slope 1.
// RUN: weir-compile %s --verify-numerics | FileCheck %s

// CHECK-NOT: left out
// CHECK: autograd autograd {{[1-9][0-9]*$}}

func.func @fraction(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %many = weir.constant dense<1.0e+12> : tensor<f32> -> tensor<f32>
  %n = weir.dim %x, 0 : tensor<?xf32>
  %manies = weir.broadcast %many sizes(%n) {dims = array<i64>} : tensor<f32> -> tensor<?xf32>
  %large = weir.mul %x, %manies : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %steps = weir.trunc %large : (tensor<?xf32>) -> tensor<?xf32>
  %small = weir.div %steps, %manies : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %y = weir.add %small, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %dx : tensor<?xf32>
}
