// RUN: weir-fuzz %s --targets=naive,cpu,sim
// So it does from a broadcast number.
module attributes {fuzz.dynamic = array<i64: 9>, fuzz.seed = 1795731468466 : i64} {
  weir.variable @v5 {fuzz.input = array<i64: 5, 0, 63, 0>} : tensor<9xi64>
  func.func @job(%arg0: tensor<9x64xf64> {fuzz.input = array<i64: 4, -3, 3, 1>, kernel.strided, weir.donated}, %arg1: tensor<64xf64> {fuzz.input = array<i64: 6, 1, 4, 0>}, %arg2: tensor<f64> {fuzz.input = array<i64: 7, -3, 3, 1>}) -> tensor<9xf64> attributes {weir.job} {
    %0 = weir.read @v5 : tensor<9xi64>
    %1 = weir.cross_entropy %arg0, %0, %arg1 {ignore_index = 0 : i64, label_smoothing = 2.500000e-01 : f64, present = array<i64: 0>, reduction = "none"} : (tensor<9x64xf64>, tensor<9xi64>, tensor<64xf64>) -> tensor<9xf64>
    %2 = weir.broadcast %arg2 {dims = array<i64>} : tensor<f64> -> tensor<9xf64>
    %3 = weir.floor_divide %1, %2 : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64>
    return %3 : tensor<9xf64>
  }
}
