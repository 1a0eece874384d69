// RUN: weir-opt %s --split-input-file --weir-verify-launches --verify-diagnostics

func.func @job(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @below {{'kernel.group' op expects to be gone from a job after the stage launch, which leaves variables, constants, kernel.call, reshapes, weir.dim and host scalars: vm.size, arith.constant}}
  %0 = kernel.group(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    kernel.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @function(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.group' op expects to be gone after the stage launch}}
  %0 = kernel.group(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    kernel.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// All that a program has nothing for is reported together. Division towards zero is not what host scalars do.
func.func @job(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  // expected-error @below {{'weir.neg' op expects to be gone from a job after the stage launch}}
  %0 = weir.neg %x : (tensor<?xf32>) -> tensor<?xf32>
  %n = weir.dim %x, 0 : tensor<?xf32>
  // expected-error @below {{'arith.divsi' op expects to be gone from a job after the stage launch}}
  %m = arith.divsi %n, %n : index
  return %0 : tensor<?xf32>
}

// -----

weir.variable @w : tensor<4xf32>
func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  // expected-error @below {{'weir.read' op expects a kernel to hold only ops that compute tensors from tensors}}
  %w = weir.read @w : tensor<4xf32>
  %0 = weir.add %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{'weir.assign' op expects a kernel to hold only ops that compute tensors from tensors}}
  weir.assign @w, %0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  // expected-error @below {{'kernel.call' op expects a kernel to hold only ops that compute tensors from tensors}}
  %0 = kernel.call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Of sizes, a kernel knows those that it is given.
func.func private @k(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> attributes {kernel.kernel} {
  // expected-error @below {{'weir.dim' op expects a kernel to hold only ops that compute tensors from tensors}}
  %n = weir.dim %x, 0 : tensor<?xf32>
  %0 = weir.broadcast %y sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// expected-error @below {{'func.func' op expects a kernel to have a body of one block}}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel}

// -----

// expected-error @below {{'func.func' op expects a kernel's tensors to stand before its index scalars, got 'tensor<4xf32>' as argument #1}}
func.func private @k(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op expects a kernel's arguments to be tensors and index scalars, got 'f32' as argument #0}}
func.func private @k(%x: f32) attributes {kernel.kernel} {
  return
}

// -----

// expected-error @below {{'func.func' op expects a kernel's results to be tensors, got 'index' as result #0}}
func.func private @k(%n: index) -> index attributes {kernel.kernel} {
  return %n : index
}
