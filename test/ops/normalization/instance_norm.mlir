// RUN: %op_runs
// Each channel of each input by its own mean and variance, times weight, plus bias.

func.func @typical_f32() {
  %input = weir.constant dense<
      [[[-1.68, -0.58, 0.12, 0.32], [-1.24, -1.73, 0.3, -1.22], [-2.51, -2.3, -2.21, 0.1]], [[-2.34, 1.52, 2.38, 0.01],
      [1.28, -2.38, -1.21, -1.17], [1.54, -2.33, 1.15, -2.79]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %weight = weir.constant dense<[-1.66, 0.9, 1.54]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-1.65, 1.51, -1.65]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %expected = weir.constant dense<
      [[[0.9496164, -1.384733, -2.870228, -3.2946553], [1.1942819, 0.6159574, 3.0118735, 1.217887], [-2.780915,
      -2.4764378, -2.3459477, 1.0033005]], [[0.882281, -2.6948843, -3.4918697, -1.295527], [2.961543, 0.49054417,
      1.2804537, 1.3074591], [0.033790458, -3.0005605, -0.27199686, -3.361233]]]>
      : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[[-0.26, -0.32, -0.7, 1.13, 0.27, 2.17, -1.74], [-1.47, 0.74, -1.16, 2.7, 1.01, -1.08, 0.08]], [[-0.4, -0.8,
      1.17, -0.87, -2.13, -0.19, 2.17], [0.19, -1.92, -0.12, 0.16, 2.34, 1.91, 1.04]], [[-1.7, -1.25, -1.23, -0.79,
      -2.34, -1.05, -1.51], [-1.91, 2.69, -2.81, -2.4, 2.88, 1.81, 2.16]]]> : tensor<3x2x7xf32> -> tensor<3x2x7xf32>
  %weight = weir.constant dense<[2.17, 1.55]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-0.78, -1.55]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x2x7xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x7xf32>
  %expected = weir.constant dense<
      [[[-1.4040258, -1.5146127, -2.214996, 1.157903, -0.42717525, 3.074742, -4.131835], [-3.3253367, -0.8532882,
      -2.9785786, 1.3391168, -0.5512732, -2.889093, -1.591547]], [[-1.1934761, -1.8550377, 1.4031537, -1.970811,
      -4.0547304, -0.8461561, 3.057058], [-1.9320506, -4.417905, -2.2972708, -1.9673945, 0.60092854, 0.09433274,
      -0.9306403]], [[-2.1255794, -0.03761149, 0.055186987, 2.0967555, -5.095133, 0.89037436, -1.2439928], [-3.0137322,
      -0.028793784, -3.5977418, -3.331693, 0.09449718, -0.59982556, -0.3727106]]]>
      : tensor<3x2x7xf32> -> tensor<3x2x7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2x7xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[[-1.35, 0.38, -2.89, 1.51], [-2.84, -0.38, 0.94, 2.58], [-2.19, -1.21, 0.55, 2.89]], [[1.47, -2.64, -2.59,
      1.55], [1.21, -2.5, 2.03, 1.14], [-1.29, 1.44, -1.99, 0.42]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  %weight = weir.constant dense<[0.15, 1.61, -2.4]> : tensor<3xf64> -> tensor<3xf64>
  %bias = weir.constant dense<[-1.35, -1.23, -0.71]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  %expected = weir.constant dense<
      [[[-1.4182957087352996, -1.263342822030948, -1.5562306483449537, -1.1621308208887993], [-3.5968134663043907,
      -1.5994340058897076, -0.5276694173745119, 0.8039168895686103], [2.024389908210308, 0.8063434945529891,
      -1.3811684320152573, -4.28956497074804]], [[-1.2029284938844638, -1.5017981552614004, -1.4981622713030436,
      -1.1971110795510926], [-0.5492288974253197, -3.9622840197929734, 0.2051390811033799, -0.6136261638850868],
      [0.9431603461422703, -3.883714247406818, 2.180820498334344, -2.080266597069796]]]>
      : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x4xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[-0.16, 2.95, -1.81], [-0.91, -0.96, -1.66], [-1.63, 2.15, -1.87]], [[-1.82, 1.22, -1.42], [-1.56, 1.79, 2.84],
      [-2.67, -0.24, -2.79]]], [[[-0.81, -0.91, -2.12], [2.47, 2.92, 0.66], [2.18, -1.36, 2.77]], [[0.91, 2.38, -2.91],
      [0.18, -0.22, 1.98], [2.16, 0.77, -0.86]]]]> : tensor<2x2x3x3xf32> -> tensor<2x2x3x3xf32>
  %weight = weir.constant dense<[-1.78, 0.28]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.instance_norm %input, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x2x3x3xf32>, tensor<2xf32>) -> tensor<2x2x3x3xf32>
  %expected = weir.constant dense<
      [[[[-0.28850192, -3.571091, 1.4530646], [0.5031193, 0.55589396, 1.2947403], [1.2630756, -2.726695, 1.5163944]],
      [[-0.19032465, 0.25360394, -0.13191298], [-0.15235706, 0.33684054, 0.4901711], [-0.3144494, 0.040401395,
      -0.3319729]]], [[[1.3821055, 1.4771318, 2.6269505], [-1.7347587, -2.1623774, -0.014781875], [-1.4591824,
      1.9047503, -2.0198379]], [[0.07424641, 0.33274114, -0.59748816], [-0.05412172, -0.12446042, 0.26240242],
      [0.29405487, 0.049627855, -0.23700234]]]]> : tensor<2x2x3x3xf32> -> tensor<2x2x3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3x3xf32>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[[-1.16, -0.33, -0.19, 1.02, -2.76], [-2.19, -1.07, -2.0, -0.97, 2.31]], [[0.94, 1.75, -2.76, -1.71, 0.07],
      [-0.39, 1.86, 1.45, 1.08, 1.27]]]> : tensor<2x2x5xf32> -> tensor<2x2x5xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
  %expected = weir.constant dense<
      [[[-0.38087627, 0.28325674, 0.3952792, 1.3634732, -1.6611328], [-0.86714923, -0.17639025, -0.74996686,
      -0.11471532, 1.9082216]], [[0.7686733, 1.2543405, -1.4498066, -0.82023793, 0.24703072], [-1.8834523, 1.0512898,
      0.51651466, 0.033912607, 0.28173518]]]> : tensor<2x2x5xf32> -> tensor<2x2x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x5xf32>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<
      [[[-0.36, 0.73, 2.88, 0.87, -1.71], [0.79, -2.81, -0.29, 2.15, -1.29]]]> : tensor<1x2x5xf64> -> tensor<1x2x5xf64>
  %bias = weir.constant dense<[-0.4, -1.05]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.instance_norm %input, %bias {eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<1x2x5xf64>, tensor<2xf64>) -> tensor<1x2x5xf64>
  %expected = weir.constant dense<
      [[[-0.9557706136667645, -0.23630509241168934, 1.1828241467611653, -0.14389667683764298, -1.8468517638450686],
      [-0.41515494779401035, -2.531305121813976, -1.05, 0.3842795623913099, -1.6378194927833238]]]>
      : tensor<1x2x5xf64> -> tensor<1x2x5xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x2x5xf64>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[[-0.76, 1.46, -2.9], [-1.8, 1.55, -2.36]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.instance_norm %input {eps = 2.0 : f64, present = array<i64>} : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %expected = weir.constant dense<
      [[[-0.011729538, 0.9647555, -0.95302594], [-0.41672343, 1.084377, -0.6676537]]]>
      : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[[-2.48, -1.59, 2.44, 1.39, -0.43], [-2.6, -0.25, -1.33, 2.77, 2.38]], [[-0.98, -1.47, 0.08, -2.31, -2.95],
      [1.05, 2.1, -1.19, -1.26, 2.88]]]> : tensor<2x2x5xbf16> -> tensor<2x2x5xbf16>
  %weight = weir.constant dense<[1.98, 1.33]> : tensor<2xbf16> -> tensor<2xbf16>
  %bias = weir.constant dense<[-1.52, 1.63]> : tensor<2xbf16> -> tensor<2xbf16>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x2x5xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<2x2x5xbf16>
  %expected = weir.constant dense<
      [[[-4.06, -3.1, 1.26, 0.129, -1.84], [-0.146, 1.35, 0.66, 3.28, 3.03]], [[-0.496, -1.414, 1.49, -3.0, -4.2], [1.9,
      2.72, 0.134, 0.078, 3.34]]]> : tensor<2x2x5xbf16> -> tensor<2x2x5xbf16>
  check.expect_eq %y, %expected : tensor<2x2x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[[-0.82, -1.49, -1.5, -1.29, -0.68], [0.17, 2.57, -0.8, 2.2, 2.01]], [[1.61, 1.89, 0.83, -2.64, -2.6], [-2.47,
      -2.66, 1.18, -2.05, 2.25]]]> : tensor<2x2x5xf16> -> tensor<2x2x5xf16>
  %weight = weir.constant dense<[1.1, 0.51]> : tensor<2xf16> -> tensor<2xf16>
  %bias = weir.constant dense<[2.46, 2.14]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x2x5xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2x2x5xf16>
  %expected = weir.constant dense<
      [[[3.54, 1.389, 1.357, 2.031, 3.988], [1.729, 2.662, 1.352, 2.518, 2.443]], [[3.436, 3.588, 3.012, 1.123, 1.1455],
      [1.713, 1.666, 2.621, 1.817, 2.887]]]> : tensor<2x2x5xf16> -> tensor<2x2x5xf16>
  check.expect_eq %y, %expected : tensor<2x2x5xf16>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[[300.0, -300.0, 200.0, -100.0], [60000.0, 60000.0, -60000.0, -60000.0]]]>
      : tensor<1x2x4xf16> -> tensor<1x2x4xf16>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<1x2x4xf16>) -> tensor<1x2x4xf16>
  %expected = weir.constant dense<
      [[[1.153, -1.362, 0.734, -0.524], [1.0, 1.0, -1.0, -1.0]]]> : tensor<1x2x4xf16> -> tensor<1x2x4xf16>
  check.expect_eq %y, %expected : tensor<1x2x4xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[[0.7]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<1x1x1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1x1xf64>
  %expected = weir.constant dense<[[[0.5]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3x2xf32> -> tensor<0x3x2xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<0x3x2xf32>) -> tensor<0x3x2xf32>
  %expected = weir.constant dense<> : tensor<0x3x2xf32> -> tensor<0x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3x2xf32>
  return
}

// NaN in their channels alone.
func.func @special_f32() {
  %input = weir.constant dense<
      [[[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]]]>
      : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  %expected = weir.constant dense<
      [[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [-1.2247357, 0.0, 1.2247357], [0.0,
      0.0, 0.0]]]> : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x4x3xf32>
  return
}
