// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/reduce_sum_sub.02.loops.mlir

// What is reduced over pixels is reduced once for the channels of a vector, not once for each pixel that it is taken from. Rows and
// columns of pixels are one loop.

// CHECK-LABEL: func.func @run
// CHECK: scf.for
// CHECK: scf.for %[[C:.*]] = {{.*}} {
// CHECK: scf.for {{.*}} -> (vector<16xf64>)
// CHECK: vector.load %{{.*}}[%{{.*}}, %[[C]]]
// CHECK: %[[SUM:.*]] = arith.truncf
// CHECK: scf.for
// CHECK: arith.subf %{{.*}}, %[[SUM]]
// CHECK: vector.store
func.func @center(%x: tensor<8x9x32xf32>) -> tensor<8x9x32xf32> attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<8x9x32xf32>) -> tensor<32xf32>
  %1 = weir.broadcast %0 {dims = array<i64: 2>} : tensor<32xf32> -> tensor<8x9x32xf32>
  %2 = weir.sub %x, %1 : (tensor<8x9x32xf32>, tensor<8x9x32xf32>) -> tensor<8x9x32xf32>
  return %2 : tensor<8x9x32xf32>
}
