// RUN: %op_runs
// The minimum and the maximum over some dimensions; NaN if there is one.

func.func @rows_f32() {
  %input = weir.constant dense<[[-2.05, 0.22, -2.38], [1.84, -2.88, 0.69]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %e0 = weir.constant dense<[-2.38, -2.88]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y#0, %e0 : tensor<2xf32>
  %e1 = weir.constant dense<[0.22, 1.84]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y#1, %e1 : tensor<2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.05, 1.58, -0.38, -2.48, -1.78, 1.06, 2.12], [-0.7, -2.06, 2.63, -2.25, -0.42, 0.82, 1.11], [-1.32, -0.75, 2.7,
      0.42, -1.5, -2.31, -2.05]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<3x7xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %e0 = weir.constant dense<[-2.48, -2.25, -2.31]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y#0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[2.12, 2.63, 2.7]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y#1, %e1 : tensor<3xf32>
  return
}

func.func @columns_kept() {
  %input = weir.constant dense<
      [[-2.44, -1.52, 0.71, -0.29], [2.78, -0.7, 1.7, 0.35], [-1.97, -0.05, 1.25, 0.67]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %y:2 = weir.aminmax %input {dims = array<i64: 0>, keepdim} : (tensor<3x4xf64>) -> (tensor<1x4xf64>, tensor<1x4xf64>)
  %e0 = weir.constant dense<[[-2.44, -1.52, 0.71, -0.29]]> : tensor<1x4xf64> -> tensor<1x4xf64>
  check.expect_eq %y#0, %e0 : tensor<1x4xf64>
  %e1 = weir.constant dense<[[2.78, -0.05, 1.7, 0.67]]> : tensor<1x4xf64> -> tensor<1x4xf64>
  check.expect_eq %y#1, %e1 : tensor<1x4xf64>
  return
}

func.func @outer_and_inner_kept() {
  %input = weir.constant dense<
      [[[2.38, 2.39], [2.32, -1.84], [0.09, 2.25]], [[-0.88, -1.29], [1.84, -0.36], [1.07, 1.46]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 2, 0>, keepdim} : (tensor<2x3x2xf32>)
      -> (tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %e0 = weir.constant dense<[[[-1.29], [-1.84], [0.09]]]> : tensor<1x3x1xf32> -> tensor<1x3x1xf32>
  check.expect_eq %y#0, %e0 : tensor<1x3x1xf32>
  %e1 = weir.constant dense<[[[2.39], [2.32], [2.25]]]> : tensor<1x3x1xf32> -> tensor<1x3x1xf32>
  check.expect_eq %y#1, %e1 : tensor<1x3x1xf32>
  return
}

func.func @all() {
  %input = weir.constant dense<[[-2.83, -2.61, -1.37], [-1.6, 0.05, 1.05]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y:2 = weir.aminmax %input {dims = array<i64: 0, 1>} : (tensor<2x3xf64>) -> (tensor<f64>, tensor<f64>)
  %e0 = weir.constant dense<-2.83> : tensor<f64> -> tensor<f64>
  check.expect_eq %y#0, %e0 : tensor<f64>
  %e1 = weir.constant dense<1.05> : tensor<f64> -> tensor<f64>
  check.expect_eq %y#1, %e1 : tensor<f64>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[-2.38, -0.02, -1.07, -2.13, -0.24], [-0.29, 1.17, -0.18, -1.96, -0.55]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<2x5xf16>) -> (tensor<2xf16>, tensor<2xf16>)
  %e0 = weir.constant dense<[-2.38, -1.96]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y#0, %e0 : tensor<2xf16>
  %e1 = weir.constant dense<[-0.02, 1.17]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y#1, %e1 : tensor<2xf16>
  return
}

func.func @i64() {
  %input = weir.constant dense<
      [[68, -42, -82, -70, 32], [13, -3, -68, 67, 33], [-82, 34, -56, -22, -47]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<3x5xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  %e0 = weir.constant dense<[-82, -68, -82]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y#0, %e0 : tensor<3xi64>
  %e1 = weir.constant dense<[68, 67, 34]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y#1, %e1 : tensor<3xi64>
  return
}

// These are no doubles.
func.func @i64_ends() {
  %input = weir.constant dense<
      [[-9223372036854775808, 9223372036854775807, 0], [9007199254740993, 9007199254740992, -1]]>
      : tensor<2x3xi64> -> tensor<2x3xi64>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %e0 = weir.constant dense<[-9223372036854775808, -1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y#0, %e0 : tensor<2xi64>
  %e1 = weir.constant dense<[9223372036854775807, 9007199254740993]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y#1, %e1 : tensor<2xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[true, false, true], [true, true, true], [false, false, false]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi1>)
  %e0 = weir.constant dense<[false, true, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y#0, %e0 : tensor<3xi1>
  %e1 = weir.constant dense<[true, true, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y#1, %e1 : tensor<3xi1>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7F800000, 0xFF800000, 3.0], [0xFF800000,
      0xFF800000, 0xFF800000], [-3.0, 0x7F800000, 5.0]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<5x3xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  %e0 = weir.constant dense<[0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000, -3.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y#0, %e0 : tensor<5xf32>
  %e1 = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y#1, %e1 : tensor<5xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.22]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %e0 = weir.constant dense<[1.22]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %y#0, %e0 : tensor<1xf32>
  %e1 = weir.constant dense<[1.22]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %y#1, %e1 : tensor<1xf32>
  return
}

func.func @no_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y:2 = weir.aminmax %input {dims = array<i64: 1>} : (tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xf32>)
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y#0, %e0 : tensor<0xf32>
  %e1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y#1, %e1 : tensor<0xf32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<-2.13> : tensor<f32> -> tensor<f32>
  %y:2 = weir.aminmax %input {dims = array<i64>} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %e0 = weir.constant dense<-2.13> : tensor<f32> -> tensor<f32>
  check.expect_eq %y#0, %e0 : tensor<f32>
  %e1 = weir.constant dense<-2.13> : tensor<f32> -> tensor<f32>
  check.expect_eq %y#1, %e1 : tensor<f32>
  return
}
