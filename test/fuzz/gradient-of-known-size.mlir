// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The gradient's size follows from a static one, its value's type has a `?`.
module attributes {fuzz.dynamic = array<i64: 9, 16>, fuzz.seed = 20730 : i64} {
  func.func @job(%arg0: tensor<16xf64> {fuzz.input = array<i64: 0, 1, 4, 0>}) -> tensor<16xf64> attributes {weir.job} {
    %0 = weir.window_spread %arg0 {dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>, window = array<i64: 3>} : tensor<16xf64> -> tensor<18xf64>
    %1 = weir.reshape %0 : tensor<18xf64> -> tensor<18x1xf64>
    %2 = weir.reduce_sum %1 {dims = array<i64: 0, 1>} : (tensor<18x1xf64>) -> tensor<f64>
    %3 = weir.gradient %2 wrt %arg0 : (tensor<f64>, tensor<16xf64>) -> tensor<16xf64>
    return %3 : tensor<16xf64>
  }
}
