// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/add_mul_mul.02.loops.mlir

// Updates of two parameters by one count of steps: each has its own loops, cut into tiles.

// CHECK-LABEL: func.func @run
// CHECK: arith.ceildivsi
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<96x80xf32>
// CHECK: arith.ceildivsi
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<512xf32>
func.func @updates(%w: tensor<96x80xf32>, %b: tensor<512xf32>, %step: tensor<f32>)
    -> (tensor<96x80xf32>, tensor<512xf32>) attributes {weir.job} {
  %one = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %next = weir.add %step, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = weir.broadcast %next {dims = array<i64>} : tensor<f32> -> tensor<96x80xf32>
  %1 = weir.mul %w, %0 : (tensor<96x80xf32>, tensor<96x80xf32>) -> tensor<96x80xf32>
  %2 = weir.broadcast %next {dims = array<i64>} : tensor<f32> -> tensor<512xf32>
  %3 = weir.mul %b, %2 : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xf32>
  return %1, %3 : tensor<96x80xf32>, tensor<512xf32>
}
