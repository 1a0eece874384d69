// A gradient of a gradient, with respect to an argument and to a value on the way, which another one depends on.
// RUN: weir-compile %s --verify-numerics | FileCheck %s

// CHECK-NOT: left out
// CHECK: autograd autograd {{[1-9][0-9]*$}}
func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) attributes {weir.job} {
  %0 = weir.mul %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = weir.mul %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = weir.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
  %loss = weir.reduce_sum %2 {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %dx, %d0 = weir.gradient %loss wrt %x, %0 : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %3 = weir.mul %dx, %dx : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %norm = weir.reduce_sum %3 {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %ddx = weir.gradient %norm wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %dx, %d0, %ddx : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
