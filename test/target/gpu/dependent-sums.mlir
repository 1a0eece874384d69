// RUN: rm -rf %t && weir-compile %s --target=cuda --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/reduce_sum_sub_mul_reduce_sum.02.blocks.mlir
// Few sums of many terms, and sums that need these: threads sum parts of the first ones, warps join them, threads sum
// parts of the others, and warps join those.

// CHECK: gpu.func @phase0
// CHECK: scf.for
// CHECK: memref.store
// CHECK: gpu.func @phase1
// CHECK-COUNT-5: nvvm.shfl.sync
// CHECK: memref.store
// CHECK: gpu.func @phase2
// CHECK: vector.load {{.*}} : memref<?xf32, 1>, vector<4xf32>
// CHECK: scf.for
// CHECK: memref.store
// CHECK: gpu.func @phase3
// CHECK-COUNT-5: nvvm.shfl.sync
// CHECK: memref.store
func.func @deviations(%x: tensor<100000x64xf32>) -> tensor<64xf32> attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<100000x64xf32>) -> tensor<64xf32>
  %n = weir.constant dense<100000.0> : tensor<f32> -> tensor<64xf32>
  %mean = weir.div %0, %n : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = weir.broadcast %mean {dims = array<i64: 1>} : tensor<64xf32> -> tensor<100000x64xf32>
  %2 = weir.sub %x, %1 : (tensor<100000x64xf32>, tensor<100000x64xf32>) -> tensor<100000x64xf32>
  %3 = weir.mul %2, %2 : (tensor<100000x64xf32>, tensor<100000x64xf32>) -> tensor<100000x64xf32>
  %4 = weir.reduce_sum %3 {dims = array<i64: 0>} : (tensor<100000x64xf32>) -> tensor<64xf32>
  return %4 : tensor<64xf32>
}
