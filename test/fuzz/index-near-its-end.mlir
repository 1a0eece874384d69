// A cast makes an index of what gradients are asked for. Where the index is outside, the loss has no slope; its gradient,
// which alone is computed, is still the same everywhere.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 1795455027628 : i64} {
  func.func @job(%arg0: tensor<7xf64> {fuzz.input = array<i64: 2, -2, 2, 0>}, %arg1: tensor<7x31xf64> {fuzz.input = array<i64: 5, 0, 1, 0>}) -> tensor<7xf64> attributes {weir.job} {
    %0 = weir.cast %arg0 {to = i64} : (tensor<7xf64>) -> tensor<7xi64>
    %1 = weir.cross_entropy %arg1, %0 {reduction = "sum", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<7x31xf64>, tensor<7xi64>) -> tensor<f64>
    %2 = weir.gradient %1 wrt %arg0 : (tensor<f64>, tensor<7xf64>) -> tensor<7xf64>
    return %2 : tensor<7xf64>
  }
}
