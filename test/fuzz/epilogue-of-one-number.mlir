// RUN: weir-fuzz %s --targets=naive,cpu
// What a product says is where to look in a table whose elements are all one.
module attributes {fuzz.seed = 1795868727299 : i64} {
  func.func @job(%arg0: tensor<f64> {fuzz.input = array<i64: 5, 0, 0, 1>}) -> tensor<15x15xf64> attributes {weir.job} {
    %0 = weir.broadcast %arg0 {dims = array<i64>} : tensor<f64> -> tensor<15x15xf64>
    %1 = weir.matrix_power %0 {n = 2 : i64} : (tensor<15x15xf64>) -> tensor<15x15xf64>
    %2 = weir.matrix_power %1 {n = 5 : i64} : (tensor<15x15xf64>) -> tensor<15x15xf64>
    %3 = weir.cast %2 {to = i64} : (tensor<15x15xf64>) -> tensor<15x15xi64>
    %4 = weir.take_along_dim %0, %3 {dim = 0 : i64} : (tensor<15x15xf64>, tensor<15x15xi64>) -> tensor<15x15xf64>
    return %4 : tensor<15x15xf64>
  }
}
