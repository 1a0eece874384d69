// RUN: %op_runs
// instance_norm, and the running statistics after they took up a part of the means over samples.

func.func @f32() {
  %input = weir.constant dense<[[[2.81, -2.0, -0.08, -2.04], [2.62, -0.07, -1.01, -1.99], [0.56, -0.61, -2.24,
      -2.81]], [[-0.65, 0.5, 0.11, 2.4], [2.47, 2.62, 1.8, -0.13], [0.14, -0.62, -0.6, -2.75]]]> : tensor<2x3x4xf32>
      -> tensor<2x3x4xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[1.79, -1.52, -2.82]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-0.2, 1.31, -0.38]> : tensor<3xf32> -> tensor<3xf32>
  %running_mean = weir.constant dense<[-0.82, 0.95, -2.02]> : tensor<3xf32> -> tensor<3xf32>
  %running_variance = weir.constant dense<[0.22, 1.27, 1.15]> : tensor<3xf32> -> tensor<3xf32>
  %y, %new_mean, %new_variance = weir.instance_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>} : (tensor<2x3x4xf32>, tensor<f32>,
      tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_y = weir.constant dense<[[[2.64064, -1.7142535, 0.024082372, -1.7504689], [-1.1083142, 1.2723867,
      2.1043043, 2.971623], [-4.264898, -1.7878784, 1.6630117, 2.8697646]], [[-2.17498, -0.34334537, -0.9645084,
      2.682834], [0.22745648, 0.019275256, 1.1573336, 3.8359344], [-3.2476265, -1.2618442, -1.3141016, 4.303572]]]> :
      tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x4xf32>
  %expected_new_mean = weir.constant dense<[-0.724875, 0.93387496, -1.929625]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  %expected_new_variance = weir.constant dense<[0.5427879, 1.4196112, 1.2309362]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} :
      tensor<3xf32>
  return
}

func.func @f64() {
  %input = weir.constant dense<[[[[2.19, -0.5, 1.72], [-2.89, -2.84, 0.59]], [[-1.64, -2.6, -2.23], [-0.75, -0.98,
      0.38]]], [[[2.33, -0.81, -1.9], [0.47, -2.99, -0.69]], [[-1.1, -0.68, -2.7], [0.33, 0.75, 1.5]]], [[[2.74,
      -0.87, 0.94], [-0.35, -1.71, 2.34]], [[1.48, 2.66, 1.93], [2.5, -2.23, -2.91]]]]> : tensor<3x2x2x3xf64> ->
      tensor<3x2x2x3xf64>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %running_mean = weir.constant dense<[0.08, 1.57]> : tensor<2xf64> -> tensor<2xf64>
  %running_variance = weir.constant dense<[0.33, 1.42]> : tensor<2xf64> -> tensor<2xf64>
  %y, %new_mean, %new_variance = weir.instance_norm_training %input, %momentum, %running_mean, %running_variance {eps
      = 1.0e-05 : f64, present = array<i64: 2, 3>} : (tensor<3x2x2x3xf64>, tensor<f32>, tensor<2xf64>, tensor<2xf64>)
      -> (tensor<3x2x2x3xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected_y = weir.constant dense<[[[[1.232215442419299, -0.10523965110104301, 0.9985336974547782],
      [-1.2935361840057333, -1.268676423903125, 0.43670311913582416]], [[-0.3395712936427677, -1.3078537943270965,
      -0.934661580521678], [0.558107274699995, 0.326122925577708, 1.69785646821384]]], [[[1.730342970825282,
      -0.12507316863677337, -0.7691507457111809], [0.6312748117808797, -1.4132283227855886, -0.05416554547261832]],
      [[-0.5712490146342816, -0.2649623089154753, -1.7380555126106862], [0.47158429293213033, 0.7778709986509366,
      1.3248115445773763]]], [[[1.3591769094418793, -0.8460494470009001, 0.2596180613540668], [-0.5283991131088654,
      -1.3591769094418793, 1.1148304987556985]], [[0.40142294224977937, 0.922904489245823, 0.6002930237313214],
      [0.8521951269412746, -1.2381503961869342, -1.5386651859812646]]]]> : tensor<3x2x2x3xf64> -> tensor<3x2x2x3xf64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<3x2x2x3xf64>
  %expected_new_mean = weir.constant dense<[0.05961111080729299, 1.3780555526953604]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<2xf64>
  %expected_new_variance = weir.constant dense<[0.6805634496682469, 1.5973396693092337]> : tensor<2xf64> ->
      tensor<2xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} :
      tensor<2xf64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[[-2.71, -1.51, 1.33, 1.1, -0.57], [-1.23, 1.97, -1.35, -2.81, -1.52]], [[-2.87,
      1.86, -2.27, 2.84, -1.72], [-1.16, 0.51, -1.15, -0.72, -2.37]]]> : tensor<2x2x5xf16> -> tensor<2x2x5xf16>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-0.67, -2.85]> : tensor<2xf16> -> tensor<2xf16>
  %bias = weir.constant dense<[-1.66, 2.46]> : tensor<2xf16> -> tensor<2xf16>
  %running_mean = weir.constant dense<[-1.32, -1.37]> : tensor<2xf32> -> tensor<2xf32>
  %running_variance = weir.constant dense<[1.42, 1.79]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.instance_norm_training %input, %momentum, %weight, %bias, %running_mean,
      %running_variance {eps = 1.0e-05 : f64, present = array<i64: 0, 1, 2, 3>} : (tensor<2x2x5xf16>, tensor<f32>,
      tensor<2xf16>, tensor<2xf16>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x5xf16>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<[[[-0.6846, -1.208, -2.445, -2.346, -1.617], [2.896, -2.861, 3.111, 5.74,
      3.418]], [[-0.9565, -2.322, -1.13, -2.604, -1.288], [3.021, -2.123, 2.992, 1.667, 6.746]]]> : tensor<2x2x5xf16>
      -> tensor<2x2x5xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<2x2x5xf16>
  %expected_new_mean = weir.constant dense<[-1.2331904, -1.3313056]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[1.7623882, 1.8212496]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} :
      tensor<2xf32>
  return
}

func.func @without_statistics() {
  %input = weir.constant dense<[[[-1.22, -0.74, 1.29], [1.75, 0.68, -1.93]], [[-1.92, 1.55, 1.24], [2.38, 1.68,
      -0.47]]]> : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[-2.2, 2.34]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[1.17, 0.46]> : tensor<2xf32> -> tensor<2xf32>
  %y, %new_mean, %new_variance = weir.instance_norm_training %input, %momentum, %weight, %bias {eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>} : (tensor<2x2x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) ->
      (tensor<2x2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_y = weir.constant dense<[[[3.1855273, 2.2148385, -1.890366], [2.8571508, 1.2371815, -2.7143323]],
      [[4.2711105, -0.598054, -0.16305666], [2.7433937, 1.3926535, -2.756047]]]> : tensor<2x2x3xf32> ->
      tensor<2x2x3xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3xf32>
  %expected_new_mean = weir.constant dense<[0.03333332, 0.6816667]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  %expected_new_variance = weir.constant dense<[2.7311666, 2.8945334]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} :
      tensor<2xf32>
  return
}

func.func @one_sample() {
  %input = weir.constant dense<[[[-0.1, 1.25, 2.62]]]> : tensor<1x1x3xf64> -> tensor<1x1x3xf64>
  %momentum = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %running_mean = weir.constant dense<[-0.77]> : tensor<1xf64> -> tensor<1xf64>
  %running_variance = weir.constant dense<[1.87]> : tensor<1xf64> -> tensor<1xf64>
  %y, %new_mean, %new_variance = weir.instance_norm_training %input, %momentum, %running_mean, %running_variance {eps
      = 1.0e-05 : f64, present = array<i64: 2, 3>} : (tensor<1x1x3xf64>, tensor<f32>, tensor<1xf64>, tensor<1xf64>)
      -> (tensor<1x1x3xf64>, tensor<1xf64>, tensor<1xf64>)
  %expected_y = weir.constant dense<[[[-1.2217270828813191, -0.00600357288885163, 1.227730655770171]]]> :
      tensor<1x1x3xf64> -> tensor<1x1x3xf64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<1x1x3xf64>
  %expected_new_mean = weir.constant dense<[-0.5673333303133647]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %new_mean, %expected_new_mean {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<1xf64>
  %expected_new_variance = weir.constant dense<[1.8679633333029848]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %new_variance, %expected_new_variance {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} :
      tensor<1xf64>
  return
}
