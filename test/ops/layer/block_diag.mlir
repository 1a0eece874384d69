// RUN: %known_size_runs
// Matrices of known sizes along the diagonal of one, zeros elsewhere.

func.func @two_f32() {
  %x0 = weir.constant dense<[[-1.69, 2.48, 2.08], [-0.77, 2.64, -1.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.68, -2.36]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %y = weir.block_diag %x0, %x1 : (tensor<2x3xf32>, tensor<1x2xf32>) -> tensor<3x5xf32>
  %e = weir.constant dense<
      [[-1.69, 2.48, 2.08, 0.0, 0.0], [-0.77, 2.64, -1.8, 0.0, 0.0], [0.0, 0.0, 0.0, 1.68, -2.36]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y, %e : tensor<3x5xf32>
  return
}

func.func @others_f32() {
  %x0 = weir.constant dense<[[2.47, -2.31, -2.01, 0.95]]> : tensor<1x4xf32> -> tensor<1x4xf32>
  %x1 = weir.constant dense<[[2.52], [-2.6], [0.1]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %y = weir.block_diag %x0, %x1 : (tensor<1x4xf32>, tensor<3x1xf32>) -> tensor<4x5xf32>
  %e = weir.constant dense<
      [[2.47, -2.31, -2.01, 0.95, 0.0], [0.0, 0.0, 0.0, 0.0, 2.52], [0.0, 0.0, 0.0, 0.0, -2.6], [0.0, 0.0, 0.0, 0.0,
      0.1]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  check.expect_eq %y, %e : tensor<4x5xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.91, -2.78], [-0.69, 1.46], [-0.13, 2.11]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<[[1.97]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x2 = weir.constant dense<
      [[-0.77, 1.52, -2.73, 1.25, 1.43], [2.43, -0.32, -1.83, 1.32, -2.71]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.block_diag %x0, %x1, %x2 : (tensor<3x2xf32>, tensor<1x1xf32>, tensor<2x5xf32>) -> tensor<6x8xf32>
  %e = weir.constant dense<
      [[0.91, -2.78, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-0.69, 1.46, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-0.13, 2.11, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.97, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -0.77, 1.52, -2.73, 1.25, 1.43],
      [0.0, 0.0, 0.0, 2.43, -0.32, -1.83, 1.32, -2.71]]> : tensor<6x8xf32> -> tensor<6x8xf32>
  check.expect_eq %y, %e : tensor<6x8xf32>
  return
}

func.func @one_f64() {
  %x0 = weir.constant dense<[[0.33, -1.9, 2.9], [-2.05, 0.77, -1.89]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.block_diag %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e = weir.constant dense<[[0.33, -1.9, 2.9], [-2.05, 0.77, -1.89]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %e : tensor<2x3xf64>
  return
}

func.func @five_i64() {
  %x0 = weir.constant dense<[[5]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %x1 = weir.constant dense<[[-1, -3]]> : tensor<1x2xi64> -> tensor<1x2xi64>
  %x2 = weir.constant dense<[[0], [-4]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %x3 = weir.constant dense<[[1]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %x4 = weir.constant dense<[[-5, -3]]> : tensor<1x2xi64> -> tensor<1x2xi64>
  %y = weir.block_diag %x0, %x1, %x2, %x3, %x4 : (tensor<1x1xi64>, tensor<1x2xi64>, tensor<2x1xi64>, tensor<1x1xi64>,
      tensor<1x2xi64>) -> tensor<6x7xi64>
  %e = weir.constant dense<
      [[5, 0, 0, 0, 0, 0, 0], [0, -1, -3, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, -4, 0, 0, 0], [0, 0, 0, 0, 1, 0,
      0], [0, 0, 0, 0, 0, -5, -3]]> : tensor<6x7xi64> -> tensor<6x7xi64>
  check.expect_eq %y, %e : tensor<6x7xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[[1, -2], [3, -5]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  %x1 = weir.constant dense<[[0]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %y = weir.block_diag %x0, %x1 : (tensor<2x2xi32>, tensor<1x1xi32>) -> tensor<3x3xi32>
  %e = weir.constant dense<[[1, -2, 0], [3, -5, 0], [0, 0, 0]]> : tensor<3x3xi32> -> tensor<3x3xi32>
  check.expect_eq %y, %e : tensor<3x3xi32>
  return
}

func.func @bools() {
  %x0 = weir.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %x1 = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %x2 = weir.constant dense<[[false, true]]> : tensor<1x2xi1> -> tensor<1x2xi1>
  %y = weir.block_diag %x0, %x1, %x2 : (tensor<2x2xi1>, tensor<1x1xi1>, tensor<1x2xi1>) -> tensor<4x5xi1>
  %e = weir.constant dense<
      [[true, false, false, false, false], [true, true, false, false, false], [false, false, true, false, false],
      [false, false, false, false, true]]> : tensor<4x5xi1> -> tensor<4x5xi1>
  check.expect_eq %y, %e : tensor<4x5xi1>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-1.22, -0.96]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %x1 = weir.constant dense<[[2.94], [-2.59]]> : tensor<2x1xf16> -> tensor<2x1xf16>
  %y = weir.block_diag %x0, %x1 : (tensor<1x2xf16>, tensor<2x1xf16>) -> tensor<3x3xf16>
  %e = weir.constant dense<
      [[-1.22, -0.96, 0.0], [0.0, 0.0, 2.94], [0.0, 0.0, -2.59]]> : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_eq %y, %e : tensor<3x3xf16>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[1.79], [2.11]]> : tensor<2x1xbf16> -> tensor<2x1xbf16>
  %x1 = weir.constant dense<[[2.48, -1.88]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %y = weir.block_diag %x0, %x1 : (tensor<2x1xbf16>, tensor<1x2xbf16>) -> tensor<3x3xbf16>
  %e = weir.constant dense<
      [[1.79, 0.0, 0.0], [2.11, 0.0, 0.0], [0.0, 2.48, -1.88]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_eq %y, %e : tensor<3x3xbf16>
  return
}

// They leave no trace elsewhere.
func.func @special() {
  %x0 = weir.constant dense<[[0x7FC00000, -0.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %x1 = weir.constant dense<[[0x7F800000], [0xFF800000]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %y = weir.block_diag %x0, %x1 : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<3x3xf32>
  %e = weir.constant dense<
      [[0x7FC00000, -0.0, 0.0], [0.0, 0.0, 0x7F800000], [0.0, 0.0, 0xFF800000]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %e : tensor<3x3xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.block_diag %x0 : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %e = weir.constant dense<[[1.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %e : tensor<1x1xf64>
  return
}

// It has columns.
func.func @no_rows() {
  %x0 = weir.constant dense<[[1.14]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %x2 = weir.constant dense<[[2.37], [-1.63]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %y = weir.block_diag %x0, %x1, %x2 : (tensor<1x1xf32>, tensor<0x2xf32>, tensor<2x1xf32>) -> tensor<3x4xf32>
  %e = weir.constant dense<
      [[1.14, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.37], [0.0, 0.0, 0.0, -1.63]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %e : tensor<3x4xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.block_diag %x0, %x1 : (tensor<0x3xf32>, tensor<0x2xf32>) -> tensor<0x5xf32>
  %e = weir.constant dense<> : tensor<0x5xf32> -> tensor<0x5xf32>
  check.expect_eq %y, %e : tensor<0x5xf32>
  return
}
