// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A convolution in its place would know a size of its result that the op's type leaves open.
module attributes {fuzz.dynamic = array<i64: 4>, fuzz.seed = 1795352634397 : i64} {
  weir.variable @v6 {fuzz.input = array<i64: 6, 0, 4, 1>} : tensor<1x4x1xf32>
  func.func @job(%arg0: tensor<2x1x4xf32> {fuzz.input = array<i64: 8, -2, 2, 0>}, %arg1: tensor<2x1x1xf32>) -> (tensor<2x4x1xf32>, tensor<2x1x4xf32>) attributes {weir.job} {
    %0 = weir.read @v6 : tensor<1x4x1xf32>
    %1 = weir.conv_transpose %arg1, %0 {dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>} : (tensor<2x1x1xf32>, tensor<1x4x1xf32>) -> tensor<2x4x1xf32>
    return %1, %arg0 : tensor<2x4x1xf32>, tensor<2x1x4xf32>
  }
}
