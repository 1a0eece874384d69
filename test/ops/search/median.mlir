// RUN: %op_runs
// medians and where they stand; NaN if there is one

func.func @rows_f32() {
  %x0 = weir.constant dense<[[2.73, -2.63, 2.55, -2.66, 1.49], [0.47, -2.27, -1.18, -0.12, 0.35], [-0.07, -2.84,
      2.97, -0.89, 1.34]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %e0 = weir.constant dense<[1.49, -0.12, -0.07]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[4, 3, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @even_f64() {
  %x0 = weir.constant dense<[[2.57, 2.85, -1.9, 2.35], [0.08, 0.93, -1.52, -2.14], [0.48, 2.42, -0.49, 2.72]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<3x4xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  %e0 = weir.constant dense<[2.35, -1.52, 0.48]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq %y0, %e0 : tensor<3xf64>
  %e1 = weir.constant dense<[3, 2, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @columns() {
  %x0 = weir.constant dense<[[1.23, -2.89, 2.6], [-2.33, -1.67, 0.38], [2.64, -2.19, -1.21], [-2.73, -2.47, -0.42],
      [0.45, 0.07, -2.72]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y0, %y1 = weir.median %x0 {dim = 0 : i64, keepdim} : (tensor<5x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %e0 = weir.constant dense<[[0.45, -2.19, -0.42]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_eq %y0, %e0 : tensor<1x3xf32>
  %e1 = weir.constant dense<[[4, 2, 3]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %y1, %e1 : tensor<1x3xi64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-0.43, -0.34, 2.61, -1.04, 0.8, -0.07, 1.67, 0.62, 2.95, 0.82, -0.95, -0.48, 2.14,
      -0.79, 2.56, -0.36, 2.66, -2.1, 1.7]> : tensor<19xf32> -> tensor<19xf32>
  %y0, %y1 = weir.median %x0 {dim = 0 : i64} : (tensor<19xf32>) -> (tensor<f32>, tensor<i64>)
  %e0 = weir.constant dense<0.62> : tensor<f32> -> tensor<f32>
  check.expect_eq %y0, %e0 : tensor<f32>
  %e1 = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  check.expect_eq %y1, %e1 : tensor<i64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-9, -1, -4, -5], [-1, 1, -3, -8], [-7, -6, 4, 6]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<3x4xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  %e0 = weir.constant dense<[-5, -3, -6]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  %e1 = weir.constant dense<[3, 2, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[0.14, -0.97, -2.13, -2.04, -1.62], [-0.24, -2.88, -1.77, -0.43, 2.3]]>
      : tensor<2x5xf16> -> tensor<2x5xf16>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<2x5xf16>) -> (tensor<2xf16>, tensor<2xi64>)
  %e0 = weir.constant dense<[-1.62, -0.43]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y0, %e0 : tensor<2xf16>
  %e1 = weir.constant dense<[4, 3]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y1, %e1 : tensor<2xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[2.19, 2.61, -1.65, -2.25, 2.1], [1.19, -1.52, -0.4, 2.55, 1.9]]> : tensor<2x5xbf16>
      -> tensor<2x5xbf16>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64, keepdim} : (tensor<2x5xbf16>) -> (tensor<2x1xbf16>, tensor<2x1xi64>)
  %e0 = weir.constant dense<[[2.1], [1.19]]> : tensor<2x1xbf16> -> tensor<2x1xbf16>
  check.expect_eq %y0, %e0 : tensor<2x1xbf16>
  %e1 = weir.constant dense<[[4], [0]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  check.expect_eq %y1, %e1 : tensor<2x1xi64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.62]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  %e0 = weir.constant dense<[2.62]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %y0, %e0 : tensor<1xf32>
  %e1 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y1, %e1 : tensor<1xi64>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y0, %e0 : tensor<0xf32>
  %e1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y1, %e1 : tensor<0xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[1.0, 0x7FC00000, 0.0, 2.0, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000], [0x7F800000, 0xFF800000, 1.0, 0.0, -1.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %e0 = weir.constant dense<[0x7FC00000, 0x7FC00000, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[1, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @special_ignored() {
  %x0 = weir.constant dense<[[1.0, 0x7FC00000, 0.0, 2.0, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000,
      0x7FC00000, 0x7FC00000], [0x7F800000, 0xFF800000, 1.0, 0.0, -1.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.median %x0 {dim = 1 : i64, ignore_nan} : (tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %e0 = weir.constant dense<[1.0, 0x7FC00000, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[0, 0, 3]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}
