// RUN: %op_runs
// How many tries until one succeeds, each with probability p: floor(log1p(-u) / log1p(-p)) + 1 of the numbers u of
// random_uniform.

func.func @typical_i64() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 3 : i64} : tensor<i64> -> tensor<2x3xi64>
  %e = weir.constant dense<[[11, 1, 1], [1, 3, 1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @odd_i64() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 3 : i64} : tensor<i64> -> tensor<7x5xi64>
  %e = weir.constant dense<
      [[11, 1, 1, 1, 3], [1, 12, 8, 1, 6], [11, 3, 1, 5, 7], [5, 2, 1, 1, 1], [2, 4, 4, 1, 2], [2, 11, 1, 4, 2], [4, 1,
      5, 2, 3]]> : tensor<7x5xi64> -> tensor<7x5xi64>
  check.expect_eq %y, %e : tensor<7x5xi64>
  return
}

func.func @rare_i64() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.01 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<7xi64>
  %e = weir.constant dense<[26, 84, 62, 59, 19, 167, 381]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y, %e : tensor<7xi64>
  return
}

func.func @likely_i32() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.75 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<19xi32>
  %e = weir.constant dense<[4, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1]> : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %y, %e : tensor<19xi32>
  return
}

func.func @f32() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<3x5xf32>
  %e = weir.constant dense<
      [[1.0, 3.0, 3.0, 3.0, 1.0], [6.0, 14.0, 3.0, 2.0, 1.0], [3.0, 2.0, 1.0, 2.0, 2.0]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y, %e : tensor<3x5xf32>
  return
}

func.func @f64() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.125 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<7xf64>
  %e = weir.constant dense<[2.0, 3.0, 1.0, 2.0, 2.0, 4.0, 15.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %e : tensor<7xf64>
  return
}

func.func @f16() {
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.5 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<5xf16>
  %e = weir.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %e : tensor<5xf16>
  return
}

func.func @bf16() {
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<1x3xbf16>
  %e = weir.constant dense<[[1.0, 2.0, 2.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_eq %y, %e : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<1x1xi64>
  %e = weir.constant dense<[[11]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %y, %e : tensor<1x1xi64>
  return
}

func.func @empty() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 2 : i64} : tensor<i64> -> tensor<2x0xi64>
  %e = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  check.expect_eq %y, %e : tensor<2x0xi64>
  return
}

func.func @rank_0() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_geometric %seed, %step {p = 0.25 : f64, ordinal = 2 : i64} : tensor<i64> -> tensor<f32>
  %e = weir.constant dense<5.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}
