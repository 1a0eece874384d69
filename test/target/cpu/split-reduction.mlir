// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/reduce_sum_sqrt.02.loops.mlir
// Threads sum parts of what becomes one number; the parts are held in f64, and joined by one of them.

// CHECK: func.func @run(
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: memref.store {{.*}} : memref<?x1x1xf64>
// CHECK: func.func @run1(
// CHECK: memref.load {{.*}} : memref<?x1x1xf64>
// CHECK: scf.for
// CHECK: arith.addf {{.*}} : f64
// CHECK: arith.truncf
// CHECK: math.sqrt
func.func @norm(%x: tensor<1000x1000xf32>) -> tensor<f32> attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<1000x1000xf32>) -> tensor<f32>
  %1 = weir.sqrt %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
