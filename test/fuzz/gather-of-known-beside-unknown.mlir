// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A gather of known size takes from a splat of unknown size only what it gathers beside it.
module attributes {fuzz.dynamic = array<i64: 16, 3>, fuzz.seed = 1795731464951 : i64} {
  weir.variable @v4 {fuzz.input = array<i64: 4, -3, 3, 1>} : tensor<16x3x16xi32>
  func.func @job(%arg0: tensor<16x16xi1>) -> (tensor<16x16xi1>, tensor<16x3x1xi32>) attributes {weir.job} {
    %0 = weir.read @v4 : tensor<16x3x16xi32>
    %1 = weir.constant dense<3> : tensor<i32> -> tensor<16x3x16xi32>
    %2 = weir.bitwise_or %0, %1 : (tensor<16x3x16xi32>, tensor<16x3x16xi32>) -> tensor<16x3x16xi32>
    %values, %indices = weir.min_along %2 {dim = 2 : i64, keepdim} : (tensor<16x3x16xi32>) -> (tensor<16x3x1xi32>, tensor<16x3x1xi64>)
    return %arg0, %values : tensor<16x16xi1>, tensor<16x3x1xi32>
  }
}
