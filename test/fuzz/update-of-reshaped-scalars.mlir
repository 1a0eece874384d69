// RUN: weir-fuzz %s --targets=naive,cpu,sim
// A rate beside reshaped numbers of rank 0 stays of rank 0.
module attributes {fuzz.seed = 711930 : i64} {
  func.func @job(%arg0: tensor<i64> {fuzz.input = array<i64: 3, 0, 4, 0>, weir.donated}, %arg1: tensor<5xbf16>) -> tensor<bf16> attributes {weir.job} {
    %0 = weir.nll_loss %arg1, %arg0 {reduction = "none", ignore_index = -100 : i64, present = array<i64>} : (tensor<5xbf16>, tensor<i64>) -> tensor<bf16>
    %1 = weir.constant dense<1.000000e+00> : tensor<bf16> -> tensor<bf16>
    %2 = weir.sgd_update %0, %0, %0, %1 : (tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    return %2 : tensor<bf16>
  }
}
