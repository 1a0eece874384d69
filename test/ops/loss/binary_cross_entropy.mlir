// RUN: %op_runs
// -(target * log(input) + (1 - target) * log(1 - input)), where logarithms are at least -100.

func.func @mean_f32() {
  %input = weir.constant dense<[[0.93, 0.43, 0.51], [0.47, 0.2, 0.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.32, 0.63, 0.92], [0.79, 0.56, 0.41]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.98547894> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %input = weir.constant dense<[[0.06, 0.8], [0.75, 0.29], [0.64, 0.93]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.45, 0.81], [0.77, 0.11], [0.07, 0.36]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.9128964763214099> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %input = weir.constant dense<[[0.11, 0.75, 0.27], [0.14, 0.41, 0.24]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.09, 0.62, 0.28], [0.06, 0.07, 0.06]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum"}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<2.7595086> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %input = weir.constant dense<[[0.9, 0.25], [0.4, 0.91], [0.34, 0.38]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.21, 0.86], [0.27, 0.17], [0.24, 0.72]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum"}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>
  %expected = weir.constant dense<7.113802025418752> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[[0.09, 0.87, 0.35], [0.87, 0.67, 0.78]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %target = weir.constant dense<[[0.35, 0.77, 0.32], [0.87, 0.85, 0.47]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.9040829, 0.5764826, 0.62887543], [0.3863867, 0.5067053, 0.9192645]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %input = weir.constant dense<[[0.22, 0.53], [0.41, 0.09], [0.92, 0.41]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %target = weir.constant dense<[[0.77, 0.72], [0.83, 0.13], [0.58, 0.84]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[1.2230244667635821, 0.6685186797517473], [0.8297240051595436, 0.3950832202647233], [1.1091673637941173,
      0.8333636589315577]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0.13, 0.25, 0.2, 0.74, 0.75, 0.23, 0.1, 0.84, 0.15, 0.86, 0.08, 0.95, 0.57, 0.56, 0.64, 0.23, 0.28, 0.94, 0.7]>
      : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.89, 0.91, 0.82, 0.8, 0.79, 0.65, 0.88, 0.71, 0.78, 0.25, 0.41, 0.52, 0.55, 0.31, 0.24, 0.54, 0.32, 0.12, 0.15]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.1709813> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @odd_none() {
  %input = weir.constant dense<
      [0.17, 0.51, 0.15, 0.73, 0.86, 0.5, 0.69, 0.14, 0.32, 0.32, 0.73, 0.15, 0.67, 0.08, 0.25, 0.63, 0.73, 0.25, 0.73]>
      : tensor<19xf32> -> tensor<19xf32>
  %target = weir.constant dense<
      [0.25, 0.46, 0.45, 0.4, 0.67, 0.54, 0.83, 0.24, 0.28, 0.61, 0.33, 0.9, 0.65, 0.34, 0.51, 0.44, 0.38, 0.68, 0.37]>
      : tensor<19xf32> -> tensor<19xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.5827364, 0.6949474, 0.94308937, 0.9114843, 0.7498686, 0.6931472, 0.50708395, 0.5864925, 0.5967186, 0.8454633,
      0.9811079, 1.7236598, 0.6483424, 0.9137796, 0.8479743, 0.7600769, 0.93137676, 1.0347384, 0.941323]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

// At 0 and 1.
func.func @ends_f32() {
  %input = weir.constant dense<[0.0, 0.0, 1.0, 1.0, 0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %target = weir.constant dense<[0.0, 1.0, 0.0, 1.0, 0.25, 0.5]> : tensor<6xf32> -> tensor<6xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0.0, 100.0, 100.0, -0.0, 25.0, 50.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<6xf32>
  return
}

func.func @ends_f64() {
  %input = weir.constant dense<[0.0, 0.0, 1.0, 1.0, 0.0, 1.0]> : tensor<6xf64> -> tensor<6xf64>
  %target = weir.constant dense<[0.0, 1.0, 0.0, 1.0, 0.25, 0.5]> : tensor<6xf64> -> tensor<6xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %expected = weir.constant dense<[0.0, 100.0, 100.0, -0.0, 25.0, 50.0]> : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<6xf64>
  return
}

func.func @ends_f16() {
  %input = weir.constant dense<[0.0, 1.0, 0.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %target = weir.constant dense<[0.0, 1.0, 1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"} : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %expected = weir.constant dense<50.0> : tensor<f16> -> tensor<f16>
  check.expect_close %loss, %expected : tensor<f16>
  return
}

// The logarithm of 1e-44 is below -100.
func.func @near_ends() {
  %input = weir.constant dense<[1.0e-30, 1.0e-44, 1.0e-09, 0.99999994]> : tensor<4xf32> -> tensor<4xf32>
  %target = weir.constant dense<[1.0, 1.0, 0.0, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[69.07755, 100.0, 1.0e-09, 16.635532]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[0.18, 0.47, 0.83], [0.53, 0.21, 0.48]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %target = weir.constant dense<[[0.52, 0.85, 0.79], [0.66, 0.24, 0.31]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %expected = weir.constant dense<0.69> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %loss, %expected : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[0.32, 0.38, 0.15], [0.34, 0.27, 0.21]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %target = weir.constant dense<[[0.9, 0.08, 0.14], [0.93, 0.77, 0.82]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[1.063, 0.517, 0.4053], [1.032, 1.08, 1.322]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %loss, %expected : tensor<2x3xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %input = weir.constant dense<[[0.83, 0.73], [0.38, 0.27]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %target = weir.constant dense<[[0.3, 0.56], [0.07, 0.73]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.9004449> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected : tensor<f32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.07> : tensor<f32> -> tensor<f32>
  %target = weir.constant dense<0.44> : tensor<f32> -> tensor<f32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<1.210714> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.64]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %target = weir.constant dense<[[0.89]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum"}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %expected = weir.constant dense<0.5095771585678113> : tensor<f64> -> tensor<f64>
  check.expect_close %loss, %expected {rtol = 5.0e-15 : f64} : tensor<f64>
  return
}

func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "sum"}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

// The mean of nothing is NaN.
func.func @empty_mean() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %target = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "mean"}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 0.5]> : tensor<2xf32> -> tensor<2xf32>
  %target = weir.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %loss = weir.binary_cross_entropy %input, %target {reduction = "none"}
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %loss, %expected {rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}
