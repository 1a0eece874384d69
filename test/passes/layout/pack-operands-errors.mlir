// RUN: weir-opt %s --split-input-file --weir-pack-operands --verify-diagnostics

// Nothing to pack: no target is asked.
module {
  func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job} {
    %y = weir.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %y : tensor<4x4xf32>
  }
}

// -----

// expected-error @below {{expects the module to have the attribute 'kernel.target'}}
module {
  weir.variable @w : tensor<4x4xf32>
  func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job} {
    %w = weir.read @w : tensor<4x4xf32>
    %y = weir.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %y : tensor<4x4xf32>
  }
}
