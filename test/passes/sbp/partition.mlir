// RUN: weir-opt %s --weir-partition --weir-verify-normal-form | FileCheck %s
// RUN: weir-opt %s --weir-partition | FileCheck %s --check-prefix=GONE

// The program of the only rank is the program.

// GONE-NOT: sbp.
sbp.mesh @device shape [1] devices [0]
// CHECK: weir.variable @w : tensor<4xf32>
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<4xf32>

// CHECK: func.func @f(%[[X:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@device>,
                sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.split<0>
      {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>}
  // CHECK-NEXT: %[[Y:.*]] = weir.relu %[[X]] : (tensor<4xf32>) -> tensor<4xf32>
  %1 = weir.relu %0 {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = sbp.constrain %1 : tensor<4xf32> to #sbp.broadcast
      {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>}
  // CHECK-NEXT: weir.assign @w, %[[Y]] : tensor<4xf32>
  weir.assign @w, %2 {sbp.signature = #sbp.signature<(#sbp.broadcast) -> ()>} : tensor<4xf32>
  // CHECK-NEXT: return %[[Y]]
  return %2 : tensor<4xf32>
}
