// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/sgd_update_sgd_update_sgd_update.02.loops.mlir

// Updates of three parameters by one learning rate: each has its own loops, cut into tiles. Those of one shape are one
// function, which is told where its operands stand in the call's table.

// CHECK-LABEL: func.func private @nest0(
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<7680xf32>
// CHECK-LABEL: func.func private @nest1(
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<512xf32>
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @run
// CHECK: call @nest0
// CHECK: call @nest1
// CHECK: call @nest0
!matrix = tensor<96x80xf32>
!vector = tensor<512xf32>
!scalar = tensor<f32>
func.func @updates(%lr: !scalar, %wd: !scalar, %w: !matrix, %dw: !matrix, %b: !vector, %db: !vector, %v: !matrix,
                   %dv: !matrix) -> (!matrix, !vector, !matrix) attributes {weir.job} {
  %0 = weir.sgd_update %w, %dw, %lr, %wd : (!matrix, !matrix, !scalar, !scalar) -> !matrix
  %1 = weir.sgd_update %b, %db, %lr, %wd : (!vector, !vector, !scalar, !scalar) -> !vector
  %2 = weir.sgd_update %v, %dv, %lr, %wd : (!matrix, !matrix, !scalar, !scalar) -> !matrix
  return %0, %1, %2 : !matrix, !vector, !matrix
}
