// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/reduce_sum.02.loops.mlir
// Of columns whose number and length a run says, as many go into a tile as the length lets be worth one, and vectors of
// them go down side by side.

// CHECK: func.func @prepare(
// CHECK: %[[LENGTH:.*]] = memref.dim
// CHECK: %[[LEAST:.*]] = arith.maxsi %[[LENGTH]]
// CHECK: arith.divsi {{.*}}, %[[LEAST]]
// CHECK: arith.ceildivsi
// CHECK: func.func @run(
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
func.func @columns(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
