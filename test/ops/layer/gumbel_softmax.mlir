// RUN: %op_runs
// softmax((input - log(w)) / tau) along dim, with w = -log(1 - u) and u as random_uniform draws it from [0, 1), half a
// step higher. With hard = 1, 1 at its maximum and 0 elsewhere.

func.func @typical_f32() {
  %input = weir.constant dense<[-1.51, -1.87, 0.4, -2.77, 0.54, -2.0, 1.07]> : tensor<7xf32> -> tensor<7xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 0 : i64, ordinal = 3 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.004000567, 0.14788143, 0.58703333, 0.07431441, 0.10507982, 0.03600805, 0.045682408]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @rows() {
  %input = weir.constant dense<
      [[-2.87, -1.14, 2.63, 0.23, 1.87, 0.95, 0.66, -1.85, 0.45, -2.76, 1.81, 2.76, 2.12, -2.7, -0.97, -1.09, -2.32,
      0.76, 1.78], [-1.12, 2.18, 1.78, -2.23, 1.6, 2.3, -1.82, 0.44, 0.83, 0.66, -2.42, 0.97, 0.79, 1.94, 1.82, -1.04,
      1.33, 2.2, 2.36], [-2.03, -2.84, 0.9, -1.71, 0.38, 2.67, -0.72, -1.48, -0.26, 0.94, -2.39, -0.72, -2.2, 0.97,
      1.98, -0.74, -0.77, 0.24, -1.71], [-1.52, -1.02, -0.26, -2.51, 1.52, 0.47, -1.2, -2.53, 1.58, -2.21, -2.2,
      -2.22, -2.51, 2.44, -1.38, -1.16, 2.0, 0.72, -1.88], [-0.39, 2.3, -0.75, 1.27, -2.42, 1.36, 1.66, 1.95, 1.05,
      -0.78, -2.61, 0.11, 1.54, -1.85, -1.4, 0.22, 1.49, 2.38, -2.25]]> : tensor<5x19xf32> -> tensor<5x19xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 0.5 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 3 : i64}
      : (tensor<5x19xf32>, tensor<i64>, tensor<i64>) -> tensor<5x19xf32>
  %expected = weir.constant dense<
      [[7.0626527e-09, 0.0006308164, 0.19965707, 0.014925148, 0.001057469, 0.0031706067, 6.157185e-06, 8.5213394e-08,
      0.020059964, 2.8872437e-08, 8.151416e-05, 0.008596174, 0.42183253, 5.992586e-08, 7.5379245e-07, 1.3570033e-06,
      8.0871985e-07, 0.031049332, 0.2989301], [0.22063825, 0.0077648913, 0.00045584532, 1.8331772e-07, 0.1406695,
      0.011696716, 1.4398942e-06, 4.1701915e-06, 0.009922164, 6.181019e-05, 5.856117e-07, 0.00011937919, 0.004500143,
      0.0004208363, 0.0028649138, 5.114444e-06, 0.0001746044, 0.600254, 0.0004454706], [4.4160961e-07, 1.0391545e-07,
      0.00035706125, 1.41573e-05, 0.012430961, 0.6658358, 0.00032625216, 2.9404084e-06, 0.00011928243, 6.227686e-05,
      3.659818e-05, 3.83543e-05, 4.1945226e-05, 0.018222433, 0.14573224, 2.6792977e-05, 0.14121526, 0.015533452,
      3.6794108e-06], [1.4685514e-05, 0.003576504, 0.00071379193, 4.6210047e-07, 0.59806025, 0.01786055, 0.008660636,
      1.7356331e-05, 0.00063884153, 3.5601264e-05, 0.007654419, 6.565834e-06, 1.7297977e-07, 0.34403262,
      0.00038382967, 0.003265854, 0.014204582, 0.000859798, 1.3456379e-05], [4.5052697e-05, 0.028491216, 3.734232e-05,
      0.00013825567, 1.3671903e-06, 0.0007480839, 0.0020840222, 0.059978977, 0.85743356, 3.4164111e-06, 0.0023490204,
      0.000101149024, 0.0096661495, 5.0518192e-05, 1.651487e-05, 0.0004085803, 0.0030933926, 0.03378685,
      0.0015665313]]> : tensor<5x19xf32> -> tensor<5x19xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<5x19xf32>
  return
}

func.func @columns() {
  %input = weir.constant dense<
      [[-1.89, 1.8, 0.87], [1.33, 2.98, 2.64], [2.06, 1.66, -0.63], [0.85, -1.89, 1.56], [1.55, 1.33, -0.33]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 2.0 : f64, hard = 0 : i64, dim = 0 : i64, ordinal = 1 : i64}
      : (tensor<5x3xf32>, tensor<i64>, tensor<i64>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0.044965636, 0.16010402, 0.120799765], [0.1867033, 0.3017979, 0.41425487], [0.4325293, 0.3034227, 0.10315842],
      [0.107481994, 0.038622763, 0.26622283], [0.2283198, 0.19605266, 0.09556413]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<5x3xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[-0.73, -0.48, -2.8, 2.07, 0.25], [-0.67, 0.29, 1.33, -0.71, 1.98], [2.52, -0.68, -2.17, 1.56, 2.96]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 2 : i64}
      : (tensor<3x5xf64>, tensor<i64>, tensor<i64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.21593467588162965, 0.01949627285911329, 0.0006301928160898635, 0.7376310145511893, 0.02630784389197791],
      [0.011874848058177978, 0.07162563759404376, 0.1475110587963488, 0.17288272238712182, 0.5961057331643077],
      [0.5984706400432028, 0.014111290073507808, 0.003190711377256369, 0.07586811554795361, 0.30835924295807937]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @typical_bf16() {
  %input = weir.constant dense<
      [[-2.11, 1.28, 1.95, 2.52, -2.27], [-2.45, 2.94, -2.3, -1.94, 0.45], [-0.32, 1.5, -1.86, 2.48, -1.7]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<3x5xbf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.00455, 0.081, 0.0593, 0.85, 0.00427], [0.001274, 0.96, 0.000565, 0.0084, 0.0282], [0.000122, 0.00806,
      2.24e-05, 0.992, 0.000168]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @typical_f16() {
  %input = weir.constant dense<
      [[1.61, -2.59, -0.16, -2.8, -1.12], [-1.13, 1.32, -0.27, -2.66, 2.97], [2.33, 2.5, -1.52, -0.64, -1.64]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<3x5xf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.876, 0.00789, 0.03357, 0.01956, 0.06305], [0.00861, 0.3442, 0.007706, 0.00739, 0.632], [0.0257, 0.3254,
      0.0004656, 0.646, 0.002655]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_close %y, %expected : tensor<3x5xf16>
  return
}

func.func @hard_f32() {
  %input = weir.constant dense<
      [[-2.25, -2.8, 0.02, -2.26, -1.94], [2.16, -0.09, -1.9, 1.02, -1.4], [0.16, -1.3, 0.1, 0.77, 0.22], [-0.63,
      1.74, 2.24, -1.92, -2.18]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 1 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<4x5xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0]]>
      : tensor<4x5xf32> -> tensor<4x5xf32>
  check.expect_eq %y, %expected : tensor<4x5xf32>
  return
}

func.func @hard_columns_f64() {
  %input = weir.constant dense<
      [[-2.32, 2.88, 2.65, -1.62, 2.82], [-1.75, 0.04, -0.02, 2.49, -2.76], [-1.11, 0.6, -2.6, -1.58, -0.21], [2.29,
      1.57, 1.97, 1.57, 1.25]]> : tensor<4x5xf64> -> tensor<4x5xf64>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 0.5 : f64, hard = 1 : i64, dim = 0 : i64, ordinal = 0 : i64}
      : (tensor<4x5xf64>, tensor<i64>, tensor<i64>) -> tensor<4x5xf64>
  %expected = weir.constant dense<
      [[0.0, 1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0]]>
      : tensor<4x5xf64> -> tensor<4x5xf64>
  check.expect_eq %y, %expected : tensor<4x5xf64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.1], [1.09], [1.41]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<3x1xf32>
  %expected = weir.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  check.expect_close %y, %expected {rtol = 2.0e-06 : f64} : tensor<3x1xf32>
  return
}

func.func @hard_size_one() {
  %input = weir.constant dense<[[-1.19], [-1.99], [1.54]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 1 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<3x1xf32>
  %expected = weir.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  check.expect_eq %y, %expected : tensor<3x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.gumbel_softmax %input, %seed, %step {tau = 1.0 : f64, hard = 0 : i64, dim = 1 : i64, ordinal = 0 : i64}
      : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}
