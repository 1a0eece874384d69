// RUN: weir-opt %s --weir-form-groups --split-input-file --verify-diagnostics

module {
  // expected-error @+1 {{expects the module to have the attribute 'kernel.target'}}
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"abacus", {}>} {
  // expected-error @+1 {{expects a registered target, one of: cpu, cuda, naive, sim; got abacus}}
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
    return %x : tensor<4xf32>
  }
}
