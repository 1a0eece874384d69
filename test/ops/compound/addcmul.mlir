// RUN: %op_runs
// input + value * tensor1 * tensor2, f32 within roundings of the largest term.

func.func @typical_f32() {
  %input = weir.constant dense<[2.29, -2.45, -1.66, -2.0, 1.57, 1.65, -1.81]> : tensor<7xf32> -> tensor<7xf32>
  %tensor1 = weir.constant dense<[-2.67, 2.24, -2.31, 2.42, -2.8, 2.99, 0.47]> : tensor<7xf32> -> tensor<7xf32>
  %tensor2 = weir.constant dense<[0.4, 0.92, -1.77, -1.47, 2.91, 1.36, 2.6]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [1.2219999, -0.3892, 2.4287, -5.5574, -6.578, 5.7164, -0.588]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [2.75, 2.13, 2.03, 1.92, 1.01, 2.52, 1.4, 1.88, -1.68, -0.58, 0.12]> : tensor<11xf32> -> tensor<11xf32>
  %tensor1 = weir.constant dense<
      [0.32, -1.24, -1.73, 0.3, -1.22, -2.51, -2.3, -2.21, 0.1, -2.34, 1.52]> : tensor<11xf32> -> tensor<11xf32>
  %tensor2 = weir.constant dense<
      [2.38, 0.01, 1.28, -2.38, -1.21, -1.17, 1.54, -2.33, 1.15, -2.79, -1.66]> : tensor<11xf32> -> tensor<11xf32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<11xf32>, tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [3.5116, 2.1176002, -0.1844, 1.2059999, 2.4862, 5.4567, -2.142, 7.0292997, -1.5649999, 5.9486, -2.4032]>
      : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<11xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[0.9, 1.54, -1.65, 1.51, -1.65, -0.26, -0.32]> : tensor<7xf64> -> tensor<7xf64>
  %tensor1 = weir.constant dense<[-0.7, 1.13, 0.27, 2.17, -1.74, -1.47, 0.74]> : tensor<7xf64> -> tensor<7xf64>
  %tensor2 = weir.constant dense<[-1.16, 2.7, 1.01, -1.08, 0.08, -0.4, -0.8]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [1.712, 4.591, -1.3773, -0.8336000000000001, -1.7892, 0.328, -0.912]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[1.17, -0.87, -2.12], [-0.19, 2.17, 0.19]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %tensor1 = weir.constant dense<[[-1.92, -0.12, 0.16], [2.34, 1.91, 1.04]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %tensor2 = weir.constant dense<[[-1.7, -1.25, -1.23], [-0.79, -2.34, -1.05]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[4.44, -0.723, -2.33], [-2.05, -2.3, -0.9]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[0.94, 2.58, -2.19], [-1.21, 0.55, 2.89]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %tensor1 = weir.constant dense<[[1.47, -2.64, -2.59], [1.55, 1.21, -2.5]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %tensor2 = weir.constant dense<[[2.03, 1.14, -1.29], [1.44, -1.99, 0.42]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[3.922, -0.4292, 1.151], [1.022, -1.858, 1.841]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @value() {
  %input = weir.constant dense<[1.86, -0.99, 1.8]> : tensor<3xf32> -> tensor<3xf32>
  %tensor1 = weir.constant dense<[-1.23, 2.45, 2.32]> : tensor<3xf32> -> tensor<3xf32>
  %tensor2 = weir.constant dense<[-0.22, -1.88, 0.21]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = -0.3 : f64}
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.77882, 0.39180002, 1.65384]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

func.func @value_f64() {
  %input = weir.constant dense<[-0.58, -2.71, 2.77]> : tensor<3xf64> -> tensor<3xf64>
  %tensor1 = weir.constant dense<[-0.57, 1.81, 1.5]> : tensor<3xf64> -> tensor<3xf64>
  %tensor2 = weir.constant dense<[2.17, -2.48, 0.56]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 0.5 : f64}
      : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[-1.1984499999999998, -4.9544, 3.19]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<3xf64>
  return
}

// The product is beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[-60000.0]> : tensor<1xf16> -> tensor<1xf16>
  %tensor1 = weir.constant dense<[300.0]> : tensor<1xf16> -> tensor<1xf16>
  %tensor2 = weir.constant dense<[300.0]> : tensor<1xf16> -> tensor<1xf16>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[30000.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.15> : tensor<f32> -> tensor<f32>
  %tensor1 = weir.constant dense<1.61> : tensor<f32> -> tensor<f32>
  %tensor2 = weir.constant dense<-2.4> : tensor<f32> -> tensor<f32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-3.7140002> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-1.35]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %tensor1 = weir.constant dense<[[-1.23]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %tensor2 = weir.constant dense<[[-0.71]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.4767000000000001]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %tensor1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %tensor2 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %tensor1 = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %tensor2 = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x0x3xbf16>, tensor<2x0x3xbf16>, tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 1.0, 0x7F800000, 1.0, 3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  %tensor1 = weir.constant dense<[1.0, 0x7FC00000, 1.0, 1.0, 0x7F800000, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %tensor2 = weir.constant dense<[1.0, 1.0, 0x7FC00000, 2.0, 0.0, 1.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<6xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 1.0, 1.0, 0x7C00, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  %tensor1 = weir.constant dense<[1.0, 0x7E00, 1.0, 1.0, 0x7C00]> : tensor<5xf16> -> tensor<5xf16>
  %tensor2 = weir.constant dense<[1.0, 1.0, 0x7E00, 2.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<5xf16>, tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7E00, 0x7C00, 0x7E00]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}

func.func @integers() {
  %input = weir.constant dense<[1, -2, 4611686018427387904, 7, 0]> : tensor<5xi64> -> tensor<5xi64>
  %tensor1 = weir.constant dense<[3, 5, 1, 2305843009213693952, -1]> : tensor<5xi64> -> tensor<5xi64>
  %tensor2 = weir.constant dense<[-4, 6, -1, 2, 9]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<5xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [-11, 28, 4611686018427387903, 4611686018427387911, -9]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

// Integers wrap around.
func.func @integers_value() {
  %input = weir.constant dense<[1, -2, 4611686018427387904, 7, 0]> : tensor<5xi64> -> tensor<5xi64>
  %tensor1 = weir.constant dense<[3, 5, 1, 2305843009213693952, -1]> : tensor<5xi64> -> tensor<5xi64>
  %tensor2 = weir.constant dense<[-4, 6, -1, 2, 9]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.addcmul %input, %tensor1, %tensor2 {value = -3.0 : f64}
      : (tensor<5xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [37, -92, 4611686018427387907, 4611686018427387911, 27]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}
