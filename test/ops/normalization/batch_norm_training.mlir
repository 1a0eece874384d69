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
      [[3.0, -0.75, -2.0, -2.62, -2.24], [-2.76, 1.83, -0.87, 0.37, -0.4], [-0.52, 1.78, -0.52, 1.67, -0.46], [-2.58,
      -0.75, 0.14, 2.84, -1.89], [-0.51, -1.15, -1.63, -2.82, -2.06], [1.24, -1.41, 2.11, -0.72, -0.07], [0.24, -2.11,
      1.13, 1.24, -1.54]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[1.49, -2.99, 1.42, -2.57, 2.92]> : tensor<5xf32> -> tensor<5xf32>
  %bias = weir.constant dense<[0.26, -2.53, -1.07, 0.5, -2.87]> : tensor<5xf32> -> tensor<5xf32>
  %running_mean = weir.constant dense<[0.93, 0.69, 0.87, 1.86, 0.52]> : tensor<5xf32> -> tensor<5xf32>
  %running_variance = weir.constant dense<[0.86, 1.22, 1.77, 1.11, 0.69]> : tensor<5xf32> -> tensor<5xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<7x5xf32>, tensor<f32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
      tensor<5xf32>) -> (tensor<7x5xf32>, tensor<5xf32>, tensor<5xf32>)
  %expected_y = weir.constant dense<
      [[2.843897, -1.7307961, -2.9064333, 3.8675427, -6.381592], [-1.7075547, -7.0964546, -1.7311754, 0.016030718,
      0.061328806], [0.06245434, -6.992469, -1.3671575, -1.6585398, -0.14876644], [-1.5653218, -1.7307961, -0.6807237,
      -3.1656532, -5.156036], [0.07035616, -0.89891106, -2.5216143, 4.1251693, -5.7513056], [1.4531758, -0.35818577,
      1.3681769, 1.4200938, 1.2168527], [0.66299313, 1.097613, 0.34892693, -1.1046435, -3.9304805]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7x5xf32>
  %expected_new_mean = weir.constant dense<
      [0.81, 0.58442855, 0.75957143, 1.6734285, 0.3442857]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  %expected_new_variance = weir.constant dense<
      [1.1888233, 1.3391463, 1.8104762, 1.4633995, 0.70212907]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[0.34, 0.31, 0.11], [-2.13, 1.73, 0.26], [0.28, -0.17, -0.3], [1.78, 0.11, -2.84]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %weight = weir.constant dense<[-1.05, -1.49, 0.08]> : tensor<3xf64> -> tensor<3xf64>
  %bias = weir.constant dense<[1.77, -1.43, 1.73]> : tensor<3xf64> -> tensor<3xf64>
  %running_mean = weir.constant dense<[0.88, 1.96, 1.35]> : tensor<3xf64> -> tensor<3xf64>
  %running_variance = weir.constant dense<[1.89, 1.47, 0.95]> : tensor<3xf64> -> tensor<3xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
      tensor<3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %expected_y = weir.constant dense<
      [[1.5661587992182515, -1.0540112742590122, 1.781086439131464], [3.4138203255702466, -3.939978790757404,
      1.7906353062588405], [1.6110412654454256, -0.07847295882293609, 1.754986202316635], [0.48897960976607635,
      -0.6475369761606472, 1.5932920522930605]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x3xf64>
  %expected_new_mean = weir.constant dense<[0.79875, 1.8135, 1.14575]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3xf64>
  %expected_new_variance = weir.constant dense<
      [1.9637025, 1.3946633333333334, 1.0655691666666667]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[2.79, -0.55, 0.02], [0.17, -0.15, 2.49]], [[-1.84, -0.99, -1.11], [2.49, -1.72, -1.23]]], [[[-0.03, -2.63,
      -2.78], [1.88, -2.3, 1.64]], [[-2.34, 2.38, 0.58], [2.24, 0.17, 1.69]]]]>
      : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  %momentum = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[2.86, -2.79]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[-1.54, -1.81]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[1.41, 0.67]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.53, 1.64]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<2x2x2x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>) -> (tensor<2x2x2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[[[2.7334747, -2.4678876, -1.58023], [-1.3466359, -1.8449701, 2.2662866]], [[1.2119973, -0.16409078,
      0.030180467], [-5.797957, 1.017726, 0.22445172]]], [[[-1.6580948, -5.70706, -5.940654], [1.3163371, -5.1931524,
      0.9425865]], [[2.0214605, -5.619875, -2.7058063], [-5.393225, -2.042046, -4.5028152]]]]>
      : tensor<2x2x2x3xf32> -> tensor<2x2x2x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x2x3xf32>
  %expected_new_mean = weir.constant dense<[0.72791666, 0.34833336]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[2.6047041, 2.4399848]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Those of the batch are the results.
func.func @no_statistics() {
  %input = weir.constant dense<
      [[2.65, -2.47, 2.82], [2.91, -2.24, -1.26], [-1.64, 2.48, -2.89], [2.6, 0.11, -2.9]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[1.54, -2.85, 1.25]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-0.43, 1.53, -1.76]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias {eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[0.40040705, 4.280998, 0.3147976], [0.61207944, 3.9548488, -1.8683549], [-3.0921872, -2.7383013, -2.740546],
      [0.35970068, 0.6224542, -2.7458968]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  %expected_new_mean = weir.constant dense<[1.63, -0.53000003, -1.0575001]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[4.770867, 5.3858, 7.276292]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[2.66, -0.87], [0.31, -2.79], [1.59, -2.02], [0.87, -1.61]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %momentum = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %running_mean = weir.constant dense<[1.73, 1.36]> : tensor<2xf64> -> tensor<2xf64>
  %running_variance = weir.constant dense<[1.06, 1.67]> : tensor<2xf64> -> tensor<2xf64>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<4x2xf64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected_y = weir.constant dense<
      [[1.4830093754690217, 1.3721326445278654], [-1.192669728064338, -1.3937410326306665], [0.2647214432219175,
      -0.28451044335354686], [-0.5550610906266013, 0.30611883145634783]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected_y {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x2xf64>
  %expected_new_mean = weir.constant dense<[1.69275, 1.0417500000000002]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  %expected_new_variance = weir.constant dense<
      [1.0568491666666668, 1.5672491666666666]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2xf64>
  return
}

func.func @nothing() {
  %input = weir.constant dense<
      [[[-2.17, -2.73, 2.84], [-1.2, 0.2, 0.68]], [[0.83, 2.51, 1.15], [0.21, -2.02, -1.95]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum {eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x2x3xf32>, tensor<f32>) -> (tensor<2x2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[[-1.2015841, -1.4628993, 1.1362551], [-0.4781905, 0.80924547, 1.2506521]], [[0.1983197, 0.9822658, 0.34764278],
      [0.8184414, -1.2322601, -1.1678883]]]> : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3xf32>
  %expected_new_mean = weir.constant dense<[0.40499997, -0.68]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[5.51095, 1.419]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @mean_alone() {
  %input = weir.constant dense<[[-2.42, -0.39], [-2.34, 2.04], [2.99, 2.8]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %bias = weir.constant dense<[-2.87, 1.56]> : tensor<2xf32> -> tensor<2xf32>
  %running_mean = weir.constant dense<[0.76, 1.19]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %bias,
      %running_mean {eps = 1.0e-05 : f64, present = array<i64: 1, 2>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-3.5928473, 0.18305716], [-3.5612473, 1.9691627], [-1.4559051, 2.52778]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[0.625, 1.2193334]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[9.6139, 2.7764332]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @variance_alone() {
  %input = weir.constant dense<[[-0.23, 0.81], [-1.36, 2.85], [0.93, -2.74]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[3.0, -1.12]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[0.61, 1.24]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-0.032088283, -0.24407247], [-3.6580644, -1.2332932], [3.6901526, 1.4773657]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[-0.22, 0.30666664]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[1.3111, 8.002033]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @no_momentum() {
  %input = weir.constant dense<[[-2.7, 1.85], [-2.62, -1.28], [2.81, 0.57]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %momentum = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %running_mean = weir.constant dense<[1.84, 1.93]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[0.8, 0.85]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<3x2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<
      [[-0.7225607, 1.1440896], [-0.6915384, -1.291965], [1.4140991, 0.1478755]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  %expected_new_mean = weir.constant dense<[1.84, 1.93]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[0.8, 0.85]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %input = weir.constant dense<
      [[1.06, -0.51, 2.48], [0.4, 0.87, -1.52], [-0.07, -2.73, 1.39], [-1.09, 2.21, 0.69]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  %momentum = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %weight = weir.constant dense<[1.43, 2.42, 0.62]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[2.67, -0.78, 1.29]> : tensor<3xf16> -> tensor<3xf16>
  %running_mean = weir.constant dense<[0.65, 1.98, 1.02]> : tensor<3xf16> -> tensor<3xf16>
  %running_variance = weir.constant dense<[1.0, 0.61, 1.69]> : tensor<3xf16> -> tensor<3xf16>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>}
      : (tensor<4x3xf16>, tensor<f16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>,
      tensor<3xf16>) -> (tensor<4x3xf16>, tensor<3xf16>, tensor<3xf16>)
  %expected_y = weir.constant dense<
      [[4.47, -1.402, 2.02], [3.264, 0.4253, 0.3235], [2.406, -4.344, 1.557], [0.5435, 2.201, 1.261]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_eq %y, %expected_y : tensor<4x3xf16>
  %expected_new_mean = weir.constant dense<[0.5923, 1.778, 0.9937]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_mean, %expected_new_mean : tensor<3xf16>
  %expected_new_variance = weir.constant dense<[0.982, 0.994, 1.807]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %new_variance, %expected_new_variance : tensor<3xf16>
  return
}

// Statistics of f32 beside an input of bf16.
func.func @wide_statistics() {
  %input = weir.constant dense<
      [[2.97, -1.77, -2.9], [1.11, 0.59, 0.73], [1.61, 0.93, 2.98], [-0.09, 2.36, -1.98]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-0.36, 1.7, -0.45]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[1.01, 1.2, 1.55]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[1.98, 1.7, 1.08]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %weight, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 2, 3>}
      : (tensor<4x3xbf16>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xbf16>,
      tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[-0.516, -2.64, 0.508], [0.095, 0.0728, -0.198], [-0.069, 0.46, -0.637], [0.488, 2.1, 0.328]]>
      : tensor<4x3xbf16> -> tensor<4x3xbf16>
  check.expect_eq %y, %expected_y : tensor<4x3xbf16>
  %expected_new_mean = weir.constant dense<[1.0489414, 1.1326368, 1.3658007]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[1.942297, 1.8238572, 1.6870711]> : tensor<3xf32> -> tensor<3xf32>
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
  %running_mean = weir.constant dense<[1.44, 1.88, 1.67]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[1.59, 1.24, 1.67]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.batch_norm_training %input, %momentum, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 2, 3>}
      : (tensor<3x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  %expected_new_mean = weir.constant dense<[0x7FC00000, 0x7F800000, 1.6029999]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[0x7FC00000, 0x7FC00000, 1.5029999]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}
