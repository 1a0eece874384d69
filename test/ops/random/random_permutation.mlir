// RUN: %op_runs
// The order of uniform numbers of 53 bits; see random_uniform.

func.func @typical() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_permutation %seed, %step {ordinal = 2 : i64} : tensor<i64> -> tensor<9xi64>
  %e = weir.constant dense<[4, 5, 0, 3, 1, 7, 6, 2, 8]> : tensor<9xi64> -> tensor<9xi64>
  check.expect_eq %y, %e : tensor<9xi64>
  return
}

func.func @another_step() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_permutation %seed, %step {ordinal = 2 : i64} : tensor<i64> -> tensor<9xi64>
  %e = weir.constant dense<[3, 7, 1, 2, 0, 8, 4, 6, 5]> : tensor<9xi64> -> tensor<9xi64>
  check.expect_eq %y, %e : tensor<9xi64>
  return
}

func.func @one() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_permutation %seed, %step {ordinal = 2 : i64} : tensor<i64> -> tensor<1xi64>
  %e = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %e : tensor<1xi64>
  return
}

func.func @none() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_permutation %seed, %step {ordinal = 2 : i64} : tensor<i64> -> tensor<0xi64>
  %e = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %e : tensor<0xi64>
  return
}
