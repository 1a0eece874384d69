// RUN: weir-opt %s --split-input-file --weir-mixed-precision --verify-diagnostics

// expected-error @below {{'func.func' op expects 'weir.amp' to be bf16, got f16}}
func.func @f() attributes {weir.job, weir.amp = f16} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.amp' to be bf16, got true}}
func.func @f() attributes {weir.job, weir.amp = true} {
  return
}
