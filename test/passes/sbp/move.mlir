// RUN: weir-opt %s --split-input-file --weir-infer-signatures --weir-verify-signatures --weir-partition --weir-verify-ranks | FileCheck %s

// Three ranks have rows, two others get them: each program sends and takes; who is on one mesh alone has no rows of
// what the other one's hold.

sbp.mesh @three shape [3] devices [0, 1, 2]
sbp.mesh @pair shape [2] devices [3, 4]
// CHECK: func.func @f(%[[X:.*]]: tensor<2x4xf32> {comm.part = #comm.part<tensor<6x4xf32>, #sbp.split<0>, <[3] at[0, 1, 2]>>})
// CHECK-SAME: -> (tensor<0x4xf32> {comm.part = #comm.part<tensor<6x4xf32>, #sbp.split<0>, <[2] at[3, 4]>>})
// CHECK-SAME: comm.ranks = #comm.ranks<"f" mesh[5] devices[0, 1, 2, 3, 4] places[0, 1, 2]>
// CHECK-NEXT: %[[Y:.*]] = comm.exchange %[[X]] : tensor<2x4xf32> -> tensor<0x4xf32> of tensor<6x4xf32> from #sbp.split<0> to #sbp.split<0> on [5]
// CHECK-SAME: {givers = #sbp.grid<[3] at[0, 1, 2]>, takers = #sbp.grid<[2] at[3, 4]>}
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func @"f#1"(%{{.*}}: tensor<0x4xf32>
// CHECK-SAME: places[3, 4]>
// CHECK-NEXT: %[[NONE:.*]] = weir.constant {{.*}} tensor<0x4xf32>
// CHECK-NEXT: comm.exchange %[[NONE]] : tensor<0x4xf32> -> tensor<3x4xf32>
func.func @f(%x: tensor<6x4xf32>) -> tensor<6x4xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@three>,
                sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  %y = sbp.move %x : tensor<6x4xf32> to @pair as #sbp.split<0>
  return %y : tensor<6x4xf32>
}

// -----

// Terms are joined before they are sent, and what all are to have is sent in parts.

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @four shape [4] devices [2, 3, 4, 5]
// CHECK: func.func @terms(
// CHECK-NEXT: %[[ROWS:.*]] = comm.reduce_scatter %{{.*}} : tensor<1024x1024xf32> -> tensor<512x1024xf32>
// CHECK-NEXT: comm.exchange %[[ROWS]] : tensor<512x1024xf32> -> tensor<0x1024xf32>
// CHECK-NEXT: return
// CHECK: func.func @"terms#1"(
// CHECK: %[[PART:.*]] = comm.exchange %{{.*}} : tensor<0x1024xf32> -> tensor<256x1024xf32>
// CHECK-NEXT: comm.all_gather %[[PART]] : tensor<256x1024xf32> -> tensor<1024x1024xf32> from #sbp.split<0> among dense<{{\[\[}}2, 3, 4, 5]]>
func.func @terms(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.partial<sum>) -> (#sbp.broadcast)>} {
  %y = sbp.move %x : tensor<1024x1024xf32> to @four as #sbp.broadcast
  return %y : tensor<1024x1024xf32>
}

// -----

// A job computes where it is, and returns some of it there.

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @one shape [1] devices [2]
// CHECK: func.func @both(
// CHECK: %[[R:.*]] = weir.relu %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[Y:.*]] = comm.exchange %[[R]]
// CHECK-NEXT: return %[[Y]], %[[R]] : tensor<0x3xf32>, tensor<2x3xf32>
// CHECK: func.func @"both#1"(
// CHECK-NOT: weir.relu
// CHECK: return %{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<0x3xf32>
func.func @both(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast, #sbp.split<0>)>} {
  %r = weir.relu %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %y = sbp.move %r : tensor<4x3xf32> to @one as #sbp.broadcast
  return %y, %r : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// One value goes to two meshes, one of them the job's own in another order, and is returned twice.

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @turned shape [2] devices [1, 0]
sbp.mesh @one shape [1] devices [2]
// CHECK: func.func @several(
// CHECK-SAME: comm.ranks = #comm.ranks<"several" mesh[3] devices[0, 1, 2] places[0, 1]>
// CHECK: %[[A:.*]] = comm.exchange %{{.*}} : tensor<2048x1024xf32> -> tensor<2048x1024xf32> {{.*}} takers = #sbp.grid<[2] at[1, 0]>
// CHECK: %[[B:.*]] = comm.exchange %{{.*}} : tensor<2048x1024xf32> -> tensor<0x1024xf32>
// CHECK-NEXT: return %[[A]], %[[B]], %[[A]]
func.func @several(%x: tensor<4096x1024xf32>) -> (tensor<4096x1024xf32>, tensor<4096x1024xf32>, tensor<4096x1024xf32>)
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>, #sbp.broadcast, #sbp.split<0>)>} {
  %a = sbp.move %x : tensor<4096x1024xf32> to @turned as #sbp.split<0>
  %b = sbp.move %x : tensor<4096x1024xf32> to @one as #sbp.broadcast
  return %a, %b, %a : tensor<4096x1024xf32>, tensor<4096x1024xf32>, tensor<4096x1024xf32>
}
