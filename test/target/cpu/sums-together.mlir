// RUN: rm -rf %t && weir-compile %s --machine=znver4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/var.03.expanded.mlir
// The mean of a row is a loop of its own, which the differences from it need. Their sum and that of their squares go along
// in a second one: each difference is computed once, and each sum has one vector of f64.

// CHECK: scf.for {{.*}} -> (vector<8xf64>) {
// CHECK-NOT: arith.subf {{.*}} : vector<16xf32>
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>) {
// CHECK-COUNT-4: arith.subf {{.*}} : vector<16xf32>
// CHECK-NOT: arith.subf {{.*}} : vector<16xf32>

func.func @row_variances(%x: tensor<4x1024xf32>) -> tensor<4xf32> attributes {weir.job} {
  %0 = weir.var %x {correction = 1.0 : f64, dims = array<i64: 1>} : (tensor<4x1024xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
