// RUN: %op_runs
// Numbers of the Cauchy distribution: tan(pi * (u - 0.5)) * sigma + median of the numbers u of random_uniform. The
// tangent multiplies what pi * (u - 0.5) is off by.

func.func @typical_f32() {
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<2x3xf32>
  %e = weir.constant dense<
      [[0.61614937, 0.36336425, -0.5184044], [-1.0051515, 0.65820867, -1.0522128]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<2x3xf32>
  return
}

func.func @others_f32() {
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<5x1xf32>
  %e = weir.constant dense<
      [[0.61614937], [0.36336425], [-0.5184044], [-1.0051515], [0.65820867]]> : tensor<5x1xf32> -> tensor<5x1xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<5x1xf32>
  return
}

func.func @odd_f32() {
  %seed = weir.constant dense<446> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<19xf32>
  %e = weir.constant dense<
      [0.8397287, -1.29911, -2.4423957, 0.30700824, -0.1717237, 0.39757082, 0.15533619, 1.4863827, -0.1749994,
      -0.35402358, -1.240171, 0.718737, 0.9151086, 0.6284306, -0.2656354, 0.23786508, 0.56954926, 0.66569906, 2.160566]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %e {ulps = 12 : i64} : tensor<19xf32>
  return
}

func.func @moved_f32() {
  %seed = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.5 : f64, sigma = 0.25 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<7xf32>
  %e = weir.constant dense<
      [0.995834, 0.38663074, 0.47897577, 0.38362774, 0.7561565, 0.4413849, 0.3834784]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<7xf32>
  return
}

func.func @wide_f64() {
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = -1.5 : f64, sigma = 3.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<2x2xf64>
  %e = weir.constant dense<
      [[-3.0627098026958306, -1.9369106682267319], [-4.210905170457608, -2.7698744667031203]]>
      : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<2x2xf64>
  return
}

func.func @f64() {
  %seed = weir.constant dense<98> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<5xf64>
  %e = weir.constant dense<
      [-1.3481568882671329, 0.24027772911118087, -0.5777985081191707, -0.3133596609618407, 0.2197852846234343]>
      : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<5xf64>
  return
}

func.func @f16() {
  %seed = weir.constant dense<29> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 2.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<5xf16>
  %e = weir.constant dense<[2.51, 0.2695, -1.29, -0.398, 0.1517]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %e : tensor<5xf16>
  return
}

func.func @bf16() {
  %seed = weir.constant dense<29> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<1x3xbf16>
  %e = weir.constant dense<[[1.26, 0.135, -0.645]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %y, %e : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<1x1xf32>
  %e = weir.constant dense<[[-0.3824092]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}

func.func @rank_0() {
  %seed = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_cauchy %seed, %step {median = 0.0 : f64, sigma = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<f32>
  %e = weir.constant dense<0.15374985> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<f32>
  return
}
