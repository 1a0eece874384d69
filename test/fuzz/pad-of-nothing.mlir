// RUN: weir-fuzz %s --targets=naive,cpu,sim
// All of the padded operand lies outside the result, whose size is `?`.
module attributes {fuzz.dynamic = array<i64: 2>, fuzz.seed = 20676 : i64} {
  func.func @job(%arg0: tensor<33x1x4x1xf32> {fuzz.input = array<i64: 2, -2, 2, 0>}, %arg1: tensor<33x2xf32>) -> (tensor<33x2xf32>, tensor<33x2x4x2xf32>) attributes {weir.job} {
    %0 = weir.pad %arg0 {starts = array<i64: 0, -1, 0, 2>, steps = array<i64: 1, 2, 1, 1>, value = 0.000000e+00 : f64} : tensor<33x1x4x1xf32> -> tensor<33x2x4x2xf32>
    return %arg1, %0 : tensor<33x2xf32>, tensor<33x2x4x2xf32>
  }
}
