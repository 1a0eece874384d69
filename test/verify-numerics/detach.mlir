// Differences of the loss hold what weir.detach gives: x * detach(exp(x)) has the slope exp(x), of any order.
// RUN: weir-compile %s --verify-numerics | FileCheck %s

// CHECK-NOT: left out
// CHECK: weir -> weir graph {{[1-9][0-9]*$}}
// CHECK: autograd autograd {{[1-9][0-9]*$}}
// CHECK: weir -> weir autograd {{[1-9][0-9]*$}}

func.func @slopes(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) attributes {weir.job} {
  %e = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %d = weir.detach %e : (tensor<?xf32>) -> tensor<?xf32>
  %y = weir.mul %x, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %z = weir.mul %dx, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %second = weir.reduce_sum %z {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %dz = weir.gradient %second wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %dx, %dz : tensor<?xf32>, tensor<?xf32>
}
