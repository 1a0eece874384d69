// What ranks send for new weights, and what becomes of it, has streams of its own: no product waits for it. New weights
// are on their way as soon as their gradients are there, and what is sent is not overwritten while others compute.
// RUN: weir-compile %s --machine=znver4 --to=schedule | FileCheck %s
// RUN: weir-compile %s --machine=znver4 --to=schedule | FileCheck %s --check-prefix=UNEVEN

sbp.mesh @two shape [2] devices [0, 1]
weir.variable @a : tensor<64x64xf32>
weir.variable @b : tensor<64x64xf32>
// CHECK-LABEL: vm.program @step
// CHECK:      vm.call @matmul const(%{{.*}}, %{{.*}}) mut(%[[H:[0-9]+]]) :
// CHECK-NEXT: vm.call @matmul_0 const(%{{.*}}, %[[H]]) mut(%[[G:[0-9]+]]) :
// CHECK-NEXT: vm.collective %{{.*}} into %[[TERMS:[0-9]+]] {{.*}} {stream = 3 : i64}
// CHECK-NEXT: vm.collective {{.*}} into %[[OLD:[0-9]+]] of [64, 64] from #sbp.broadcast
// CHECK-NEXT: vm.call @reduce_sum_sub const(%[[TERMS]], %[[OLD]]) mut(%[[NEW:[0-9]+]]) {stream = 1 : i64}
// CHECK-NEXT: vm.collective %[[NEW]] into %[[ALL:[0-9]+]] {{.*}} {stream = 3 : i64}
// CHECK-NEXT: vm.call @matmul const(%[[H]], %{{.*}}) mut(%{{.*}}) :
// CHECK:      vm.copy %[[ALL]] to %{{.*}} {stream = 1 : i64}
func.func @step(%x: tensor<4096x64xf32>) -> tensor<4096x64xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  %a = weir.read @a : tensor<64x64xf32>
  %b = weir.read @b : tensor<64x64xf32>
  %h = weir.matmul %x, %a : (tensor<4096x64xf32>, tensor<64x64xf32>) -> tensor<4096x64xf32>
  %g = weir.matmul %x, %h {transpose_a} : (tensor<4096x64xf32>, tensor<4096x64xf32>) -> tensor<64x64xf32>
  %y = weir.matmul %h, %b : (tensor<4096x64xf32>, tensor<64x64xf32>) -> tensor<4096x64xf32>
  %k = weir.matmul %h, %y {transpose_a} : (tensor<4096x64xf32>, tensor<4096x64xf32>) -> tensor<64x64xf32>
  %u = weir.sub %a, %k : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = weir.sub %b, %g : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  weir.assign @a, %u : tensor<64x64xf32>
  weir.assign @b, %v : tensor<64x64xf32>
  return %y : tensor<4096x64xf32>
}

// What a product waits for goes first.
// CHECK-LABEL: vm.program @awaited
// CHECK: vm.collective {{.*}} {stream = 2 : i64}
// CHECK-NOT: {stream = 1 : i64}
// CHECK: vm.call @matmul
func.func @awaited(%x: tensor<4096x64xf32>, %w: tensor<64x64xf32>) -> tensor<4096x64xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>)>} {
  %s = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<4096x64xf32>) -> tensor<64xf32>
  %e = weir.broadcast %s {dims = array<i64: 1>} : tensor<64xf32> -> tensor<4096x64xf32>
  %z = weir.sub %x, %e : (tensor<4096x64xf32>, tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %y = weir.matmul %z, %w : (tensor<4096x64xf32>, tensor<64x64xf32>) -> tensor<4096x64xf32>
  return %y : tensor<4096x64xf32>
}

// A product of 3 rows takes longer than to read and write them, that of 2 does not: the weight's parts meet on one way
// nevertheless.
// UNEVEN: vm.program @uneven kind
// UNEVEN: vm.collective {{.*}} of [64, 64] {{.*}} {stream = 2 : i64}
// UNEVEN: vm.program @"uneven#1" kind
// UNEVEN: vm.collective {{.*}} of [64, 64] {{.*}} {stream = 2 : i64}
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<64x64xf32>
func.func @uneven(%x: tensor<5x64xf32>) -> tensor<5x64xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  %w = weir.read @w : tensor<64x64xf32>
  %c = sbp.constrain %w : tensor<64x64xf32> to #sbp.broadcast
  %y = weir.matmul %x, %c : (tensor<5x64xf32>, tensor<64x64xf32>) -> tensor<5x64xf32>
  return %y : tensor<5x64xf32>
}
