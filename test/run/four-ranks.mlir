// RUN: weir-compile %s --target=cpu -o %t.weir
// RUN: run_ranks %t.weir 4 | FileCheck %s
// RUN: not run_ranks %t.weir 3 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not run_ranks %t.weir 2>&1 | FileCheck %s --check-prefix=USAGE

// In plain C, each rank a thread: of six rows two, two, one and one.

// CHECK-COUNT-4: rank {{[0-3]}}: sum[0] = 12
// THREE: error: expects a world of 4 ranks, got one of 3
// USAGE: usage: {{.*}}run_ranks model.weir ranks [job]

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
func.func @step(%x: tensor<6x2xf32> {weir.name = "x"}) -> (tensor<f32> {weir.name = "sum"})
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>} {
  %sum = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<6x2xf32>) -> tensor<f32>
  return %sum : tensor<f32>
}
