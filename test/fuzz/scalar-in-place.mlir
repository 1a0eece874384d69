// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A scalar that is computed in the place of its operand: all threads of a block read it, one writes.
module attributes {fuzz.dynamic = array<i64: 64>, fuzz.seed = 20380 : i64} {
  func.func @job(%arg0: tensor<bf16> {fuzz.input = array<i64: 15, -3, 3, 1>, weir.donated}) -> tensor<bf16> attributes {weir.job} {
    %0 = weir.sin %arg0 : (tensor<bf16>) -> tensor<bf16>
    return %0 : tensor<bf16>
  }
}
