// RUN: weir-fuzz %s --targets=naive,cpu,sim
// RUN: weir-compile %s --target=cpu --machine=znver3 -o %t.weir
// Of an image of one line, windows of one line each: the last ones lie behind it.
module attributes {fuzz.seed = 1795936904956 : i64} {
  func.func @job(%arg0: tensor<1x8x1x9xf32> {fuzz.input = array<i64: 6, 0, 1, 0>, kernel.strided}, %arg1: tensor<8x1x3x2xf32>) -> tensor<1x1x5x8xf32> attributes {weir.job} {
    %0 = weir.conv_transpose %arg0, %arg1 {dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 1>, padding_low = array<i64: 0, 1>, strides = array<i64: 3, 1>} : (tensor<1x8x1x9xf32>, tensor<8x1x3x2xf32>) -> tensor<1x1x5x8xf32>
    return %0 : tensor<1x1x5x8xf32>
  }
}
