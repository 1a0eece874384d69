// RUN: weir-fuzz %s --targets=naive,cpu,sim
// RUN: weir-compile %s --target=cpu --machine=znver3 -o %t.weir
// A mean that is rounded from f64 to f32 to f16, and widened again by the next loss.
module attributes {fuzz.dynamic = array<i64: 2, 33, 65>, fuzz.seed = 1795918465860 : i64} {
  func.func @job(%arg0: tensor<19xf16> {fuzz.input = array<i64: 0, -2, 2, 0>}, %arg1: tensor<f16>, %arg2: tensor<3x1x19x19xf16>) -> tensor<f16> attributes {weir.job} {
    %0 = weir.binary_cross_entropy_with_logits %arg2, %arg2, %arg0 {present = array<i64: 0>, reduction = "mean"} : (tensor<3x1x19x19xf16>, tensor<3x1x19x19xf16>, tensor<19xf16>) -> tensor<f16>
    %1 = weir.margin_ranking_loss %0, %arg1, %arg1 {margin = 1.000000e+00 : f64, reduction = "mean"} : (tensor<f16>, tensor<f16>, tensor<f16>) -> tensor<f16>
    return %1 : tensor<f16>
  }
}
