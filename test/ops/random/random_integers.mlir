// RUN: %op_runs
// low and the whole part of the range times a uniform number of 53 bits; see random_uniform.

func.func @typical_i64() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = -3 : i64, high = 10 : i64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<3x5xi64>
  %e = weir.constant dense<[[4, 3, -3, 3, 0], [3, -3, -2, 3, 9], [8, -2, 8, 7, 9]]> : tensor<3x5xi64> ->
      tensor<3x5xi64>
  check.expect_eq %y, %e : tensor<3x5xi64>
  return
}

func.func @others_i64() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = -3 : i64, high = 10 : i64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<1x4xi64>
  %e = weir.constant dense<[[-2, 1, -3, 3]]> : tensor<1x4xi64> -> tensor<1x4xi64>
  check.expect_eq %y, %e : tensor<1x4xi64>
  return
}

func.func @odd_i32() {
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = 0 : i64, high = 5 : i64, ordinal = 0 : i64} : tensor<i64> ->
      tensor<7xi32>
  %e = weir.constant dense<[1, 2, 0, 0, 2, 4, 3]> : tensor<7xi32> -> tensor<7xi32>
  check.expect_eq %y, %e : tensor<7xi32>
  return
}

func.func @floats_f32() {
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = 0 : i64, high = 5 : i64, ordinal = 0 : i64} : tensor<i64> ->
      tensor<7xf32>
  %e = weir.constant dense<[1.0, 2.0, 0.0, 0.0, 2.0, 4.0, 3.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %e : tensor<7xf32>
  return
}

// The range is the largest, and low is more than f64 holds.
func.func @widest_i64() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = -1152921504606846976 : i64, high = -1143914305352105984 : i64,
      ordinal = 0 : i64} : tensor<i64> -> tensor<4xi64>
  %e = weir.constant dense<[-1150446139532638775, -1151751049503305964, -1152528867443106084, -1145234332613952093]> :
      tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %e : tensor<4xi64>
  return
}

func.func @one_number_i64() {
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %y = weir.random_integers %seed, %step {low = 7 : i64, high = 8 : i64, ordinal = 0 : i64} : tensor<i64> ->
      tensor<3xi64>
  %e = weir.constant dense<[7, 7, 7]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %e : tensor<3xi64>
  return
}
