// RUN: %known_size_runs
// beta * input + alpha * mat1 @ mat2, where input broadcasts. A size that is repeated is known to be 1.

func.func @matrices_f32() {
  %x0 = weir.constant dense<[[1.25, -1.75, -1.25, -1.0, -1.25], [1.25, 1.5, 0.25, -2.0, -1.75], [-0.75, -0.25, 0.5,
      0.0, -1.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-1.5, 0.75], [1.0, -2.0], [-1.75, -0.25]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[-0.5, 1.75, 0.0, -0.25, -0.25], [0.75, 0.25, -1.5, 1.0, 1.0]]> : tensor<2x5xf32> ->
      tensor<2x5xf32>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 1.0 : f64, alpha = 1.0 : f64} : (tensor<3x5xf32>, tensor<3x2xf32>,
      tensor<2x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[2.5625, -4.1875, -2.375, 0.125, -0.125], [-0.75, 2.75, 3.25, -4.25, -4.0], [-0.0625,
      -3.375, 0.875, 0.1875, -0.8125]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @scaled_f64() {
  %x0 = weir.constant dense<[[2.0, 1.25], [-1.0, -0.75], [0.75, 0.75]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %x1 = weir.constant dense<[[0.75, 1.5, -1.0, 1.75], [-2.0, -1.75, 2.0, 2.0], [-0.75, -1.5, -0.75, -2.0]]> :
      tensor<3x4xf64> -> tensor<3x4xf64>
  %x2 = weir.constant dense<[[1.75, 0.75], [0.25, -1.0], [0.0, -1.25], [1.25, 0.0]]> : tensor<4x2xf64> ->
      tensor<4x2xf64>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 0.5 : f64, alpha = 2.0 : f64} : (tensor<3x2xf64>, tensor<3x4xf64>,
      tensor<4x2xf64>) -> tensor<3x2xf64>
  %e0 = weir.constant dense<[[8.75, 1.25], [-3.375, -4.875], [-8.0, 4.125]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y0, %e0 : tensor<3x2xf64>
  return
}

func.func @bias_f32() {
  %x0 = weir.constant dense<[-2.0, -1.0, 1.0, 0.0, -0.5]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<[[-1.0, -1.75], [0.5, 0.75], [0.0, 1.75]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[1.75, -1.25, 0.5, 0.5, -1.0], [-0.75, 0.0, 1.0, -1.0, 1.0]]> : tensor<2x5xf32> ->
      tensor<2x5xf32>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 1.0 : f64, alpha = 0.5 : f64} : (tensor<5xf32>, tensor<3x2xf32>,
      tensor<2x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-2.21875, -0.375, -0.125, 0.625, -0.875], [-1.84375, -1.3125, 1.5, -0.25, -0.375],
      [-2.65625, -1.0, 1.875, -0.875, 0.375]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @batches_f64() {
  %x0 = weir.constant dense<[[[0.75, -1.25, -0.5]], [[1.5, 1.5, 0.75]]]> : tensor<2x1x3xf64> -> tensor<2x1x3xf64>
  %x1 = weir.constant dense<[[[-2.0, 0.75], [-1.25, 1.25], [1.75, -0.25]], [[2.0, 1.0], [-0.75, 1.5], [-0.5, -1.75]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %x2 = weir.constant dense<[[[0.5, 1.5, 0.75], [-0.5, 1.75, 0.0]], [[-0.5, -1.5, -1.25], [0.75, 1.25, -1.0]]]> :
      tensor<2x2x3xf64> -> tensor<2x2x3xf64>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 2.0 : f64, alpha = 1.0 : f64} : (tensor<2x1x3xf64>, tensor<2x3x2xf64>,
      tensor<2x2x3xf64>) -> tensor<2x3x3xf64>
  %e0 = weir.constant dense<[[[0.125, -4.1875, -2.5], [0.25, -2.1875, -1.9375], [2.5, -0.3125, 0.3125]], [[2.75, 1.25,
      -2.0], [4.5, 6.0, 0.9375], [1.9375, 1.5625, 3.875]]]> : tensor<2x3x3xf64> -> tensor<2x3x3xf64>
  check.expect_close %y0, %e0 : tensor<2x3x3xf64>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[0.5, 1.5, -1.5], [-1.0, 0.0, 0.25]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-0.5, -0.5], [-1.5, 0.5]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %x2 = weir.constant dense<[[1.75, -1.25, 1.25], [-1.25, -2.0, 1.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 1.0 : f64, alpha = 1.0 : f64} : (tensor<2x3xf16>, tensor<2x2xf16>,
      tensor<2x3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[0.25, 3.125, -2.625], [-4.25, 0.875, -1.125]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.25, 1.0, -0.75], [0.25, 1.75, 1.75]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[0.0, -1.25], [-1.0, 1.5]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %x2 = weir.constant dense<[[0.5, -1.5, 1.75], [2.0, 2.0, 0.5]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 1.0 : f64, alpha = 1.0 : f64} : (tensor<2x3xbf16>, tensor<2x2xbf16>,
      tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %e0 = weir.constant dense<[[-3.75, -1.5, -1.375], [2.75, 6.25, 0.75]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_close %y0, %e0 : tensor<2x3xbf16>
  return
}

// Of what is not read nothing comes through.
func.func @without_input() {
  %x0 = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %x1 = weir.constant dense<[[2.0, 0.5, 0.0], [2.0, 0.5, 1.25]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-0.75, 1.25], [2.0, -2.0], [0.25, -0.5]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y0 = weir.addmm %x0, %x1, %x2 {beta = 0.0 : f64, alpha = 1.0 : f64} : (tensor<2x2xf32>, tensor<2x3xf32>,
      tensor<3x2xf32>) -> tensor<2x2xf32>
  %e0 = weir.constant dense<[[-0.5, 1.5], [-0.1875, 0.875]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y0, %e0 : tensor<2x2xf32>
  return
}
