// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Two maxima begin with the same filled buffer, and each is written to a place of its own.
module attributes {fuzz.seed = 20735 : i64} {
  weir.variable @v1 {fuzz.input = array<i64: 1, 0, 1, 0>} : tensor<1xf32>
  func.func @job(%arg0: tensor<1xf32>) -> tensor<1xf32> attributes {weir.job} {
    %0 = weir.window_max %arg0 {dilations = array<i64: 2>, padding_high = array<i64: 3>, padding_low = array<i64: 2>, strides = array<i64: 3>, window = array<i64: 3>} : (tensor<1xf32>) -> tensor<1xf32>
    %1 = weir.sigmoid %0 : (tensor<1xf32>) -> tensor<1xf32>
    %2 = weir.window_max %1 {dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>, window = array<i64: 1>} : (tensor<1xf32>) -> tensor<1xf32>
    weir.assign @v1, %2 : tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
