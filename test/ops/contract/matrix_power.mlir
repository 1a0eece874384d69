// RUN: %op_runs
// Square matrices to the power of a whole number, the identity to that of 0.

func.func @cube_f32() {
  %input = weir.constant dense<[[-1.25, -0.75], [-1.75, 0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matrix_power %input {n = 3 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[-5.234375, -2.15625], [-5.03125, -1.640625]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[1.25, 0.75, -0.25, 1.0, 1.25], [-2.0, -1.75, -0.25, 1.0, -0.75], [0.75, 0.25, -2.0, -1.75, 1.25], [-0.75, -0.75,
      -1.0, -1.5, 1.0], [0.5, -0.5, -1.25, -1.5, -1.75]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  %y = weir.matrix_power %input {n = 3 : i64} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %e = weir.constant dense<
      [[1.84375, 3.296875, 7.203125, 4.578125, -2.21875], [1.5625, 0.5, -0.28125, 2.71875, -4.625], [-3.359375, 0.0,
      -6.3125, -5.046875, 20.984375], [-1.671875, 1.453125, -0.796875, 3.78125, 13.765625], [-4.859375, -8.6875,
      -21.65625, -19.046875, 12.015625]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  check.expect_close %y, %e : tensor<5x5xf32>
  return
}

func.func @square_f64() {
  %input = weir.constant dense<
      [[0.54, 1.69, 0.55], [0.88, 1.35, 1.94], [1.65, 1.92, 1.15]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.matrix_power %input {n = 2 : i64} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %e = weir.constant dense<
      [[2.6863, 4.2501, 4.2081], [4.8642, 7.0344999999999995, 5.334], [4.4780999999999995, 7.5885, 5.9548]]>
      : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_close %y, %e : tensor<3x3xf64>
  return
}

func.func @seventh_f64() {
  %input = weir.constant dense<[[1.26, 1.33], [1.43, 1.53]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %y = weir.matrix_power %input {n = 7 : i64} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %e = weir.constant dense<
      [[580.1186598674607, 616.9078180698501], [663.2918645412674, 705.3555853402875]]>
      : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %e {ulps = 8 : i64} : tensor<2x2xf64>
  return
}

func.func @sixth_f32() {
  %input = weir.constant dense<[[1.0, -2.0], [0.5, 1.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matrix_power %input {n = 6 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[-7.8125, 23.4375], [-5.859375, -13.671875]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @itself() {
  %input = weir.constant dense<[[0.7, 2.87], [-0.03, 0.52]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matrix_power %input {n = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[0.7, 2.87], [-0.03, 0.52]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @identity() {
  %input = weir.constant dense<
      [[-1.12, 1.52, -0.32], [0.47, 2.78, -0.59], [-0.96, -1.66, 1.27]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.matrix_power %input {n = 0 : i64} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %e = weir.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %e : tensor<3x3xf32>
  return
}

func.func @batch_f32() {
  %input = weir.constant dense<
      [[[-1.5, -0.5], [-1.75, -0.75]], [[-0.75, -1.25], [-1.75, 1.25]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %y = weir.matrix_power %input {n = 3 : i64} : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %e = weir.constant dense<
      [[[-6.65625, -2.40625], [-8.421875, -3.046875]], [[-0.96875, -4.21875], [-5.90625, 5.78125]]]>
      : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_close %y, %e : tensor<2x2x2xf32>
  return
}

func.func @batch_identity() {
  %input = weir.constant dense<[[[4, 5], [1, 1]], [[1, 2], [-2, -2]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %y = weir.matrix_power %input {n = 0 : i64} : (tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  %e = weir.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  check.expect_eq %y, %e : tensor<2x2x2xi64>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[0, 1], [-3, -5]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.matrix_power %input {n = 5 : i64} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %e = weir.constant dense<[[285, 409], [-1227, -1760]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %e : tensor<2x2xi64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[0.5, -1.0], [1.5, 0.25]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.matrix_power %input {n = 3 : i64} : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %e = weir.constant dense<[[-1.75, 1.0625], [-1.594, -1.484]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_close %y, %e : tensor<2x2xf16>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[[0.5, -1.0], [1.5, 0.25]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %y = weir.matrix_power %input {n = 2 : i64} : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %e = weir.constant dense<[[-1.25, -0.75], [1.125, -1.44]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_close %y, %e : tensor<2x2xbf16>
  return
}

func.func @nan() {
  %input = weir.constant dense<[[0x7FC00000, 1.0], [0.0, 2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matrix_power %input {n = 2 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @identity_of_nan() {
  %input = weir.constant dense<[[0x7FC00000, 0x7F800000], [0.0, 2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matrix_power %input {n = 0 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.matrix_power %input {n = 4 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[5.0625]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @empty_batch() {
  %input = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  %y = weir.matrix_power %input {n = 3 : i64} : (tensor<0x2x2xf32>) -> tensor<0x2x2xf32>
  %e = weir.constant dense<> : tensor<0x2x2xf32> -> tensor<0x2x2xf32>
  check.expect_close %y, %e : tensor<0x2x2xf32>
  return
}
