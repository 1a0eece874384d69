// RUN: %op_runs
// the first elements of a source where a mask is true

func.func @f32() {
  %x0 = weir.constant dense<[[2.92, -0.41, 1.83, 2.47, 0.1], [-0.5, -0.01, -2.23, -2.57, 2.67], [0.91, -2.49, 0.54,
      -1.51, 2.04]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[false, false, false, false, true], [true, false, false, false, false], [false, true,
      false, true, true]]> : tensor<3x5xi1> -> tensor<3x5xi1>
  %x2 = weir.constant dense<[-0.85, -2.9, 0.99, 2.97, 1.42, 2.77, -2.39, -1.25, 1.65, -0.23, -1.93, -0.94, -1.29,
      1.22, 1.64]> : tensor<15xf32> -> tensor<15xf32>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<3x5xf32>, tensor<3x5xi1>, tensor<15xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[2.92, -0.41, 1.83, 2.47, -0.85], [-2.9, -0.01, -2.23, -2.57, 2.67], [0.91, 0.99, 0.54,
      2.97, 1.42]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @f64() {
  %x0 = weir.constant dense<[[-0.97, 1.85, -2.17], [-2.73, -1.59, 1.71]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[true, true, false], [false, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %x2 = weir.constant dense<[2.3, -1.36, 2.76, -0.13, 1.12, 1.01, -0.33, 2.05, 2.38]> : tensor<9xf64> -> tensor<9xf64>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<2x3xf64>, tensor<2x3xi1>, tensor<9xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[2.3, -1.36, -2.17], [-2.73, 2.76, -0.13]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y0, %e0 : tensor<2x3xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[-0.63, -0.34, 1.88, 1.21, 0.06, 2.45, 0.51, 2.18, -2.61, -2.52, 2.16, 1.41, -1.45,
      -2.28, -2.57, -1.08, 2.31, -1.85, -1.51]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[true, false, true, false, true, false, true, false, true, false, false, false, true,
      true, false, true, true, false, false]> : tensor<19xi1> -> tensor<19xi1>
  %x2 = weir.constant dense<[1.99, -1.89, -1.56, 1.48, 2.14, 2.65, -2.73, -1.02, 0.66, -1.01, 1.45, -1.65, 0.63,
      -2.03, -2.1, 1.79, 0.77, 0.41, -0.74, 1.04, 2.71, -0.75, -2.72]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<19xf32>, tensor<19xi1>, tensor<23xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.99, -0.34, -1.89, 1.21, -1.56, 2.45, 1.48, 2.18, 2.14, -2.52, 2.16, 1.41, 2.65, -2.73,
      -2.57, -1.02, 0.66, -1.85, -1.51]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[-3, 4, 4, -7]> : tensor<4xi64> -> tensor<4xi64>
  %x1 = weir.constant dense<[true, false, false, false]> : tensor<4xi1> -> tensor<4xi1>
  %x2 = weir.constant dense<[-3, 8, 0, -9]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<4xi64>, tensor<4xi1>, tensor<4xi64>) -> tensor<4xi64>
  %e0 = weir.constant dense<[-3, 4, 4, -7]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[2.25, 0.89, -2.48, 0.72]> : tensor<4xbf16> -> tensor<4xbf16>
  %x1 = weir.constant dense<[false, true, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %x2 = weir.constant dense<[1.6, -0.04, 1.26, -0.19, -2.38]> : tensor<5xbf16> -> tensor<5xbf16>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<4xbf16>, tensor<4xi1>, tensor<5xbf16>) -> tensor<4xbf16>
  %e0 = weir.constant dense<[2.25, 1.6, -0.04, 1.26]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq %y0, %e0 : tensor<4xbf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.92]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %x2 = weir.constant dense<[-0.59]> : tensor<1xf32> -> tensor<1xf32>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<1x1xf32>, tensor<1x1xi1>, tensor<1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[-0.59]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  return
}

func.func @none() {
  %x0 = weir.constant dense<[-2.02, -0.29, -2.93]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<[false, false, false]> : tensor<3xi1> -> tensor<3xi1>
  %x2 = weir.constant dense<[1.0]> : tensor<1xf32> -> tensor<1xf32>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<3xf32>, tensor<3xi1>, tensor<1xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[-2.02, -0.29, -2.93]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %x1 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  %x2 = weir.constant dense<[1.0]> : tensor<1xf32> -> tensor<1xf32>
  %y0 = weir.masked_scatter %x0, %x1, %x2 : (tensor<0x2xf32>, tensor<0x2xi1>, tensor<1xf32>) -> tensor<0x2xf32>
  %e0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y0, %e0 : tensor<0x2xf32>
  return
}
