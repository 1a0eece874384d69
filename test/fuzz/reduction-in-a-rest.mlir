// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The mean and variance that a concatenation reads are computed in the masked rest of a row, too: all lanes of their own
// loops take part.
module attributes {fuzz.seed = 424332 : i64} {
  func.func @job(%arg0: tensor<1x1x1x9xf64> {fuzz.input = array<i64: 2, 0, 4, 1>}) -> tensor<1x1x2x9xf64> attributes {weir.job} {
    %0 = weir.instance_norm %arg0 {eps = 1.250000e-01 : f64, present = array<i64>} : (tensor<1x1x1x9xf64>) -> tensor<1x1x1x9xf64>
    %1 = weir.concat %0, %arg0 {dim = 2 : i64} : (tensor<1x1x1x9xf64>, tensor<1x1x1x9xf64>) -> tensor<1x1x2x9xf64>
    return %1 : tensor<1x1x2x9xf64>
  }
}
