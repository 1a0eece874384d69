// RUN: %known_size_runs
// Positions drawn with probabilities in proportion to weights, with replacement by sums of weights, without by waits.
// How many weights there are is known.

func.func @replaced_f32() {
  %weights = weir.constant dense<[0.5, 2.0, 0.25, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 7 : i64, replacement, ordinal = 3 : i64} : (tensor<4xf32>,
      tensor<i64>, tensor<i64>) -> tensor<7xi64>
  %e = weir.constant dense<[3, 0, 0, 0, 1, 1, 3]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y, %e : tensor<7xi64>
  return
}

func.func @replaced_rows_f32() {
  %weights = weir.constant dense<[[0.5, 2.0, 0.0, 1.0], [0.0, 3.0, 0.5, 0.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 5 : i64, replacement, ordinal = 3 : i64}
      : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x5xi64>
  %e = weir.constant dense<[[0, 1, 3, 1, 3], [1, 1, 2, 1, 1]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  check.expect_eq %y, %e : tensor<2x5xi64>
  return
}

func.func @replaced_odd() {
  %weights = weir.constant dense<[0.91, 1.35, 0.23, 0.33, 0.86, 1.48, 1.96]> : tensor<7xf32> -> tensor<7xf32>
  %seed = weir.constant dense<11> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 19 : i64, replacement, ordinal = 0 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<19xi64>
  %e = weir.constant dense<[0, 1, 1, 1, 6, 4, 6, 4, 4, 5, 1, 1, 0, 6, 5, 3, 6, 4, 6]> : tensor<19xi64> -> tensor<19xi64>
  check.expect_eq %y, %e : tensor<19xi64>
  return
}

func.func @replaced_f64() {
  %weights = weir.constant dense<[1.0, 3.0, 2.0]> : tensor<3xf64> -> tensor<3xf64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 5 : i64, replacement, ordinal = 1 : i64} : (tensor<3xf64>,
      tensor<i64>, tensor<i64>) -> tensor<5xi64>
  %e = weir.constant dense<[1, 1, 1, 2, 1]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %e : tensor<5xi64>
  return
}

func.func @replaced_f16() {
  %weights = weir.constant dense<[1.0, 3.0, 2.0]> : tensor<3xf16> -> tensor<3xf16>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 4 : i64, replacement, ordinal = 1 : i64} : (tensor<3xf16>,
      tensor<i64>, tensor<i64>) -> tensor<4xi64>
  %e = weir.constant dense<[2, 2, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %e : tensor<4xi64>
  return
}

func.func @replaced_no_rows() {
  %weights = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 2 : i64, replacement, ordinal = 1 : i64}
      : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x2xi64>
  %e = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  check.expect_eq %y, %e : tensor<0x2xi64>
  return
}

func.func @distinct_f32() {
  %weights = weir.constant dense<[0.5, 2.0, 0.25, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 2 : i64, ordinal = 3 : i64} : (tensor<4xf32>, tensor<i64>,
      tensor<i64>) -> tensor<2xi64>
  %e = weir.constant dense<[1, 3]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %e : tensor<2xi64>
  return
}

func.func @distinct_rows_f32() {
  %weights = weir.constant dense<[[0.5, 2.0, 0.0, 1.0], [0.25, 3.0, 0.5, 0.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 3 : i64, ordinal = 3 : i64} : (tensor<2x4xf32>,
      tensor<i64>, tensor<i64>) -> tensor<2x3xi64>
  %e = weir.constant dense<[[0, 1, 3], [1, 2, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @distinct_odd() {
  %weights = weir.constant dense<
      [0.86, 0.65, 0.24, 1.06, 1.06, 1.33, 1.67, 1.98, 1.67, 1.46, 0.13, 1.22, 1.23, 0.2, 0.42, 0.72, 1.82, 0.85, 1.56]>
      : tensor<19xf32> -> tensor<19xf32>
  %seed = weir.constant dense<11> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 7 : i64, ordinal = 0 : i64} : (tensor<19xf32>,
      tensor<i64>, tensor<i64>) -> tensor<7xi64>
  %e = weir.constant dense<[0, 12, 3, 11, 7, 1, 8]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y, %e : tensor<7xi64>
  return
}

func.func @all_f64() {
  %weights = weir.constant dense<[1.0, 3.0, 2.0]> : tensor<3xf64> -> tensor<3xf64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 3 : i64, ordinal = 1 : i64} : (tensor<3xf64>, tensor<i64>,
      tensor<i64>) -> tensor<3xi64>
  %e = weir.constant dense<[2, 1, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %e : tensor<3xi64>
  return
}

func.func @distinct_size_one() {
  %weights = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 1 : i64, ordinal = 1 : i64} : (tensor<1x1xf32>,
      tensor<i64>, tensor<i64>) -> tensor<1x1xi64>
  %e = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %y, %e : tensor<1x1xi64>
  return
}

func.func @distinct_no_rows() {
  %weights = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.multinomial %weights, %seed, %step {num_samples = 2 : i64, ordinal = 1 : i64} : (tensor<0x3xf32>,
      tensor<i64>, tensor<i64>) -> tensor<0x2xi64>
  %e = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  check.expect_eq %y, %e : tensor<0x2xi64>
  return
}
