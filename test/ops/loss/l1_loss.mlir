// RUN: %op_runs
// |input - target|.

func.func @mean_f32() {
  %input = weir.constant dense<[[-2.5, 1.53, -1.45], [-1.64, 2.84, -2.03]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[1.69, 0.24, -1.21], [-2.16, 2.68, 0.52]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.4916667> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[2.28, -0.24], [-1.23, 1.21], [1.29, -0.58]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-0.15, -0.1], [2.68, -2.37], [0.81, -0.15]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.8283333333333334> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[1.93, -1.7, 2.65], [1.7, 1.63, 2.23]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-1.78, -1.54, -2.43], [0.77, 2.78, -1.89]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.l1_loss %input, %target {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<15.150001> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[-1.77, -0.02, 2.83], [0.77, 1.44, 0.28]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[1.54, 0.67, 1.67], [-1.29, 2.25, 1.49]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.l1_loss %input, %target {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[3.31, 0.69, 1.16], [2.06, 0.80999994, 1.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-1.2, -1.39], [2.02, -0.44], [-0.01, 2.28]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-0.54, 0.33], [1.2, -0.77], [-1.25, 1.34]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.l1_loss %input, %target {reduction = "none"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[0.6599999999999999, 1.72], [0.8200000000000001, 0.33], [1.24, 0.9399999999999997]]>
      : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [1.15, -0.02, 1.14, 1.05, 0.45, 1.92, 1.56, 1.34, 2.36, -3.0, 1.87, -2.0, -2.56, -2.25, -2.97, -2.43, 2.09, 0.63,
      1.65]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [-0.48, 0.99, 1.18, -1.79, -2.78, -2.39, -0.83, -1.48, 1.8, 2.23, -2.12, 2.66, 2.67, 2.58, -0.4, -0.44, -0.78,
      2.4, -2.71]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.964737> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [-0.47, 2.62, 1.43, 1.87, 2.03, -1.34, 0.49, -1.42, -0.29, -0.71, -2.86, 2.54, -2.93, -1.21, 2.61, 2.98, 1.03,
      -0.49, -0.71]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [-0.7, 0.23, 1.03, -1.88, 0.11, 0.24, -2.05, -2.05, 0.11, -2.67, -0.97, 1.87, -1.59, -0.43, 1.39, 2.82, 2.5,
      -1.65, -1.78]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.l1_loss %input, %target {reduction = "none"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.22999999, 2.3899999, 0.39999998, 3.75, 1.92, 1.58, 2.54, 0.63, 0.39999998, 1.96, 1.8899999, 0.66999996, 1.34,
      0.78000003, 1.2199999, 0.16000009, 1.47, 1.16, 1.0699999]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

// A difference is beyond f16, the mean isn't.
func.func @beyond_f16() {
  %input = weir.constant dense<[60000.0, -60000.0, 1.0]> : tensor<3xf16> -> tensor<3xf16>
  %target = weir.constant dense<[-60000.0, 0.0, 1.0]> : tensor<3xf16> -> tensor<3xf16>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  %expected = weir.constant dense<60000.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %loss, %expected : tensor<f16>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-0.22, 0.01, -2.84], [0.74, 2.3, -2.62]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[-1.25, 1.49, 1.66], [1.8, 2.27, 0.49]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<1.87> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-0.88, 0.18, -1.11], [-1.93, 0.9, 0.86]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[-0.71, 2.68, -2.93], [-1.42, 0.66, 1.49]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.l1_loss %input, %target {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[0.1699, 2.5, 1.819], [0.51, 0.2397, 0.6304]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[2.71, -1.63], [-1.7, -0.46]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[-2.74, -1.61], [-1.23, 1.73]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.0327442> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-2.7> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<1.62> : tensor<f32> -> tensor<f32>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<4.32> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.78]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[-2.74]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.l1_loss %input, %target {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.9600000000000002> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.l1_loss %input, %target {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.l1_loss %input, %target {reduction = "mean"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 3.0e+38]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 1.0, 1.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.l1_loss %input, %target {reduction = "none"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 3.0e+38]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}
