// RUN: %known_size_runs
// A read means the value at the start of the job, wherever it stands.

weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
weir.variable @tied {alias = @w} : tensor<2xf32>

func.func @twice() {
  %w = weir.read @w : tensor<2xf32>
  %sum = weir.add %w, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %again = weir.read @w : tensor<2xf32>
  weir.assign @w, %sum : tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %w, %expected : tensor<2xf32>
  check.expect_eq %again, %expected : tensor<2xf32>
  return
}

func.func @by_another_name() {
  %three = weir.constant dense<3.0> : tensor<2xf32> -> tensor<2xf32>
  %tied = weir.read @tied : tensor<2xf32>
  %sum = weir.add %tied, %three : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  weir.assign @w, %sum : tensor<2xf32>
  %expected = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %tied, %expected : tensor<2xf32>
  return
}
