// RUN: weir-run %s --interpret
// RUN: weir-run %s --device=naive --modes=static,strided
// RUN: weir-run %s --device=cpu --modes=static,strided
// Variables: read means the value at the start of the job. Every test function starts anew.

weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
weir.variable @zero : tensor<3xi64>
weir.variable @splat {initial = dense<0.5> : tensor<bf16>} : tensor<2x2xbf16>
weir.variable @tied {alias = @w} : tensor<2xf32>

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

// What the job returns is the old value, whenever the new one is written.
func.func @read_and_assign() {
  %w = weir.read @w : tensor<2xf32>
  %new = weir.add %w, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %expected_new = weir.constant dense<[2.0, 4.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %w, %expected : tensor<2xf32>
  check.expect_eq %new, %expected_new : tensor<2xf32>
  weir.assign @w, %new : tensor<2xf32>
  return
}
