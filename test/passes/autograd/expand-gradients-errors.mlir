// RUN: weir-opt %s --split-input-file --weir-expand-gradients --verify-diagnostics

weir.variable @w : tensor<f32>
func.func private @layer(%x: tensor<f32>) -> tensor<f32>

// All ops without a gradient are reported together, the one nearest to the loss first. One that no gradient reaches (the
// first call) is none of them.
func.func @f(%x: tensor<f32>, %c: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %a = weir.call @layer(%c) : (tensor<f32>) -> tensor<f32>
  // expected-note @below {{'weir.call' has no gradient}}
  %b = weir.call @layer(%x) : (tensor<f32>) -> tensor<f32>
  // expected-note @below {{'weir.adamw_update' has no gradient}}
  %p:3 = weir.adamw_update %x, %b, %a, %a, %a, %a, %a, %a, %a, %a
      : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>,
         tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  %y = weir.mul %p#0, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // expected-error @below {{'weir.gradient' op expects every op between loss and values to have a gradient, got 2 without}}
  %d = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// The sweep goes through one block; elsewhere it would miss what leads to the loss, and find zeros.
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %y = weir.exp %x : (tensor<f32>) -> tensor<f32>
  %g = kernel.group(%a = %x : tensor<f32>) -> tensor<f32> {
    // expected-error @below {{'weir.gradient' op expects to stand in the only block of a function}}
    %d = weir.gradient %a wrt %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
    kernel.yield %d : tensor<f32>
  }
  return %g : tensor<f32>
}
