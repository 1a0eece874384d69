// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A known index may reach a part of what has an unknown size.
module attributes {fuzz.dynamic = array<i64: 33, 31, 4>, fuzz.seed = 1795731465843 : i64} {
  func.func @job(%arg0: tensor<31x3xi64> {fuzz.input = array<i64: 6, 0, 2, 0>}, %arg1: tensor<31x3xf16>, %arg2: tensor<3x4xf16>) -> tensor<3x4xf16> attributes {weir.job} {
    %0 = weir.scatter_reduce %arg2, %arg0, %arg1 {dim = 0 : i64, reduce = "last"} : (tensor<3x4xf16>, tensor<31x3xi64>, tensor<31x3xf16>) -> tensor<3x4xf16>
    return %0 : tensor<3x4xf16>
  }
}
