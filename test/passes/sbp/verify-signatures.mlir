// RUN: weir-opt %s --weir-verify-signatures | FileCheck %s

// A file that was edited by hand: other signatures than inference would take are fine if the rule offers them.

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @one shape [1] devices [0]
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<8x4xf32>

// CHECK-LABEL: @f
func.func @f(%x: tensor<6x8xf32>) -> tensor<24xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>} {
  %w = weir.read @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<8x4xf32>
  %0 = weir.matmul %x, %w {sbp.signature = #sbp.signature<(#sbp.broadcast, #sbp.split<1>) -> (#sbp.split<1>)>}
      : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %1 = weir.reshape %0 {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0, 1, 4>)>}
      : tensor<6x4xf32> -> tensor<24xf32>
  return %1 : tensor<24xf32>
}

// CHECK-LABEL: @on_another_mesh
func.func @on_another_mesh(%x: tensor<f32>) -> tensor<f32>
    attributes {weir.job, sbp.placement = #sbp.placement<@one>,
                sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  return %x : tensor<f32>
}
