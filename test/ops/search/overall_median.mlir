// RUN: %op_runs
// The median of all elements, of an even number of them the lower one.

func.func @even_f32() {
  %input = weir.constant dense<[[-0.43, 0.06, 2.51], [-2.45, -0.86, 0.59]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.overall_median %input : (tensor<2x3xf32>) -> tensor<f32>
  %e = weir.constant dense<-0.43> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<
      [[1.61, -1.6, 2.18, 1.85, 2.35], [-0.57, -2.3, 0.66, 2.6, -1.74], [0.3, 0.69, 1.65, -2.09, -2.52], [-1.36, -0.28,
      -2.82, -2.38, -1.86], [-0.4, 1.65, 2.33, -2.93, 2.98], [-0.7, -0.14, 0.9, 0.39, 0.75], [0.72, 2.56, 1.65, -0.79,
      -1.42]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.overall_median %input : (tensor<7x5xf32>) -> tensor<f32>
  %e = weir.constant dense<0.3> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @vector_f32() {
  %input = weir.constant dense<
      [-1.03, 2.92, -1.22, -1.98, 2.44, -0.57, -2.93, -0.81, -1.04, 0.77, -1.45, 2.82, -2.42, 0.96, 1.85, -0.62, -2.87,
      -2.73, -2.18]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.overall_median %input : (tensor<19xf32>) -> tensor<f32>
  %e = weir.constant dense<-1.03> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @cube_f64() {
  %input = weir.constant dense<
      [[[-2.92, 2.82], [1.94, 1.61], [1.63, -2.23]], [[-0.85, 1.5], [0.51, -0.48], [1.02, -0.09]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.overall_median %input : (tensor<2x3x2xf64>) -> tensor<f64>
  %e = weir.constant dense<0.51> : tensor<f64> -> tensor<f64>
  check.expect_eq %y, %e : tensor<f64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[1.94, 1.72, -2.66, -0.08, 2.7, 2.77]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.overall_median %input : (tensor<6xf16>) -> tensor<f16>
  %e = weir.constant dense<1.72> : tensor<f16> -> tensor<f16>
  check.expect_eq %y, %e : tensor<f16>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[2.67, -1.92, 1.87, -2.53, 0.66]> : tensor<5xbf16> -> tensor<5xbf16>
  %y = weir.overall_median %input : (tensor<5xbf16>) -> tensor<bf16>
  %e = weir.constant dense<0.66> : tensor<bf16> -> tensor<bf16>
  check.expect_eq %y, %e : tensor<bf16>
  return
}

func.func @i64() {
  %input = weir.constant dense<
      [[-8, -1, -8, -1], [-4, -3, 9, -5], [-1, -7, 7, -7]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.overall_median %input : (tensor<3x4xi64>) -> tensor<i64>
  %e = weir.constant dense<-4> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %e : tensor<i64>
  return
}

func.func @large_i64() {
  %input = weir.constant dense<
      [9007199254740993, 9007199254740992, -3, 9007199254740995]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.overall_median %input : (tensor<4xi64>) -> tensor<i64>
  %e = weir.constant dense<9007199254740992> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %e : tensor<i64>
  return
}

func.func @i32() {
  %input = weir.constant dense<[-4, 0, -6, -5, -5]> : tensor<5xi32> -> tensor<5xi32>
  %y = weir.overall_median %input : (tensor<5xi32>) -> tensor<i32>
  %e = weir.constant dense<-5> : tensor<i32> -> tensor<i32>
  check.expect_eq %y, %e : tensor<i32>
  return
}

func.func @equal() {
  %input = weir.constant dense<[2.0, 1.0, 2.0, 2.0, 3.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.overall_median %input : (tensor<6xf32>) -> tensor<f32>
  %e = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @infinities() {
  %input = weir.constant dense<[0x7F800000, 0xFF800000, 1.0, 0x7F800000]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.overall_median %input : (tensor<4xf32>) -> tensor<f32>
  %e = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @nan() {
  %input = weir.constant dense<[[4.0, 0x7FC00000, 1.0], [0x7FC00000, 3.0, 2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.overall_median %input : (tensor<2x3xf32>) -> tensor<f32>
  %e = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @nan_ignored() {
  %input = weir.constant dense<[[4.0, 0x7FC00000, 1.0], [0x7FC00000, 3.0, 2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.overall_median %input {ignore_nan} : (tensor<2x3xf32>) -> tensor<f32>
  %e = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @numbers_ignored() {
  %input = weir.constant dense<
      [[1.7, -2.47, -0.51], [1.94, -1.29, -1.29], [-2.44, -0.09, -0.58]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %y = weir.overall_median %input {ignore_nan} : (tensor<3x3xf64>) -> tensor<f64>
  %e = weir.constant dense<-0.58> : tensor<f64> -> tensor<f64>
  check.expect_eq %y, %e : tensor<f64>
  return
}

func.func @nothing_but_nan() {
  %input = weir.constant dense<[0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.overall_median %input {ignore_nan} : (tensor<2xf64>) -> tensor<f64>
  %e = weir.constant dense<0x7FF8000000000000> : tensor<f64> -> tensor<f64>
  check.expect_eq %y, %e : tensor<f64>
  return
}

func.func @i64_ignored() {
  %input = weir.constant dense<[1, 1, 4, 3]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.overall_median %input {ignore_nan} : (tensor<4xi64>) -> tensor<i64>
  %e = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %e : tensor<i64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.overall_median %input : (tensor<1x1xf32>) -> tensor<f32>
  %e = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<-2.5> : tensor<f64> -> tensor<f64>
  %y = weir.overall_median %input : (tensor<f64>) -> tensor<f64>
  %e = weir.constant dense<-2.5> : tensor<f64> -> tensor<f64>
  check.expect_eq %y, %e : tensor<f64>
  return
}
