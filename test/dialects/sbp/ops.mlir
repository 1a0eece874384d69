// RUN: weir-opt %s | weir-opt | FileCheck %s

// Everything is printed as it is written.

// CHECK: sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
// CHECK: sbp.mesh @pair shape [2] devices [7, 3]
sbp.mesh @pair shape [2] devices [7, 3]

// CHECK: weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>}
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>} : tensor<8x4xf32>

// CHECK: sbp.placement = #sbp.placement<@pair>
// CHECK-SAME: sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.partial<sum>)>
func.func @signed(%x: tensor<6x8xf32>, %y: tensor<f32>) -> tensor<f32>
    attributes {weir.job, sbp.placement = #sbp.placement<@pair>,
                sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.partial<sum>)>} {
  // CHECK: sbp.constrain %arg0 : tensor<6x8xf32> to #sbp.split<0>
  %0 = sbp.constrain %x : tensor<6x8xf32> to #sbp.split<0>
  // CHECK: {dims = array<i64: 0, 1>, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.partial<max>)>}
  %1 = weir.reduce_max %0 {dims = array<i64: 0, 1>, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.partial<max>)>}
      : (tensor<6x8xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// A job on a grid holds each value on both axes. Index operands are no part of a signature.
func.func @nd(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>) -> tensor<?x4xf32> attributes {weir.job} {
  // CHECK: to #sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>
  %0 = sbp.constrain %x : tensor<?x8xf32> to #sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>
  // CHECK: #sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.split<1>]>, #sbp.nd<[#sbp.broadcast, #sbp.split<0>]>) -> (#sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>)>
  %1 = weir.matmul %0, %w
      {sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.split<1>]>, #sbp.nd<[#sbp.broadcast, #sbp.split<0>]>)
                                      -> (#sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>)>}
      : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %n = weir.dim %1, 0 {sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>) -> ()>} : tensor<?x4xf32>
  // CHECK: weir.constant {{.*}} sizes(%{{.*}}) {sbp.signature = #sbp.signature<() -> (#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>)>}
  %2 = weir.constant dense<1.0> : tensor<f32> sizes(%n)
      {sbp.signature = #sbp.signature<() -> (#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>)>} -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
