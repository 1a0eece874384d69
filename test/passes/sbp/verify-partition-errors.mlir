// RUN: weir-opt %s --split-input-file --weir-verify-partition --verify-diagnostics

// expected-error @below {{'sbp.mesh' op expects no ops of the dialect sbp after the stage partition}}
sbp.mesh @device shape [1] devices [0]

// -----

func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-error @below {{'weir.relu' op expects no attribute 'sbp.signature' after the stage partition}}
  %0 = weir.relu %x {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-error @below {{'sbp.constrain' op expects no ops of the dialect sbp after the stage partition}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.split<0>
  return
}

// -----

// Normal form is verified with it.
weir.variable @w : tensor<4xf32>
func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-note @below {{the first one is here}}
  weir.assign @w, %x : tensor<4xf32>
  // expected-error @below {{'weir.assign' op expects at most one weir.assign per variable and job}}
  weir.assign @w, %x : tensor<4xf32>
  return
}
