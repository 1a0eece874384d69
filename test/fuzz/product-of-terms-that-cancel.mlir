// RUN: weir-fuzz %s --targets=naive,cpu,sim
// RUN: weir-compile %s --target=cpu --machine=znver3 -o %t.weir
// Whole numbers whose sum is 0: all products with them are 0 but for the rounding of their terms.
module attributes {fuzz.dynamic = array<i64: 16>, fuzz.seed = 1795936907928 : i64} {
  func.func @job(%arg0: tensor<16xf32> {fuzz.input = array<i64: 1, -2, 2, 0>}, %arg1: tensor<16x1xf32> {fuzz.input = array<i64: 2, -3, 3, 1>, kernel.strided}) -> tensor<16x1xf32> attributes {weir.job} {
    %0 = weir.broadcast %arg0 {dims = array<i64: 0>} : tensor<16xf32> -> tensor<16x16xf32>
    %1 = weir.multi_dot %0, %arg1 : (tensor<16x16xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    return %1 : tensor<16x1xf32>
  }
}
