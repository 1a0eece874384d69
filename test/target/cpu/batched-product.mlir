// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/matmul_mul.02.loops.mlir

// The scores of attention: a product for each sequence and head by register tiles, scaled on the accumulators.

// CHECK: func.func @product_run(
// CHECK-SAME: memref<?x?x197x64xf32,
// CHECK-SAME: memref<?x?x197x64xf32,
// CHECK-SAME: memref<?x?x197x197xf32,
// CHECK-LABEL: func.func @run
// CHECK: call @product_run
func.func @scores(%q: tensor<2x6x197x64xf32>, %k: tensor<2x6x197x64xf32>) -> tensor<2x6x197x197xf32> attributes {weir.job} {
  %scale = weir.constant dense<0.125> : tensor<f32> -> tensor<2x6x197x197xf32>
  %0 = weir.matmul %q, %k {transpose_b} : (tensor<2x6x197x64xf32>, tensor<2x6x197x64xf32>) -> tensor<2x6x197x197xf32>
  %1 = weir.mul %0, %scale : (tensor<2x6x197x197xf32>, tensor<2x6x197x197xf32>) -> tensor<2x6x197x197xf32>
  return %1 : tensor<2x6x197x197xf32>
}
