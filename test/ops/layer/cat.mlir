// RUN: %op_runs
// Tensors one behind the other.

func.func @three_f32() {
  %x0 = weir.constant dense<[[[-1.5, -1.5, 1.25]], [[0.0, 0.5, 0.5]]]> : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  %x1 = weir.constant dense<[[[1.0, -2.0, 0.0], [-1.5, -0.5, 1.75], [0.25, -1.75, 0.25], [-1.5, 1.0, 2.0]], [[2.0,
      0.5, 1.5], [-0.5, -1.5, 0.0], [-0.25, 0.75, 2.0], [-1.0, 1.5, -1.5]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %x2 = weir.constant dense<[[[-0.75, 1.25, -1.0], [0.75, -0.25, 0.0]], [[2.0, 1.25, 1.5], [0.25, 2.0, 2.0]]]> :
      tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y0 = weir.cat %x0, %x1, %x2 {dim = 1 : i64} : (tensor<2x1x3xf32>, tensor<2x4x3xf32>, tensor<2x2x3xf32>) ->
      tensor<2x7x3xf32>
  %e0 = weir.constant dense<[[[-1.5, -1.5, 1.25], [1.0, -2.0, 0.0], [-1.5, -0.5, 1.75], [0.25, -1.75, 0.25], [-1.5,
      1.0, 2.0], [-0.75, 1.25, -1.0], [0.75, -0.25, 0.0]], [[0.0, 0.5, 0.5], [2.0, 0.5, 1.5], [-0.5, -1.5, 0.0],
      [-0.25, 0.75, 2.0], [-1.0, 1.5, -1.5], [2.0, 1.25, 1.5], [0.25, 2.0, 2.0]]]> : tensor<2x7x3xf32> ->
      tensor<2x7x3xf32>
  check.expect_eq %y0, %e0 : tensor<2x7x3xf32>
  return
}

func.func @others_f32() {
  %x0 = weir.constant dense<[[[-1.5, -1.25], [-0.75, 0.25]], [[1.5, 0.0], [2.0, -0.5]], [[1.75, 0.5], [1.0, -1.0]]]> :
      tensor<3x2x2xf32> -> tensor<3x2x2xf32>
  %x1 = weir.constant dense<[[[0.5, 1.25]], [[1.75, 1.5]], [[2.0, -1.5]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %x2 = weir.constant dense<[[[1.25, -0.25], [0.75, -1.0], [-2.0, -1.75]], [[2.0, 1.75], [-0.75, -0.25], [-1.0,
      -1.5]], [[1.5, 0.75], [-1.75, -1.25], [0.25, 1.75]]]> : tensor<3x3x2xf32> -> tensor<3x3x2xf32>
  %y0 = weir.cat %x0, %x1, %x2 {dim = 1 : i64} : (tensor<3x2x2xf32>, tensor<3x1x2xf32>, tensor<3x3x2xf32>) ->
      tensor<3x6x2xf32>
  %e0 = weir.constant dense<[[[-1.5, -1.25], [-0.75, 0.25], [0.5, 1.25], [1.25, -0.25], [0.75, -1.0], [-2.0, -1.75]],
      [[1.5, 0.0], [2.0, -0.5], [1.75, 1.5], [2.0, 1.75], [-0.75, -0.25], [-1.0, -1.5]], [[1.75, 0.5], [1.0, -1.0],
      [2.0, -1.5], [1.5, 0.75], [-1.75, -1.25], [0.25, 1.75]]]> : tensor<3x6x2xf32> -> tensor<3x6x2xf32>
  check.expect_eq %y0, %e0 : tensor<3x6x2xf32>
  return
}

func.func @one_f64() {
  %x0 = weir.constant dense<[[2.0, -1.25], [0.5, -2.0], [-1.5, -1.25]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %y0 = weir.cat %x0 {dim = 0 : i64} : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %e0 = weir.constant dense<[[2.0, -1.25], [0.5, -2.0], [-1.5, -1.25]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_eq %y0, %e0 : tensor<3x2xf64>
  return
}

func.func @five_i64() {
  %x0 = weir.constant dense<[-2]> : tensor<1xi64> -> tensor<1xi64>
  %x1 = weir.constant dense<[-3, 4, -1]> : tensor<3xi64> -> tensor<3xi64>
  %x2 = weir.constant dense<[-3, 7]> : tensor<2xi64> -> tensor<2xi64>
  %x3 = weir.constant dense<[2]> : tensor<1xi64> -> tensor<1xi64>
  %x4 = weir.constant dense<[3, 4, -3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.cat %x0, %x1, %x2, %x3, %x4 {dim = 0 : i64} : (tensor<1xi64>, tensor<3xi64>, tensor<2xi64>,
      tensor<1xi64>, tensor<4xi64>) -> tensor<11xi64>
  %e0 = weir.constant dense<[-2, -3, 4, -1, -3, 7, 2, 3, 4, -3, 7]> : tensor<11xi64> -> tensor<11xi64>
  check.expect_eq %y0, %e0 : tensor<11xi64>
  return
}

func.func @last_f16() {
  %x0 = weir.constant dense<[[-2.0, -0.75], [-1.5, -2.0], [2.0, -1.75]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %x1 = weir.constant dense<[[-0.25], [1.25], [0.75]]> : tensor<3x1xf16> -> tensor<3x1xf16>
  %y0 = weir.cat %x0, %x1 {dim = 1 : i64} : (tensor<3x2xf16>, tensor<3x1xf16>) -> tensor<3x3xf16>
  %e0 = weir.constant dense<[[-2.0, -0.75, -0.25], [-1.5, -2.0, 1.25], [2.0, -1.75, 0.75]]> : tensor<3x3xf16> ->
      tensor<3x3xf16>
  check.expect_eq %y0, %e0 : tensor<3x3xf16>
  return
}

func.func @bools() {
  %x0 = weir.constant dense<[[true], [false]]> : tensor<2x1xi1> -> tensor<2x1xi1>
  %x1 = weir.constant dense<[[false, false], [false, true]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %x2 = weir.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %y0 = weir.cat %x0, %x1, %x2 {dim = 1 : i64} : (tensor<2x1xi1>, tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x5xi1>
  %e0 = weir.constant dense<[[true, false, false, false, true], [false, false, true, false, false]]> : tensor<2x5xi1>
      -> tensor<2x5xi1>
  check.expect_eq %y0, %e0 : tensor<2x5xi1>
  return
}
