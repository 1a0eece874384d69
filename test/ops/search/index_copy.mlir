// RUN: %op_runs
// Slices of source put at positions, negative ones from the end; the last one stands.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[2.12, 2.59, -1.95], [0.73, -2.71, -0.96], [-2.08, 0.13, 1.55], [-0.12, 1.73, 2.48]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %index = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<[[-0.3, 2.96, -2.54], [-0.76, -0.23, 2.98]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<4x3xf32>, tensor<2xi64>, tensor<2x3xf32>)
      -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[-0.76, -0.23, 2.98], [0.73, -2.71, -0.96], [-0.3, 2.96, -2.54], [-0.12, 1.73, 2.48]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %e : tensor<4x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.36, -1.74, -1.4, 1.91, 0.31], [1.45, -2.04, -1.93, 0.78, 1.47], [-1.07, -1.86, -0.83, 1.53, 1.4], [0.26,
      -0.86, 2.31, -1.59, -1.53], [-1.25, -1.26, -2.16, -0.41, -2.82], [1.21, -2.24, -2.11, -1.3, -1.77], [2.36, 2.56,
      1.02, 0.98, -2.49]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %index = weir.constant dense<[6, -5, 0]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<
      [[0.03, -2.93, -0.33, -1.78, 2.73], [-0.89, 1.05, 1.09, 1.45, -1.4], [0.9, 0.93, 1.67, -0.05, -2.48]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<7x5xf32>, tensor<3xi64>, tensor<3x5xf32>)
      -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[0.9, 0.93, 1.67, -0.05, -2.48], [1.45, -2.04, -1.93, 0.78, 1.47], [-0.89, 1.05, 1.09, 1.45, -1.4], [0.26, -0.86,
      2.31, -1.59, -1.53], [-1.25, -1.26, -2.16, -0.41, -2.82], [1.21, -2.24, -2.11, -1.3, -1.77], [0.03, -2.93, -0.33,
      -1.78, 2.73]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_eq %y, %e : tensor<7x5xf32>
  return
}

func.func @columns_f64() {
  %input = weir.constant dense<
      [[1.23, -0.44, -1.7, 0.62, -0.57], [-0.38, -1.82, -1.77, -2.11, 0.14], [-1.87, 2.92, 2.74, -2.8, 1.97]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %index = weir.constant dense<[-1, 1]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<[[-0.98, -1.37], [1.17, -0.38], [0.22, 1.59]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %y = weir.index_copy %input, %index, %source {dim = 1 : i64} : (tensor<3x5xf64>, tensor<2xi64>, tensor<3x2xf64>)
      -> tensor<3x5xf64>
  %e = weir.constant dense<
      [[1.23, -1.37, -1.7, 0.62, -0.98], [-0.38, -0.38, -1.77, -2.11, 1.17], [-1.87, 1.59, 2.74, -2.8, 0.22]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_eq %y, %e : tensor<3x5xf64>
  return
}

func.func @middle_f32() {
  %input = weir.constant dense<
      [[[0.24, -1.91], [-0.93, -2.61], [-0.02, -1.55]], [[0.9, 1.05], [-0.61, -0.76], [1.16, -0.55]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %index = weir.constant dense<[2, -3]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<
      [[[-0.41, -1.93], [-1.22, -0.58]], [[1.15, -1.7], [-0.37, -0.3]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %y = weir.index_copy %input, %index, %source {dim = 1 : i64} : (tensor<2x3x2xf32>, tensor<2xi64>, tensor<2x2x2xf32>)
      -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[-1.22, -0.58], [-0.93, -2.61], [-0.41, -1.93]], [[-0.37, -0.3], [-0.61, -0.76], [1.15, -1.7]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %e : tensor<2x3x2xf32>
  return
}

func.func @vector_f64() {
  %input = weir.constant dense<
      [-0.29, -2.87, -0.35, 1.49, -2.29, 0.96, 2.43, -2.56, 0.74, -2.48, -0.87, 2.37, -1.14, -1.98, 0.66, 2.55, 0.75,
      -0.66, 0.21]> : tensor<19xf64> -> tensor<19xf64>
  %index = weir.constant dense<[0, 18, -2, 7]> : tensor<4xi64> -> tensor<4xi64>
  %source = weir.constant dense<[1.43, 1.17, -0.91, -0.5]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<19xf64>, tensor<4xi64>, tensor<4xf64>)
      -> tensor<19xf64>
  %e = weir.constant dense<
      [1.43, -2.87, -0.35, 1.49, -2.29, 0.96, 2.43, -0.5, 0.74, -2.48, -0.87, 2.37, -1.14, -1.98, 0.66, 2.55, 0.75,
      -0.91, 1.17]> : tensor<19xf64> -> tensor<19xf64>
  check.expect_eq %y, %e : tensor<19xf64>
  return
}

func.func @last_stands() {
  %input = weir.constant dense<[[2.97, -2.29], [-0.36, 0.4], [-2.9, -1.74]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index = weir.constant dense<[1, 0, 1, -2]> : tensor<4xi64> -> tensor<4xi64>
  %source = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<3x2xf32>, tensor<4xi64>, tensor<4x2xf32>)
      -> tensor<3x2xf32>
  %e = weir.constant dense<[[3.0, 4.0], [7.0, 8.0], [-2.9, -1.74]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[-5, -2], [3, -3], [-3, 2]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %index = weir.constant dense<[1, -3]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<[[13, 10], [10, 18]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<3x2xi64>, tensor<2xi64>, tensor<2x2xi64>)
      -> tensor<3x2xi64>
  %e = weir.constant dense<[[10, 18], [13, 10], [-3, 2]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %e : tensor<3x2xi64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[0.12, -2.82], [-0.39, -0.46], [-0.72, -0.52]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %index = weir.constant dense<[0, -1]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<[[-1.15, -1.82], [-1.41, -0.24]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<3x2xf16>, tensor<2xi64>, tensor<2x2xf16>)
      -> tensor<3x2xf16>
  %e = weir.constant dense<[[-1.15, -1.82], [-0.39, -0.46], [-1.41, -0.24]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_eq %y, %e : tensor<3x2xf16>
  return
}

func.func @special() {
  %input = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %index = weir.constant dense<[0, 1, 3]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<[0x7FC00000, -0.0, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<4xf32>, tensor<3xi64>, tensor<3xf32>)
      -> tensor<4xf32>
  %e = weir.constant dense<[0x7FC00000, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %e : tensor<4xf32>
  return
}

func.func @nowhere() {
  %input = weir.constant dense<[[-2.21, 0.92, 1.73], [1.45, 0.51, -1.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %source = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<2x3xf32>, tensor<0xi64>, tensor<0x3xf32>)
      -> tensor<2x3xf32>
  %e = weir.constant dense<[[-2.21, 0.92, 1.73], [1.45, 0.51, -1.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[-1]> : tensor<1xi64> -> tensor<1xi64>
  %source = weir.constant dense<[[2.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.index_copy %input, %index, %source {dim = 1 : i64} : (tensor<1x1xf32>, tensor<1xi64>, tensor<1x1xf32>)
      -> tensor<1x1xf32>
  %e = weir.constant dense<[[2.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %index = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  %source = weir.constant dense<> : tensor<1x0xf32> -> tensor<1x0xf32>
  %y = weir.index_copy %input, %index, %source {dim = 0 : i64} : (tensor<2x0xf32>, tensor<1xi64>, tensor<1x0xf32>)
      -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq %y, %e : tensor<2x0xf32>
  return
}
