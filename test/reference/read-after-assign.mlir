// RUN: weir-run %s --interpret
// On the interpreter, which doesn't ask for the normal form of jobs, read means the value at the start wherever it stands.

weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>

func.func @read_after_assign() {
  %new = weir.constant dense<[7.0, 8.0]> : tensor<2xf32> -> tensor<2xf32>
  weir.assign @w, %new : tensor<2xf32>
  %w = weir.read @w : tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %w, %expected : tensor<2xf32>
  return
}
