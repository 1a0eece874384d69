// RUN: %op_runs
// extremes of the elements up to each one; NaN from the first one on

func.func @rows_f32() {
  %x0 = weir.constant dense<[[0.23, 0.45, -0.06, -2.77, 1.2], [0.05, 0.44, 1.01, 2.44, -0.39], [2.48, -1.95, -0.28,
      -1.94, -0.77]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.23, 0.23, -0.06, -2.77, -2.77], [0.05, 0.05, 0.05, 0.05, -0.39], [2.48, -1.95, -1.95,
      -1.95, -1.95]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[2.42, 2.85, -0.17], [-1.34, -1.06, 2.41], [-0.37, -1.81, 2.01], [0.06, -0.44,
      2.42]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64} : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[2.42, 2.85, -0.17], [-1.34, -1.06, -0.17], [-1.34, -1.81, -0.17], [-1.34, -1.81,
      -0.17]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_eq %y0, %e0 : tensor<4x3xf64>
  return
}

func.func @reverse() {
  %x0 = weir.constant dense<[[1.48, -2.91, 2.8, -0.27, -1.92], [2.46, -0.48, 1.11, 1.5, -1.83], [2.9, 0.38, -2.66,
      0.22, -2.89]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64, reverse} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-2.91, -2.91, -1.92, -1.92, -1.92], [-1.83, -1.83, -1.83, -1.83, -1.83], [-2.89, -2.89,
      -2.89, -2.89, -2.89]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @middle() {
  %x0 = weir.constant dense<[[[2.88, 1.0, -0.72], [1.8, 1.76, 1.2], [-1.59, -2.44, 2.14], [2.33, -0.93, -0.68]],
      [[-0.58, -1.34, 2.63], [0.19, 1.26, 0.63], [-2.46, -2.57, -2.11], [-0.02, 0.77, 2.97]]]>
      : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %e0 = weir.constant dense<[[[2.88, 1.0, -0.72], [1.8, 1.0, -0.72], [-1.59, -2.44, -0.72], [-1.59, -2.44, -0.72]],
      [[-0.58, -1.34, 2.63], [-0.58, -1.34, 0.63], [-2.46, -2.57, -2.11], [-2.46, -2.57, -2.11]]]>
      : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  check.expect_eq %y0, %e0 : tensor<2x4x3xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[2.4, 1.43, -0.7, -0.93, 1.18, -0.93, 1.59, 1.37, -2.28, 1.82, -2.44, -1.09, 2.85, 0.91,
      2.14, 2.56, -1.41, 1.77, -0.77]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64} : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[2.4, 1.43, -0.7, -0.93, -0.93, -0.93, -0.93, -0.93, -2.28, -2.28, -2.44, -2.44, -2.44,
      -2.44, -2.44, -2.44, -2.44, -2.44, -2.44]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[-2.61, -2.36, -2.23, 0.79], [0.85, 2.08, -1.23, 1.58]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-2.61, -2.61, -2.61, -2.61], [0.85, 0.85, -1.23, -1.23]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-1.4, -1.12, 0.93, -0.64], [2.99, -1.1, -1.58, 2.28]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64, reverse} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %e0 = weir.constant dense<[[-1.4, -1.12, -0.64, -0.64], [-1.58, -1.58, -1.58, 2.28]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  check.expect_eq %y0, %e0 : tensor<2x4xf16>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-2, 5, 6, -1, -7], [-6, -3, -8, 0, -9], [-8, 2, -3, 8, 4]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.cumulative_min %x0 {dim = 1 : i64} : (tensor<3x5xi64>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[-2, -2, -2, -2, -7], [-6, -6, -8, -8, -9], [-8, -8, -8, -8, -8]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @i32() {
  %x0 = weir.constant dense<[[-4, 4, 2, -7, 1], [-4, -8, -5, -6, 3], [-2, -7, -1, 8, 4]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64, reverse} : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %e0 = weir.constant dense<[[-4, -8, -5, -7, 1], [-4, -8, -5, -6, 3], [-2, -7, -1, 8, 4]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  check.expect_eq %y0, %e0 : tensor<3x5xi32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.17]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.17]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y0, %e0 : tensor<0x3xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[1.0, 0x7F800000, 0xFF800000, 2.0, 0x7FC00000, 3.0, 0x7F800000]> : tensor<7xf32>
      -> tensor<7xf32>
  %y0 = weir.cumulative_min %x0 {dim = 0 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[1.0, 1.0, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y0, %e0 : tensor<7xf32>
  return
}
