// RUN: %op_runs
// alpha times slices of source added at positions, negative ones from the end.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[2.68, 0.82, 2.58], [1.04, 1.2, 1.23], [1.66, 0.5, 1.71], [2.65, 0.99, 0.56]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %index = weir.constant dense<[2, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<
      [[1.5, 2.2, 2.53], [1.51, 1.85, 2.91], [1.56, 1.01, 1.65]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<4x3xf32>, tensor<3xi64>,
      tensor<3x3xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[4.19, 2.67, 5.49], [1.04, 1.2, 1.23], [4.72, 3.71, 5.89], [2.65, 0.99, 0.56]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[2.72, 1.24, 0.73, 1.59, 2.63], [0.98, 1.4, 1.79, 0.9, 1.5], [1.12, 0.71, 1.96, 1.18, 2.57], [1.2, 1.4, 1.83,
      1.32, 1.49], [1.03, 2.73, 0.68, 1.1, 0.6], [0.76, 2.89, 0.54, 2.37, 2.48], [0.64, 2.6, 2.37, 0.55, 1.17]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  %index = weir.constant dense<[6, -1, 0, -7]> : tensor<4xi64> -> tensor<4xi64>
  %source = weir.constant dense<
      [[2.32, 0.52, 1.79, 0.79, 2.36], [1.99, 0.54, 0.64, 2.04, 1.7], [1.04, 2.61, 2.94, 2.32, 1.37], [2.27, 1.88, 0.87,
      2.84, 2.95]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<7x5xf32>, tensor<4xi64>,
      tensor<4x5xf32>) -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[6.0299997, 5.73, 4.54, 6.75, 6.9500003], [0.98, 1.4, 1.79, 0.9, 1.5], [1.12, 0.71, 1.96, 1.18, 2.57], [1.2, 1.4,
      1.83, 1.32, 1.49], [1.03, 2.73, 0.68, 1.1, 0.6], [0.76, 2.89, 0.54, 2.37, 2.48], [4.95, 3.6599998, 4.7999997,
      3.38, 5.23]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_close %y, %e : tensor<7x5xf32>
  return
}

func.func @columns_f64() {
  %input = weir.constant dense<
      [[0.55, 1.51, 1.76, 2.21, 1.57], [1.3, 2.27, 0.81, 1.88, 2.92], [1.74, 1.74, 1.82, 2.78, 0.87]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %index = weir.constant dense<[-1, 1, 1, 4]> : tensor<4xi64> -> tensor<4xi64>
  %source = weir.constant dense<
      [[2.77, 1.99, 1.33, 2.47], [1.84, 1.03, 2.08, 2.16], [2.64, 2.58, 1.93, 1.65]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %y = weir.index_add %input, %index, %source {dim = 1 : i64, alpha = 1.0 : f64} : (tensor<3x5xf64>, tensor<4xi64>,
      tensor<3x4xf64>) -> tensor<3x5xf64>
  %e = weir.constant dense<
      [[0.55, 4.83, 1.76, 2.21, 6.8100000000000005], [1.3, 5.38, 0.81, 1.88, 6.92], [1.74, 6.25, 1.82, 2.78, 5.16]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %e : tensor<3x5xf64>
  return
}

func.func @middle_f32() {
  %input = weir.constant dense<
      [[[0.55, 1.78], [1.53, 2.61], [1.6, 2.3]], [[0.61, 1.77], [1.52, 1.65], [0.58, 1.9]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %index = weir.constant dense<[2, -3]> : tensor<2xi64> -> tensor<2xi64>
  %source = weir.constant dense<
      [[[1.01, 2.97], [2.46, 2.08]], [[2.2, 0.54], [2.49, 1.04]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %y = weir.index_add %input, %index, %source {dim = 1 : i64, alpha = 1.0 : f64} : (tensor<2x3x2xf32>, tensor<2xi64>,
      tensor<2x2x2xf32>) -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[3.01, 3.86], [1.53, 2.61], [2.6100001, 5.27]], [[3.1, 2.81], [1.52, 1.65], [2.78, 2.44]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %e : tensor<2x3x2xf32>
  return
}

func.func @negative_f64() {
  %input = weir.constant dense<
      [0.25, 1.75, 1.5, 0.5, -2.0, -2.0, -1.25, 1.0, 0.0, -0.75, -2.0, 0.25, -0.25, 0.75, 2.0, 2.0, 1.0, 2.0, 0.75]>
      : tensor<19xf64> -> tensor<19xf64>
  %index = weir.constant dense<[0, 18, -1, 7, 7]> : tensor<5xi64> -> tensor<5xi64>
  %source = weir.constant dense<[1.0, -1.5, 1.75, 1.75, 0.5]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = -1.25 : f64} : (tensor<19xf64>, tensor<5xi64>,
      tensor<5xf64>) -> tensor<19xf64>
  %e = weir.constant dense<
      [-1.0, 1.75, 1.5, 0.5, -2.0, -2.0, -1.25, -1.8125, 0.0, -0.75, -2.0, 0.25, -0.25, 0.75, 2.0, 2.0, 1.0, 2.0,
      0.4375]> : tensor<19xf64> -> tensor<19xf64>
  check.expect_close %y, %e : tensor<19xf64>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[5, 4], [3, 2], [-4, -5]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %index = weir.constant dense<[1, 1, -3]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<[[-5, -3], [-2, 3], [-5, -3]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<3x2xi64>, tensor<3xi64>,
      tensor<3x2xi64>) -> tensor<3x2xi64>
  %e = weir.constant dense<[[0, 1], [-4, 2], [-4, -5]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %e : tensor<3x2xi64>
  return
}

func.func @i64_twice() {
  %input = weir.constant dense<[4, -5, -5, 2, 5]> : tensor<5xi64> -> tensor<5xi64>
  %index = weir.constant dense<[1, -1, 1]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<[5, -3, 5]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 2.0 : f64} : (tensor<5xi64>, tensor<3xi64>,
      tensor<3xi64>) -> tensor<5xi64>
  %e = weir.constant dense<[4, 15, -5, 2, -1]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %e : tensor<5xi64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[-1.5, -1.5], [-1.75, 0.25], [-0.75, 1.5]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %index = weir.constant dense<[0, 0, -1]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<[[0.75, 1.5], [-1.5, 0.0], [1.0, -1.25]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<3x2xf16>, tensor<3xi64>,
      tensor<3x2xf16>) -> tensor<3x2xf16>
  %e = weir.constant dense<[[-2.25, 0.0], [-1.75, 0.25], [0.25, 0.25]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_close %y, %e : tensor<3x2xf16>
  return
}

func.func @special() {
  %input = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000, 2.0, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %index = weir.constant dense<[0, 1, 2, 3]> : tensor<4xi64> -> tensor<4xi64>
  %source = weir.constant dense<[0x7FC00000, 1.0, 0xFF800000, 0x7F800000]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<5xf32>, tensor<4xi64>,
      tensor<4xf32>) -> tensor<5xf32>
  %e = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %e : tensor<5xf32>
  return
}

func.func @nowhere() {
  %input = weir.constant dense<[[1.3, -1.4, -2.21], [1.74, -1.14, -2.74]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %source = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<2x3xf32>, tensor<0xi64>,
      tensor<0x3xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[1.3, -1.4, -2.21], [1.74, -1.14, -2.74]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %index = weir.constant dense<[-1]> : tensor<1xi64> -> tensor<1xi64>
  %source = weir.constant dense<[[2.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.index_add %input, %index, %source {dim = 1 : i64, alpha = 1.0 : f64} : (tensor<1x1xf32>, tensor<1xi64>,
      tensor<1x1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[3.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %index = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  %source = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %y = weir.index_add %input, %index, %source {dim = 0 : i64, alpha = 1.0 : f64} : (tensor<2x0xf32>, tensor<3xi64>,
      tensor<3x0xf32>) -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}
