// RUN: %op_runs
// batch_norm by the batch's own mean and variance, and the running statistics, which take up a part of them.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[-1.06, -1.61, -2.44], [1.47, -2.35, 0.91], [-2.09, -2.7, -2.49], [1.07, 2.88, 2.83]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-1.87, -0.82, 1.9]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-1.38, 1.1, 2.98]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[1.16, 1.89, 1.22]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[1.22, 0.68, 1.67]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
      tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-0.22960773, 1.3430954, 1.1878096], [-3.4367619, 1.6136074, 3.9900677], [1.0760716, 1.7415524, 1.1459849],
      [-2.929702, -0.29825506, 5.596138]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  %expected_new_mean = weir.constant dense<[1.02875, 1.6065, 1.0682501]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[1.3881491, 1.2828968, 2.1908891]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<[[2.22, 0.64], [-1.75, 2.35], [-1.52, 1.78]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-2.05, -2.23]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[2.42, 0.64]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[1.16, 1.9]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.7, 1.98]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-0.47527105, 3.6199334], [3.9971905, -1.7439467], [3.7380807, 0.04401323]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[1.009, 1.869]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[2.02669, 1.85781]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<[[2.34, 1.3], [-0.07, 1.69], [-2.75, -2.26]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %weight = weir.constant dense<[2.08, 2.73]> : tensor<2xf64> -> tensor<2xf64>
  %bias = weir.constant dense<[-0.83, 0.86]> : tensor<2xf64> -> tensor<2xf64>
  %running_mean = weir.constant dense<[1.39, 0.82]> : tensor<2xf64> -> tensor<2xf64>
  %running_variance = weir.constant dense<[0.85, 1.49]> : tensor<2xf64> -> tensor<2xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<3x2xf64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>,
      tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected_y = weir.constant dense<
      [[1.6712500509186563, 2.4831047201371956], [-0.7399549981669283, 3.0821686073802614], [-3.4212950527517276,
      -2.985273327517457]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x2xf64>
  %expected_new_mean = weir.constant dense<[1.2349999999999999, 0.7623333333333333]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  %expected_new_variance = weir.constant dense<[1.41331, 1.8148033333333333]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[-2.76, 2.22, -2.86], [0.53, -1.77, 2.06]], [[-0.93, -0.01, 2.2], [0.25, -0.56, -2.52]]], [[[-1.01, 0.49, 1.6],
      [-1.46, 1.91, -2.92]], [[2.65, -0.8, -1.93], [2.41, 0.22, 3.0]]]]> : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  %momentum = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-0.75, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-2.62, -2.24]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[0.56, 1.71]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.03, 1.34]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<2x2x2x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>) -> (tensor<2x2x2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[[[-1.6812301, -3.6057887, -1.6425843], [-2.9526753, -2.063823, -3.5439556]], [[-0.8098287, -1.8527013,
      -4.3578625], [-2.1474261, -1.2292448, 0.99252707]]], [[[-2.3575308, -2.9372172, -3.3661852], [-2.1836247,
      -3.485987, -1.6193968]], [[-4.8679633, -0.95719117, 0.32372835], [-4.5959096, -2.1134195, -5.264708]]]]>
      : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x2x3xf32>
  %expected_new_mean = weir.constant dense<[0.114583336, 1.0208334]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[2.5693586, 2.3679712]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Those of the batch are the results.
func.func @no_statistics() {
  %input = weir.constant dense<
      [[-0.4, -0.52, 1.78], [-0.52, 1.67, -0.46], [-2.58, -0.75, 0.14], [2.84, -1.89, -0.51]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-1.15, -1.63, -2.82]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-2.06, 1.24, -1.41]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias {eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-1.9206456, 1.4266212, -6.104581], [-1.8494859, -1.3442297, 0.71283334], [-0.62791115, 1.7176238, -1.1132598],
      [-3.841957, 3.1599846, 0.8650077]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  %expected_new_mean = weir.constant dense<[-0.16499999, -0.3725, 0.2375]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[5.0144997, 2.2129583, 1.1446916]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[2.11, -0.72], [-0.07, 0.24], [-2.11, 1.13], [1.24, -1.54]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %running_mean = weir.constant dense<[1.62, 0.5]> : tensor<2xf64> -> tensor<2xf64>
  %running_variance = weir.constant dense<[1.6, 0.61]> : tensor<2xf64> -> tensor<2xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<4x2xf64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected_y = weir.constant dense<
      [[1.1435276726617059, -0.4958592510324713], [-0.22807635837131685, 0.4609746806080764], [-1.5115957268609344,
      1.348039471399834], [0.5961444125705454, -1.313154900975439]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x2xf64>
  %expected_new_mean = weir.constant dense<[1.4872500000000002, 0.42775]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  %expected_new_variance = weir.constant dense<
      [1.7768158333333335, 0.6832158333333334]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @mean_alone() {
  %input = weir.constant dense<[[2.92, 0.26], [-2.53, -1.07], [0.5, -2.87]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %bias = weir.constant dense<[-1.28, -2.23]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[0.87, 1.86]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %bias,
      %running_mean {eps = 1.0e-05 : f64, present = array<i64: 1, 2>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-0.10340421, -1.0709088], [-2.5477931, -2.1078537], [-1.1888026, -3.5112376]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[0.81266665, 1.5513333]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[7.4566336, 2.467633]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @variance_alone() {
  %input = weir.constant dense<[[-2.93, -1.55], [-0.11, 2.07], [-0.54, -2.24]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[0.34, 0.31]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.28, 0.72]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-0.4759921, -0.1601746], [0.29692405, 0.4335101], [0.17906804, -0.2733355]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[-1.1933334, -0.5733333]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[2.3082335, 5.359433]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %input = weir.constant dense<
      [[0.63, -2.33, 1.12], [1.56, 2.65, -2.47], [2.82, 2.91, -2.24], [-1.26, -1.64, 2.48]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  %momentum = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %weight = weir.constant dense<[-2.89, 2.6, 0.11]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[-2.9, 1.54, -2.85]> : tensor<3xf16> -> tensor<3xf16>
  %running_mean = weir.constant dense<[1.56, 1.14, 1.63]> : tensor<3xf16> -> tensor<3xf16>
  %running_variance = weir.constant dense<[0.81, 1.91, 1.03]> : tensor<3xf16> -> tensor<3xf16>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf16>, tensor<f16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>,
      tensor<3xf16>) -> (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>)
  %expected_y = weir.constant dense<
      [[-2.303, -1.419, -2.777], [-4.11, 3.982, -2.963], [-6.56, 4.266, -2.951], [1.368, -0.67, -2.707]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_eq %y, %expected_y : tensor<4x3xf16>
  %expected_new_mean = weir.constant dense<[1.497, 1.065, 1.439]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_mean, %expected_new_mean : tensor<3xf16>
  %expected_new_variance = weir.constant dense<[1.024, 2.484, 1.534]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_variance, %expected_new_variance : tensor<3xf16>
  return
}

// Statistics of f32 beside an input of bf16.
func.func @wide_statistics() {
  %input = weir.constant dense<
      [[0.31, -2.8, 1.59], [-2.02, 0.87, -1.61], [1.93, 0.45, -0.74], [1.68, -2.17, -2.73]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[2.84, -1.2, 0.2]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[1.42, 1.46, 1.88]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[1.54, 1.3, 0.74]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 2, 3>}
      : (tensor<4x3xbf16>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xbf16>,
      tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-0.3, 1.42, 0.31], [-4.53, -1.34, -0.093], [2.64, -1.02, 0.0168], [2.19, 0.95, -0.234]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  check.expect_eq %y, %expected_y : tensor<4x3xbf16>
  %expected_new_mean = weir.constant dense<[1.3256074, 1.222789, 1.604793]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[1.712588, 1.5090792, 1.0029988]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

// Squares are beyond f16; statistics are f32 where none are given.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[300.0, 60000.0], [-300.0, 60000.0], [200.0, -60000.0], [-100.0, -60000.0]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %momentum = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum {eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<4x2xf16>, tensor<f16>) -> (tensor<4x2xf16>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[1.153, 1.0], [-1.362, 1.0], [0.734, -1.0], [-0.524, -1.0]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  check.expect_eq %y, %expected_y : tensor<4x2xf16>
  %expected_new_mean = weir.constant dense<[25.0, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[75833.336, 4.8e+09]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// NaN in their channels alone.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 0x7F800000, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %running_mean = weir.constant dense<[0.76, 0.64, 1.15]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[0.66, 1.76, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<3x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  %expected_new_mean = weir.constant dense<[0x7FC00000, 0x7F800000, 1.135]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[0x7FC00000, 0x7FC00000, 1.8]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}
