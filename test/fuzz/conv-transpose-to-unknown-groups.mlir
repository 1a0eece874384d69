// RUN: weir-fuzz %s --targets=naive,cpu
// The groups of the result are unknown, those of the image and the kernel are not.
module attributes {fuzz.dynamic = array<i64: 9, 1>, fuzz.seed = 1795911583525 : i64} {
  weir.variable @v11 {fuzz.input = array<i64: 11, 0, 4, 1>} : tensor<2x1x2x10x9xf32>
  weir.variable @v12 {fuzz.input = array<i64: 12, 1, 4, 0>} : tensor<1x2x2x1x1xf32>
  func.func @job(%arg0: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<2x1x2x19x9xf32>) attributes {weir.job} {
    %0 = weir.read @v11 : tensor<2x1x2x10x9xf32>
    %1 = weir.read @v12 : tensor<1x2x2x1x1xf32>
    %2 = weir.conv_transpose %0, %1 {accumulator = f64, dilations = array<i64: 2, 1>, grouped, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 0>, strides = array<i64: 2, 1>} : (tensor<2x1x2x10x9xf32>, tensor<1x2x2x1x1xf32>) -> tensor<2x1x2x19x9xf32>
    return %arg0, %2 : tensor<1x1xf32>, tensor<2x1x2x19x9xf32>
  }
}
