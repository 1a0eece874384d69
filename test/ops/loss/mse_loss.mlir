// RUN: %op_runs
// (input - target)^2.

func.func @mean_f32() {
  %input = weir.constant dense<[[-1.32, -0.23, -2.27], [0.14, -0.54, -2.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-2.41, 2.92, 1.16], [-0.31, 0.84, -1.38]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<4.39975> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-1.19, -2.56], [-2.68, 1.84], [1.88, -2.97]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-1.02, -2.47], [-0.19, 0.71], [0.31, -2.2]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.7619666666666667> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[1.21, 0.68, -0.2], [-1.22, 2.51, -2.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-2.13, -0.73, -1.44], [0.7, 1.17, 1.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.mse_loss %input, %target {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<34.0017> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[1.64, -1.95, 1.48], [-1.52, 0.22, -1.67]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[1.87, -2.35, -0.41], [0.8, 1.18, -2.43]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.mse_loss %input, %target {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.05290001, 0.15999989, 3.5721002], [5.3824, 0.9215999, 0.5776002]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[2.9, -1.26], [-0.32, -1.18], [-2.76, -1.53]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-1.04, 0.45], [-2.58, 2.58], [-1.81, 0.18]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.mse_loss %input, %target {reduction = "none"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[15.5236, 2.9241], [5.107600000000001, 14.1376], [0.9024999999999995, 2.9241]]>
      : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-0.86, -0.84, 2.47, 2.34, 0.66, -1.32, -2.07, -0.21, -1.98, -0.02, -2.58, -2.9, 0.19, -0.65, 2.98, -0.75, 0.2,
      -0.66, 1.64]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [-0.73, -1.46, -0.26, 1.82, 0.13, 1.07, 0.61, -1.59, -0.11, -0.67, 1.78, -1.39, 1.88, -0.85, -1.01, 2.52, 2.22,
      0.24, 1.95]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<4.363637> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [2.2, 1.62, 0.52, 1.43, -2.67, -1.04, 0.13, -2.26, -1.75, -1.92, -1.56, -0.77, -1.26, 2.55, -2.85, 0.39, 0.79,
      1.14, -1.1]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [2.92, 0.61, 1.22, -2.62, -0.7, -1.55, 2.28, -0.85, -1.59, 2.07, -1.9, -0.63, 2.48, -2.85, -2.07, -0.01, -0.28,
      2.84, 2.36]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.mse_loss %input, %target {reduction = "none"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.5184, 1.0201, 0.49000007, 16.402498, 3.8809004, 0.26009998, 4.6225, 1.9880999, 0.02559999, 15.920099,
      0.11560002, 0.019599997, 13.9876, 29.159998, 0.6083999, 0.15999998, 1.1449001, 2.8899999, 11.9716]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

// A square is beyond f16, the mean isn't.
func.func @beyond_f16() {
  %input = weir.constant dense<[300.0, -200.0, 1.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %target = weir.constant dense<[1.0, 0.0, 1.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %expected = weir.constant dense<32350.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %loss, %expected : tensor<f16>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[0.89, -2.81, -1.89], [0.34, -0.42, 2.8]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[-0.23, 2.7, -1.88], [2.11, 0.86, 2.17]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<6.12> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[1.24, 0.74, -1.9], [-2.46, -2.63, -2.12]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[-1.63, -1.56, -1.71], [-0.31, 0.9, 2.21]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.mse_loss %input, %target {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[8.234, 5.29, 0.03625], [4.625, 12.47, 18.75]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[2.42, -1.93], [2.78, 0.88]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[-1.16, 1.61], [-1.45, 1.05]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<10.81528> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.23> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.3> : tensor<f32> -> tensor<f32>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.3409002> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-2.47]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[2.45]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.mse_loss %input, %target {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<24.206400000000002> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.mse_loss %input, %target {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.mse_loss %input, %target {reduction = "mean"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 1.0e+30]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 1.0, 1.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.mse_loss %input, %target {reduction = "none"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}
