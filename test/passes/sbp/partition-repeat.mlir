// RUN: weir-opt --weir-infer-signatures --weir-partition %s | FileCheck %s
// RUN: weir-compile %s --target=cpu -o %t.weir
// RUN: weir-run %t.weir --device=cpu --ranks=2 --output=%t.out | FileCheck %s --check-prefix=GIVES
// RUN: weir-run %t.weir --device=cpu --ranks=2 --input=%t.out/part.y.npy | FileCheck %s --check-prefix=AGAIN
// RUN: weir-run %s --interpret --seed=1 | FileCheck %s --check-prefix=INTERPRETED
// RUN: weir-compile %s --to=partition -o %t.mlir
// RUN: weir-run %t.mlir --interpret --seed=1 | FileCheck %s --check-prefix=INTERPRETED

// Sums of two parts of a batch are added up as terms, which are joined behind the last part. Rows of each part are given
// to all ranks, and results are put together likewise.

sbp.mesh @two shape [2] devices [0, 1]
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<2xf32>
weir.variable @sum carried {sbp.signature = #sbp.signature<() -> (#sbp.partial<sum>)>} : tensor<2xf32>

// CHECK-LABEL: func.func @part(
// CHECK-SAME: %{{.*}}: tensor<2x2xf32>
// CHECK-SAME: weir.repeat = 2
// CHECK-NOT: = comm.
// CHECK-LABEL: func.func @"part#1"(
// CHECK-SAME: %{{.*}}: tensor<1x2xf32>
// CHECK-NOT: = comm.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: weir.epilogue_of = @part
// CHECK: comm.all_reduce {{.*}} by #sbp.partial<sum>
// CHECK-LABEL: func.func @"step#1"(
// CHECK-SAME: weir.epilogue_of = @"part#1"

// GIVES: part y tensor<6x2xf32>: 2 2 2 2 2 2 2 2 ...

// AGAIN: part y tensor<6x2xf32>: 4 4 4 4 4 4 4 4 ...

// INTERPRETED: part y tensor<6x2xf32>:
// INTERPRETED-NEXT: part @w tensor<2xf32>: -0.09869{{[0-9]+}} -1.28967

func.func @part(%x: tensor<3x2xf32> {weir.name = "x", weir.sliced}) -> (tensor<3x2xf32> {weir.name = "y", weir.stacked})
    attributes {weir.job, weir.repeat = 2 : i32, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  %sum = weir.read @sum : tensor<2xf32>
  %rows = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %y = weir.add %sum, %rows : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %twice = weir.add %x, %x : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  weir.assign @sum, %y : tensor<2xf32>
  return %twice : tensor<3x2xf32>
}
func.func @step() attributes {weir.job, weir.epilogue_of = @part} {
  %w = weir.read @w : tensor<2xf32>
  %sum = weir.read @sum : tensor<2xf32>
  %y = weir.add %w, %sum : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  weir.assign @w, %y : tensor<2xf32>
  return
}
