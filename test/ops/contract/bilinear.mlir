// RUN: %op_runs
// Sums of input1[.., i] * weight[o, i, j] * input2[.., j], and bias[o] if there is one.

func.func @rows_f32() {
  %input1 = weir.constant dense<[[0.75, 0.25, -1.0], [1.25, -1.25, -0.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %input2 = weir.constant dense<[[1.25, 1.5], [0.75, -0.25]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %weight = weir.constant dense<
      [[[0.0, 0.75], [-1.75, -1.75], [0.5, -0.75]], [[-0.25, 1.0], [-0.5, 1.0], [1.25, 0.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %bias = weir.constant dense<[-0.75, 1.5]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<2x3xf32>, tensor<2x2xf32>,
      tensor<2x3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[-0.609375, 1.046875], [-0.171875, 1.265625]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @odd() {
  %input1 = weir.constant dense<
      [[-0.5, -1.0], [0.5, -1.75], [0.5, -2.0], [0.25, -1.25], [0.0, -2.0]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %input2 = weir.constant dense<
      [[1.0, 0.75, 0.0], [-2.0, 1.0, -1.0], [1.0, 1.25, -2.0], [-2.0, -0.5, -0.5], [1.25, -0.5, -0.75]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %weight = weir.constant dense<[[[-0.75, -2.0, -0.75], [-0.5, 1.0, 0.5]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %bias = weir.constant dense<[-0.75]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<5x2xf32>, tensor<5x3xf32>,
      tensor<1x2x3xf32>, tensor<1xf32>) -> tensor<5x1xf32>
  %e = weir.constant dense<[[0.125], [-3.25], [-1.125], [-0.34375], [2.25]]> : tensor<5x1xf32> -> tensor<5x1xf32>
  check.expect_close %y, %e : tensor<5x1xf32>
  return
}

func.func @without_bias_f32() {
  %input1 = weir.constant dense<[[2.0, -0.5], [-0.25, 0.5], [0.75, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %input2 = weir.constant dense<[[0.75, 0.5], [-1.75, -1.0], [-0.25, -2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %weight = weir.constant dense<
      [[[-0.75, -2.0], [-0.5, 0.0]], [[-2.0, 0.0], [0.25, -0.25]], [[0.25, -1.25], [-2.0, -0.5]]]>
      : tensor<3x2x2xf32> -> tensor<3x2x2xf32>
  %y = weir.bilinear %input1, %input2, %weight {present = array<i64>} : (tensor<3x2xf32>, tensor<3x2xf32>,
      tensor<3x2x2xf32>) -> tensor<3x3xf32>
  %e = weir.constant dense<
      [[-2.9375, -3.03125, 0.0], [-0.390625, -0.96875, 1.796875], [3.390625, 1.25, 4.828125]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %e : tensor<3x3xf32>
  return
}

func.func @decimals_f32() {
  %input1 = weir.constant dense<[[1.76, 1.58], [1.18, 0.75], [1.68, 1.49]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %input2 = weir.constant dense<
      [[0.62, 1.87, 0.86], [0.99, 0.96, 1.82], [1.04, 1.68, 0.84]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %weight = weir.constant dense<
      [[[0.87, 1.89, 1.15], [1.96, 1.71, 0.71]], [[0.79, 1.93, 1.07], [1.81, 0.95, 0.79]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %bias = weir.constant dense<[1.87, 0.81]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<3x2xf32>, tensor<3x3xf32>,
      tensor<2x2x3xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %e = weir.constant dense<
      [[18.717482, 15.297014], [11.152716, 9.323389], [18.553604, 15.319083]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %e : tensor<3x2xf32>
  return
}

func.func @decimals_f64() {
  %input1 = weir.constant dense<[[0.75, 1.08], [1.54, 1.66], [1.04, 0.57]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %input2 = weir.constant dense<[[0.65, 1.68], [0.63, 0.52], [1.96, 0.78]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %weight = weir.constant dense<
      [[[1.69, 0.56], [1.29, 0.72]], [[1.79, 1.8], [1.56, 0.86]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  %bias = weir.constant dense<[0.97, 0.51]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<3x2xf64>, tensor<3x2xf64>,
      tensor<2x2x2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %e = weir.constant dense<
      [[4.711423, 6.306129], [5.028672, 6.061898], [6.630468, 7.744084]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y, %e : tensor<3x2xf64>
  return
}

func.func @batches_f32() {
  %input1 = weir.constant dense<
      [[[-2.0, -0.5], [1.25, -0.25], [-1.25, 1.5]], [[-0.25, -2.0], [0.5, -2.0], [-2.0, 1.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %input2 = weir.constant dense<
      [[[-1.75, -1.0], [1.25, -2.0], [-1.75, 1.0]], [[2.0, 1.0], [0.75, -1.25], [-2.0, -1.5]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %weight = weir.constant dense<
      [[[1.0, 1.0], [1.75, -2.0]], [[1.25, -0.75], [1.75, -0.5]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %bias = weir.constant dense<[1.25, -1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>,
      tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[7.28125, 3.15625], [-1.234375, 2.03125], [-5.40625, -2.671875]], [[-2.5, -7.4375], [-6.625, -3.9375], [7.75,
      -1.0]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %e : tensor<2x3x2xf32>
  return
}

func.func @vector_f32() {
  %input1 = weir.constant dense<[2.0, 1.75, -1.75]> : tensor<3xf32> -> tensor<3xf32>
  %input2 = weir.constant dense<[-1.5, -0.5]> : tensor<2xf32> -> tensor<2xf32>
  %weight = weir.constant dense<
      [[[2.0, -1.0], [0.5, 1.5], [0.5, -1.25]], [[1.25, 0.5], [1.75, 0.25], [1.5, 1.25]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %bias = weir.constant dense<[-0.5, 0.75]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<3xf32>, tensor<2xf32>,
      tensor<2x3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e = weir.constant dense<[-7.90625, -3.28125]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %e : tensor<2xf32>
  return
}

func.func @f16() {
  %input1 = weir.constant dense<[[0.5, 1.0], [-1.75, 0.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %input2 = weir.constant dense<[[0.75, 1.75], [0.75, 1.25]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %weight = weir.constant dense<
      [[[0.25, 0.5], [1.5, -0.25]], [[1.5, 1.75], [-0.75, -1.75]], [[1.5, -0.75], [-1.75, 0.75]]]>
      : tensor<3x2x2xf16> -> tensor<3x2x2xf16>
  %bias = weir.constant dense<[1.0, 0.0, -0.75]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<2x2xf16>, tensor<2x2xf16>,
      tensor<3x2x2xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %e = weir.constant dense<[[2.219, -1.531, -0.8438], [-0.4219, -5.797, -1.078]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y, %e : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %input1 = weir.constant dense<[[-1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %input2 = weir.constant dense<[[-0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %weight = weir.constant dense<[[[1.25]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  %bias = weir.constant dense<[0.5]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<1x1xf32>, tensor<1x1xf32>,
      tensor<1x1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[1.125]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @special() {
  %input1 = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [1.0, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %input2 = weir.constant dense<[[2.0], [3.0], [0.5]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %weight = weir.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32> -> tensor<1x2x1xf32>
  %bias = weir.constant dense<[0.25]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<3x2xf32>, tensor<3x1xf32>,
      tensor<1x2x1xf32>, tensor<1xf32>) -> tensor<3x1xf32>
  %e = weir.constant dense<[[0x7FC00000], [0x7F800000], [2.75]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  check.expect_close %y, %e : tensor<3x1xf32>
  return
}

func.func @no_rows() {
  %input1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %input2 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %weight = weir.constant dense<
      [[[-0.75, 0.25], [0.25, -1.75], [-0.5, 0.25]], [[-1.75, -1.25], [1.0, 1.25], [-1.5, -0.5]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %bias = weir.constant dense<[2.0, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.bilinear %input1, %input2, %weight, %bias {present = array<i64: 0>} : (tensor<0x3xf32>, tensor<0x2xf32>,
      tensor<2x3x2xf32>, tensor<2xf32>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}
