// RUN: weir-opt %s --split-input-file --weir-partition --weir-verify-normal-form=ranks=true | FileCheck %s

// Each rank has half of the batch. The gradient of the weight is partial: it is joined where the variable is assigned,
// before the first assign.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK: weir.variable @w {comm.part = #comm.part<tensor<4x3xf32>, #sbp.broadcast>, comm.ranks = #comm.ranks<"w" mesh[2] devices[0, 1] places[0, 1]>} : tensor<4x3xf32>
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<4x3xf32>
// CHECK: func.func @step(%[[X:.*]]: tensor<4x4xf32> {comm.part = #comm.part<tensor<8x4xf32>, #sbp.split<0>>},
// CHECK-SAME: %[[DY:.*]]: tensor<4x3xf32> {comm.part = #comm.part<tensor<8x3xf32>, #sbp.split<0>>})
// CHECK-SAME: attributes {comm.ranks = #comm.ranks<"step" mesh[2] devices[0, 1] places[0, 1]>, weir.job}
func.func @step(%x: tensor<8x4xf32>, %dy: tensor<8x3xf32>)
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.split<0>) -> ()>} {
  // CHECK-NEXT: %[[DW:.*]] = weir.matmul %[[X]], %[[DY]] {{{.*}}} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: %[[SUM:.*]] = comm.all_reduce %[[DW]] : tensor<4x3xf32> by #sbp.partial<sum> among dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>
  %dw = weir.matmul %x, %dy {transpose_a, sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.split<0>) -> (#sbp.partial<sum>)>}
      : (tensor<8x4xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: weir.assign @w, %[[SUM]]
  weir.assign @w, %dw {sbp.signature = #sbp.signature<(#sbp.broadcast) -> ()>} : tensor<4x3xf32>
  return
}

// -----

// Uneven parts are two programs. Both meet the same collective.

sbp.mesh @two shape [2] devices [5, 3]
// CHECK: func.func @uneven(%{{.*}}: tensor<4x2xf32> {{.*}} places[0]>
// CHECK: weir.relu {{.*}} : (tensor<4x2xf32>)
// CHECK: comm.all_gather %{{.*}} : tensor<4x2xf32> -> tensor<7x2xf32> from #sbp.split<0> among dense<{{\[\[}}5, 3]]>
// CHECK: func.func @"uneven#1"(%{{.*}}: tensor<3x2xf32> {{.*}} places[1]>
// CHECK: weir.relu {{.*}} : (tensor<3x2xf32>)
// CHECK: comm.all_gather %{{.*}} : tensor<3x2xf32> -> tensor<7x2xf32> from #sbp.split<0> among dense<{{\[\[}}5, 3]]>
func.func @uneven(%x: tensor<7x2xf32>) -> tensor<7x2xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>} {
  %0 = weir.relu %x {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} : (tensor<7x2xf32>) -> tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}

// -----

// A part of random bits is drawn at its positions in the whole.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @bits
func.func @bits(%seed: tensor<i64>, %step: tensor<i64>) -> tensor<6x4xi32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast, #sbp.broadcast) -> (#sbp.split<0>)>} {
  // CHECK: %[[NUMBERS:.*]] = weir.iota -> tensor<6xi64>
  // CHECK: comm.cut %[[NUMBERS]] : tensor<6xi64> -> tensor<3xi64> to #sbp.split<0>
  // CHECK: weir.random_bits_at {{.*}} -> tensor<3x4xi32>
  %ordinal = weir.constant dense<3> : tensor<i64> {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} -> tensor<i64>
  %0 = weir.random_bits %seed, %step, %ordinal
      {sbp.signature = #sbp.signature<(#sbp.broadcast, #sbp.broadcast, #sbp.broadcast) -> (#sbp.split<0>)>}
      : tensor<i64> -> tensor<6x4xi32>
  return %0 : tensor<6x4xi32>
}
