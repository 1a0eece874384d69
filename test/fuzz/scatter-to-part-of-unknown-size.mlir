// RUN: weir-fuzz %s --targets=naive,cpu,sim
// An index whose size is unknown may reach a part of what has an unknown size.
module attributes {fuzz.dynamic = array<i64: 3, 4>, fuzz.seed = 1795853598944 : i64} {
  func.func @job(%arg0: tensor<4x3xi64> {fuzz.input = array<i64: 6, 0, 2, 0>}, %arg1: tensor<4x3xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job} {
    %0 = weir.scatter_reduce %arg2, %arg0, %arg1 {dim = 0 : i64, include_self, reduce = "mean"} : (tensor<4x4xf32>, tensor<4x3xi64>, tensor<4x3xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
