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

func.func @added_f32() {
  %x0 = weir.constant dense<[[-0.75, 0.0, -2.0], [-2.0, 0.5, -2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[false, true, false], [false, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %x2 = weir.constant dense<[-2.0, -0.75, -0.75, -1.0, 2.0, -0.5, 1.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<7xf32>)
      -> tensor<2x3xf32>
  %e = weir.constant dense<[[-0.75, -2.0, -2.0], [-2.0, -0.25, -2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @added_odd() {
  %x0 = weir.constant dense<
      [[-2.2, 0.28, -1.01, -2.23, 1.19], [-1.82, 0.14, -1.61, 0.67, 0.34], [-0.08, -1.63, 1.66, 1.93, 1.35], [1.95,
      2.92, -2.71, 1.38, -1.87], [0.15, 2.36, 2.57, -0.74, 2.02], [1.01, 2.08, 2.9, -0.85, -0.73], [2.93, -1.61, -2.19,
      -1.21, 1.54]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %x1 = weir.constant dense<
      [[false, false, true, false, false], [false, false, false, true, false], [true, true, false, false, true], [false,
      true, false, true, true], [false, true, false, true, true], [false, false, true, true, false], [true, true, true,
      false, true]]> : tensor<7x5xi1> -> tensor<7x5xi1>
  %x2 = weir.constant dense<
      [-0.03, -1.31, -0.91, 2.06, -2.65, 3.0, -0.76, -0.2, -1.54, 1.22, 2.13, 0.16, -2.04, -0.14, 1.92, 0.45, -0.09,
      2.0, 2.82, -2.58, 1.99, 0.81, -1.43, 0.78, 2.91, 1.45, -1.76, -1.27, -2.19, -0.73, 0.51, -1.81, 1.01, -1.51,
      -1.97]> : tensor<35xf32> -> tensor<35xf32>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<7x5xf32>, tensor<7x5xi1>, tensor<35xf32>)
      -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[-2.2, 0.28, -1.04, -2.23, 1.19], [-1.82, 0.14, -1.61, -0.6399999, 0.34], [-0.99, 0.42999995, 1.66, 1.93,
      -1.3000001], [1.95, 5.92, -2.71, 0.62, -2.07], [0.15, 0.81999993, 2.57, 0.48000002, 4.15], [1.01, 2.08, 3.0600002,
      -2.8899999, -0.73], [2.79, 0.30999994, -1.74, -1.21, 1.4499999]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_close %y, %e : tensor<7x5xf32>
  return
}

func.func @added_f64() {
  %x0 = weir.constant dense<[-0.59, 2.5, -2.16, 2.12, 0.55]> : tensor<5xf64> -> tensor<5xf64>
  %x1 = weir.constant dense<[true, true, true, false, false]> : tensor<5xi1> -> tensor<5xi1>
  %x2 = weir.constant dense<[[0.4, -0.61, -0.38], [2.33, 2.28, -0.66]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<5xf64>, tensor<5xi1>, tensor<2x3xf64>) -> tensor<5xf64>
  %e = weir.constant dense<
      [-0.18999999999999995, 1.8900000000000001, -2.54, 2.12, 0.55]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e : tensor<5xf64>
  return
}

func.func @added_i64() {
  %x0 = weir.constant dense<[0, 5, 4, 0]> : tensor<4xi64> -> tensor<4xi64>
  %x1 = weir.constant dense<[true, false, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %x2 = weir.constant dense<[-2, -1, -3]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<4xi64>, tensor<4xi1>, tensor<3xi64>) -> tensor<4xi64>
  %e = weir.constant dense<[-2, 5, 3, -3]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %e : tensor<4xi64>
  return
}

func.func @added_f16() {
  %x0 = weir.constant dense<[-0.63, -2.53, 2.27, 0.43]> : tensor<4xf16> -> tensor<4xf16>
  %x1 = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  %x2 = weir.constant dense<[2.8, 1.23, 1.38]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<4xf16>, tensor<4xi1>, tensor<3xf16>) -> tensor<4xf16>
  %e = weir.constant dense<[-0.63, 0.2715, 2.27, 1.66]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %e : tensor<4xf16>
  return
}

// What the mask leaves out counts nowhere.
func.func @added_special() {
  %x0 = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %x2 = weir.constant dense<[0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<4xf32>, tensor<4xi1>, tensor<3xf32>) -> tensor<4xf32>
  %e = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %e : tensor<4xf32>
  return
}

func.func @added_nowhere() {
  %x0 = weir.constant dense<[-1.83, -1.08, -0.37]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<[false, false, false]> : tensor<3xi1> -> tensor<3xi1>
  %x2 = weir.constant dense<[2.06]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<3xf32>, tensor<3xi1>, tensor<1xf32>) -> tensor<3xf32>
  %e = weir.constant dense<[-1.83, -1.08, -0.37]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %e : tensor<3xf32>
  return
}

func.func @added_empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %x1 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  %x2 = weir.constant dense<[1.58]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.masked_scatter %x0, %x1, %x2 {accumulate} : (tensor<0x2xf32>, tensor<0x2xi1>, tensor<1xf32>)
      -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}
