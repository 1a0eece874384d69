// RUN: %op_runs
// Normal numbers by Box and Muller. See random_uniform for the pairs of numbers that they are made of.

func.func @odd_f32() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<3x5xf32>
  %e = weir.constant dense<[[1.162119746208191, -0.5289023518562317, 0.2972511351108551, 0.22225572168827057,
      1.8802412748336792], [-0.5243278741836548, 0.9464666247367859, 1.2487480640411377, 0.510862410068512,
      -0.9522638320922852], [1.299222707748413, 0.2944086194038391, 1.0339040756225586, 0.4034334123134613,
      -1.0316731929779053]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %e : tensor<3x5xf32>
  return
}

func.func @even_f32() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<2x4xf32>
  %e = weir.constant dense<[[0.19123047590255737, -0.40532156825065613, 1.8601895570755005, 0.20660778880119324],
      [-1.3720093965530396, 0.12120866030454636, 0.25467175245285034, 2.314012050628662]]> : tensor<2x4xf32> ->
      tensor<2x4xf32>
  check.expect_close %y, %e : tensor<2x4xf32>
  return
}

// The angle is rounded at the scale of 2 pi.
func.func @even_f64() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<4x2xf64>
  %e = weir.constant dense<[[-0.7132434697875014, -0.3351960421045471], [1.3666316550989883, 0.7373231741675585],
      [0.382415426448174, -1.318839467547246], [1.7691230044565065, 1.26213143862537]]> : tensor<4x2xf64> ->
      tensor<4x2xf64>
  check.expect_close %y, %e {atol = 1.0e-15 : f64, ulps = 4 : i64} : tensor<4x2xf64>
  return
}

func.func @moved_f32() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 2.0 : f64, std = 0.5 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<7xf32>
  %e = weir.constant dense<[2.0116190910339355, 1.7438938617706299, 2.323741912841797, 2.0894010066986084,
      1.9527333974838257, 1.7081502676010132, 1.4862960577011108]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %e : tensor<7xf32>
  return
}

func.func @narrow_f16() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<6xf16>
  %e = weir.constant dense<[0.0232391357421875, -0.51220703125, 0.6474609375, 0.1788330078125, -0.09454345703125,
      -0.58349609375]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %e : tensor<6xf16>
  return
}

func.func @scalar_f64() {
  %step = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<f64>
  %e = weir.constant dense<0.5181507695556188> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e {atol = 1.0e-15 : f64, ulps = 4 : i64} : tensor<f64>
  return
}
