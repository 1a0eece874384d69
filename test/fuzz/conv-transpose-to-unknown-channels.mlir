// RUN: weir-fuzz %s --targets=naive,cpu
// The result's channels are unknown, the kernel's are not.
module attributes {fuzz.dynamic = array<i64: 64, 4, 2, 31>, fuzz.seed = 1795863556079 : i64} {
  weir.variable @v7 {fuzz.input = array<i64: 7, 0, 4, 1>} : tensor<1x2x2x10xf32>
  weir.variable @v8 {fuzz.input = array<i64: 8, 0, 1, 0>} : tensor<2x2x5x1xf32>
  func.func @job(%arg0: tensor<1x2x5x19xf32> {fuzz.input = array<i64: 10, 1, 4, 0>}) -> tensor<1x4x5x19xf32> attributes {weir.job} {
    %0 = weir.read @v7 : tensor<1x2x2x10xf32>
    %1 = weir.read @v8 : tensor<2x2x5x1xf32>
    %2 = weir.conv_transpose %0, %1 {accumulator = f64, dilations = array<i64: 1>, grouped, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 2>} : (tensor<1x2x2x10xf32>, tensor<2x2x5x1xf32>) -> tensor<1x2x5x19xf32>
    %3 = weir.concat %2, %arg0 {dim = 1 : i64} : (tensor<1x2x5x19xf32>, tensor<1x2x5x19xf32>) -> tensor<1x4x5x19xf32>
    return %3 : tensor<1x4x5x19xf32>
  }
}
