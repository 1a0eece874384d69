// RUN: %op_runs
// input / (1 - p) where the element's random bits, as a signed number, are at least round(p * 2^32) - 2^31; else 0.
// See random_bits for the bits.

// With p = 0, input itself.
func.func @none_f32() {
  %input = weir.constant dense<[[0.75, -2.32, -2.56], [1.95, -0.83, 1.18]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.0 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.75, -2.32, -2.56], [1.95, -0.83, 1.18]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @typical_f32() {
  %input = weir.constant dense<[-1.79, -1.64, -1.23, 0.07, -1.5, 1.75, 2.94]> : tensor<7xf32> -> tensor<7xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 3 : i64, shared_dims = 0 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, -3.28, -2.46, 0.14, 0.0, 3.5, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

// The same draw as far as typical_f32 goes.
func.func @odd() {
  %input = weir.constant dense<
      [1.41, 0.72, 2.59, 2.33, -2.27, -1.13, -1.66, 1.18, 2.95, -2.5, 1.53, -1.16, -0.6, -1.93, -1.69, 2.19, 2.65, -2.3,
      1.11]> : tensor<19xf32> -> tensor<19xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 3 : i64, shared_dims = 0 : i64}
      : (tensor<19xf32>, tensor<i64>, tensor<i64>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.0, 1.44, 5.18, 4.66, 0.0, -2.26, 0.0, 0.0, 5.9, 0.0, 0.0, 0.0, -1.2, 0.0, 0.0, 0.0, 5.3, -4.6, 2.22]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[-1.97, 2.95, -1.42, -2.29, -1.97], [-0.86, -1.73, 0.45, 2.77, 1.86], [1.23, -2.3, -0.72, 2.86, -0.28]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.3 : f64, ordinal = 2 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xf64>, tensor<i64>, tensor<i64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-2.814285714285714, 0.0, -2.0285714285714285, -3.2714285714285714, -2.814285714285714], [0.0,
      -2.4714285714285715, 0.6428571428571429, 0.0, 2.657142857142857], [1.7571428571428571, -3.2857142857142856, 0.0,
      4.085714285714285, 0.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

func.func @typical_bf16() {
  %input = weir.constant dense<
      [[0.53, -1.59, -2.58, -0.23, -2.78], [0.19, 2.05, 1.78, -0.61, 1.48], [-2.36, -0.7, 0.71, -2.39, -0.7]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.25 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xbf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.707, -2.12, -3.44, -0.307, -3.7], [0.0, 2.73, 2.38, -0.812, 0.0], [-3.14, -0.934, 0.95, -3.19, -0.934]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @typical_f16() {
  %input = weir.constant dense<
      [[2.74, 1.25, 0.52, 1.04, 2.89], [1.79, 0.79, 0.23, -2.17, 2.62], [2.26, 1.71, 1.36, -0.64, 0.22]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.25 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[3.654, 1.667, 0.6934, 1.387, 3.854], [0.0, 1.054, 0.3066, -2.893, 0.0], [3.014, 2.28, 1.813, -0.8535, 0.2932]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_close %y, %expected : tensor<3x5xf16>
  return
}

func.func @seldom() {
  %input = weir.constant dense<
      [[-2.75, -0.1, 1.21, -0.56, 1.27, -0.61, -1.28], [-2.24, -1.29, 0.75, -1.05, -2.94, 0.26, -1.42], [1.68, 1.42,
      -0.45, 0.27, 0.11, 0.47, 0.91]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %step = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.1 : f64, ordinal = 1 : i64, shared_dims = 0 : i64}
      : (tensor<3x7xf32>, tensor<i64>, tensor<i64>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-3.0555556, -0.11111111, 1.3444445, -0.62222224, 1.4111111, -0.67777777, -1.4222221], [-2.488889, 0.0,
      0.8333333, -1.1666666, -3.2666667, 0.28888887, -1.5777777], [1.8666666, 1.5777777, -0.5, 0.3, 0.12222222,
      0.5222222, 1.0111111]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected : tensor<3x7xf32>
  return
}

func.func @often() {
  %input = weir.constant dense<
      [[2.46, -0.19, -1.03, 2.36, -1.79, -0.45, -2.64], [-1.3, 1.44, 1.07, 0.32, 2.84, 0.57, -1.7], [-0.89, 2.17, 0.19,
      2.54, 2.25, 2.31, -0.88]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %step = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.9 : f64, ordinal = 1 : i64, shared_dims = 0 : i64}
      : (tensor<3x7xf32>, tensor<i64>, tensor<i64>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-13.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 25.4, 0.0, 0.0,
      0.0]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected : tensor<3x7xf32>
  return
}

func.func @negative_seed() {
  %input = weir.constant dense<
      [1.89, 1.72, 1.12, 0.85, -1.14, 0.34, 2.59, 2.87, 0.18, 1.42, 2.82]> : tensor<11xf32> -> tensor<11xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<-1> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<11xf32>, tensor<i64>, tensor<i64>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [3.78, 3.44, 0.0, 1.7, -2.28, 0.68, 0.0, 0.0, 0.36, 2.84, 0.0]> : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected : tensor<11xf32>
  return
}

// The last two dimensions share a draw.
func.func @channels() {
  %input = weir.constant dense<
      [[[[-1.26, -0.05], [2.17, -2.92]], [[-2.02, 2.18], [-1.24, -0.85]], [[2.01, 2.69], [-2.67, -2.5]]], [[[0.97,
      -1.89], [-2.06, -0.66]], [[-0.76, 1.26], [-1.49, -1.4]], [[1.34, -0.38], [-1.94, -0.56]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 2 : i64}
      : (tensor<2x3x2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3x2x2xf32>
  %expected = weir.constant dense<
      [[[[-2.52, -0.1], [4.34, -5.84]], [[0.0, 0.0], [0.0, 0.0]], [[4.02, 5.38], [-5.34, -5.0]]], [[[0.0, 0.0], [0.0,
      0.0]], [[-1.52, 2.52], [-2.98, -2.8]], [[2.68, -0.76], [-3.88, -1.12]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %expected : tensor<2x3x2x2xf32>
  return
}

func.func @rows() {
  %input = weir.constant dense<
      [[-2.13, -0.33, 1.28], [2.54, -1.53, -1.41], [0.35, -0.85, -2.76], [-2.71, 1.49, 0.26], [-1.5, 1.07, -1.97]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 1 : i64}
      : (tensor<5x3xf64>, tensor<i64>, tensor<i64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[-4.26, -0.66, 2.56], [0.0, 0.0, 0.0], [0.7, -1.7, -5.52], [0.0, 0.0, 0.0], [-3.0, 2.14, -3.94]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected : tensor<5x3xf64>
  return
}

// All dimensions share one draw.
func.func @all_or_nothing() {
  %input = weir.constant dense<[-2.33, -1.23, -0.42]> : tensor<3xf32> -> tensor<3xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 5 : i64, shared_dims = 1 : i64}
      : (tensor<3xf32>, tensor<i64>, tensor<i64>) -> tensor<3xf32>
  %expected = weir.constant dense<[-4.66, -2.46, -0.84]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected : tensor<3xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 1 : i64, shared_dims = 0 : i64}
      : (tensor<f32>, tensor<i64>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<1x1xf64>, tensor<i64>, tensor<i64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

// What is dropped is 0, whatever it was.
func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, 1.0, 0x7FC00000, 0x7F800000]> : tensor<7xf32> -> tensor<7xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %y = weir.dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0x7F800000, 0.0, 0.0, 2.0, 0.0, 0x7F800000]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}
