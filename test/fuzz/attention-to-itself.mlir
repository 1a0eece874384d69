// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Of two products of the same rows one is added to the other, which has them in front of its own loop.
module attributes {fuzz.seed = 1795866847149 : i64} {
  func.func @job(%arg0: tensor<1x2x31x31xf32>) -> tensor<1x2x31x31xf32> attributes {weir.job} {
    %0 = weir.attention_weights %arg0, %arg0 {dropout_p = 0.000000e+00 : f64, ordinal = 0 : i64, present = array<i64>, scale = 5.000000e-01 : f64} : (tensor<1x2x31x31xf32>, tensor<1x2x31x31xf32>) -> tensor<1x2x31x31xf32>
    %1 = weir.reduce_sum %0 {dims = array<i64: 0, 1, 2, 3>} : (tensor<1x2x31x31xf32>) -> tensor<f32>
    %2 = weir.gradient %1 wrt %arg0 : (tensor<f32>, tensor<1x2x31x31xf32>) -> tensor<1x2x31x31xf32>
    return %2 : tensor<1x2x31x31xf32>
  }
}
