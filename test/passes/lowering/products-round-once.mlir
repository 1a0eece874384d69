// RUN: weir-opt %s -weir-to-linalg | FileCheck %s
// A product that several read is rounded once for all of them; one with a single reader may be joined with its sum.

// CHECK-LABEL: func @one_reader
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
func.func @one_reader(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %p = weir.mul %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %s = weir.add %p, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// CHECK-LABEL: func @two_readers
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<contract> : f32
func.func @two_readers(%x: tensor<3x8xf32>, %y: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %p = weir.mul %x, %y : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  %m = weir.reduce_max %p {dims = array<i64: 1>} : (tensor<3x8xf32>) -> tensor<3xf32>
  %b = weir.broadcast %m {dims = array<i64: 0>} : tensor<3xf32> -> tensor<3x8xf32>
  %d = weir.sub %p, %b : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %d : tensor<3x8xf32>
}
