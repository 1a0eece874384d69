// RUN: %op_runs
// target * (log(target) - input) for logarithms `input`.

func.func @mean_f32() {
  %input = weir.constant dense<[[-0.44, -0.79, -2.94], [-2.52, -0.71, -0.2]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.19, 0.35, 0.21], [0.86, 0.11, 0.29]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.25643265> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[-2.97, -2.84], [-2.37, -1.66], [-2.93, -1.94]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.35, 0.6], [0.59, 0.56], [0.46, 0.1]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.785967242421113> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[-2.38, -2.86, -1.31], [-2.87, -1.13, -1.02]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.64, 0.35, 0.65], [0.62, 0.25, 0.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<3.7528656> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %input = weir.constant dense<[[-0.47, -0.87], [-0.18, -2.66], [-2.18, -0.72]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.41, 0.15], [0.94, 0.44], [0.7, 0.53]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<1.9147245058068625> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[-2.85, -1.73, -2.28], [-1.94, -1.24, -1.43]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.68, 0.23, 0.61], [0.11, 0.94, 0.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[1.6757494, 0.05987454, 1.0892793], [-0.029400235, 1.1074371, -0.018508114]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[-2.44, -2.57], [-2.47, -0.14], [-1.36, -1.85]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.84, 0.34], [0.26, 0.13], [0.72, 0.15]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[1.9031431547983866, 0.5070047151335438], [0.2919608515286816, -0.24702870770845212], [0.7426770717801341,
      -0.007067997732882188]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @batchmean_f32() {
  %input = weir.constant dense<[[-1.11, -2.56, -2.86], [-2.75, -1.03, -0.16]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.93, 0.22, 0.38], [0.79, 0.29, 0.66]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "batchmean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.8356874> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @batchmean_f64() {
  %input = weir.constant dense<[[-0.11, -1.71], [-0.32, -1.61], [-1.61, -2.65]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.75, 0.83], [0.6, 0.24], [0.85, 0.27]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "batchmean"} : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.8843735032267569> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-0.69, -2.54, -2.63, -0.38, -1.24, -1.73, -0.3, -0.67, -0.13, -0.42, -0.92, -1.59, -0.73, -2.88, -2.64, -0.54,
      -0.23, -1.95, -1.13]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.58, 0.24, 0.26, 0.64, 0.09, 0.83, 0.07, 0.58, 0.23, 0.81, 0.36, 0.5, 0.83, 0.54, 0.42, 0.12, 0.35, 0.57, 0.74]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.28133747> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [-2.26, -0.63, -2.96, -0.27, -1.93, -2.48, -0.39, -1.44, -0.1, -1.91, -2.51, -2.81, -2.63, -2.89, -0.67, -1.97,
      -1.37, -1.74, -1.8]> : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.77, 0.42, 0.75, 0.43, 0.11, 0.39, 0.52, 0.93, 0.22, 0.42, 0.33, 0.25, 0.08, 0.19, 0.69, 0.29, 0.82, 0.39,
      0.49]> : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.538949, -0.09975025, 2.0042384, -0.24680713, -0.030500246, 0.59997267, -0.13724178, 1.2717093, -0.3111081,
      0.43784973, 0.46244135, 0.3559264, 0.008341716, 0.23356108, 0.20626608, 0.21231642, 0.96067023, 0.31137264,
      0.53245854]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @log_target_f32() {
  %input = weir.constant dense<[[-2.43, -0.99, -2.06], [-2.06, -0.85, -2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[-1.91, -0.17, -0.63], [-2.45, -1.66, -2.46]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "none", log_target}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.07700182, 0.6918052, 0.7616063], [-0.033654507, -0.15401256, -0.03930008]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {atol = 1.0e-06 : f64, rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @log_target_batchmean() {
  %input = weir.constant dense<[[-1.74, -0.69], [-2.07, -0.84], [-0.23, -1.11]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[-0.31, -1.59], [-1.47, -0.94], [-0.24, -2.11]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.kl_div %input, %target {reduction = "batchmean", log_target}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.2783614531240255> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {atol = 2.0e-15 : f64, rtol = 2.0e-15 : f64} : tensor<f64>
  return
}

func.func @log_target_sum() {
  %input = weir.constant dense<[[-0.23, -1.06], [-2.74, -0.52], [-2.81, -0.52]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %target = weir.constant dense<[[-0.94, -2.67], [-1.26, -0.46], [-0.56, -2.54]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum", log_target}
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.1947534> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// 0 times the logarithm of 0 is 0.
func.func @zeros() {
  %input = weir.constant dense<[-1.5, -80.0, 0.0, -2.0]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0.0, 0.0, -0.0, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @batchmean_vector() {
  %input = weir.constant dense<[-0.52, -1.23, -1.82, -1.51, -0.91]> : tensor<5xf32> -> tensor<5xf32>
  %target = weir.constant dense<[0.4, 0.28, 0.36, 0.83, 0.12]> : tensor<5xf32> -> tensor<5xf32>
  %loss = weir.kl_div %input, %target {reduction = "batchmean"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.21405473> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-1.43, -2.56, -1.0], [-0.95, -2.3, -0.83]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.05, 0.71, 0.11], [0.94, 0.54, 0.12]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0.492> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-2.63, -1.39, -1.4], [-1.5, -2.58, -0.71]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.54, 0.54, 0.47], [0.45, 0.77, 0.52]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[1.088, 0.4177, 0.3032], [0.3157, 1.785, 0.02916]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[-2.92, -2.06], [-2.27, -1.51]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.77, 0.29], [0.76, 0.28]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.9670599> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-0.18> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.56> : tensor<f32> -> tensor<f32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.22389835> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.31]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.63]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<-0.09578233954583197> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.kl_div %input, %target {reduction = "mean"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, -1.0, 0xFF800000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000, 0.5, 0.5]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.kl_div %input, %target {reduction = "none"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000, -0.3465736]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
