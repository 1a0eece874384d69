// RUN: %op_runs
// how many elements are not 0

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-0.63, 0.0, 0.0, -1.94, 0.0], [0.0, 0.0, 1.83, 0.72, -1.02], [-1.02, -2.12, 0.0, 0.0,
      1.04]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3xi64>
  %e0 = weir.constant dense<[2, 3, 3]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[0.0, 2.11, 0.93], [-1.98, -0.09, -0.57], [-2.28, -2.15, 1.23], [0.97, 0.0, 0.0]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 0>, keepdim} : (tensor<4x3xf64>) -> tensor<1x3xi64>
  %e0 = weir.constant dense<[[3, 3, 3]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %y0, %e0 : tensor<1x3xi64>
  return
}

func.func @all() {
  %x0 = weir.constant dense<[[1.09, -2.42, -1.87, -0.09], [2.57, 2.98, 0.0, 0.0], [-1.93, -0.55, -2.62, -1.29]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<i64>
  %e0 = weir.constant dense<10> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[2.4, 1.97, -1.24, -2.7, 0.99, -0.95, -1.02, 1.29, -0.53, 0.0, 2.17, 0.0, 0.0, -1.04,
      2.86, 0.0, 0.0, -2.17, 1.86], [1.23, 2.62, -2.44, 0.0, 0.0, -1.49, -1.01, -2.24, 0.0, -1.76, -2.64, 2.73, 0.0,
      -0.8, 0.0, 1.94, 1.69, 0.0, -0.15], [0.0, 0.0, 2.04, -2.06, 0.0, 0.93, -1.16, 1.71, 0.81, 0.0, 1.47, 0.0, 0.0,
      0.0, -0.03, 0.0, -1.76, 1.9, 0.0], [0.0, 0.0, -0.31, -1.68, 0.0, 1.48, 0.0, 0.76, -1.72, 1.53, 0.0, -0.23,
      -1.35, 0.0, 0.0, -0.27, 0.36, 1.49, 2.5], [0.0, 1.13, -2.62, -1.38, 1.09, -1.95, 0.0, 1.69, 0.0, 1.94, 0.0,
      0.02, 2.92, -0.96, -1.97, 0.0, 0.52, -0.83, 0.0], [-1.01, -1.88, 0.22, 0.0, 0.77, 0.0, 0.0, 0.0, 1.08, -2.71,
      0.0, 0.0, -0.84, 0.0, 0.64, 0.0, 1.68, 2.07, 0.19], [-1.45, 1.4, -2.01, -2.88, 0.0, 0.0, -0.47, -0.62, 2.79,
      0.0, 1.96, 0.0, -1.91, -2.07, 1.92, 1.57, -2.71, -0.51, 0.0]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<7x19xf32>) -> tensor<7xi64>
  %e0 = weir.constant dense<[14, 13, 10, 12, 13, 11, 14]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y0, %e0 : tensor<7xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[0.06, -2.67, -0.53, -2.69], [2.8, -0.92, -1.51, 0.0]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<2x4xbf16>) -> tensor<2xi64>
  %e0 = weir.constant dense<[4, 3]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y0, %e0 : tensor<2xi64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[1.31, -0.02, 2.98, 0.28], [2.38, -2.74, 0.0, 0.0]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 0>} : (tensor<2x4xf16>) -> tensor<4xi64>
  %e0 = weir.constant dense<[2, 2, 1, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.06]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<i64>
  %e0 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<0x3xf32>) -> tensor<0xi64>
  %e0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y0, %e0 : tensor<0xi64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[0, 3], [0, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<2x2xi64>) -> tensor<2xi64>
  %e0 = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y0, %e0 : tensor<2xi64>
  return
}

func.func @bool() {
  %x0 = weir.constant dense<[[true, true], [false, true]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 1>} : (tensor<2x2xi1>) -> tensor<2xi64>
  %e0 = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y0, %e0 : tensor<2xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0x7FC00000, -0.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.count_nonzero %x0 {dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<i64>
  %e0 = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}
