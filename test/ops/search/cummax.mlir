// RUN: %op_runs
// cumulative extremes and where the last of equal ones stands

func.func @rows_f32() {
  %x0 = weir.constant dense<[[1.22, 2.69, 0.68, 2.13, 0.19], [-1.67, -0.47, 0.64, 0.19, 1.7], [0.24, -0.7, 0.09,
      0.12, -2.94]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.cummax %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xi64>)
  %e0 = weir.constant dense<[[1.22, 2.69, 2.69, 2.69, 2.69], [-1.67, -0.47, 0.64, 0.64, 1.7], [0.24, 0.24, 0.24,
      0.24, 0.24]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  %e1 = weir.constant dense<[[0, 1, 1, 1, 1], [0, 1, 2, 2, 4], [0, 0, 0, 0, 0]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y1, %e1 : tensor<3x5xi64>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-1.03, 0.44, 1.27], [-0.43, 1.48, 0.02], [-0.78, -1.55, 1.79], [2.53, 1.38, -1.68]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0, %y1 = weir.cummax %x0 {dim = 0 : i64} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi64>)
  %e0 = weir.constant dense<[[-1.03, 0.44, 1.27], [-0.43, 1.48, 1.27], [-0.43, 1.48, 1.79], [2.53, 1.48, 1.79]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_eq %y0, %e0 : tensor<4x3xf64>
  %e1 = weir.constant dense<[[0, 0, 0], [1, 1, 0], [1, 1, 2], [3, 1, 2]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y1, %e1 : tensor<4x3xi64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[1.24, 0.03, 2.55, -2.96, 1.64, -0.2, 2.13, 0.63, -2.95, 1.15, 0.2, -1.56, -2.27, -0.61,
      0.37, -0.13, -2.9, -2.11, 1.08]> : tensor<19xf32> -> tensor<19xf32>
  %y0, %y1 = weir.cummax %x0 {dim = 0 : i64} : (tensor<19xf32>) -> (tensor<19xf32>, tensor<19xi64>)
  %e0 = weir.constant dense<[1.24, 1.24, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55, 2.55,
      2.55, 2.55, 2.55, 2.55, 2.55]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  %e1 = weir.constant dense<[0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]> : tensor<19xi64>
      -> tensor<19xi64>
  check.expect_eq %y1, %e1 : tensor<19xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[0.27, 1.46, -0.51, -1.46], [1.79, -1.69, -2.64, -0.79]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0, %y1 = weir.cummax %x0 {dim = 1 : i64} : (tensor<2x4xbf16>) -> (tensor<2x4xbf16>, tensor<2x4xi64>)
  %e0 = weir.constant dense<[[0.27, 1.46, 1.46, 1.46], [1.79, 1.79, 1.79, 1.79]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  %e1 = weir.constant dense<[[0, 1, 1, 1], [0, 0, 0, 0]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y1, %e1 : tensor<2x4xi64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-0.29, -1.75, 2.73, -1.61], [-2.27, 0.97, -2.14, -1.32]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0, %y1 = weir.cummax %x0 {dim = 1 : i64} : (tensor<2x4xf16>) -> (tensor<2x4xf16>, tensor<2x4xi64>)
  %e0 = weir.constant dense<[[-0.29, -0.29, 2.73, 2.73], [-2.27, 0.97, 0.97, 0.97]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  check.expect_eq %y0, %e0 : tensor<2x4xf16>
  %e1 = weir.constant dense<[[0, 0, 2, 2], [0, 1, 1, 1]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y1, %e1 : tensor<2x4xi64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-3, 0, -1, 0, -2], [-2, 0, -3, -3, -1], [0, 0, -3, 2, 0]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0, %y1 = weir.cummax %x0 {dim = 1 : i64} : (tensor<3x5xi64>) -> (tensor<3x5xi64>, tensor<3x5xi64>)
  %e0 = weir.constant dense<[[-3, 0, 0, 0, 0], [-2, 0, 0, 0, 0], [0, 0, 0, 2, 2]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  %e1 = weir.constant dense<[[0, 1, 1, 3, 3], [0, 1, 1, 1, 1], [0, 1, 1, 3, 3]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y1, %e1 : tensor<3x5xi64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.87]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0, %y1 = weir.cummax %x0 {dim = 0 : i64} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xi64>)
  %e0 = weir.constant dense<[[2.87]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  %e1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %y1, %e1 : tensor<1x1xi64>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0, %y1 = weir.cummax %x0 {dim = 0 : i64} : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y0, %e0 : tensor<0x3xf32>
  %e1 = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  check.expect_eq %y1, %e1 : tensor<0x3xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 1.0, 0xFF800000, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0, 0x7FC00000]>
      : tensor<8xf32> -> tensor<8xf32>
  %y0, %y1 = weir.cummax %x0 {dim = 0 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  %e0 = weir.constant dense<[1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]>
      : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq %y0, %e0 : tensor<8xf32>
  %e1 = weir.constant dense<[0, 1, 1, 3, 4, 5, 5, 7]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %y1, %e1 : tensor<8xi64>
  return
}
