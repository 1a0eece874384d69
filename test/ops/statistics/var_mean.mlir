// RUN: %op_runs
// The variance over some dimensions, and the mean.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.89, -0.2, 2.83], [0.33, -0.53, 2.19]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x3xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[2.4054332, 1.9329333]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[1.5066667, 0.66333336]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.85, 3.6, 3.22, 1.21, 2.44, -0.81, 3.34], [1.07, 0.58, 2.88, -0.61, 1.7, -0.03, 2.53], [1.31, -0.12, 1.74,
      -0.28, 2.48, 1.98, 0.21]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x7xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[2.6461809, 1.6700667, 1.2161286]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[1.9785714, 1.16, 1.0457143]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[2.33, 0.86, 0.09, -0.14, -0.43], [3.17, 1.28, 0.48, 3.93, 2.35], [3.49, 2.05, 2.55, 3.26, 0.58]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf64>)
      -> (tensor<3xf64>, tensor<3xf64>)
  %e0 = weir.constant dense<[1.22807, 1.9380700000000002, 1.34603]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y#0, %e0 : tensor<3xf64>
  %e1 = weir.constant dense<[0.542, 2.242, 2.386]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y#1, %e1 : tensor<3xf64>
  return
}

func.func @columns_kept() {
  %input = weir.constant dense<[[-0.98, 3.97], [0.16, 0.63], [1.61, 3.31]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 0>, keepdim, correction = 1.0 : f64} : (tensor<3x2xf32>)
      -> (tensor<1x2xf32>, tensor<1x2xf32>)
  %e0 = weir.constant dense<[[1.6850333, 3.1289334]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y#0, %e0 : tensor<1x2xf32>
  %e1 = weir.constant dense<[[0.26333332, 2.6366668]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y#1, %e1 : tensor<1x2xf32>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[1.75, 2.24], [2.41, 1.52], [-0.97, 2.01]], [[0.06, 0.21], [-0.18, 3.26], [1.86, 0.42]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 2, 0>, correction = 1.0 : f64} : (tensor<2x3x2xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[1.1969666, 2.1644917, 1.9538001]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[1.065, 1.7525, 0.83]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @all() {
  %input = weir.constant dense<[[3.07, 3.89, 2.61], [3.53, 3.45, -0.21]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y:2 = weir.var_mean %input {dims = array<i64: 0, 1>, correction = 1.0 : f64} : (tensor<2x3xf64>)
      -> (tensor<f64>, tensor<f64>)
  %e0 = weir.constant dense<2.2554666666666665> : tensor<f64> -> tensor<f64>
  check.expect_close %y#0, %e0 : tensor<f64>
  %e1 = weir.constant dense<2.723333333333333> : tensor<f64> -> tensor<f64>
  check.expect_close %y#1, %e1 : tensor<f64>
  return
}

func.func @uncorrected() {
  %input = weir.constant dense<
      [[0.8, 1.16, 0.55, 3.97, -0.86], [2.14, 2.33, 1.91, 0.44, 3.66]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<2x5xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[2.494344, 1.0559441]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[1.124, 2.096]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @fraction() {
  %input = weir.constant dense<
      [[2.7, -0.41, 0.18, 1.9, 1.33], [2.24, -0.71, 3.45, 3.54, 3.18]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.5 : f64} : (tensor<2x5xf64>)
      -> (tensor<2xf64>, tensor<2xf64>)
  %e0 = weir.constant dense<[1.8204, 3.625771428571429]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y#0, %e0 : tensor<2xf64>
  %e1 = weir.constant dense<[1.1400000000000001, 2.3400000000000003]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y#1, %e1 : tensor<2xf64>
  return
}

// Nothing is left to divide by: infinity, or NaN where all are equal.
func.func @too_few() {
  %input = weir.constant dense<[[1.0, 2.0, 6.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 4.0 : f64} : (tensor<2x3xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[3.0, 5.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[1.82, -0.84, 1.61, -0.16, 1.22], [0.06, -0.97, 0.65, -0.05, 0.44]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xf16>)
      -> (tensor<2xf16>, tensor<2xf16>)
  %e0 = weir.constant dense<[1.365, 0.39]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y#0, %e0 : tensor<2xf16>
  %e1 = weir.constant dense<[0.73, 0.02592]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y#1, %e1 : tensor<2xf16>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 0x7F800000, 1.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x3xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.21]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x1xf32>)
      -> (tensor<1xf32>, tensor<1xf32>)
  %e0 = weir.constant dense<[0x7FC00000]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y#0, %e0 : tensor<1xf32>
  %e1 = weir.constant dense<[-0.21]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y#1, %e1 : tensor<1xf32>
  return
}

func.func @no_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y:2 = weir.var_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<0x3xf32>)
      -> (tensor<0xf32>, tensor<0xf32>)
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y#0, %e0 : tensor<0xf32>
  %e1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y#1, %e1 : tensor<0xf32>
  return
}
