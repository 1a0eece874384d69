// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The loops of what the slice is taken of are not the result's: no tile of threads runs over them.
module attributes {fuzz.seed = 420260 : i64} {
  func.func @job(%arg0: tensor<1x33x33xf32> {fuzz.input = array<i64: 5, -2, 2, 0>}) -> tensor<1x9x33xf32> attributes {weir.job} {
    %0 = weir.transpose %arg0 {permutation = array<i64: 0, 2, 1>} : (tensor<1x33x33xf32>) -> tensor<1x33x33xf32>
    %1 = weir.slice %0 {starts = array<i64: 0, 15, 0>, steps = array<i64: 1, 1, 1>} : tensor<1x33x33xf32> -> tensor<1x9x33xf32>
    return %1 : tensor<1x9x33xf32>
  }
}
