// RUN: %op_runs
// (input - mean) / sqrt(variance + eps) for each channel, times weight, plus bias; the statistics are operands.

func.func @rows_f32() {
  %input = weir.constant dense<[[0.3, -1.52, 1.63], [1.13, -1.69, -0.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %mean = weir.constant dense<[-0.03, 1.14, 0.55]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[0.53, 3.12, 2.64]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[1.24, -2.06, -0.28]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[2.94, -0.05, 2.49]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[3.5020742, 3.0522075, 2.303886], [4.915776, 3.250469, 2.6226923]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.77, 1.29, 2.44, 1.04, -0.09, -1.79, 1.85], [0.79, 1.61, -0.82, -1.49, -1.5, -1.29, -0.68], [0.17, 2.57, -0.8,
      2.2, 2.01, 1.61, 1.89]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %mean = weir.constant dense<[2.42, 1.77, 2.83, 0.84, -1.44, 2.23, -0.89]> : tensor<7xf32> -> tensor<7xf32>
  %variance = weir.constant dense<[3.99, 3.63, 2.23, 2.68, 1.52, 3.89, 1.61]> : tensor<7xf32> -> tensor<7xf32>
  %weight = weir.constant dense<[0.83, -2.64, -2.6, -2.47, -2.66, 1.18, -2.05]> : tensor<7xf32> -> tensor<7xf32>
  %bias = weir.constant dense<[2.25, -0.62, -2.96, 2.46, 2.14, 2.39, 1.31]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[0.50897455, 0.04510663, -2.2809772, 2.158242, -0.77267617, -0.015097326, -3.1168025], [1.5727037, -0.39829785,
      3.3949594, 5.97548, 2.2694523, 0.28404415, 0.9707195], [1.3150818, -1.728511, 3.3601377, 0.40804577, -5.303506,
      2.0190647, -3.1814272]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-2.84, 0.63, 1.03, -0.55, 2.47], [-0.46, 2.5, -2.65, -1.51, 1.3], [-2.67, 2.04, -2.94, -0.87, 0.4]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %mean = weir.constant dense<[1.58, -1.52, -0.26, -0.97, -2.84]> : tensor<5xf64> -> tensor<5xf64>
  %variance = weir.constant dense<[1.03, 0.79, 0.54, 3.27, 3.3]> : tensor<5xf64> -> tensor<5xf64>
  %weight = weir.constant dense<[0.66, 2.06, -1.51, 1.61, 1.59]> : tensor<5xf64> -> tensor<5xf64>
  %bias = weir.constant dense<[0.38, -0.04, 1.94, 1.68, 1.67]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-2.4943886169519423, 4.942982775435495, -0.710731606284321, 2.053938882681075, 6.317656444394307],
      [-0.9466409001316658, 9.277018956860786, 6.851045379084904, 1.1992214365529035, 5.293596549866748],
      [-2.383835208607637, 8.210892409558308, 7.44694628282324, 1.7690330673050179, 4.505858169460932]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[1.56, 0.87], [2.51, -0.31]], [[-0.15, 0.97], [0.41, -0.26]], [[-1.21, -0.86], [-2.76, 2.78]]], [[[2.94, 1.39],
      [-2.65, -2.82]], [[-1.34, -2.49], [-1.97, -0.67]], [[1.69, 2.41], [2.84, -0.58]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  %mean = weir.constant dense<[-1.73, 2.85, 2.1]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[3.39, 0.41, 1.81]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[-0.02, 2.93, 2.48]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-0.73, 2.39, 0.91]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x2xf32>
  %expected = weir.constant dense<
      [[[[-0.7657376, -0.7582425], [-0.776057, -0.74542475]], [[-11.337506, -6.21257], [-8.775038, -11.840848]],
      [[-5.191536, -4.5463586], [-8.048751, 2.163488]]], [[[-0.78072786, -0.763891], [-0.7200065, -0.7181599]],
      [[-16.782751, -22.044962], [-19.665527, -13.716941]], [[0.1542209, 1.4814433], [2.2740898, -4.030216]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2x2xf32>
  return
}

func.func @sequences() {
  %input = weir.constant dense<
      [[[1.41, -2.09, 2.01], [1.72, -1.14, -1.82]], [[1.15, -1.06, -1.06], [1.45, -0.92, -0.75]]]>
      : tensor<2x2x3xf64> -> tensor<2x2x3xf64>
  %mean = weir.constant dense<[-1.85, -0.24]> : tensor<2xf64> -> tensor<2xf64>
  %variance = weir.constant dense<[0.95, 1.87]> : tensor<2xf64> -> tensor<2xf64>
  %weight = weir.constant dense<[2.86, 1.9]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x2x3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x3xf64>
  %expected = weir.constant dense<
      [[[9.565761417520909, -0.7042278344187165, 11.3263310035677], [2.7232512260387782, -1.2504725017525002,
      -2.195273947521056]], [[8.802847930233964, 2.318083288294944, 2.318083288294944], [2.348109475513028,
      -0.9448014457685558, -0.7086010843264168]]]> : tensor<2x2x3xf64> -> tensor<2x2x3xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x2x3xf64>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<[[1.78, -1.07], [1.47, 2.72], [0.91, 2.57]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-0.07, 0.16]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[2.91, 3.82]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance {eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[1.0844873, -0.62932193], [0.9027624, 1.3098083], [0.5744852, 1.2330617]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<[[-1.16, 2.73], [1.01, -2.46], [2.13, -2.6]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-2.32, 0.61]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[3.54, 3.41]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[2.13, 1.27]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance, %bias {eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[2.7465322, 2.4180427], [3.8998725, -0.3924958], [4.4951453, -0.46830985]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[-2.06, 2.13], [0.65, -0.56], [0.09, 1.33]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %mean = weir.constant dense<[-0.69, -1.47]> : tensor<2xf32> -> tensor<2xf32>
  %variance = weir.constant dense<[1.56, 3.5]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.batch_norm %input, %mean, %variance {eps = 2.0 : f64, present = array<i64>}
      : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.72609854, 1.5350453], [0.7101986, 0.3880253], [0.4133992, 1.1939241]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 4.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.59, 0.42, -0.25], [-2.69, -1.71, -2.7], [0.49, -2.73, 0.86]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  %mean = weir.constant dense<[1.1, 0.95, -0.99]> : tensor<3xbf16> -> tensor<3xbf16>
  %variance = weir.constant dense<[2.75, 2.62, 1.08]> : tensor<3xbf16> -> tensor<3xbf16>
  %weight = weir.constant dense<[-1.92, 2.42, -2.56]> : tensor<3xbf16> -> tensor<3xbf16>
  %bias = weir.constant dense<[-1.4, -2.95, -2.69]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[-0.805, -3.75, -4.5], [3.0, -6.94, 1.55], [-0.69, -8.44, -7.25]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %expected : tensor<3x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-1.88, 2.23, 1.41], [2.83, -2.29, -1.3], [1.72, -0.62, -2.36]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  %mean = weir.constant dense<[-1.52, -0.8, 0.64]> : tensor<3xf16> -> tensor<3xf16>
  %variance = weir.constant dense<[2.27, 2.89, 1.01]> : tensor<3xf16> -> tensor<3xf16>
  %weight = weir.constant dense<[2.94, -0.38, 1.31]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[0.19, -2.69, -0.38]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[-0.513, -3.367, 0.6235], [8.68, -2.357, -2.908], [6.51, -2.73, -4.29]]> : tensor<3x3xf16> -> tensor<3x3xf16>
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
  %mean = weir.constant dense<[0.72]> : tensor<1xf64> -> tensor<1xf64>
  %variance = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.batch_norm %input, %mean, %variance, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<1x1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.44343202318201597]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 8.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %mean = weir.constant dense<[-2.11, -1.9, 2.91]> : tensor<3xf32> -> tensor<3xf32>
  %variance = weir.constant dense<[2.37, 1.74, 3.53]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<[2.93, -1.9, -1.83]> : tensor<3xf32> -> tensor<3xf32>
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
