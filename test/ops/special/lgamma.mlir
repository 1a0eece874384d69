// RUN: %op_runs
// log of the magnitude of gamma

func.func @odd() {
  %x0 = weir.constant dense<[2.05, 7.18, -0.23, 6.44, -0.27, 5.36, 0.34, 3.83, 8.04, -3.29, 6.49, 3.04, 0.93, 0.55,
      -3.1, -0.64, 4.1, -2.73, 4.7]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.lgamma %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.02193707, 6.918817, 1.6517411, 5.555288, 1.534847, 3.7342331, 0.9647621, 1.5823878,
      8.605893, -0.7873995, 5.644641, 0.73037285, 0.04457948, 0.48003083, 0.40031275, 1.3516119, 1.9187771,
      -0.030962115, 2.736405]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[8.51, 8.75, 7.56, 6.49, -1.69], [8.61, -1.36, 7.3, 7.41, 4.08], [2.78, -1.39, 2.75,
      -0.22, -2.36]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.lgamma %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[9.570075, 10.073152, 7.6514254, 5.644641, 0.907708], [9.778829, 1.0535831, 7.147893,
      7.359736, 1.8931502], [0.49997774, 0.99531263, 0.47521466, 1.6859535, 0.19492179]]> : tensor<3x5xf32>
      -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-2.33, 6.42, 7.99], [-2.16, -3.83, -0.57]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.lgamma %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[0.2763885512437552, 5.5196636338207306, 8.50501160608848], [1.029306475745429,
      -1.105296872148836, 1.2850915577950395]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<2x3xf64>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, -1.0, -3.0, 1.0, 2.0, 1.0e-10]>
      : tensor<10xf32> -> tensor<10xf32>
  %y0 = weir.lgamma %x0 : (tensor<10xf32>) -> tensor<10xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0.0,
      0.0, 23.02585]> : tensor<10xf32> -> tensor<10xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<10xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, -1.0, -3.0, 1.0,
      2.0, 1.0e-10]> : tensor<10xf64> -> tensor<10xf64>
  %y0 = weir.lgamma %x0 : (tensor<10xf64>) -> tensor<10xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000,
      0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0.0, 0.0, 23.025850929882736]> : tensor<10xf64>
      -> tensor<10xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<10xf64>
  return
}

func.func @near_zeros() {
  %x0 = weir.constant dense<[1.0009765625, 0.9990234375, 2.0009765625, 1.9990234375, 1.5, 2.5, 7.75, 8.0]>
      : tensor<8xf64> -> tensor<8xf64>
  %y0 = weir.lgamma %x0 : (tensor<8xf64>) -> tensor<8xf64>
  %e0 = weir.constant dense<[-0.0005629031799912047, 0.0005644719118551234, 0.00041318279306425424,
      -0.0004125677359714894, -0.12078223763524522, 0.2846828704729192, 8.025458396315983, 8.525161361065415]>
      : tensor<8xf64> -> tensor<8xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<8xf64>
  return
}

func.func @near_zeros_f32() {
  %x0 = weir.constant dense<[1.0009766, 0.99902344, 2.0009766, 1.9990234, 1.5, 2.5, 7.75, 8.0]> : tensor<8xf32>
      -> tensor<8xf32>
  %y0 = weir.lgamma %x0 : (tensor<8xf32>) -> tensor<8xf32>
  %e0 = weir.constant dense<[-0.0005629032, 0.00056447193, 0.0004131828, -0.00041256772, -0.12078224, 0.28468287,
      8.025458, 8.525162]> : tensor<8xf32> -> tensor<8xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<8xf32>
  return
}

func.func @large() {
  %x0 = weir.constant dense<[30.5, 1000.25, 1000000.0, 1.0e-06]> : tensor<4xf64> -> tensor<4xf64>
  %y0 = weir.lgamma %x0 : (tensor<4xf64>) -> tensor<4xf64>
  %e0 = weir.constant dense<[72.9534711841694, 5906.9472682711175, 12815504.569147611, 13.815509980749432]>
      : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<4xf64>
  return
}

func.func @large_f32() {
  %x0 = weir.constant dense<[30.5, 1000.25, 1000000.0, 1.0e-06]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.lgamma %x0 : (tensor<4xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[72.95347, 5906.9473, 12815505.0, 13.81551]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.lgamma %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.5555015]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.lgamma %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-1.55> : tensor<f64> -> tensor<f64>
  %y0 = weir.lgamma %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<0.8366691753019299> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 3.0e-06 : f64} : tensor<f64>
  return
}
