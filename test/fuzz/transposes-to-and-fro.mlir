// RUN: weir-fuzz %s --targets=naive,cpu,sim --timeout=20
// Images with one spatial dimension: the same transposition leads to channels last and back. Behind a convolution it
// stops at operands that don't take it in, and leaves the scalars of an update alone.
module attributes {fuzz.seed = 9002 : i64} {
  func.func @job(%x: tensor<2x3x9xf32>, %w: tensor<4x3x2xf32>, %other: tensor<2x4x9xf32>, %rate: tensor<f32>)
      -> (tensor<2x4x9xf32>, tensor<2x4x9xf32>) attributes {weir.job} {
    %0 = weir.conv %x, %w {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 0>,
                           strides = array<i64: 1>} : (tensor<2x3x9xf32>, tensor<4x3x2xf32>) -> tensor<2x4x9xf32>
    %1 = weir.minimum %0, %other : (tensor<2x4x9xf32>, tensor<2x4x9xf32>) -> tensor<2x4x9xf32>
    %2 = weir.sgd_update %0, %0, %rate, %rate
        : (tensor<2x4x9xf32>, tensor<2x4x9xf32>, tensor<f32>, tensor<f32>) -> tensor<2x4x9xf32>
    return %1, %2 : tensor<2x4x9xf32>, tensor<2x4x9xf32>
  }
}
