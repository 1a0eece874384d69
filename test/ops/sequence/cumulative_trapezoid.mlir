// RUN: %known_size_runs
// Integrals by the trapezoid rule up to each element but the first.

func.func @rows_f32() {
  %y0 = weir.constant dense<
      [[3.2, 1.71, 2.26, 3.71, 1.03], [2.81, 1.69, 2.15, 2.07, 1.41]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xf32>)
      -> tensor<2x4xf32>
  %e = weir.constant dense<[[2.455, 4.44, 7.425, 9.795], [2.25, 4.17, 6.28, 8.02]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %e : tensor<2x4xf32>
  return
}

func.func @odd() {
  %y0 = weir.constant dense<
      [[3.79, 1.95, 2.75, 3.78, 2.61, 0.68, 1.75], [3.78, 3.59, 2.35, 3.04, 1.68, 3.1, 1.72], [1.25, 3.72, 1.51, 1.89,
      1.75, 2.58, 1.01], [1.68, 1.95, 3.89, 2.92, 3.51, 3.61, 1.68], [1.51, 3.21, 1.21, 0.57, 0.57, 3.11, 2.88]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<5x7xf32>)
      -> tensor<5x6xf32>
  %e = weir.constant dense<
      [[2.87, 5.2200003, 8.485, 11.68, 13.325, 14.54], [3.685, 6.6549997, 9.349999, 11.71, 14.099999, 16.51],
      [2.4850001, 5.1, 6.8, 8.62, 10.785, 12.58], [1.815, 4.735, 8.14, 11.3550005, 14.915, 17.56], [2.3600001, 4.57,
      5.46, 6.03, 7.87, 10.865]]> : tensor<5x6xf32> -> tensor<5x6xf32>
  check.expect_close %y, %e : tensor<5x6xf32>
  return
}

func.func @columns_f64() {
  %y0 = weir.constant dense<
      [[0.95, 3.11, 2.74], [1.32, 3.54, 1.6], [3.1, 1.69, 2.07], [1.3, 1.81, 1.94]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y = weir.cumulative_trapezoid %y0 {dx = 0.1 : f64, dim = 0 : i64, present = array<i64>} : (tensor<4x3xf64>)
      -> tensor<3x3xf64>
  %e = weir.constant dense<
      [[0.1135, 0.3325, 0.21700000000000003], [0.3345, 0.594, 0.4005], [0.5545, 0.769, 0.601]]>
      : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_close %y, %e : tensor<3x3xf64>
  return
}

func.func @spaced_f32() {
  %y0 = weir.constant dense<
      [[3.73, 3.41, 1.32, 2.53, 0.79], [2.28, 1.61, 3.06, 1.25, 1.47]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %x0 = weir.constant dense<
      [[-2.27, -1.92, 0.24, 0.73, 2.42], [-2.19, 1.57, 1.65, 2.89, 2.96]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64: 0>} : (tensor<2x5xf32>,
      tensor<2x5xf32>) -> tensor<2x4xf32>
  %e = weir.constant dense<
      [[1.2495002, 6.3579, 7.3011503, 10.10655], [7.3132, 7.5, 10.1722, 10.2674]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %e : tensor<2x4xf32>
  return
}

func.func @odd_spaced() {
  %y0 = weir.constant dense<
      [0.61, 2.71, 0.92, 1.46, 0.95, 0.88, 0.57, 1.99, 1.19, 1.38, 0.8, 0.62, 2.37, 2.12, 2.12, 0.79, 3.54, 0.87, 1.68]>
      : tensor<19xf32> -> tensor<19xf32>
  %x0 = weir.constant dense<
      [-2.94, -2.79, -2.75, -2.65, -2.19, -1.94, -1.43, -1.25, -1.14, -1.08, -0.94, -0.05, 0.04, 0.8, 0.84, 0.92, 1.29,
      1.78, 2.29]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<19xf32>,
      tensor<19xf32>) -> tensor<18xf32>
  %e = weir.constant dense<
      [0.24900016, 0.32160008, 0.44059998, 0.99490005, 1.22365, 1.5934001, 1.8238001, 1.9987, 2.0758, 2.2284, 2.8603,
      2.9948502, 4.70105, 4.78585, 4.90225, 5.7033, 6.78375, 7.434]> : tensor<18xf32> -> tensor<18xf32>
  check.expect_close %y, %e : tensor<18xf32>
  return
}

func.func @integers() {
  %y0 = weir.constant dense<[[-1, -3, 8, -5, 1], [9, 5, 3, -7, 7]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xi64>)
      -> tensor<2x4xf32>
  %e = weir.constant dense<[[-2.0, 0.5, 2.0, 0.0], [7.0, 11.0, 9.0, 9.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %e : tensor<2x4xf32>
  return
}

func.func @integers_by_f64() {
  %y0 = weir.constant dense<[-8, 9, 1, 6]> : tensor<4xi32> -> tensor<4xi32>
  %x0 = weir.constant dense<[-0.75, -0.25, -1.75, -1.75]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xi32>,
      tensor<4xf64>) -> tensor<3xf64>
  %e = weir.constant dense<[0.25, -7.25, -7.25]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %e : tensor<3xf64>
  return
}

// It is computed in f64.
func.func @f32_by_f64() {
  %y0 = weir.constant dense<[2.25, 2.25, 2.25, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %x0 = weir.constant dense<[-1.6, -0.71, 1.31, 2.71]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf32>,
      tensor<4xf64>) -> tensor<3xf64>
  %e = weir.constant dense<[2.0025000000000004, 6.5475, 9.5225]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %e : tensor<3xf64>
  return
}

func.func @f32_by_integers() {
  %y0 = weir.constant dense<[2.25, 0.75, 2.25, 0.5]> : tensor<4xf32> -> tensor<4xf32>
  %x0 = weir.constant dense<[5, -9, -5, -6]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf32>,
      tensor<4xi64>) -> tensor<3xf32>
  %e = weir.constant dense<[-21.0, -15.0, -16.375]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %e : tensor<3xf32>
  return
}

func.func @f16_by_f32() {
  %y0 = weir.constant dense<[-1.5, -1.5, 1.75, -0.25]> : tensor<4xf16> -> tensor<4xf16>
  %x0 = weir.constant dense<[1.0, -0.5, -1.5, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.cumulative_trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf16>,
      tensor<4xf32>) -> tensor<3xf32>
  %e = weir.constant dense<[2.25, 2.125, 4.75]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %e : tensor<3xf32>
  return
}

func.func @f16() {
  %y0 = weir.constant dense<
      [[3.56, 1.95, 3.71, 0.72, 2.03], [1.22, 0.9, 3.47, 1.24, 0.8]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xf16>)
      -> tensor<2x4xf16>
  %e = weir.constant dense<[[2.756, 5.586, 7.8, 9.18], [1.06, 3.246, 5.6, 6.62]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  check.expect_close %y, %e : tensor<2x4xf16>
  return
}

func.func @special() {
  %y0 = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 0x7F800000, 0xFF800000], [1.0, -0.0, 2.0]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<4x3xf32>)
      -> tensor<4x2xf32>
  %e = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7F800000], [0x7F800000, 0x7FC00000], [0.5, 1.5]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_close %y, %e : tensor<4x2xf32>
  return
}

func.func @size_one() {
  %y0 = weir.constant dense<[[2.7], [3.01], [0.81]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<3x1xf32>)
      -> tensor<3x0xf32>
  %e = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  check.expect_close %y, %e : tensor<3x0xf32>
  return
}

func.func @no_lines() {
  %y0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.cumulative_trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<0x3xf32>)
      -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}
