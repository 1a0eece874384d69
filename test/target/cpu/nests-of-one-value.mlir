// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/exp_slice_slice.02.loops.mlir

// Two parts of a value, along a dimension in the middle: each goes along memory in a nest of its own, rather than both
// down the columns that they share.

// CHECK-LABEL: func.func private @nest0(
// CHECK: scf.for
// CHECK: vector.maskedstore {{.*}} : memref<4x9x8xf32>
// CHECK-LABEL: func.func private @nest1(
// CHECK: scf.for
// CHECK: vector.maskedstore {{.*}} : memref<4x7x8xf32>
func.func @parts(%x: tensor<4x16x8xf32>) -> (tensor<4x9x8xf32>, tensor<4x7x8xf32>) attributes {weir.job} {
  %0 = weir.exp %x : (tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  %1 = weir.slice %0 {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 1>}
      : tensor<4x16x8xf32> -> tensor<4x9x8xf32>
  %2 = weir.slice %0 {starts = array<i64: 0, 9, 0>, steps = array<i64: 1, 1, 1>}
      : tensor<4x16x8xf32> -> tensor<4x7x8xf32>
  return %1, %2 : tensor<4x9x8xf32>, tensor<4x7x8xf32>
}
