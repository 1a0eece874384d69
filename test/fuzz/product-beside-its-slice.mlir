// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Equal elements of a product are looked for in a slice of it: neither may be computed on its own, rounded in another way.
module attributes {fuzz.dynamic = array<i64: 19, 3>, fuzz.seed = 20363 : i64} {
  func.func @job(%arg0: tensor<19x19xf32>, %arg1: tensor<19x1xf32>) -> tensor<1x15xi64> attributes {weir.job} {
    %0 = weir.matmul %arg1, %arg0 {transpose_a, transpose_b} : (tensor<19x1xf32>, tensor<19x19xf32>) -> tensor<1x19xf32>
    %1 = weir.slice %0 {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<1x19xf32> -> tensor<1x19xf32>
    %2 = weir.window_max %1 {dilations = array<i64: 1, 2>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 0>, strides = array<i64: 1, 1>, window = array<i64: 1, 3>} : (tensor<1x19xf32>) -> tensor<1x15xf32>
    %3 = weir.window_index %1, %2 {dilations = array<i64: 1, 2>, padding_high = array<i64: 0, 0>, padding_low = array<i64: 0, 0>, strides = array<i64: 1, 1>, window = array<i64: 1, 3>} : (tensor<1x19xf32>, tensor<1x15xf32>) -> tensor<1x15xi64>
    return %3 : tensor<1x15xi64>
  }
}
