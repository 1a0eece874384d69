// RUN: weir-run %s --device=cpu --ranks=2 | FileCheck %s
// RUN: weir-compile %s --target=cpu -o %t.weir
// RUN: weir-run %t.weir --device=cpu --ranks=2 --workers=2 --output=%t.out | FileCheck %s --check-prefix=ONES
// RUN: weir-run %t.weir --device=cpu --ranks=2 --input=%t.out/step.y.npy --output=%t.out | FileCheck %s --check-prefix=AGAIN
// RUN: weir-run %s --device=sim --ranks=2 | FileCheck %s
// RUN: weir-compile %s --target=cpu,sim -o %t.all.weir
// RUN: weir-run %t.all.weir --device=sim --ranks=2 | FileCheck %s --check-prefix=ONES
// RUN: not weir-run %t.weir --device=cpu 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not weir-run %t.weir --device=cpu --ranks=3 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not weir-run %t.weir --device=cpu --ranks=1 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not weir-run %t.weir --device=cpu --ranks=2 --benchmark 2>&1 | FileCheck %s --check-prefix=BENCHMARK
// RUN: not weir-run %s --interpret --ranks=2 2>&1 | FileCheck %s --check-prefix=INTERPRET

// Values are whole on the outside: ranks are given their rows, and what they give is put together.

// CHECK: step y tensor<5x2xf32>:
// CHECK: step sum tensor<f32>:
// ONES: step y tensor<5x2xf32>: 2 2 2 2 2 2 2 2 ...
// ONES: step sum tensor<f32>: 20
// AGAIN: step y tensor<5x2xf32>: 4 4 4 4 4 4 4 4 ...
// AGAIN: step sum tensor<f32>: 40
// ALONE: weir-run: expects a device that is one of 2 ranks, got one that has joined no world (weir_device_join)
// THREE: weir-run: expects as many ranks as the artifact is for, got 3
// ONE: weir-run: expects a world of 2 ranks, got one of 1
// BENCHMARK: weir-run: not supported yet: --benchmark, --memory and --trace with --ranks
// INTERPRET: weir-run: expects a device for --benchmark, --trace, --memory, --workers and --ranks, got --interpret

sbp.mesh @two shape [2] devices [0, 1]
func.func @step(%x: tensor<5x2xf32> {weir.name = "x"})
    -> (tensor<5x2xf32> {weir.name = "y"}, tensor<f32> {weir.name = "sum"})
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>, #sbp.broadcast)>} {
  %y = weir.add %x, %x : (tensor<5x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  %sum = weir.reduce_sum %y {dims = array<i64: 0, 1>} : (tensor<5x2xf32>) -> tensor<f32>
  return %y, %sum : tensor<5x2xf32>, tensor<f32>
}
