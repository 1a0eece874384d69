// RUN: %op_runs
// input / sqrt(mean of input^2 + eps) over the last dimensions, times weight.

func.func @rows_f32() {
  %input = weir.constant dense<[[2.28, -0.54, 0.33], [1.2, -0.77, -1.25]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<[1.34, 1.15, -0.02]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[2.236391, -0.4545689, -0.004831167], [1.4688292, -0.8088607, 0.022836272]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[1.14, 1.05, 0.45, 1.92, 1.56, 1.34, 2.36], [-3.0, 1.87, -2.0, -2.56, -2.25, -2.97, -2.43], [2.09, 0.63, 1.65,
      -0.48, 0.99, 1.18, -1.79]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %weight = weir.constant dense<[-2.78, -2.39, -0.83, -1.48, 1.8, 2.23, -2.12]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 7>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<3x7xf32>, tensor<7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-2.0903664, -1.6552361, -0.24635611, -1.8742853, 1.852123, 1.970981, -3.3000505], [3.3712895, -1.8066313,
      0.6710241, 1.5315518, -1.637137, -2.677265, 2.0824382], [-4.2160225, -1.0925727, -0.9937426, 0.51548356,
      1.2930627, 1.909408, 2.7535994]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.66, 2.67, 2.58, -0.4, -0.44], [-0.78, 2.4, -2.71, -0.47, 2.62], [1.43, 1.87, 2.03, -1.34, 0.49]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %weight = weir.constant dense<[-1.42, -0.29, -0.71, -2.86, 2.54]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 5>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<3x5xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-1.8337413202172834, -0.375904348259092, -0.8892956026617652, 0.5553849598455396, -0.5425683838491041],
      [0.5430736464311402, -0.3412597128169678, 0.9434163986079421, 0.6590823361617358, 3.2629527828367206],
      [-1.3275326844751918, -0.3545360852905036, -0.9422697026170068, 2.5054842214038837, 0.8136743716624761]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @two_dims() {
  %input = weir.constant dense<
      [[[-2.93, -1.21], [2.61, 2.98], [1.03, -0.49]], [[-0.71, -0.7], [0.23, 1.03], [-1.88, 0.11]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %weight = weir.constant dense<[[0.24, -2.05], [-2.05, 0.11], [-2.67, -0.97]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 3, 2>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3x2xf32>, tensor<3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-0.3312307, 1.1683984], [-2.5202641, 0.15440476], [-1.295389, 0.2238822]], [[-0.1755293, 1.4781958],
      [-0.4856929, 0.11671051], [5.170698, -0.109911844]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @no_weight() {
  %input = weir.constant dense<
      [[[1.87, -1.59, -0.43, 1.39, 2.82], [2.5, -1.65, -1.78, -0.22, 0.01], [-2.84, 0.74, 2.29, -2.62, -1.25]], [[1.49,
      1.66, 1.8, 2.26, 0.49], [-1.11, -2.2, -1.01, 0.37, -2.32], [-1.06, 0.09, -1.8, -2.47, -2.31]]]>
      : tensor<2x3x5xf64> -> tensor<2x3x5xf64>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 5>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %expected = weir.constant dense<
      [[[1.0422899223507527, -0.8862251211431533, -0.2396709447116704, 0.7747502631377251, 1.5717954978765358],
      [1.6011534508980807, -1.0567612775927333, -1.1400212570394335, -0.1409015036790311, 0.006404613803592323],
      [-1.345254121245742, 0.35052396116966517, 1.0847295555115315, -1.241044294952058, -0.5921012857595696]],
      [[0.9046616602231544, 1.0078780912553262, 1.0928798579877033, 1.3721713772512274, 0.2975061835633192],
      [-0.6989140128544575, -1.3852349804322581, -0.635948786471173, 0.2329713376181525, -1.4607932520921993],
      [-0.5961315422685792, 0.05061494226808691, -1.0122988453617383, -1.3890989711352741, -1.2991168515475642]]]>
      : tensor<2x3x5xf64> -> tensor<2x3x5xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x5xf64>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[0.78, -1.94, -0.88], [0.18, -1.11, -1.93]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 3>, eps = 2.0 : f64, present = array<i64>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.40465778, -1.0064566, -0.456537], [0.09404726, -0.5799581, -1.0083956]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @zeros() {
  %input = weir.constant dense<[[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-06 : f64, present = array<i64>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.0, 0.0, 0.0], [0.46291, 0.92582, 1.38873]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[0.9, 0.86, -0.71], [2.69, -2.94, -1.42]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %weight = weir.constant dense<[1.41, 1.62, 1.93]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[1.53, 1.68, -1.66], [1.55, -1.945, -1.125]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-1.63, -1.7, -0.46], [-2.74, -1.61, -1.23]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %weight = weir.constant dense<[1.68, 0.58, 1.66]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[-1.976, -0.712, -0.5513], [-2.34, -0.4746, -1.038]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[300.0, -300.0, 200.0, -100.0], [60000.0, 60000.0, -60000.0, -30000.0]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 4>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %expected = weir.constant dense<
      [[1.251, -1.251, 0.834, -0.417], [1.109, 1.109, -1.109, -0.5547]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  check.expect_eq %y, %expected : tensor<2x4xf16>
  return
}

// Squares are too small for f16, and eps is.
func.func @small_f16() {
  %input = weir.constant dense<[[0.0001, -0.0002, 5.0e-05]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-12 : f64, present = array<i64>}
      : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[0.756, -1.512, 0.378]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_eq %y, %expected : tensor<1x3xf16>
  return
}

// A weight of f32 keeps its precision.
func.func @wide_weight() {
  %input = weir.constant dense<[[1.0, 2.0, 3.5]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %weight = weir.constant dense<[0.841, 0.942, 1.267]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<1x3xbf16>, tensor<3xf32>) -> tensor<1x3xbf16>
  %expected = weir.constant dense<[[0.352, 0.785, 1.85]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_eq %y, %expected : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.rms_norm %input, %weight {normalized_shape = array<i64: 1>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<1x1xf64>, tensor<1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.9999795921490993]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

// Infinity over infinity is NaN, other numbers over it 0.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 2.0, 3.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.rms_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0.0, 0.0], [0.46290955, 0.9258191, 1.3887286]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  return
}
