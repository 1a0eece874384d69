// RUN: %known_size_runs
// Variables start from their initial values, from zeros, or from another's storage. Every test function starts anew.

weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
weir.variable @zero : tensor<3xi64>
weir.variable @splat {initial = dense<0.5> : tensor<bf16>} : tensor<2x2xbf16>
weir.variable @tied {alias = @w} : tensor<2xf32>
weir.variable @empty : tensor<0x3xf32>
weir.variable @flag {initial = dense<true> : tensor<i1>} : tensor<i1>

func.func @initial_values() {
  %w = weir.read @w : tensor<2xf32>
  %zero = weir.read @zero : tensor<3xi64>
  %splat = weir.read @splat : tensor<2x2xbf16>
  %expected_w = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %expected_zero = weir.constant dense<0> : tensor<3xi64> -> tensor<3xi64>
  %expected_splat = weir.constant dense<0.5> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_eq %w, %expected_w : tensor<2xf32>
  check.expect_eq %zero, %expected_zero : tensor<3xi64>
  check.expect_eq %splat, %expected_splat : tensor<2x2xbf16>
  return
}

func.func @alias() {
  %w = weir.read @w : tensor<2xf32>
  %tied = weir.read @tied : tensor<2xf32>
  check.expect_eq %tied, %w : tensor<2xf32>
  return
}

func.func @empty_and_scalar() {
  %empty = weir.read @empty : tensor<0x3xf32>
  %flag = weir.read @flag : tensor<i1>
  %expected_empty = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %expected_flag = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %empty, %expected_empty : tensor<0x3xf32>
  check.expect_eq %flag, %expected_flag : tensor<i1>
  return
}
