// An element that is its row's mean has the gradient 0 of the deviation, or what rounding leaves: 0 / 0 or 1.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 731634 : i64} {
  func.func @job(%x: tensor<1x16x2xbf16> {fuzz.input = array<i64: 2, 0, 4, 1>}) -> tensor<1x16x2xbf16> attributes {weir.job} {
    %patches = weir.unfold %x {dilations = array<i64: 1>, padding = array<i64: 1>, strides = array<i64: 2>, window = array<i64: 3>} : (tensor<1x16x2xbf16>) -> tensor<1x48x1xbf16>
    %rows = weir.reshape %patches : tensor<1x48x1xbf16> -> tensor<1x2x24xbf16>
    %std = weir.std %rows {correction = 1.000000e+00 : f64, dims = array<i64: 2>, keepdim} : (tensor<1x2x24xbf16>) -> tensor<1x2x1xbf16>
    %loss = weir.reduce_sum %std {dims = array<i64: 0, 1, 2>} : (tensor<1x2x1xbf16>) -> tensor<bf16>
    %gradient = weir.gradient %loss wrt %x : (tensor<bf16>, tensor<1x16x2xbf16>) -> tensor<1x16x2xbf16>
    %y = weir.div %gradient, %gradient : (tensor<1x16x2xbf16>, tensor<1x16x2xbf16>) -> tensor<1x16x2xbf16>
    return %y : tensor<1x16x2xbf16>
  }
}
