// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Each row ends in a tail of one byte, in the place of an operand: a store must not reach into the next row.
module attributes {fuzz.dynamic = array<i64: 9>, fuzz.seed = 20691 : i64} {
  func.func @job(%arg0: tensor<3x6x1xui8> {fuzz.input = array<i64: 2, -2, 2, 0>}, %arg1: tensor<8x6x1xui8> {fuzz.input = array<i64: 4, -3, 3, 1>, weir.donated}, %arg2: tensor<3x8x1xui8>) -> tensor<8x6x1xui8> attributes {weir.job} {
    %0 = weir.conv_kernel_gradient %arg0, %arg2 {dilations = array<i64: 2>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>} : (tensor<3x6x1xui8>, tensor<3x8x1xui8>) -> tensor<8x6x1xui8>
    %1 = weir.maximum %0, %arg1 : (tensor<8x6x1xui8>, tensor<8x6x1xui8>) -> tensor<8x6x1xui8>
    return %1 : tensor<8x6x1xui8>
  }
}
