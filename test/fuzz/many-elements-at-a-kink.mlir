// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Half of all draws see a loss of 0 at its kink: what an element may be off by is the most of all draws.
module attributes {fuzz.seed = 1795882276916 : i64} {
  func.func @job(%arg0: tensor<64x6x4x1xf64> {fuzz.input = array<i64: 3, -2, 2, 0>}, %arg1: tensor<64x3x2x1xf64> {fuzz.input = array<i64: 4, -2, 2, 0>}, %arg2: tensor<64x3x1xf64> {fuzz.input = array<i64: 5, 0, 4, 1>}) -> tensor<64x6x4xf64> attributes {weir.job} {
    %0 = weir.broadcast %arg2 {dims = array<i64: 0, 1, 3>} : tensor<64x3x1xf64> -> tensor<64x3x2x1xf64>
    %1 = weir.attention %arg0, %arg1, %0 {dropout_p = 0.000000e+00 : f64, enable_gqa, is_causal, ordinal = 0 : i64, present = array<i64>} : (tensor<64x6x4x1xf64>, tensor<64x3x2x1xf64>, tensor<64x3x2x1xf64>) -> tensor<64x6x4x1xf64>
    %2 = weir.constant dense<0.000000e+00> : tensor<f64> -> tensor<64x6x4x1xf64>
    %3 = weir.exp %2 : (tensor<64x6x4x1xf64>) -> tensor<64x6x4x1xf64>
    %4 = weir.triplet_margin_loss %1, %3, %2 {eps = 1.250000e-01 : f64, margin = 1.000000e+00 : f64, p = 3.000000e+00 : f64, reduction = "none"} : (tensor<64x6x4x1xf64>, tensor<64x6x4x1xf64>, tensor<64x6x4x1xf64>) -> tensor<64x6x4xf64>
    return %4 : tensor<64x6x4xf64>
  }
}
