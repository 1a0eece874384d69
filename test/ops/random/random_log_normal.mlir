// RUN: %op_runs
// Numbers whose logarithms are normal: exp of random_normal's. It multiplies what these are off by.

// The numbers of random_normal's odd_f32 and even_f32.
func.func @odd_f32() {
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<3x5xf32>
  %e = weir.constant dense<
      [[3.1967025, 0.5892514, 1.3461534, 1.2488908, 6.5550866], [0.5919531, 2.5765893, 3.485976, 1.666728, 0.3858665],
      [3.6664455, 1.3423322, 2.812023, 1.4969555, 0.35641012]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<3x5xf32>
  return
}

func.func @even_f32() {
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<2x4xf32>
  %e = weir.constant dense<
      [[1.2107384, 0.66676235, 6.4249544, 1.2295003], [0.25359687, 1.1288605, 1.2900381, 10.114925]]>
      : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<2x4xf32>
  return
}

func.func @long_f32() {
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<19xf32>
  %e = weir.constant dense<
      [1.9406029, 0.4408788, 7.770383, 1.3097993, 0.697552, 0.5938348, 0.36909023, 4.4807463, 1.647334, 0.08976259,
      0.45471802, 0.65987706, 1.6928225, 2.2787826, 0.931544, 0.38122493, 1.6805855, 0.61906004, 1.3357121]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<19xf32>
  return
}

func.func @moved_f32() {
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 1.0 : f64, std = 2.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<7xf32>
  %e = weir.constant dense<
      [2.8475993, 0.9758712, 9.924114, 3.8868697, 2.2500072, 0.84586215, 0.34825653]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<7xf32>
  return
}

func.func @narrow_f32() {
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.5 : f64, std = 0.25 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<2x3xf32>
  %e = weir.constant dense<
      [[1.3734577, 1.6803119, 1.6374928], [2.1040154, 2.4301076, 1.5919883]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @f64() {
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<4x2xf64>
  %e = weir.constant dense<
      [[0.4900521476387589, 0.7151978637138684], [3.922117376724375, 2.0903325625748663], [1.4658208994353341,
      0.2674455011163329], [5.865706906187155, 3.5329437206357213]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %e {ulps = 16 : i64} : tensor<4x2xf64>
  return
}

func.func @moved_f64() {
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = -0.5 : f64, std = 0.5 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<3xf64>
  %e = weir.constant dense<
      [0.6545589569746211, 0.7747471574096718, 0.6244032935322612]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %e {ulps = 16 : i64} : tensor<3xf64>
  return
}

func.func @f16() {
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<6xf16>
  %e = weir.constant dense<[1.023, 0.599, 1.911, 1.195, 0.9097, 0.5576]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %e : tensor<6xf16>
  return
}

func.func @bf16() {
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<1x3xbf16>
  %e = weir.constant dense<[[1.02, 0.598, 1.914]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %y, %e : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<1x1xf32>
  %e = weir.constant dense<[[0.3720546]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}

func.func @rank_0() {
  %seed = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y = weir.random_log_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<f32>
  %e = weir.constant dense<1.5631702> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<f32>
  return
}
