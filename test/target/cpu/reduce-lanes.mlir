// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/reduce_max_sub.02.loops.mlir
// A reduction is vectorized along the rows that it reads, whatever loop the results of its kernel are written in.

// CHECK: func.func @run
// CHECK: %[[MAX:.*]] = scf.for {{.*}} -> (vector<8xf32>)
// CHECK: vector.load
// CHECK: arith.maximumf {{.*}} : vector<8xf32>
// CHECK: scf.yield
// The lanes are joined before the results' loop.
// CHECK: vector.extract_strided_slice %[[MAX]]
// CHECK: scf.for
// CHECK: arith.subf {{.*}} : vector<8xf32>
func.func @shift(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {weir.job} {
  %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x64xf32>
  %2 = weir.sub %x, %1 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
