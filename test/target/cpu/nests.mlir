// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/add_mul_mul_mul.02.loops.mlir

// Updates of three parameters by one count of steps: each has its own loops, cut into tiles. Those of one shape are one
// function, which is told where its operands stand in the call's table.

// CHECK-LABEL: func.func private @nest0(
// CHECK: arith.ceildivsi
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<96x80xf32>
// CHECK-LABEL: func.func private @nest1(
// CHECK: arith.ceildivsi
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<512xf32>
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @run
// CHECK: call @nest0
// CHECK: call @nest1
// CHECK: call @nest0
func.func @updates(%w: tensor<96x80xf32>, %b: tensor<512xf32>, %v: tensor<96x80xf32>, %step: tensor<f32>)
    -> (tensor<96x80xf32>, tensor<512xf32>, tensor<96x80xf32>) attributes {weir.job} {
  %one = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %next = weir.add %step, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = weir.broadcast %next {dims = array<i64>} : tensor<f32> -> tensor<96x80xf32>
  %1 = weir.mul %w, %0 : (tensor<96x80xf32>, tensor<96x80xf32>) -> tensor<96x80xf32>
  %2 = weir.broadcast %next {dims = array<i64>} : tensor<f32> -> tensor<512xf32>
  %3 = weir.mul %b, %2 : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xf32>
  %4 = weir.mul %v, %0 : (tensor<96x80xf32>, tensor<96x80xf32>) -> tensor<96x80xf32>
  return %1, %3, %4 : tensor<96x80xf32>, tensor<512xf32>, tensor<96x80xf32>
}
