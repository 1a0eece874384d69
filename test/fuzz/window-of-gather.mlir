// RUN: weir-fuzz %s --targets=naive,cpu,sim
// What windows read outside of an image is not read, neither an index that all lanes share.
module attributes {fuzz.dynamic = array<i64: 19, 31, 7>, fuzz.seed = 1795349540947 : i64} {
  func.func @job(%arg0: tensor<1x19xi64> {fuzz.input = array<i64: 3, 0, 0, 0>}, %arg1: tensor<1x1xf16>) -> tensor<1x7x32xf16> attributes {weir.job} {
    %0 = weir.gather %arg1, %arg0 {dim = 1 : i64} : (tensor<1x1xf16>, tensor<1x19xi64>) -> tensor<1x19xf16>
    %1 = weir.broadcast %0 {dims = array<i64: 0, 1>} : tensor<1x19xf16> -> tensor<1x19x31xf16>
    %2 = weir.window_sum %1 {dilations = array<i64: 1, 1, 2>, padding_high = array<i64: 0, 1, 2>, padding_low = array<i64: 0, 2, 1>, strides = array<i64: 1, 3, 1>, window = array<i64: 1, 3, 2>} : (tensor<1x19x31xf16>) -> tensor<1x7x32xf16>
    return %2 : tensor<1x7x32xf16>
  }
}
