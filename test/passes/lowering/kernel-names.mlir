// RUN: weir-compile %s --to=launch | FileCheck %s

// A kernel has the names of the composite ops that a user wrote, and those of other ops; each composite once.

// CHECK-LABEL: func.func @norm(
// CHECK: kernel.call @layer_norm_relu(
func.func @norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {weir.job} {
  %y = weir.layer_norm %x {present = array<i64>, normalized_shape = array<i64: 4>, eps = 0.1}
      : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %z = weir.relu %y : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %z : tensor<8x4xf32>
}

// Equal bodies are one kernel, whatever they come from. It has the name of the first.

// CHECK-LABEL: func.func @one(
// CHECK: kernel.call @softmax(
func.func @one(%x: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {weir.job} {
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @other(
// CHECK: kernel.call @softmax(
func.func @other(%x: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {weir.job} {
  %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8xf32>
  %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<8xf32> -> tensor<8x4xf32>
  %2 = weir.sub %x, %1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = weir.exp %2 : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8xf32>
  %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<8xf32> -> tensor<8x4xf32>
  %6 = weir.div %3, %5 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}

// CHECK: func.func private @layer_norm_relu(
// CHECK: func.func private @softmax(
// CHECK-NOT: func.func private
