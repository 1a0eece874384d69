// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Residues of one dimension become channels, while the size of another is the run's.
module attributes {fuzz.dynamic = array<i64: 16, 8>, fuzz.seed = 1795882278783 : i64} {
  func.func @job(%arg0: tensor<1x9x16x2xf32>, %arg1: tensor<9x2x1x2xf32>) -> tensor<1x2x16x3xf32> attributes {weir.job} {
    %0 = weir.conv_transpose %arg0, %arg1 {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 1>, strides = array<i64: 1, 2>} : (tensor<1x9x16x2xf32>, tensor<9x2x1x2xf32>) -> tensor<1x2x16x3xf32>
    return %0 : tensor<1x2x16x3xf32>
  }
}
