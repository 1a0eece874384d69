// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The gradient's first size is worked out from an unknown one, its value's is 1, and something repeats it.
module attributes {fuzz.dynamic = array<i64: 8, 3>, fuzz.seed = 1795860350081 : i64} {
  func.func @job(%arg0: tensor<15x3x3xf32> {fuzz.input = array<i64: 2, -3, 3, 1>}) -> tensor<15x3x3xf32> attributes {weir.job} {
    %y, %mean = weir.var_mean %arg0 {correction = 1.000000e+00 : f64, dims = array<i64: 0>, keepdim} : (tensor<15x3x3xf32>) -> (tensor<1x3x3xf32>, tensor<1x3x3xf32>)
    %0 = weir.window_spread %y {dilations = array<i64: 1, 2, 2>, padding_high = array<i64: 0, 0, 2>, padding_low = array<i64: 0, 0, 0>, strides = array<i64: 3, 1, 1>, window = array<i64: 1, 1, 3>} : tensor<1x3x3xf32> -> tensor<3x3x5xf32>
    %1 = weir.reduce_sum %0 {dims = array<i64: 0, 1, 2>} : (tensor<3x3x5xf32>) -> tensor<f32>
    %2 = weir.gradient %1 wrt %arg0 : (tensor<f32>, tensor<15x3x3xf32>) -> tensor<15x3x3xf32>
    return %2 : tensor<15x3x3xf32>
  }
}
