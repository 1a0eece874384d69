// RUN: %op_runs
// (input - mean) / sqrt(variance + eps) for each channel, times weight, plus bias; the statistics are operands.

func.func @rows_f32() {
  %input = weir.constant dense<[[2.39, 1.31, 2.42], [1.77, 2.83, 0.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %mean = weir.constant dense<[0.88, -0.96, 2.83]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[1.61, 0.35, 2.52]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[-1.44, 2.23, -0.89]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[2.99, 2.41, 0.17]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.2763379, 10.966389, 0.39986485], [1.9799608, 16.695776, 1.2856859]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[1.03, -0.55, 2.47, -0.46, 2.5, -2.65, -1.51], [1.3, -2.67, 2.04, -2.94, -0.87, 0.4, 0.66], [2.06, -1.51, 1.61,
      1.59, 0.38, -0.04, 1.94]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %mean = weir.constant dense<[2.51, -0.31, -0.15, 0.97, 0.41, -0.26, -1.21]> : tensor<7xf32> -> tensor<7xf32>
  %variance = weir.constant dense<[1.59, 0.4, 3.86, 3.96, 2.99, 0.47, 0.36]> : tensor<7xf32> -> tensor<7xf32>
  %weight = weir.constant dense<[1.68, 1.67, 1.58, -1.52, -0.26, -0.97, -2.84]> : tensor<7xf32> -> tensor<7xf32>
  %bias = weir.constant dense<[-1.75, -2.14, -2.53, 1.84, 1.89, 1.56, 0.87]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-3.7218373, -2.7737126, -0.42300168, 2.9322739, 1.5757442, 4.941552, 2.28998], [-3.3621101, -8.371507,
      -0.76880676, 4.8265667, 2.0824628, 0.6261822, -7.98121], [-2.3495452, -5.3085628, -1.1146117, 1.3664268,
      1.8945109, 1.2487273, -14.039793]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-1.34, -2.49, -1.97, -0.67, 1.69], [2.41, 2.84, -0.58, -0.02, 2.93], [2.48, -0.73, 2.39, 0.91, -1.73]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %mean = weir.constant dense<[-1.82, 1.15, -1.06, -1.06, 1.45]> : tensor<5xf64> -> tensor<5xf64>
  %variance = weir.constant dense<[1.55, 1.66, 3.91, 3.31, 0.97]> : tensor<5xf64> -> tensor<5xf64>
  %weight = weir.constant dense<[2.85, 2.1, 2.02, -2.75, -0.51]> : tensor<5xf64> -> tensor<5xf64>
  %bias = weir.constant dense<[1.41, -2.09, 2.01, 1.72, -1.14]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[2.5088004974266016, -8.022876748415433, 1.0803834910340382, 1.1305015765811417, -1.2642777300071502],
      [11.093179383571929, 0.6645499189071656, 2.500347169564463, 0.14800420421637764, -1.9063793350440936],
      [11.253421122779974, -5.154233045884894, 5.5343702812445805, -1.2577228054747462, 0.5066799225947416]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[-0.24, -1.88], [-0.4, 1.78]], [[-1.07, 1.47], [2.72, 0.91]], [[2.57, -0.07], [0.16, 1.26]]], [[[2.71, -1.16],
      [2.73, 1.01]], [[-2.46, 2.13], [-2.6, 2.13]], [[1.27, -2.32], [0.61, 2.26]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  %mean = weir.constant dense<[1.33, -0.69, -1.47]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[1.56, 3.5, 0.55]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[2.06, -2.06, 2.13]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[0.65, -0.56, 0.09]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x2xf32>
  %expected = weir.constant dense<
      [[[[-1.9394242, -4.6443], [-2.2033145, 1.3921914]], [[-0.14157635, -2.938408], [-4.314801, -2.3217835]],
      [[11.693144, 4.110892], [4.7714667, 7.9307384]]], [[[2.9260542, -3.4567935], [2.9590404, 0.12221919]],
      [[1.3889731, -3.6651437], [1.543129, -3.6651437]], [[7.9594593, -2.3512554], [6.063896, 10.802804]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2x2xf32>
  return
}

func.func @sequences() {
  %input = weir.constant dense<
      [[[2.29, 1.58, -2.88, -2.01], [1.74, 2.8, -2.07, -0.99], [-1.92, 2.42, -2.57, -1.4]], [[-2.95, -2.68, -1.69,
      -0.22], [-2.87, -0.81, -1.01, 0.64], [0.59, 0.42, -0.25, -2.69]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  %mean = weir.constant dense<[-2.74, 0.86, 1.1]> : tensor<3xf64> -> tensor<3xf64>
  %variance = weir.constant dense<[2.72, 1.5, 2.75]> : tensor<3xf64> -> tensor<3xf64>
  %weight = weir.constant dense<[-1.71, -2.71, 0.49]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  %expected = weir.constant dense<
      [[[-5.21529459213275, -4.4791396894659, 0.14515730475120942, -0.7568916604884512], [-1.9471745556254065,
      -4.292634815810555, 6.483206190889137, 4.093491963530684], [-0.8923513529568188, 0.3900343661930466,
      -1.0844137302488492, -0.7387014511231944]], [[0.21773595712681457, -0.062210273464804226, -1.0886797856340733,
      -2.6128314855217756], [8.253364877821326, 3.6952062589709422, 4.137745930703989, 0.4867936389063516],
      [-0.1506950960291317, -0.2009267947055089, -0.398898783606525, -1.1198713999027627]]]>
      : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x4xf64>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<[[0.78, -1.68], [-1.88, 2.23], [1.41, 2.83]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-2.29, -1.3]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[3.2, 1.73]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance {eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[1.7161795, -0.2889078], [0.2291966, 2.6838014], [2.0683596, 3.1399717]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<[[-2.36, 2.94], [-0.38, 1.31], [0.19, -2.69]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-0.8, 0.64]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[2.27, 2.89]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-0.38, -1.52]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance, %bias {eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-1.415406, -0.16706112], [-0.101236805, -1.1258831], [0.27708465, -3.47882]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[-1.79, 0.72], [-2.61, 2.93], [-1.9, -1.83]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-2.11, -1.9]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[3.95, 2.37]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance {eps = 2.0 : f64, present = array<i64>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.13118719, 1.253316], [-0.20498002, 2.3105023], [0.08609157, 0.03348551]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-0.62, 2.25, -1.06], [-1.61, -2.44, 1.47], [-2.34, 0.91, -2.1]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  %mean = weir.constant dense<[-0.82, 1.9, -1.38]> : tensor<3xbf16> -> tensor<3xbf16>
  %variance = weir.constant dense<[2.81, 3.98, 1.91]> : tensor<3xbf16> -> tensor<3xbf16>
  %weight = weir.constant dense<[-2.7, -2.48, 1.07]> : tensor<3xbf16> -> tensor<3xbf16>
  %bias = weir.constant dense<[2.88, 2.83, -1.87]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[2.55, 2.39, -1.62], [4.16, 8.25, 0.344], [5.34, 4.06, -2.42]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %expected : tensor<3x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.55, -0.12, -0.12], [-2.28, 1.7, 2.22], [0.64, -1.75, 2.35]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  %mean = weir.constant dense<[-0.37, 2.6, 1.82]> : tensor<3xf16> -> tensor<3xf16>
  %variance = weir.constant dense<[3.96, 3.59, 2.94]> : tensor<3xf16> -> tensor<3xf16>
  %weight = weir.constant dense<[-1.52, 1.78, -2.05]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[-2.23, 2.42, 0.64]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[-4.46, -0.1355, 2.96], [-0.773, 1.575, 0.1613], [-3.002, -1.667, 0.00702]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_eq %y, %expected : tensor<3x3xf16>
  return
}

// Statistics of f32 keep their range.
func.func @wide_statistics() {
  %input = weir.constant dense<[[60000.0, 1.0], [-60000.0, 2.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %mean = weir.constant dense<[30000.0, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[3.6e+09, 1.0e-09]> : tensor<2xf32> -> tensor<2xf32>
  %weight = weir.constant dense<[0.5, 1.001]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x2xf16>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf16>
  %expected = weir.constant dense<[[0.25, 0.0], [-0.75, 316.5]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %mean = weir.constant dense<[-0.07]> : tensor<1xf64> -> tensor<1xf64>
  %variance = weir.constant dense<[3.18]> : tensor<1xf64> -> tensor<1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<1x1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.3635877594604264]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %mean = weir.constant dense<[2.73, -0.83, 0.86]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[2.47, 1.05, 1.13]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[-2.75, -2.26, 2.08]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<0x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

// NaN and infinity in their channels alone.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0, 0.5], [0x7F800000, 1.0, 2.0, 0.5], [1.0, 1.0, 2.0, 0.5]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %mean = weir.constant dense<[0.5, 0x7FC00000, 0.5, 0.25]> : tensor<4xf32> -> tensor<4xf32>
  %variance = weir.constant dense<[1.0, 1.0, 0x7F800000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.batch_norm %input, %mean, %variance {eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0.0, 79.05694], [0x7F800000, 0x7FC00000, 0.0, 79.05694], [0.4999975, 0x7FC00000, 0.0,
      79.05694]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x4xf32>
  return
}
