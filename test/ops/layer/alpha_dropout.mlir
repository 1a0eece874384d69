// RUN: %op_runs
// a * (input or l) - a * p * l, with l = -1.7580993408473766 and a = 1 / sqrt((1 - p) * (1 + p * l * l)): input where the
// element's random bits, as a signed number, are at least round(p * 2^32) - 2^31. See random_bits for the bits.

func.func @typical_f32() {
  %input = weir.constant dense<[0.75, 2.38, 1.65, -1.65, -1.2, 2.24, -2.97]> : tensor<7xf32> -> tensor<7xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 3 : i64, shared_dims = 0 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [-0.77919394, 2.8888376, 2.241762, -0.6833741, -0.77919394, 2.764741, -0.77919394]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<7xf32>
  return
}

// An element gets the same bits, however many stand behind it.
func.func @shorter() {
  %input = weir.constant dense<[0.75, 2.38, 1.65, -1.65, -1.2]> : tensor<5xf32> -> tensor<5xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 3 : i64, shared_dims = 0 : i64}
      : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  %expected = weir.constant dense<[-0.77919394, 2.8888376, 2.241762, -0.6833741, -0.77919394]>
      : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<5xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [1.93, 1.78, -0.19, -1.18, -1.33, -1.47, -0.33, 0.03, 0.32, 2.97, 1.76, 0.73, 2.93, -1.71, -2.04, 0.68, -2.74,
      -2.79, 0.09]> : tensor<19xf32> -> tensor<19xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.25 : f64, ordinal = 3 : i64, shared_dims = 0 : i64}
      : (tensor<19xf32>, tensor<i64>, tensor<i64>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.054989, 1.9249005, 0.2164024, -0.6421829, -1.1435442, -0.8936878, 0.09498627, 0.40719914, 0.6587039,
      2.9569376, 1.9075553, -1.1435442, 2.9222472, -1.1435442, -1.3880247, -1.1435442, -1.9951053, -2.0384681,
      0.45923463]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[-0.2, 2.5, 0.78, 0.08, -0.02], [-1.51, -2.93, -1.85, 1.15, -1.8], [-0.78, -2.98, 1.98, -2.07, -1.39]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.3 : f64, ordinal = 2 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xf64>, tensor<i64>, tensor<i64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.2819015448877916, -1.0595481589864801, 1.1256351088092207, 0.5229682774367713, 0.4368730158121358],
      [-1.0595481589864801, -2.068499097464761, -1.138670271918696, -1.0595481589864801, -1.0956226411063783],
      [-0.21745097253509488, -2.1115467282770783, -1.0595481589864801, -1.328079847492894, -1.0595481589864801]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 4.5e-16 : f64, ulps = 2 : i64} : tensor<3x5xf64>
  return
}

func.func @typical_bf16() {
  %input = weir.constant dense<
      [[2.28, 0.06, 2.08, 0.84, 1.45], [-2.45, 0.25, 0.05, 2.23, -0.83], [0.59, -2.64, -0.67, -1.06, -2.1]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xbf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[2.8, 0.832, 2.62, 1.52, 2.06], [-0.777, 1.0, -0.777, 2.77, -0.777], [-0.777, -1.56, -0.777, -0.163, -1.08]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @typical_f16() {
  %input = weir.constant dense<
      [[1.9, -0.72, 2.87, 0.54, 0.63], [0.83, 1.06, -2.1, -0.36, -1.56], [-0.59, -2.42, 2.81, -1.71, 1.03]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.25 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<3x5xf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.03, -0.2434, 2.87, 0.8496, 0.9272], [-1.144, 1.3, -1.439, 0.06885, -1.144], [-0.1304, -1.718, 2.818, -1.102,
      1.274]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_close %y, %expected : tensor<3x5xf16>
  return
}

func.func @negative_seed() {
  %input = weir.constant dense<[-1.2, 2.24, 0.97, -2.21, 2.07]> : tensor<5xf32> -> tensor<5xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<-1> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [-0.284492, 2.764741, -0.77919394, -1.1797609, 2.614052]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<5xf32>
  return
}

// The last two dimensions share a draw.
func.func @channels() {
  %input = weir.constant dense<
      [[[[2.67, 2.42], [0.42, -2.13]], [[-1.85, 2.57], [0.31, -1.92]], [[2.3, 0.85], [0.42, -0.74]]], [[[-0.53,
      -1.56], [-2.77, 2.26]], [[-0.19, 0.29], [-1.07, 1.51]], [[-2.85, -0.77], [-2.82, -2.26]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 2 : i64}
      : (tensor<2x3x2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3x2x2xf32>
  %expected = weir.constant dense<
      [[[[3.145895, 2.9242938], [1.151484, -1.1088486]], [[-0.77919394, -0.77919394], [-0.77919394, -0.77919394]],
      [[2.8179252, 1.5326381], [1.151484, 0.1232543]]], [[[-0.77919394, -0.77919394], [-0.77919394, -0.77919394]],
      [[0.610777, 1.0362513], [-0.16925935, 2.1176653]], [[-1.74706, 0.09666218], [-1.7204678, -1.2240812]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<2x3x2x2xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<2.8> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 2 : i64, shared_dims = 0 : i64}
      : (tensor<f32>, tensor<i64>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<3.2611277> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.95]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<1x1xf64>, tensor<i64>, tensor<i64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.6212785804506669]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.5e-16 : f64, ulps = 2 : i64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.5 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

// With p = 0, input itself.
func.func @none_f32() {
  %input = weir.constant dense<[1.5, -2.25]> : tensor<2xf32> -> tensor<2xf32>
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.alpha_dropout %input, %seed, %step {p = 0.0 : f64, ordinal = 0 : i64, shared_dims = 0 : i64}
      : (tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.5, -2.25]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 2.5e-07 : f64, ulps = 2 : i64} : tensor<2xf32>
  return
}
