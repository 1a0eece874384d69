// Where ranks meet, what is made of variables alone comes right before what needs it: here a function of the weight, which
// the product behind the sum takes, though the job makes it first.
// RUN: weir-compile %s --machine=znver4 --to=schedule | FileCheck %s

sbp.mesh @two shape [2] devices [0, 1]
weir.variable @w : tensor<64x32xf32>
// CHECK-LABEL: vm.program @step
// CHECK: vm.call @reduce_sum
// CHECK-NEXT: vm.collective
// CHECK-NOT: vm.collective
// CHECK: vm.call @exp
// CHECK: vm.call @matmul
func.func @step(%x: tensor<4096x64xf32>) -> tensor<32x4096xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<1>)>} {
  %w = weir.read @w : tensor<64x32xf32>
  %t = weir.exp %w : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %kept = weir.optimization_barrier %t : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %s = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<4096x64xf32>) -> tensor<64xf32>
  %e = weir.broadcast %s {dims = array<i64: 1>} : tensor<64xf32> -> tensor<4096x64xf32>
  %z = weir.sub %x, %e : (tensor<4096x64xf32>, tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %y = weir.matmul %kept, %z {transpose_a, transpose_b} : (tensor<64x32xf32>, tensor<4096x64xf32>) -> tensor<32x4096xf32>
  %n = weir.neg %w : (tensor<64x32xf32>) -> tensor<64x32xf32>
  weir.assign @w, %n : tensor<64x32xf32>
  return %y : tensor<32x4096xf32>
}
