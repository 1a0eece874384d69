// RUN: %op_runs
// batch_norm by the batch's own mean and variance, and the running statistics, which take up a part of them.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[0.96, -2.76, 2.22], [-2.86, 0.53, -1.77], [2.06, -0.93, -0.01], [2.2, 0.25, -0.56]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-2.52, -1.01, 0.49]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[1.6, -1.46, 1.91]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[0.52, 1.91, 1.05]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[0.77, 1.85, 1.3]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
      tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[1.1449331, 0.12509671, 2.6720939], [5.8431926, -2.4406934, 1.3206474], [-0.20796886, -1.3020753, 1.9167742],
      [-0.38015652, -2.2223282, 1.7304845]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  %expected_new_mean = weir.constant dense<[0.527, 1.64625, 0.942]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[1.2527466, 1.8886292, 1.4490466]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[3.0, -0.75], [-2.0, -2.62], [-2.24, -2.76], [1.83, -0.87], [0.37, -0.4]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-0.52, 1.78]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-0.52, 1.67]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[1.13, 0.6]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.06, 1.29]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<5x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>) -> (tensor<5x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-1.2271323, 2.9681737], [0.032006454, -0.35728502], [0.09244512, -0.60625005], [-0.93249387, 2.7547753],
      [-0.5648253, 3.590586]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5x2xf32>
  %expected_new_mean = weir.constant dense<[1.0362, 0.39200002]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[1.486977, 1.286235]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.84, -1.89, -0.51], [-1.15, -1.63, -2.82], [-2.06, 1.24, -1.41], [2.11, -0.72, -0.07]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %weight = weir.constant dense<[0.24, -2.11, 1.13]> : tensor<3xf64> -> tensor<3xf64>
  %bias = weir.constant dense<[1.24, -1.54, 1.49]> : tensor<3xf64> -> tensor<3xf64>
  %running_mean = weir.constant dense<[0.5, 1.6, 0.61]> : tensor<3xf64> -> tensor<3xf64>
  %running_variance = weir.constant dense<[1.98, 1.31, 0.62]> : tensor<3xf64> -> tensor<3xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
      tensor<3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %expected_y = weir.constant dense<
      [[1.5173290617248825, 0.4182909903685715, 2.2342908252259677], [1.0572280404016887, -0.02833677936461154,
      -0.2484699058527111], [0.9522927197490304, -4.9584202375732085, 1.2669814494810279], [1.4331501781243985,
      -1.5915339734307519, 2.707197631145716]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x3xf64>
  %expected_new_mean = weir.constant dense<[0.4935, 1.365, 0.42874999999999996]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3xf64>
  %expected_new_variance = weir.constant dense<
      [2.3595633333333335, 1.3801666666666668, 0.7053825]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[-1.07, 0.5, -2.87], [-1.28, -2.23, -1.53]], [[2.43, -2.93, -1.55], [-0.11, 2.07, -0.54]]], [[[-2.24, 0.34,
      0.31], [0.11, -2.13, 1.73]], [[0.26, 0.28, -0.17], [-0.3, 1.78, 0.11]]]]>
      : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  %momentum = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-2.84, -1.05]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-1.49, 0.08]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[1.69, 0.89]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.68, 0.88]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<2x2x2x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>) -> (tensor<2x2x2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[[[-1.0605159, -4.323209, 2.6801505], [-0.624105, 1.3501359, -0.10456791]], [[-1.6146104, 2.301931, 1.2935675],
      [0.24136247, -1.351559, 0.5555626]]], [[[1.3709174, -3.990705, -3.9283607], [-3.512731, 1.1423213, -6.879331]],
      [[-0.028995784, -0.04360975, 0.28520435], [0.38019508, -1.1396567, 0.080608904]]]]>
      : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x2x3xf32>
  %expected_new_mean = weir.constant dense<[0.41333336, 0.50041664]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[1.8586848, 1.5663133]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Those of the batch are the results.
func.func @no_statistics() {
  %input = weir.constant dense<
      [[2.84, 0.41, 2.57], [0.88, -1.21, 2.79], [-0.55, 0.02, 0.17], [-0.15, 2.49, -1.84]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-0.99, -1.11, 2.49]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-1.72, -1.23, -0.03]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias {eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-3.293335, -1.2154217, 2.1321251], [-1.8143247, 0.13412029, 2.420846], [-0.73525083, -0.8905319, -1.0175564],
      [-1.0370897, -2.9481668, -3.6554148]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  %expected_new_mean = weir.constant dense<[0.755, 0.42749998, 0.92249995]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[2.2949665, 2.3672252, 4.7998247]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[-2.63, -2.78], [1.88, -2.3], [1.64, -2.34], [2.38, 0.58]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %running_mean = weir.constant dense<[1.81, 1.29]> : tensor<2xf64> -> tensor<2xf64>
  %running_variance = weir.constant dense<[1.67, 1.97]> : tensor<2xf64> -> tensor<2xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<4x2xf64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected_y = weir.constant dense<
      [[-1.7166771081529786, -0.8012093398731299], [0.5290701747389528, -0.441788327593595], [0.40956255879791875,
      -0.4717400786168896], [0.7780443746161071, 1.7147377460836146]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x2xf64>
  %expected_new_mean = weir.constant dense<[1.71075, 0.99]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  %expected_new_variance = weir.constant dense<[2.040735833333333, 2.0108]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @mean_alone() {
  %input = weir.constant dense<[[-2.79, -1.54], [-1.81, 0.63], [-2.33, 1.12]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %bias = weir.constant dense<[1.56, 2.65]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[0.63, 1.96]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %bias,
      %running_mean {eps = 1.0e-05 : f64, present = array<i64: 1, 2>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[0.36103606, 1.2571313], [2.8089206, 3.1344762], [1.5100431, 3.5583928]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[0.336, 1.771]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[0.2404, 2.0040998]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @variance_alone() {
  %input = weir.constant dense<[[2.91, -2.24], [-1.26, -1.64], [2.48, -2.89]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[2.6, 0.11]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[0.53, 1.63]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[2.128886, 0.003591563], [-3.6607585, 0.13288766], [1.5318723, -0.13647921]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[1.3766667, -2.2566667]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[5.2602334, 0.3908334]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @no_momentum() {
  %input = weir.constant dense<[[-2.85, 1.25], [-0.43, 1.53], [-1.76, 2.66]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %running_mean = weir.constant dense<[1.03, 1.33]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[0.55, 1.65]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-1.1823149, -0.92424405], [1.2631569, -0.46485654], [-0.08084207, 1.3891007]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[1.03, 1.33]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[0.55, 1.65]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %input = weir.constant dense<
      [[-2.02, 0.87, -1.61], [1.93, 0.45, -0.74], [1.68, -2.17, -2.73], [2.84, -1.2, 0.2]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  %momentum = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %weight = weir.constant dense<[0.68, 0.83, 2.51]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[1.15, 0.21, -2.02]> : tensor<3xf16> -> tensor<3xf16>
  %running_mean = weir.constant dense<[0.76, 0.64, 1.15]> : tensor<3xf16> -> tensor<3xf16>
  %running_variance = weir.constant dense<[0.66, 1.76, 2.0]> : tensor<3xf16> -> tensor<3xf16>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf16>, tensor<f16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>,
      tensor<3xf16>) -> (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>)
  %expected_y = weir.constant dense<
      [[0.004604, 1.143, -2.924], [1.452, 0.8594, -0.906], [1.36, -0.908, -5.523], [1.785, -0.254, 1.275]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_eq %y, %expected_y : tensor<4x3xf16>
  %expected_new_mean = weir.constant dense<[0.7944, 0.525, 0.9136]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_mean, %expected_new_mean : tensor<3xf16>
  %expected_new_variance = weir.constant dense<[1.054, 1.786, 1.956]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_variance, %expected_new_variance : tensor<3xf16>
  return
}

// Statistics of f32 beside an input of bf16.
func.func @wide_statistics() {
  %input = weir.constant dense<
      [[2.8, -2.88, 1.56], [-1.96, -0.23, -0.23], [0.81, -1.36, 2.84], [0.93, -2.73, 3.0]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-1.12, -2.56, -0.03]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[0.58, 1.71, 0.6]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[0.93, 1.95, 1.39]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 2, 3>}
      : (tensor<4x3xbf16>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xbf16>,
      tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-1.42, 2.55, 0.00537], [1.72, -3.72, 0.0469], [-0.109, -1.04, -0.0243], [-0.188, 2.2, -0.028]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  check.expect_eq %y, %expected_y : tensor<4x3xbf16>
  %expected_new_mean = weir.constant dense<[0.58635545, 1.3590195, 0.71939456]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[1.2213093, 1.9112087, 1.4746159]> : tensor<3xf32> -> tensor<3xf32>
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
  %running_mean = weir.constant dense<[1.84, 1.93, 0.8]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[0.85, 1.06, 0.54]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<3x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  %expected_new_mean = weir.constant dense<[0x7FC00000, 0x7F800000, 0.82]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[0x7FC00000, 0x7FC00000, 0.48600003]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}
