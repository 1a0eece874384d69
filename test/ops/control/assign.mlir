// RUN: %known_size_runs
// An assignment's value is the variable's at the end of the job.

weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
weir.variable @v {initial = dense<[5.0, 7.0]> : tensor<2xf32>} : tensor<2xf32>

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

// Each takes the other's old value.
func.func @exchange() {
  %v = weir.read @v : tensor<2xf32>
  %w = weir.read @w : tensor<2xf32>
  weir.assign @v, %w : tensor<2xf32>
  weir.assign @w, %v : tensor<2xf32>
  %expected_v = weir.constant dense<[5.0, 7.0]> : tensor<2xf32> -> tensor<2xf32>
  %expected_w = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %v, %expected_v : tensor<2xf32>
  check.expect_eq %w, %expected_w : tensor<2xf32>
  return
}
