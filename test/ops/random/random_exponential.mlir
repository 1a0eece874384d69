// RUN: %op_runs
// Numbers of the exponential distribution: -log1p(-u) / rate of the numbers u of random_uniform.

// The numbers of random_uniform's units_f32.
func.func @typical_f32() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 3 : i64} : tensor<i64> -> tensor<2x3xf32>
  %e = weir.constant dense<
      [[2.8785431, 0.05432934, 0.132475], [0.04395517, 0.85129225, 0.19592524]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @odd_f32() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 3 : i64} : tensor<i64> -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[2.8785431, 0.05432934, 0.132475, 0.04395517, 0.85129225], [0.19592524, 3.3267872, 2.2981749, 0.04724426,
      1.5892322], [2.887608, 0.72707963, 0.05472879, 1.1713308, 1.8629031], [1.2314318, 0.4662508, 0.051774904,
      0.046274412, 0.0027550228], [0.39817536, 1.1015786, 0.9960959, 0.05237826, 0.3657846], [0.5355485, 3.015724,
      0.0913148, 0.97607774, 0.46087432], [0.95759404, 0.13027452, 1.3454105, 0.45734113, 0.61989]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_close %y, %e : tensor<7x5xf32>
  return
}

func.func @rate_f32() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 2.5 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<7xf32>
  %e = weir.constant dense<
      [0.10347438, 0.3342319, 0.24842118, 0.2356937, 0.07345959, 0.6674937, 1.5315455]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %e : tensor<7xf32>
  return
}

func.func @slow_f32() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 0.125 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<19xf32>
  %e = weir.constant dense<
      [33.71398, 13.297601, 2.468442, 12.22151, 10.290553, 0.8179238, 6.8935513, 0.062009666, 3.0651095, 0.079154745,
      5.8716426, 1.4570141, 7.0069146, 5.0496864, 0.4114086, 3.132159, 4.5837717, 11.624786, 4.698072]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %e : tensor<19xf32>
  return
}

func.func @f64() {
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<7xf64>
  %e = weir.constant dense<
      [0.13471103900443607, 0.39827310892810164, 0.13139833582220478, 0.16123738666406176, 0.13574335237198767,
      0.4425053390945312, 1.9476913256318265]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %e : tensor<7xf64>
  return
}

func.func @rate_f64() {
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 0.3 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<2x2xf64>
  %e = weir.constant dense<
      [[0.8622864812945356, 2.0701767727351146], [0.6121634517868593, 12.762885507465223]]>
      : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %e : tensor<2x2xf64>
  return
}

func.func @f16() {
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.5 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<5xf16>
  %e = weir.constant dense<[0.1381, 0.3625, 0.2134, 0.447, 0.1278]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %e : tensor<5xf16>
  return
}

func.func @bf16() {
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<1x3xbf16>
  %e = weir.constant dense<[[0.207, 0.543, 0.32]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %y, %e : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 1 : i64} : tensor<i64> -> tensor<1x1xf32>
  %e = weir.constant dense<[[2.93528]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 2 : i64} : tensor<i64> -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}

func.func @rank_0() {
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.random_exponential %seed, %step {rate = 1.0 : f64, ordinal = 2 : i64} : tensor<i64> -> tensor<f32>
  %e = weir.constant dense<1.3111777> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}
