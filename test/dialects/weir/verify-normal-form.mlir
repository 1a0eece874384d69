// RUN: weir-opt %s --weir-verify-normal-form="gradients=true amp=true sbp=true" | FileCheck %s

// Everything that normal form allows before autograd.

weir.variable @w : tensor<4xf32>
weir.variable @v : tensor<4xf32>
weir.variable @tied {alias = @w} : tensor<4xf32>
weir.variable @doubled : tensor<4xf32>

// CHECK-LABEL: func.func @train
// CHECK-SAME: weir.amp = bf16
func.func @train(%x: tensor<?x4xf32>) -> tensor<f32> attributes {weir.job, weir.amp = bf16} {
  %two = arith.constant 2 : index
  %n = weir.dim %x, 0 : tensor<?x4xf32>
  %m = arith.muli %n, %two : index
  %w = weir.read @tied : tensor<4xf32>
  %held = sbp.constrain %w : tensor<4xf32> to #sbp.broadcast
  %loss = weir.reduce_sum %held {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %dw = weir.gradient %loss wrt %w : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %dw : tensor<4xf32>
  weir.assign @v, %dw : tensor<4xf32>
  return %loss : tensor<f32>
}

// Another job may assign the same variable.
func.func @reset(%new: tensor<4xf32>) attributes {weir.job} {
  weir.assign @tied, %new : tensor<4xf32>
  return
}

func.func @derive() attributes {weir.derive, weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %y = weir.add %w, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @doubled, %y : tensor<4xf32>
  return
}

// What is no job may be anything.
func.func private @helper(%n: index) -> index {
  return %n : index
}
