// RUN: weir-opt %s --split-input-file --weir-verify-signatures --verify-diagnostics

sbp.mesh @one shape [1] devices [0]
// expected-error @below {{'func.func' op expects the attribute 'sbp.signature' after the stage sbp}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}

// -----

sbp.mesh @one shape [1] devices [0]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  // expected-error @below {{'weir.relu' op expects the attribute 'sbp.signature' after the stage sbp}}
  %0 = weir.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @below {{the mesh is here}}
sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
// expected-error @below {{'func.func' op expects each value to be held on the axes of the mesh, of which there are 2; got: #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  return %x : tensor<4xf32>
}

// -----

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
func.func @f(%x: tensor<6x2xf32>) -> tensor<12xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>} {
  // expected-error @below {{'weir.reshape' op expects a signature that its iteration rule offers: f0:parallel, f1:parallel; [f1, f0] -> [2*f1+f0]; linear {0}; got: (S(0)) -> (S(0)) on axis 0}}
  %0 = weir.reshape %x {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>}
      : tensor<6x2xf32> -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

sbp.mesh @one shape [1] devices [0]
// expected-note @below {{the variable is here}}
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<4xf32>
func.func @f() attributes {weir.job, sbp.signature = #sbp.signature<() -> ()>} {
  // expected-error @below {{'weir.read' op expects the variable to be held as #sbp.split<0>, got #sbp.broadcast}}
  %w = weir.read @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<4xf32>
  return
}

// -----

sbp.mesh @one shape [1] devices [0]
// expected-error @below {{'weir.variable' op expects the attribute 'sbp.signature' after the stage sbp}}
weir.variable @w : tensor<4xf32>
func.func @f(%x: tensor<4xf32>)
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> ()>} {
  weir.assign @w, %x {sbp.signature = #sbp.signature<(#sbp.broadcast) -> ()>} : tensor<4xf32>
  return
}

// -----

sbp.mesh @one shape [1] devices [0]
// expected-error @below {{'func.func' op expects a job to have one block, got 0}}
func.func private @f(tensor<4xf32>) attributes {weir.job}

// -----

// expected-note @below {{the mesh is here}}
sbp.mesh @two shape [2] devices [0, 1]
// expected-error @below {{'weir.variable' op expects each value to be held on the axes of the mesh, of which there are 1; got: #sbp.signature<() -> (#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>)>}}
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>)>} : tensor<4xf32>
func.func @f() attributes {weir.job, sbp.signature = #sbp.signature<() -> ()>} {
  return
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
// expected-note @below {{its storage is here}}
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<4xf32>
// expected-error @below {{'weir.variable' op expects an alias to be held as what it shares its storage with, #sbp.signature<() -> (#sbp.split<0>)>, got #sbp.signature<() -> (#sbp.broadcast)>}}
weir.variable @v {alias = @w, sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>} : tensor<4xf32>
func.func @f() attributes {weir.job, sbp.signature = #sbp.signature<() -> ()>} {
  return
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@two>,
                sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} {
  // expected-error @below {{expects the job to return the value as it is held then, #sbp.broadcast, got #sbp.split<0>}}
  %y = sbp.move %x : tensor<4xf32> to @others as #sbp.broadcast {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>}
  return %y : tensor<4xf32>
}
