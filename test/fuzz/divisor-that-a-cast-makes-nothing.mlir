// A gradient is asked for beside a remainder whose divisor is cast from the same floats. Near the program's inputs it may
// be 0: the program is not defined there, and such a point is left out.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 1795858035640 : i64} {
  func.func @job(%arg0: tensor<5xf64> {fuzz.input = array<i64: 2, 1, 1, 1>}, %arg1: tensor<5xi64> {fuzz.input = array<i64: 4, 0, 1, 0>}) -> (tensor<5xi64>, tensor<5xf64>) attributes {weir.job} {
    %0 = weir.cast %arg0 {to = i64} : (tensor<5xf64>) -> tensor<5xi64>
    %1 = weir.fmod %arg1, %0 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %2 = weir.tanh %arg0 : (tensor<5xf64>) -> tensor<5xf64>
    %3 = weir.reduce_sum %2 {dims = array<i64: 0>} : (tensor<5xf64>) -> tensor<f64>
    %4 = weir.gradient %3 wrt %arg0 : (tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
    return %1, %4 : tensor<5xi64>, tensor<5xf64>
  }
}
