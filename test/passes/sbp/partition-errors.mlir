// RUN: weir-opt %s --split-input-file --weir-partition --verify-diagnostics

sbp.mesh @two shape [2] devices [0, 1]
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  // expected-error @below {{'weir.relu' op not supported yet: parts of a value of unknown sizes, 'tensor<?xf32>'}}
  %0 = weir.relu %x {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  return %x : tensor<4xf32>
}
// expected-error @below {{'func.func' op not supported yet: jobs of one module on several meshes}}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@others>,
                sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  return %x : tensor<4xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
// expected-error @below {{'weir.variable' op not supported yet: initial values of a variable that is split}}
weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>, sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<2xf32>
func.func @f() -> tensor<2xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} {
  %w = weir.read @w {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<2xf32>
  return %w : tensor<2xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
// expected-error @below {{'weir.variable' op not supported yet: initial values of a variable of which ranks hold terms}}
weir.variable @w {initial = dense<1.0> : tensor<2xf32>, sbp.signature = #sbp.signature<() -> (#sbp.partial<sum>)>} : tensor<2xf32>
func.func @f() -> tensor<2xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<() -> (#sbp.partial<sum>)>} {
  %w = weir.read @w {sbp.signature = #sbp.signature<() -> (#sbp.partial<sum>)>} : tensor<2xf32>
  return %w : tensor<2xf32>
}

// -----

// A file that was edited by hand.
sbp.mesh @two shape [2] devices [0, 1]
// expected-error @below {{'func.func' op expects the attribute 'sbp.signature' after the stage sbp}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}
