// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/exp_transpose.02.loops.mlir
// What lies across the results is read along its own rows, eight of them at a time, and turned in registers; results are
// written along theirs.

// CHECK: func.func @run
// CHECK-NOT: vector.gather
// CHECK-COUNT-8: vector.load {{.*}} memref<64x40xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.store {{.*}} memref<8x8xf32>
// CHECK: scf.for
// CHECK: vector.load {{.*}} memref<8x8xf32>
// CHECK: vector.store {{.*}} memref<40x64xf32>
// CHECK-NOT: vector.scatter
func.func @across(%x: tensor<64x40xf32>) -> tensor<40x64xf32> attributes {weir.job} {
  %0 = weir.exp %x : (tensor<64x40xf32>) -> tensor<64x40xf32>
  %1 = weir.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<64x40xf32>) -> tensor<40x64xf32>
  return %1 : tensor<40x64xf32>
}
