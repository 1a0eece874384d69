// RUN: weir-opt %s --split-input-file --weir-verify-precision --verify-diagnostics

// expected-error @below {{'func.func' op expects no attribute 'weir.amp' after the stage precision}}
func.func @f() attributes {weir.job, weir.amp = bf16} {
  return
}

// -----

// expected-error @below {{expects no attribute 'weir.amp' after the stage precision}}
module attributes {weir.amp = bf16} {
}

// -----

// Normal form is verified with it.
// expected-error @below {{'func.func' op expects the arguments of a job to be ranked tensors, got 'f32' as argument #0}}
func.func @f(%x: f32) attributes {weir.job} {
  return
}
