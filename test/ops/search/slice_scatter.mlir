// RUN: %op_runs
// A tensor with another in place of the elements at starts, steps apart.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[-0.58, -0.7, 0.18], [1.35, 2.85, 2.16], [-2.76, -0.03, -0.2], [1.6, 1.34, 1.47]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %src = weir.constant dense<[[-1.21, -1.11, 1.19], [-2.77, -1.85, 1.76]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<4x3xf32>,
      tensor<2x3xf32>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[-0.58, -0.7, 0.18], [-1.21, -1.11, 1.19], [-2.77, -1.85, 1.76], [1.6, 1.34, 1.47]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %e : tensor<4x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-2.34, 1.66, 1.38, 2.23, 1.2], [0.53, -0.38, -1.62, -1.02, -1.53], [-0.59, -2.51, 1.11, 0.12, -2.16], [0.45,
      -1.87, -1.91, 1.34, 1.38], [-2.0, 1.31, 0.44, 1.04, -2.43], [1.97, 1.83, 0.06, -2.13, -2.41], [-1.93, 2.94, 1.75,
      -1.92, 0.76]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %src = weir.constant dense<
      [[-0.33, 2.78, -1.76, -2.5, -1.08], [0.68, -0.59, -2.16, 2.44, -1.56], [-2.43, -2.61, -2.23, -0.67, 2.41]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<7x5xf32>,
      tensor<3x5xf32>) -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[-2.34, 1.66, 1.38, 2.23, 1.2], [-0.33, 2.78, -1.76, -2.5, -1.08], [0.68, -0.59, -2.16, 2.44, -1.56], [-2.43,
      -2.61, -2.23, -0.67, 2.41], [-2.0, 1.31, 0.44, 1.04, -2.43], [1.97, 1.83, 0.06, -2.13, -2.41], [-1.93, 2.94, 1.75,
      -1.92, 0.76]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_eq %y, %e : tensor<7x5xf32>
  return
}

func.func @every_second_f32() {
  %input = weir.constant dense<
      [-2.63, -0.47, -1.66, 1.18, -1.93, -0.83, 0.8, -1.41, -1.84, -0.57, 1.17, 2.45, -0.23, -0.98, -1.32, 1.93, -1.41,
      -1.34, -2.79]> : tensor<19xf32> -> tensor<19xf32>
  %src = weir.constant dense<[-2.4, 2.41, -0.95, 0.14, 1.16, -2.88, 2.11, -1.34]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 2>, steps = array<i64: 2>} : (tensor<19xf32>, tensor<8xf32>)
      -> tensor<19xf32>
  %e = weir.constant dense<
      [-2.63, -0.47, -2.4, 1.18, 2.41, -0.83, -0.95, -1.41, 0.14, -0.57, 1.16, 2.45, -2.88, -0.98, 2.11, 1.93, -1.34,
      -1.34, -2.79]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %e : tensor<19xf32>
  return
}

func.func @columns_f64() {
  %input = weir.constant dense<
      [[-2.88, -0.02, 2.42, -2.74, 1.66, -1.59, -2.86], [1.63, -1.58, 1.73, -0.2, 1.93, 1.66, -0.75], [2.05, 1.61, 1.65,
      -2.11, 1.59, 0.38, 1.55]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  %src = weir.constant dense<[[-2.45, -1.89], [2.64, -1.86], [-2.41, -2.74]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0, 1>, steps = array<i64: 1, 3>} : (tensor<3x7xf64>,
      tensor<3x2xf64>) -> tensor<3x7xf64>
  %e = weir.constant dense<
      [[-2.88, -2.45, 2.42, -2.74, -1.89, -1.59, -2.86], [1.63, 2.64, 1.73, -0.2, -1.86, 1.66, -0.75], [2.05, -2.41,
      1.65, -2.11, -2.74, 0.38, 1.55]]> : tensor<3x7xf64> -> tensor<3x7xf64>
  check.expect_eq %y, %e : tensor<3x7xf64>
  return
}

func.func @middle_f64() {
  %input = weir.constant dense<
      [[[-1.26, -1.44], [-2.05, 1.93], [2.52, 0.61], [2.88, 2.65]], [[-2.09, 1.55], [2.16, 1.41], [-2.91, 1.61], [1.72,
      0.04]]]> : tensor<2x4x2xf64> -> tensor<2x4x2xf64>
  %src = weir.constant dense<
      [[[2.68, 0.13], [2.49, -1.47]], [[0.98, -0.1], [-0.13, 0.44]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0, 2, 0>, steps = array<i64: 1, 1, 1>} : (tensor<2x4x2xf64>,
      tensor<2x2x2xf64>) -> tensor<2x4x2xf64>
  %e = weir.constant dense<
      [[[-1.26, -1.44], [-2.05, 1.93], [2.68, 0.13], [2.49, -1.47]], [[-2.09, 1.55], [2.16, 1.41], [0.98, -0.1], [-0.13,
      0.44]]]> : tensor<2x4x2xf64> -> tensor<2x4x2xf64>
  check.expect_eq %y, %e : tensor<2x4x2xf64>
  return
}

func.func @nothing() {
  %input = weir.constant dense<[[0.58, -0.53, 1.75], [-1.67, -2.94, -1.36]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %src = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<2x3xf32>,
      tensor<0x3xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[0.58, -0.53, 1.75], [-1.67, -2.94, -1.36]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @i64() {
  %input = weir.constant dense<[5, 4, 3, -1, -5]> : tensor<5xi64> -> tensor<5xi64>
  %src = weir.constant dense<[20, 19]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0>, steps = array<i64: 4>} : (tensor<5xi64>, tensor<2xi64>)
      -> tensor<5xi64>
  %e = weir.constant dense<[20, 4, 3, -1, 19]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %e : tensor<5xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[false, true, true, false, false], [true, true, false, false, false]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  %src = weir.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0, 1>, steps = array<i64: 1, 2>} : (tensor<2x5xi1>,
      tensor<2x2xi1>) -> tensor<2x5xi1>
  %e = weir.constant dense<
      [[false, false, true, true, false], [true, false, false, false, false]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  check.expect_eq %y, %e : tensor<2x5xi1>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[2.82, -0.75, -0.79], [1.2, -0.17, 1.51]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %src = weir.constant dense<[[0.52, -1.65, -0.13]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<2x3xf16>,
      tensor<1x3xf16>) -> tensor<2x3xf16>
  %e = weir.constant dense<[[2.82, -0.75, -0.79], [0.52, -1.65, -0.13]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %e : tensor<2x3xf16>
  return
}

// Nothing of what is replaced stays.
func.func @special() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, -0.0, 2.0, 0x7FC00000]> : tensor<6xf32> -> tensor<6xf32>
  %src = weir.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0>, steps = array<i64: 2>} : (tensor<6xf32>, tensor<3xf32>)
      -> tensor<6xf32>
  %e = weir.constant dense<[1.0, 1.0, -0.0, -0.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %y, %e : tensor<6xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %src = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<1x1xf32>,
      tensor<1x1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %src = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.slice_scatter %input, %src {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : (tensor<0x3xf32>,
      tensor<0x2xf32>) -> tensor<0x3xf32>
  %e = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %e : tensor<0x3xf32>
  return
}
