// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A product over no dimensions that is repeated: where it is fused with the repetition, it must not go on from its own result.
module attributes {fuzz.seed = 1231 : i64} {
  func.func @job(%arg0: tensor<31xf32> {fuzz.input = array<i64: 0, 0, 1, 0>}) -> tensor<8x31xf32> attributes {weir.job} {
    %0 = weir.reduce_prod %arg0 {dims = array<i64>} : (tensor<31xf32>) -> tensor<31xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 1>} : tensor<31xf32> -> tensor<8x31xf32>
    return %1 : tensor<8x31xf32>
  }
}
