// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/reduce_sum_add_mul.02.loops.mlir

// Vectors lie along what most of the reads go along, however many small operands have other loops innermost. Halves of
// a block's lanes are added to one vector of sums in f64, one after the other.

// CHECK-LABEL: func.func @run
// CHECK: scf.for {{.*}} -> (vector<8xf64>)
// CHECK-COUNT-3: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-2: arith.addf {{.*}} : vector<8xf64>
// CHECK: vector.extract_strided_slice {{.*}} vector<8xf64> to vector<4xf64>
func.func @statistics(%x: tensor<8x32x48xf32>, %a: tensor<32xf32>, %b: tensor<32xf32>)
    -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0, 2>} : (tensor<8x32x48xf32>) -> tensor<32xf32>
  %1 = weir.add %0, %a : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  %2 = weir.mul %0, %b : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %0, %1, %2 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}
