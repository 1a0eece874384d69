// RUN: %op_runs
// Elements at positions along a dimension, negative ones from its end.

func.func @rows_f32() {
  %input = weir.constant dense<[[2.53, -0.58, -2.04], [-2.39, -0.94, 1.85]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index = weir.constant dense<[[-2, -2, 0, -2], [-2, -2, -1, -2]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  %e = weir.constant dense<
      [[-0.58, -0.58, 2.53, -0.58], [-0.94, -0.94, 1.85, -0.94]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %e : tensor<2x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.16, 0.35, 2.45, -2.34, 1.24, -2.76, 2.45], [-0.42, 1.61, 2.02, 2.46, -1.22, -0.41, -2.17], [-0.16, -2.34,
      -0.79, -2.36, 2.7, 0.06, 1.81], [-1.21, 1.72, 0.11, 2.93, 2.54, -2.36, 1.85], [-2.22, 2.12, 2.45, 0.69, 0.29,
      2.46, 0.99]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %index = weir.constant dense<
      [[-4, -6, -5], [3, -1, 6], [-4, -7, 1], [6, 6, 4], [4, 2, 5]]> : tensor<5x3xi64> -> tensor<5x3xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<5x7xf32>, tensor<5x3xi64>) -> tensor<5x3xf32>
  %e = weir.constant dense<
      [[-2.34, 0.35, 2.45], [2.46, -2.17, -2.17], [-2.36, -0.16, -2.34], [1.85, 1.85, 2.54], [0.29, 2.45, 2.46]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %e : tensor<5x3xf32>
  return
}

func.func @columns_f32() {
  %input = weir.constant dense<
      [[-1.97, 2.34, 0.21], [-1.73, 2.89, -1.49], [-1.59, 2.88, -0.76], [0.43, -0.07, -2.19]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %index = weir.constant dense<[[2, 2, -3], [-1, 1, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.take_along_dim %input, %index {dim = 0 : i64} : (tensor<4x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[-1.59, 2.88, -1.49], [0.43, 2.89, 0.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @vector_f64() {
  %input = weir.constant dense<
      [0.05, -2.44, -0.4, -1.01, -0.92, -0.55, 2.28, -2.47, 2.1, -0.21, 1.29, 1.52, 0.78, -2.7, -2.72, -1.34, 1.41,
      -0.31, -1.2]> : tensor<19xf64> -> tensor<19xf64>
  %index = weir.constant dense<[-5, 4, -11, -7, 13, -1, -5]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.take_along_dim %input, %index {dim = 0 : i64} : (tensor<19xf64>, tensor<7xi64>) -> tensor<7xf64>
  %e = weir.constant dense<[-2.72, -0.92, 2.1, 0.78, -2.7, -1.2, -2.72]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %e : tensor<7xf64>
  return
}

func.func @middle_f64() {
  %input = weir.constant dense<
      [[[2.48, 1.99], [0.97, -1.45], [2.25, 2.13]], [[0.48, 1.47], [1.61, -2.0], [0.23, 1.08]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %index = weir.constant dense<[[[-3, 1], [-2, -3]], [[-3, -1], [-1, -3]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x3x2xf64>, tensor<2x2x2xi64>) -> tensor<2x2x2xf64>
  %e = weir.constant dense<
      [[[2.48, -1.45], [0.97, 1.99]], [[0.48, 1.08], [0.23, 1.47]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  check.expect_eq %y, %e : tensor<2x2x2xf64>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[-5, -2, 4, 1], [1, -4, -2, -4], [-4, 1, -2, -4]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %index = weir.constant dense<[[3, -1, -1, -4], [-2, -1, 1, 1], [-2, -1, 2, -3]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  %e = weir.constant dense<[[1, 1, 1, -5], [-2, -4, -4, -4], [-2, -4, -2, 1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %y, %e : tensor<3x4xi64>
  return
}

func.func @i32() {
  %input = weir.constant dense<[[-1, 0], [1, -1], [-2, -5]]> : tensor<3x2xi32> -> tensor<3x2xi32>
  %index = weir.constant dense<[[1, 1]]> : tensor<1x2xi64> -> tensor<1x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 0 : i64} : (tensor<3x2xi32>, tensor<1x2xi64>) -> tensor<1x2xi32>
  %e = weir.constant dense<[[1, -1]]> : tensor<1x2xi32> -> tensor<1x2xi32>
  check.expect_eq %y, %e : tensor<1x2xi32>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[1.51, -1.28, -2.76, -0.07, -1.17], [-1.51, 1.76, -0.29, -2.14, -0.04]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %index = weir.constant dense<[[-2, -5], [3, -3]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x5xf16>, tensor<2x2xi64>) -> tensor<2x2xf16>
  %e = weir.constant dense<[[-0.07, 1.51], [-2.14, -0.29]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %e : tensor<2x2xf16>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[-0.83, -2.3, 1.08, 1.25, 2.73]> : tensor<5xbf16> -> tensor<5xbf16>
  %index = weir.constant dense<[-2, 3, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.take_along_dim %input, %index {dim = 0 : i64} : (tensor<5xbf16>, tensor<3xi64>) -> tensor<3xbf16>
  %e = weir.constant dense<[1.25, 1.25, 2.73]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @bools() {
  %input = weir.constant dense<[[false, false, false], [false, true, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %index = weir.constant dense<[[0, -1], [2, -3]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x3xi1>, tensor<2x2xi64>) -> tensor<2x2xi1>
  %e = weir.constant dense<[[false, false], [true, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  check.expect_eq %y, %e : tensor<2x2xi1>
  return
}

func.func @ends() {
  %input = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %index = weir.constant dense<[0, 2, -1, -3]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.take_along_dim %input, %index {dim = 0 : i64} : (tensor<3xf32>, tensor<4xi64>) -> tensor<4xf32>
  %e = weir.constant dense<[1.0, 3.0, 3.0, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %e : tensor<4xf32>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, -0.0], [0x7F800000, 2.0, 0xFF800000]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index = weir.constant dense<[[0, -1], [-1, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[0x7FC00000, -0.0], [0xFF800000, 0x7F800000]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %e : tensor<2x2xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[[-1]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xi64>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %e : tensor<1x1xf32>
  return
}

func.func @nothing_taken() {
  %input = weir.constant dense<[[1.02, 0.72, -0.84], [-1.16, -1.02, -1.3]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x0xi64>) -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq %y, %e : tensor<2x0xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %index = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %y = weir.take_along_dim %input, %index {dim = 1 : i64} : (tensor<0x3xf32>, tensor<0x2xi64>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %e : tensor<0x2xf32>
  return
}
