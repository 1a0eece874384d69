// RUN: %op_runs
// -(target * log(input) + (1 - target) * log(1 - input)) for probabilities, where logarithms are at least -100.

func.func @f32() {
  %input = weir.constant dense<[[0.14, 0.5, 0.6, 0.04, 0.15], [0.92, 0.08, 0.14, 0.94, 0.62], [0.37, 0.51, 0.66,
      0.28, 0.15]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %target = weir.constant dense<[[0.79, 0.67, 0.51, 0.82, 0.55], [0.98, 0.2, 0.55, 0.48, 0.35], [0.59, 0.24, 0.8,
      0.87, 0.13]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.bernoulli_entropy %input, %target : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %expected_y = weir.constant dense<[[1.584902, 0.6931472, 0.70950353, 2.646826, 1.1165495], [0.1322285, 0.571851,
      1.1492324, 1.4926738, 0.7962422], [0.77604336, 0.7037486, 0.54817426, 1.1501857, 0.38801706]]> :
      tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @f64() {
  %input = weir.constant dense<[0.47, 0.28, 0.09, 0.89, 0.43, 0.15, 0.67]> : tensor<7xf64> -> tensor<7xf64>
  %target = weir.constant dense<[0.2, 0.9, 0.22, 0.03, 0.2, 0.35, 0.47]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.bernoulli_entropy %input, %target : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected_y = weir.constant dense<[0.6589071348043822, 1.1785195149288021, 0.60331036389098, 2.144552680281708,
      0.6184891485817388, 0.7696292988836121, 0.775815647297103]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[0.9, 0.69, 0.34], [0.03, 0.17, 0.99]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.46, 0.69, 0.05], [0.03, 0.85, 0.59]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.bernoulli_entropy %input, %target : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected_y = weir.constant dense<[[1.291, 0.619, 0.4487], [0.1348, 1.534, 1.904]]> : tensor<2x3xf16> ->
      tensor<2x3xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.31]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %target = weir.constant dense<[[0.32]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.bernoulli_entropy %input, %target : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected_y = weir.constant dense<[[0.62710184]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %target = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.bernoulli_entropy %input, %target : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected_y = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xf16> -> tensor<2x0x3xf16>
  %target = weir.constant dense<> : tensor<2x0x3xf16> -> tensor<2x0x3xf16>
  %y = weir.bernoulli_entropy %input, %target : (tensor<2x0x3xf16>, tensor<2x0x3xf16>) -> tensor<2x0x3xf16>
  %expected_y = weir.constant dense<> : tensor<2x0x3xf16> -> tensor<2x0x3xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<2x0x3xf16>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %target = weir.constant dense<0.17> : tensor<f64> -> tensor<f64>
  %y = weir.bernoulli_entropy %input, %target : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %expected_y = weir.constant dense<0.47888869380498356> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<f64>
  return
}

func.func @ends_f32() {
  %input = weir.constant dense<[0.0, 1.0, 0.0, 1.0, 0x7FC00000, 0.5]> : tensor<6xf32> -> tensor<6xf32>
  %target = weir.constant dense<[0.0, 1.0, 1.0, 0.0, 0.0, 0x7FC00000]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.bernoulli_entropy %input, %target : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected_y = weir.constant dense<[0.0, -0.0, 100.0, 100.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32> ->
      tensor<6xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<6xf32>
  return
}

func.func @ends_f16() {
  %input = weir.constant dense<[0.0, 1.0, 0.0, 1.0, 0x7E00, 0.5]> : tensor<6xf16> -> tensor<6xf16>
  %target = weir.constant dense<[0.0, 1.0, 1.0, 0.0, 0.0, 0x7E00]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.bernoulli_entropy %input, %target : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %expected_y = weir.constant dense<[0.0, -0.0, 100.0, 100.0, 0x7E00, 0x7E00]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<6xf16>
  return
}
