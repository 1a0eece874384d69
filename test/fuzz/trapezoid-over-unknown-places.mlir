// RUN: weir-fuzz %s --targets=naive,cpu
// How many heights there are is known, how many places is not.
module attributes {fuzz.dynamic = array<i64: 17, 15, 5>, fuzz.seed = 1795866853587 : i64} {
  weir.variable @v7 {fuzz.input = array<i64: 7, 1, 4, 0>} : tensor<5x16xf32>
  func.func @job(%arg0: tensor<5x16xf32>) -> tensor<16xf32> attributes {weir.job} {
    %0 = weir.read @v7 : tensor<5x16xf32>
    %1 = weir.trapezoid %0, %arg0 {dim = 0 : i64, dx = 5.000000e-01 : f64, present = array<i64: 0>} : (tensor<5x16xf32>, tensor<5x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
}
