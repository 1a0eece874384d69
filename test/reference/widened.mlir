// RUN: weir-run %s --interpret --widened --job widened
// RUN: weir-run %s --interpret --job native
// RUN: not weir-run %s --interpret --job widened
// RUN: not weir-run %s --interpret --widened --job native
// Widened, floats stay f64 and casts between them change nothing; native, each result is rounded to its dtype.

func.func @widened() {
  %x = weir.constant dense<[1.0, 1.0]> : tensor<2xbf16> -> tensor<2xbf16>
  %small = weir.constant dense<9.765625e-04> : tensor<2xbf16> -> tensor<2xbf16>
  %sum = weir.add %x, %small : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %narrow = weir.cast %sum {to = f16} : (tensor<2xbf16>) -> tensor<2xf16>
  %wide = weir.cast %narrow {to = f64} : (tensor<2xf16>) -> tensor<2xf64>
  %expected = weir.constant dense<1.0009765625> : tensor<2xf64> -> tensor<2xf64>
  check.expect_eq %wide, %expected : tensor<2xf64>
  return
}

func.func @native() {
  %x = weir.constant dense<[1.0, 1.0]> : tensor<2xbf16> -> tensor<2xbf16>
  %small = weir.constant dense<9.765625e-04> : tensor<2xbf16> -> tensor<2xbf16>
  %sum = weir.add %x, %small : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %wide = weir.cast %sum {to = f64} : (tensor<2xbf16>) -> tensor<2xf64>
  %expected = weir.constant dense<1.0> : tensor<2xf64> -> tensor<2xf64>
  check.expect_eq %wide, %expected : tensor<2xf64>
  return
}
