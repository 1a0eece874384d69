// Equal terms make the errors of a plain sum add up: the reference sums in more digits than f64 has.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 1795439519786 : i64} {
  func.func @job(%x: tensor<9xf64> {fuzz.input = array<i64: 7, 0, 1, 0>}) -> tensor<9x1x5x33xf64> attributes {weir.job} {
    %same = weir.broadcast %x {dims = array<i64: 0>} : tensor<9xf64> -> tensor<9x1x5x33xf64>
    %y = weir.standardize %same {dims = array<i64: 0, 1, 2, 3>, eps = 1.250000e-01 : f64} : (tensor<9x1x5x33xf64>) -> tensor<9x1x5x33xf64>
    return %y : tensor<9x1x5x33xf64>
  }
}
