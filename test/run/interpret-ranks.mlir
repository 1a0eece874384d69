// A dump of programs of several ranks runs as the job from which they were made: on whole values, all ranks together.
// RUN: weir-run %s --interpret --seed=1 | FileCheck %s
// RUN: weir-compile %s --to=partition -o %t.mlir
// RUN: weir-run %t.mlir --interpret --seed=1 | FileCheck %s
// RUN: weir-compile %s --to=launch -o %t.launch.mlir
// RUN: FileCheck %s --input-file=%t.launch.mlir --check-prefix=DERIVED
// RUN: weir-run %t.launch.mlir --interpret --seed=1 | FileCheck %s
// RUN: weir-compile %t.mlir --verify-numerics | FileCheck %s --check-prefix=VERIFIED
// RUN: not weir-run %t.mlir --interpret --seed=1 --job='step#1' 2>&1 | FileCheck %s --check-prefix=ONE

// What is left of programs that were edited is told by name and place.
// RUN: sed '/weir.variable @"w#1"/d; /weir.assign @"w#1"/d; s/weir.read @"w#1"/weir.read @w/' %t.mlir > %t.none.mlir
// RUN: not weir-run %t.none.mlir --interpret --seed=1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed 's/comm.part = #comm.part<tensor<5x4xf32>/comm.part = #comm.part<tensor<9x4xf32>/' %t.mlir > %t.other.mlir
// RUN: not weir-run %t.other.mlir --interpret --seed=1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/\(func.func @"step#1".*\)places\[1\]/\1places[0]/' %t.mlir > %t.place.mlir
// RUN: not weir-run %t.place.mlir --interpret --seed=1 2>&1 | FileCheck %s --check-prefix=PLACE

sbp.mesh @two shape [2] devices [0, 1]
weir.variable @w {initial = dense<2.0> : tensor<4xf32>, sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<4xf32>
// CHECK: step result0 tensor<5x4xf32>: 3.12207 0.685808 1.37599 -0.195254
// CHECK-NEXT: step @w tensor<4xf32>: 1.45716 8.82995 -1.68325 -2.79197
// VERIFIED: layout {{ *}}layout {{ *}}{{[1-9]}}
// ONE: expects a job, all of whose ranks run together, got @step#1, one rank's program of @step
// NONE: step: expects a part of variable @w at place 1, got none
// OTHER: @step expects the part of input #0 at place 0 to be tensor<5x4xf32>, got tensor<3x4xf32>
// PLACE: @step expects a program for each place of its mesh
func.func @step(%x: tensor<5x4xf32>) -> tensor<5x4xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  %w = weir.read @w : tensor<4xf32>
  %b = weir.broadcast %w {dims = array<i64: 1>} : tensor<4xf32> -> tensor<5x4xf32>
  %y = weir.mul %x, %b : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  %s = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<5x4xf32>) -> tensor<4xf32>
  weir.assign @w, %s : tensor<4xf32>
  return %y : tensor<5x4xf32>
}

// Ranks that derive a packed weight each of their own parts: columns of which the second rank has one less.
// DERIVED: func.func @m.packed.{{.*}}.derive() attributes {{.*}} places[0]
// DERIVED: func.func @"m#1.packed.{{.*}}.derive"() attributes {{.*}} places[1]
weir.variable @m {initial = dense<0.5> : tensor<64x47xf32>, sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>} : tensor<64x47xf32>
// CHECK: product result0 tensor<5x47xf32>: -5.84534
func.func @product(%x: tensor<5x64xf32>) -> tensor<5x47xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.split<1>)>} {
  %m = weir.read @m : tensor<64x47xf32>
  %y = weir.matmul %x, %m : (tensor<5x64xf32>, tensor<64x47xf32>) -> tensor<5x47xf32>
  return %y : tensor<5x47xf32>
}
