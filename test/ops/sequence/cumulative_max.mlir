// RUN: %op_runs
// extremes of the elements up to each one; NaN from the first one on

func.func @rows_f32() {
  %x0 = weir.constant dense<[[1.62, -2.48, -1.35, 1.42, -1.17], [-1.28, -2.6, -2.7, 0.43, -2.17], [2.78, -2.84, -1.1,
      -1.9, 2.39]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[1.62, 1.62, 1.62, 1.62, 1.62], [-1.28, -1.28, -1.28, 0.43, 0.43], [2.78, 2.78, 2.78,
      2.78, 2.78]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[1.5, -2.33, -2.67], [-2.5, 1.44, 1.48], [0.8, -0.07, -0.22], [0.57, -2.35, 1.77]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64} : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[1.5, -2.33, -2.67], [1.5, 1.44, 1.48], [1.5, 1.44, 1.48], [1.5, 1.44, 1.77]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_eq %y0, %e0 : tensor<4x3xf64>
  return
}

func.func @reverse() {
  %x0 = weir.constant dense<[[1.67, 1.08, -1.59, -1.71, 2.88], [2.69, 1.49, 1.71, -0.25, 2.26], [1.14, -0.37, 1.09,
      -2.52, -0.63]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64, reverse} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[2.88, 2.88, 2.88, 2.88, 2.88], [2.69, 2.26, 2.26, 2.26, 2.26], [1.14, 1.09, 1.09,
      -0.63, -0.63]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @middle() {
  %x0 = weir.constant dense<[[[2.06, -0.12, 0.34], [0.36, 2.66, -1.79], [1.09, -0.31, -1.59], [-2.71, 0.66, -1.9]],
      [[0.49, -0.42, -0.57], [2.33, -2.46, 0.37], [-0.51, -2.09, -0.63], [2.2, -1.81, 1.08]]]>
      : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %e0 = weir.constant dense<[[[2.06, -0.12, 0.34], [2.06, 2.66, 0.34], [2.06, 2.66, 0.34], [2.06, 2.66, 0.34]],
      [[0.49, -0.42, -0.57], [2.33, -0.42, 0.37], [2.33, -0.42, 0.37], [2.33, -0.42, 1.08]]]> : tensor<2x4x3xf32>
      -> tensor<2x4x3xf32>
  check.expect_eq %y0, %e0 : tensor<2x4x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-1.39, 0.12, 0.31, -2.57, 1.85, -0.73, -1.74, -1.75, 2.91, 2.66, -0.18, -1.38, 1.25,
      -2.68, 2.15, -2.97, -2.7, -0.99, -0.26]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64} : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[-1.39, 0.12, 0.31, 0.31, 1.85, 1.85, 1.85, 1.85, 2.91, 2.91, 2.91, 2.91, 2.91, 2.91,
      2.91, 2.91, 2.91, 2.91, 2.91]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[-2.97, -1.29, 2.9, 1.64], [-2.66, 2.27, -0.21, 2.94]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-2.97, -1.29, 2.9, 2.9], [-2.66, 2.27, 2.27, 2.94]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-1.07, -1.14, 1.07, -0.07], [-1.34, 0.15, 0.82, -1.13]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64, reverse} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %e0 = weir.constant dense<[[1.07, 1.07, 1.07, -0.07], [0.82, 0.82, 0.82, -1.13]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  check.expect_eq %y0, %e0 : tensor<2x4xf16>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-5, 3, 5, 8, 4], [-9, 4, 6, 2, 6], [-5, 5, 3, -3, -6]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.cumulative_max %x0 {dim = 1 : i64} : (tensor<3x5xi64>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[-5, 3, 5, 8, 8], [-9, 4, 6, 6, 6], [-5, 5, 5, 5, 5]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[[-3, -7, 2, 0, -3], [-6, -1, -7, 2, 1], [2, 8, -7, -9, -9]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64, reverse} : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %e0 = weir.constant dense<[[2, 8, 2, 2, 1], [2, 8, -7, 2, 1], [2, 8, -7, -9, -9]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  check.expect_eq %y0, %e0 : tensor<3x5xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.46]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[-2.46]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y0, %e0 : tensor<0x3xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 0x7F800000, 0xFF800000, 2.0, 0x7FC00000, 3.0, 0x7F800000]> : tensor<7xf32>
      -> tensor<7xf32>
  %y0 = weir.cumulative_max %x0 {dim = 0 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y0, %e0 : tensor<7xf32>
  return
}
