// The spread of equal numbers is 0 or what rounding leaves, and its logarithm -inf or any number.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 1795439523031 : i64} {
  func.func @job(%x: tensor<65x5x1xf64> {fuzz.input = array<i64: 1, 0, 1, 0>}) -> tensor<65x1x3x1xf64> attributes {weir.job} {
    %same = weir.broadcast %x {dims = array<i64: 0, 1, 3>} : tensor<65x5x1xf64> -> tensor<65x5x3x1xf64>
    %scores, %places = weir.adaptive_max_pool %same {size = array<i64: 3, 2>}
        : (tensor<65x5x3x1xf64>) -> (tensor<65x5x3x2xf64>, tensor<65x5x3x2xi64>)
    %p = weir.masked_softmax %scores {dim = 2 : i64} : (tensor<65x5x3x2xf64>) -> tensor<65x5x3x2xf64>
    %spread = weir.std %p {correction = 1.000000e+00 : f64, dims = array<i64: 1, 3>, keepdim} : (tensor<65x5x3x2xf64>) -> tensor<65x1x3x1xf64>
    %log = weir.log10 %spread : (tensor<65x1x3x1xf64>) -> tensor<65x1x3x1xf64>
    return %log : tensor<65x1x3x1xf64>
  }
}
