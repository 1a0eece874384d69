// RUN: weir-fuzz %s --targets=naive,cpu,sim --timeout=20
// An update behind a transposed convolution, of a constant and a broadcast, which take the transposition in at once:
// with one spatial dimension it leads to channels last and back, and would be found among the operands for ever.
module attributes {fuzz.seed = 1795352639850 : i64} {
  func.func @job(%x: tensor<2x9x7xf32>, %w: tensor<9x5x2xf32>, %v: tensor<2x5xf32>, %rate: tensor<f32>)
      -> (tensor<2x5x19xf32>, tensor<2x5x19xf32>) attributes {weir.job} {
    %0 = weir.conv_transpose %x, %w {dilations = array<i64: 2>, padding_high = array<i64: 1>, padding_low = array<i64: 2>, strides = array<i64: 3>} : (tensor<2x9x7xf32>, tensor<9x5x2xf32>) -> tensor<2x5x19xf32>
    %1 = weir.constant dense<1.0> : tensor<f32> -> tensor<2x5x19xf32>
    %2 = weir.broadcast %v {dims = array<i64: 0, 1>} : tensor<2x5xf32> -> tensor<2x5x19xf32>
    %3 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
    %4, %5 = weir.momentum_update %0, %1, %2, %rate, %rate, %3, %3, %3 : (tensor<2x5x19xf32>, tensor<2x5x19xf32>, tensor<2x5x19xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<2x5x19xf32>, tensor<2x5x19xf32>)
    return %4, %5 : tensor<2x5x19xf32>, tensor<2x5x19xf32>
  }
}
