// RUN: weir-fuzz %s --targets=naive,cpu,sim
// An update takes its rate as a single number, which stays one where a few elements alone are updated.
module attributes {fuzz.seed = 1795868726059 : i64} {
  func.func @job(%arg0: tensor<i64> {fuzz.input = array<i64: 8, 0, 30, 0>}, %arg1: tensor<31xbf16>) -> tensor<bf16> attributes {weir.job} {
    %0 = weir.constant dense<1.000000e+00> : tensor<bf16> -> tensor<bf16>
    %1 = weir.sgd_update %arg1, %arg1, %0, %0 : (tensor<31xbf16>, tensor<31xbf16>, tensor<bf16>, tensor<bf16>) -> tensor<31xbf16>
    %2 = weir.multi_margin_loss %1, %arg0 {margin = 1.000000e+00 : f64, p = 1.000000e+00 : f64, present = array<i64>, reduction = "mean"} : (tensor<31xbf16>, tensor<i64>) -> tensor<bf16>
    return %2 : tensor<bf16>
  }
}
