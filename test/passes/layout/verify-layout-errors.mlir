// RUN: weir-opt %s --split-input-file --weir-verify-layout --verify-diagnostics

weir.variable @derived : tensor<4xf32>
func.func @derive() attributes {weir.derive, weir.job} {
  %x = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  // expected-note @below {{it is derived here}}
  weir.assign @derived, %x : tensor<4xf32>
  return
}
func.func @derive_too() attributes {weir.derive, weir.job} {
  %x = weir.constant dense<2.0> : tensor<f32> -> tensor<4xf32>
  // expected-error @below {{'weir.assign' op expects a derived variable to be assigned by its derive job alone, got another assign of the storage of @derived}}
  weir.assign @derived, %x : tensor<4xf32>
  return
}

// -----

// expected-error @below {{'sbp.mesh' op expects no ops of the dialect sbp after the stage partition}}
sbp.mesh @device shape [1] devices [0]
