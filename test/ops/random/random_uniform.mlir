// RUN: %op_runs
// Uniform numbers: the upper 24 bits of a word, in f64 53 bits of two. See random_bits for the words.

func.func @units_f32() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<2x3xf32>
  %e = weir.constant dense<[[0.9437834024429321, 0.05287986993789673, 0.12407517433166504], [0.0430031418800354,
      0.5731370449066162, 0.17792630195617676]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @more_units_f32() {
  %step = weir.constant dense<8> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 3 : i64} : tensor<i64>
      -> tensor<5x1xf32>
  %e = weir.constant dense<[[0.12149983644485474], [0.4805625081062317], [0.9558289051055908], [0.6414700150489807],
      [0.9440280199050903]]> : tensor<5x1xf32> -> tensor<5x1xf32>
  check.expect_eq %y, %e : tensor<5x1xf32>
  return
}

func.func @units_f64() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<7xf64>
  %e = weir.constant dense<[0.1260315820118052, 0.3285213841875647, 0.12313158328691276, 0.14890999029346141,
      0.12693332577136363, 0.35757508900836654, 0.8573970844604171]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %e : tensor<7xf64>
  return
}

func.func @units_f16() {
  %step = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 0 : i64} : tensor<i64>
      -> tensor<5xf16>
  %e = weir.constant dense<[0.1871337890625, 0.41943359375, 0.27392578125, 0.488525390625, 0.1744384765625]> :
      tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y, %e : tensor<5xf16>
  return
}

func.func @range_f32() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = -1.5 : f64, high = 2.5 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<3x5xf32>
  %e = weir.constant dense<[[-0.5882618427276611, 0.7655079364776611, 0.35048675537109375, 0.2809922695159912,
      -0.828911542892456], [1.7460579872131348, 2.413062810897827, 0.7367498874664307, -0.24811959266662598,
      -1.004338026046753], [0.696460485458374, -0.004951953887939453, -1.1352241039276123, -0.21399903297424316,
      0.16333627700805664]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %e : tensor<3x5xf32>
  return
}

func.func @range_f64() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = -1.0 : f64, high = 3.0 : f64, ordinal = 1 : i64} : tensor<i64>
      -> tensor<4xf64>
  %e = weir.constant dense<[-0.08826182584831166, 0.850486947454455, -0.32891133989350374, 2.9130629765745244]> :
      tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %e : tensor<4xf64>
  return
}

func.func @scalar_f32() {
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<f32>
  %e = weir.constant dense<0.7304975390434265> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @empty_f32() {
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 2 : i64} : tensor<i64>
      -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}
