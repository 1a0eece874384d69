// RUN: weir-opt %s --split-input-file --weir-verify-gradients-expanded --verify-diagnostics

func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.gradient' op expects no gradients to ask for after the stage autograd}}
  %d = weir.gradient %x wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// Normal form is verified with it.
// expected-error @below {{'func.func' op expects the arguments of a job to be ranked tensors, got 'f32' as argument #0}}
func.func @f(%x: f32) attributes {weir.job} {
  return
}
