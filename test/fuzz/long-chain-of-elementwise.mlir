// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A chain of a dozen elementwise ops is fused to its end.
module attributes {fuzz.dynamic = array<i64: 3, 7>, fuzz.seed = 424218 : i64} {
  func.func @job(%arg0: tensor<7x7x3xf32> {fuzz.input = array<i64: 3, 0, 1, 0>}, %arg1: tensor<i64> {fuzz.input = array<i64: 4, 0, 9, 0>}, %arg2: tensor<7x7x3xf32>) -> tensor<7x7x3xf32> attributes {weir.job} {
    %seed = weir.constant dense<43> : tensor<i64> -> tensor<i64>
    %0 = weir.bernoulli %arg0, %seed, %arg1 {ordinal = 8 : i64, to = f32} : (tensor<7x7x3xf32>, tensor<i64>, tensor<i64>) -> tensor<7x7x3xf32>
    %1 = weir.kl_div %0, %arg2 {log_target, reduction = "none"} : (tensor<7x7x3xf32>, tensor<7x7x3xf32>) -> tensor<7x7x3xf32>
    return %1 : tensor<7x7x3xf32>
  }
}
