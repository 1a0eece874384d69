// RUN: %op_runs
// The standard deviation over some dimensions, and the mean.

func.func @rows_f32() {
  %input = weir.constant dense<[[0.78, 2.5, 3.75], [2.44, 2.64, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x3xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[1.4911852, 0.8947253]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[2.3433332, 2.0266666]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[3.47, -0.33, 0.68, 1.02, 2.68, 0.21, -0.6], [-0.59, 0.8, 2.71, -0.0, 2.16, -0.76, 1.74], [1.47, -0.9, 3.4, 2.15,
      0.31, 0.86, 0.83]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x7xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[1.5262529, 1.3757889, 1.3698418]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[1.0185714, 0.8657143, 1.1600001]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[1.32, 3.52, 2.34, 3.03, 2.13], [-0.17, -0.17, 1.62, 2.66, 4.0], [3.71, 3.74, 3.54, -0.08, 2.0]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x5xf64>)
      -> (tensor<3xf64>, tensor<3xf64>)
  %e0 = weir.constant dense<
      [0.8472130782748811, 1.8130830096826787, 1.6549984894252925]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y#0, %e0 : tensor<3xf64>
  %e1 = weir.constant dense<[2.468, 1.588, 2.582]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y#1, %e1 : tensor<3xf64>
  return
}

func.func @columns_kept() {
  %input = weir.constant dense<[[2.78, 3.27], [1.6, 2.42], [-0.25, 2.33]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 0>, keepdim, correction = 1.0 : f64} : (tensor<3x2xf32>)
      -> (tensor<1x2xf32>, tensor<1x2xf32>)
  %e0 = weir.constant dense<[[1.5272961, 0.5186842]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y#0, %e0 : tensor<1x2xf32>
  %e1 = weir.constant dense<[[1.3766667, 2.6733334]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_close %y#1, %e1 : tensor<1x2xf32>
  return
}

func.func @outer_and_inner() {
  %input = weir.constant dense<
      [[[-0.05, 3.04], [1.66, -0.58], [-0.25, 0.27]], [[1.53, 3.12], [-0.67, 3.31], [0.84, 0.97]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 2, 0>, correction = 1.0 : f64} : (tensor<2x3x2xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[1.4974422, 1.9181067, 0.5611521]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[1.91, 0.92999995, 0.4575]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @all() {
  %input = weir.constant dense<[[-0.4, 1.82, 3.68], [0.48, 3.44, 0.67]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y:2 = weir.std_mean %input {dims = array<i64: 0, 1>, correction = 1.0 : f64} : (tensor<2x3xf64>)
      -> (tensor<f64>, tensor<f64>)
  %e0 = weir.constant dense<1.6660342133341681> : tensor<f64> -> tensor<f64>
  check.expect_close %y#0, %e0 : tensor<f64>
  %e1 = weir.constant dense<1.615> : tensor<f64> -> tensor<f64>
  check.expect_close %y#1, %e1 : tensor<f64>
  return
}

func.func @uncorrected() {
  %input = weir.constant dense<
      [[3.6, -0.16, 1.76, 2.14, 3.78], [2.58, 3.43, 0.91, 2.49, 3.29]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 0.0 : f64} : (tensor<2x5xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[1.4297076, 0.8961696]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[2.224, 2.54]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @fraction() {
  %input = weir.constant dense<
      [[3.71, 1.53, -0.68, 2.42, 3.79], [-0.9, -0.88, 3.93, 1.38, -0.01]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.5 : f64} : (tensor<2x5xf64>)
      -> (tensor<2xf64>, tensor<2xf64>)
  %e0 = weir.constant dense<[1.9704473748727362, 2.168325226001461]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y#0, %e0 : tensor<2xf64>
  %e1 = weir.constant dense<[2.154, 0.704]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %y#1, %e1 : tensor<2xf64>
  return
}

// Nothing is left to divide by: infinity, or NaN where all are equal.
func.func @too_few() {
  %input = weir.constant dense<[[1.0, 2.0, 6.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 4.0 : f64} : (tensor<2x3xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[3.0, 5.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y#1, %e1 : tensor<2xf32>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[1.72, 1.22, 1.67, 0.48, 1.59], [0.24, 0.03, 0.06, 3.02, 2.51]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<2x5xf16>)
      -> (tensor<2xf16>, tensor<2xf16>)
  %e0 = weir.constant dense<[0.517, 1.468]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y#0, %e0 : tensor<2xf16>
  %e1 = weir.constant dense<[1.336, 1.172]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y#1, %e1 : tensor<2xf16>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 0x7F800000, 1.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<3x3xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y#1, %e1 : tensor<3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[3.24]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<1x1xf32>)
      -> (tensor<1xf32>, tensor<1xf32>)
  %e0 = weir.constant dense<[0x7FC00000]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y#0, %e0 : tensor<1xf32>
  %e1 = weir.constant dense<[3.24]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y#1, %e1 : tensor<1xf32>
  return
}

func.func @no_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y:2 = weir.std_mean %input {dims = array<i64: 1>, correction = 1.0 : f64} : (tensor<0x3xf32>)
      -> (tensor<0xf32>, tensor<0xf32>)
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y#0, %e0 : tensor<0xf32>
  %e1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y#1, %e1 : tensor<0xf32>
  return
}
