// RUN: %op_runs
// cumulative extremes and where the last of equal ones stands

func.func @rows_f32() {
  %x0 = weir.constant dense<[[1.72, 2.68, 0.28, -2.05, -0.78], [1.66, -2.21, 0.98, -1.07, 2.51], [-0.9, -1.06, -1.37,
      0.24, 2.72]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.cummin %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xi64>)
  %e0 = weir.constant dense<[[1.72, 1.72, 0.28, -2.05, -2.05], [1.66, -2.21, -2.21, -2.21, -2.21], [-0.9, -1.06,
      -1.37, -1.37, -1.37]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  %e1 = weir.constant dense<[[0, 0, 2, 3, 3], [0, 1, 1, 1, 1], [0, 1, 2, 2, 2]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y1, %e1 : tensor<3x5xi64>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[0.24, 1.45, 0.12], [-2.5, 0.52, 0.57], [0.58, -1.21, -1.4], [-1.02, -2.81, -2.03]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0, %y1 = weir.cummin %x0 {dim = 0 : i64} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi64>)
  %e0 = weir.constant dense<[[0.24, 1.45, 0.12], [-2.5, 0.52, 0.12], [-2.5, -1.21, -1.4], [-2.5, -2.81, -2.03]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_eq %y0, %e0 : tensor<4x3xf64>
  %e1 = weir.constant dense<[[0, 0, 0], [1, 1, 0], [1, 2, 2], [1, 3, 3]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y1, %e1 : tensor<4x3xi64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-1.28, 0.07, 2.47, 1.21, 0.1, 1.3, -0.33, -2.72, 1.12, 1.23, 0.93, 2.11, 1.69, 1.97,
      -2.72, 3.0, 0.53, 0.56, 0.68]> : tensor<19xf32> -> tensor<19xf32>
  %y0, %y1 = weir.cummin %x0 {dim = 0 : i64} : (tensor<19xf32>) -> (tensor<19xf32>, tensor<19xi64>)
  %e0 = weir.constant dense<[-1.28, -1.28, -1.28, -1.28, -1.28, -1.28, -1.28, -2.72, -2.72, -2.72, -2.72, -2.72,
      -2.72, -2.72, -2.72, -2.72, -2.72, -2.72, -2.72]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  %e1 = weir.constant dense<[0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 14, 14, 14, 14, 14]> : tensor<19xi64>
      -> tensor<19xi64>
  check.expect_eq %y1, %e1 : tensor<19xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[-1.38, -1.18, 2.27, 0.6], [2.77, -1.75, 0.51, 0.6]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0, %y1 = weir.cummin %x0 {dim = 1 : i64} : (tensor<2x4xbf16>) -> (tensor<2x4xbf16>, tensor<2x4xi64>)
  %e0 = weir.constant dense<[[-1.38, -1.38, -1.38, -1.38], [2.77, -1.75, -1.75, -1.75]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  %e1 = weir.constant dense<[[0, 0, 0, 0], [0, 1, 1, 1]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y1, %e1 : tensor<2x4xi64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-2.78, 0.76, -0.69, -0.42], [-1.89, 0.57, 1.04, 2.35]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0, %y1 = weir.cummin %x0 {dim = 1 : i64} : (tensor<2x4xf16>) -> (tensor<2x4xf16>, tensor<2x4xi64>)
  %e0 = weir.constant dense<[[-2.78, -2.78, -2.78, -2.78], [-1.89, -1.89, -1.89, -1.89]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  check.expect_eq %y0, %e0 : tensor<2x4xf16>
  %e1 = weir.constant dense<[[0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y1, %e1 : tensor<2x4xi64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[2, 2, 1, 2, -1], [2, -2, 1, 2, -2], [0, 0, 2, -3, 0]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0, %y1 = weir.cummin %x0 {dim = 1 : i64} : (tensor<3x5xi64>) -> (tensor<3x5xi64>, tensor<3x5xi64>)
  %e0 = weir.constant dense<[[2, 2, 1, 1, -1], [2, -2, -2, -2, -2], [0, 0, 0, -3, -3]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  %e1 = weir.constant dense<[[0, 1, 2, 2, 4], [0, 1, 1, 1, 4], [0, 1, 1, 3, 3]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y1, %e1 : tensor<3x5xi64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.17]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0, %y1 = weir.cummin %x0 {dim = 0 : i64} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xi64>)
  %e0 = weir.constant dense<[[-1.17]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  %e1 = weir.constant dense<[[0]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %y1, %e1 : tensor<1x1xi64>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0, %y1 = weir.cummin %x0 {dim = 0 : i64} : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi64>)
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y0, %e0 : tensor<0x3xf32>
  %e1 = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  check.expect_eq %y1, %e1 : tensor<0x3xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 1.0, 0xFF800000, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0, 0x7FC00000]>
      : tensor<8xf32> -> tensor<8xf32>
  %y0, %y1 = weir.cummin %x0 {dim = 0 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  %e0 = weir.constant dense<[1.0, 1.0, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]>
      : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq %y0, %e0 : tensor<8xf32>
  %e1 = weir.constant dense<[0, 1, 2, 2, 2, 5, 5, 7]> : tensor<8xi64> -> tensor<8xi64>
  check.expect_eq %y1, %e1 : tensor<8xi64>
  return
}
