// RUN: weir-opt %s --split-input-file --vm-from-kernel-calls --verify-diagnostics

// All ops that a job cannot hold are reported together.
func.func @unsupported(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @+1 {{expects to be gone from a job after the stage launch, which leaves variables, constants, kernel.call, reshapes, weir.dim and host scalars: vm.size, arith.constant}}
  %0 = weir.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{expects to be gone from a job after the stage launch}}
  %1 = weir.neg %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects a job's inputs to be tensors, got 'index' as input 0}}
func.func @scalar_input(%n: index) attributes {weir.job} {
  return
}

// -----

// expected-error @+1 {{expects a job to have a body of one block}}
func.func private @no_body() attributes {weir.job}

// -----

func.func @scalar_result() -> index attributes {weir.job} {
  %n = arith.constant 1 : index
  // expected-error @+1 {{expects a job to return tensors, got 'index'}}
  return %n : index
}

// -----

weir.variable @w : tensor<4xf32>
weir.variable @tied {alias = @w} : tensor<4xf32>
func.func @twice(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-note @+1 {{the other one is here}}
  weir.assign @w, %x : tensor<4xf32>
  // expected-error @+1 {{expects one weir.assign per storage and job, got two for @w}}
  weir.assign @tied, %x : tensor<4xf32>
  return
}
