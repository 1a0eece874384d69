// RUN: %op_runs
// target * (log(target) - input) for logarithms `input`. A difference of logarithms is good to the last place of the
// larger.

func.func @mean_f32() {
  %input = weir.constant dense<[[-1.9, -0.39, -1.11], [-2.39, -0.17, -0.54]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.8, 0.09, 0.42], [0.71, 0.19, 0.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.44761634> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-0.72, -2.1], [-2.43, -0.99], [-2.06, -2.06]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.72, 0.36], [0.39, 0.93], [0.78, 0.22]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.606142764392675> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[-1.66, -2.46, -1.74], [-0.69, -2.07, -0.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.91, 0.64, 0.88], [0.49, 0.52, 0.69]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<5.1807427> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[-0.24, -2.11, -0.23], [-1.06, -2.74, -0.52]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.11, 0.82, 0.69], [0.15, 0.59, 0.84]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.21640024, 1.5674701, -0.09733394], [-0.125568, 1.3052967, 0.2903431]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-0.56, -2.54], [-0.52, -1.23], [-1.82, -1.51]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.7, 0.4], [0.28, 0.36], [0.83, 0.12]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[0.14232753924288732, 0.649483707250338], [-0.21083038922760847, 0.07500555088848669], [1.3559464501010603,
      -0.07323162434401093]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @batchmean_f32() {
  %input = weir.constant dense<[[-0.44, -0.79, -2.94], [-2.52, -0.71, -0.2]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.19, 0.35, 0.21], [0.86, 0.11, 0.29]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "batchmean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.7692979> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-2.97, -2.84, -2.37, -1.66, -2.93, -1.94, -2.04, -1.24, -1.26, -1.35, -1.67, -2.85, -2.38, -2.86, -1.31, -2.87,
      -1.13, -1.02, -1.09]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.35, 0.65, 0.62, 0.25, 0.22, 0.83, 0.71, 0.93, 0.16, 0.3, 0.76, 0.41, 0.15, 0.94, 0.44, 0.7, 0.53, 0.1, 0.44]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.75173336> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [-2.28, -1.94, -1.24, -1.43, -0.96, -2.41, -1.2, -2.81, -0.14, -2.47, -2.44, -2.57, -2.47, -0.14, -1.36, -1.85,
      -0.46, -2.06, -2.33]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.13, 0.72, 0.15, 0.64, 0.19, 0.09, 0.13, 0.66, 0.93, 0.93, 0.22, 0.38, 0.79, 0.29, 0.66, 0.95, 0.45, 0.88,
      0.48]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.031171283, 1.1602771, -0.09856799, 0.6295762, -0.13313894, 0.00018490653, -0.1092287, 1.5803598, 0.062709264,
      2.2296093, 0.20369191, 0.608918, 1.7650795, -0.31838357, 0.62335986, 1.7087713, -0.15232846, 1.7003065,
      0.76609474]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @log_target_f32() {
  %input = weir.constant dense<[[-0.55, -2.28, -0.77], [-0.78, -1.37, -1.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-0.61, -0.74, -0.74], [-0.79, -2.28, -1.68]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "none", log_target}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.032601055, 0.7347554, 0.0143134035], [-0.0045384704, -0.09307863, -0.020501118]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @log_target_batchmean() {
  %input = weir.constant dense<[[-2.02, -2.93], [-2.4, -2.58], [-2.77, -0.66]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-0.64, -0.79], [-1.13, -0.34], [-1.7, -1.62]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "batchmean", log_target}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.2363325951147706> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 2.0e-15 : f64} : tensor<f64>
  return
}

func.func @log_target_sum() {
  %input = weir.constant dense<[[-1.08, -1.35], [-1.68, -2.14], [-1.97, -2.89]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %target = weir.constant dense<[[-0.21, -0.13], [-0.88, -2.83], [-2.91, -2.2]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum", log_target}
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.0928392> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// 0 times the logarithm of 0 is 0.
func.func @zeros() {
  %input = weir.constant dense<[-1.5, -80.0, 0.0, -2.0]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.0, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// A negative number has no logarithm.
func.func @negative_target() {
  %input = weir.constant dense<[-1.0, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %target = weir.constant dense<[-0.5, 0.5]> : tensor<2xf32> -> tensor<2xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7FC00000, 0.6534264]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}

func.func @batchmean_vector() {
  %input = weir.constant dense<[-2.76, -2.5, -1.88, -0.73, -0.39]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[0.93, 0.41, 0.5, 0.94, 0.87]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.kl_div %input, %target {reduction = "batchmean"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.9196719> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-1.61, -2.66, -0.73], [-0.48, -1.24, -2.39]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.85, 0.27, 0.77], [0.19, 0.17, 0.86]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0.594> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-1.24, -1.73, -0.3], [-0.67, -0.13, -0.42]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.7, 0.49, 0.75], [0.09, 0.16, 0.81]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[0.6187, 0.4983, 0.00928], [-0.1565, -0.2725, 0.1696]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[-0.23, -1.95], [-1.13, -1.28]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.24, 0.26], [0.64, 0.09]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.051377434> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-0.48> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.07> : tensor<f32> -> tensor<f32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.15254821> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-1.29]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.23]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<-0.04132547311355657> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 1.0e-15 : f64, rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, -1.0, 0xFF800000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 0.5, 0.5]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000, -0.3465736]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {atol = 5.0e-07 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
