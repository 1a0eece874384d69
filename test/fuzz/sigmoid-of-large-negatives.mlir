// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The sigmoid is a denormal where exp(-x) overflows.
module attributes {fuzz.seed = 424303 : i64} {
  func.func @job(%arg0: tensor<8x5x5x5xf32> {fuzz.input = array<i64: 2, -2, 2, 0>}, %arg1: tensor<3x5x2x3xf32> {fuzz.input = array<i64: 3, -3, 3, 1>}, %arg2: tensor<8xf32> {fuzz.input = array<i64: 5, -2, 2, 0>}, %arg3: tensor<3xf32>, %arg4: tensor<8x3x2x3xf32>) -> tensor<8x4x6x2xf32> attributes {weir.job} {
    %0 = weir.convolution %arg0, %arg1, %arg3 {dilations = array<i64: 1, 1>, groups = 1 : i64, padding_high = array<i64: 1, 0>, padding_low = array<i64: 1, 2>, present = array<i64: 0>, strides = array<i64: 1, 2>} : (tensor<8x5x5x5xf32>, tensor<3x5x2x3xf32>, tensor<3xf32>) -> tensor<8x3x6x3xf32>
    %1 = weir.convolution %0, %arg4, %arg2 {dilations = array<i64: 2, 1>, groups = 1 : i64, padding_high = array<i64: 1, 0>, padding_low = array<i64: 1, 2>, present = array<i64: 0>, strides = array<i64: 1, 2>} : (tensor<8x3x6x3xf32>, tensor<8x3x2x3xf32>, tensor<8xf32>) -> tensor<8x8x6x2xf32>
    %2 = weir.glu %1 {dim = 1 : i64} : (tensor<8x8x6x2xf32>) -> tensor<8x4x6x2xf32>
    return %2 : tensor<8x4x6x2xf32>
  }
}
