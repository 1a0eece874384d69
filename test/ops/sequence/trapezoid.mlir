// RUN: %known_size_runs
// Integrals by the trapezoid rule, dx or the differences of x apart.

func.func @rows_f32() {
  %y0 = weir.constant dense<
      [[2.82, 1.51, 2.24, 1.58, 1.71], [1.92, 1.3, 1.92, 3.46, 1.34]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xf32>) -> tensor<2xf32>
  %e = weir.constant dense<[7.5950003, 8.309999]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %e : tensor<2xf32>
  return
}

func.func @odd() {
  %y0 = weir.constant dense<
      [[1.04, 3.49, 3.32, 3.88, 2.99, 1.17, 1.46], [3.05, 3.58, 3.76, 3.31, 3.94, 3.99, 2.35], [3.66, 3.91, 1.56, 1.83,
      2.19, 3.64, 2.32], [2.92, 1.6, 0.84, 2.92, 2.54, 2.16, 0.53], [3.06, 2.68, 2.39, 2.9, 0.8, 2.63, 1.6]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<5x7xf32>) -> tensor<5xf32>
  %e = weir.constant dense<[16.1, 21.28, 16.12, 11.785, 13.7300005]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %e : tensor<5xf32>
  return
}

func.func @columns_f64() {
  %y0 = weir.constant dense<
      [[2.97, 1.17, 3.14], [2.79, 3.72, 1.4], [0.81, 2.02, 3.3], [2.63, 3.07, 2.4]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y = weir.trapezoid %y0 {dx = 0.1 : f64, dim = 0 : i64, present = array<i64>} : (tensor<4x3xf64>) -> tensor<3xf64>
  %e = weir.constant dense<[0.64, 0.786, 0.747]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %e : tensor<3xf64>
  return
}

func.func @spaced_f32() {
  %y0 = weir.constant dense<
      [[3.79, 1.34, 1.65, 3.71, 3.53], [3.03, 2.85, 2.24, 3.36, 1.17]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %x0 = weir.constant dense<
      [[-2.08, -2.06, 1.5, 1.51, 2.92], [-2.71, -1.98, -0.33, 0.81, 2.7]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64: 0>} : (tensor<2x5xf32>,
      tensor<2x5xf32>) -> tensor<2xf32>
  %e = weir.constant dense<[10.5045, 13.8183]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %e : tensor<2xf32>
  return
}

func.func @odd_spaced() {
  %y0 = weir.constant dense<
      [2.01, 2.12, 1.81, 2.25, 0.82, 1.92, 1.74, 3.8, 2.34, 1.57, 2.99, 3.87, 0.55, 1.0, 0.76, 1.44, 3.06, 2.71, 3.86]>
      : tensor<19xf32> -> tensor<19xf32>
  %x0 = weir.constant dense<
      [-2.85, -2.52, -2.33, -2.27, -2.25, -1.77, -1.46, -1.31, -0.78, -0.17, 0.05, 0.42, 0.44, 0.51, 0.85, 1.68, 2.85,
      2.95, 2.99]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<19xf32>,
      tensor<19xf32>) -> tensor<f32>
  %e = weir.constant dense<11.8011> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @integers() {
  %y0 = weir.constant dense<[[6, -4, -8, 8, 1], [-6, 8, 7, 7, 4]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xi64>) -> tensor<2xf32>
  %e = weir.constant dense<[-0.5, 21.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %e : tensor<2xf32>
  return
}

func.func @integers_by_f64() {
  %y0 = weir.constant dense<[1, 7, -7, 2]> : tensor<4xi32> -> tensor<4xi32>
  %x0 = weir.constant dense<[0.5, -1.25, 1.0, 0.25]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xi32>, tensor<4xf64>)
      -> tensor<f64>
  %e = weir.constant dense<-5.125> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}

// It is computed in f64.
func.func @f32_by_f64() {
  %y0 = weir.constant dense<[1.75, 0.0, 0.0, 0.75]> : tensor<4xf32> -> tensor<4xf32>
  %x0 = weir.constant dense<[-0.38, 1.99, 2.3, 2.51]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf32>, tensor<4xf64>)
      -> tensor<f64>
  %e = weir.constant dense<2.1525> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}

func.func @f32_by_integers() {
  %y0 = weir.constant dense<[2.75, 2.0, 4.75, 3.75]> : tensor<4xf32> -> tensor<4xf32>
  %x0 = weir.constant dense<[0, -7, 2, 5]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf32>, tensor<4xi64>)
      -> tensor<f32>
  %e = weir.constant dense<26.5> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @f16_by_f32() {
  %y0 = weir.constant dense<[0.0, 1.0, 1.75, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  %x0 = weir.constant dense<[-1.5, -0.5, 0.5, -1.5]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<4xf16>, tensor<4xf32>)
      -> tensor<f32>
  %e = weir.constant dense<-0.875> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @f16() {
  %y0 = weir.constant dense<
      [[3.31, 2.41, 1.72, 3.22, 3.66], [2.53, 1.72, 0.95, 0.62, 1.93]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xf16>) -> tensor<2xf16>
  %e = weir.constant dense<[10.836, 5.52]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y, %e : tensor<2xf16>
  return
}

func.func @special() {
  %y0 = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 0x7F800000, 0xFF800000], [1.0, -0.0, 2.0]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<4x3xf32>) -> tensor<4xf32>
  %e = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 1.5]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %e : tensor<4xf32>
  return
}

func.func @size_one() {
  %y0 = weir.constant dense<[[2.43], [1.74], [0.77]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<3x1xf32>) -> tensor<3xf32>
  %e = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %e : tensor<3xf32>
  return
}

func.func @no_lines() {
  %y0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.trapezoid %y0 {dx = 1.0 : f64, dim = 1 : i64, present = array<i64>} : (tensor<0x3xf32>) -> tensor<0xf32>
  %e = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %e : tensor<0xf32>
  return
}

// Bytes wrap: heights of 200 and 100 are 44 together, 10 times that is 184.
func.func @bytes() {
  %y0 = weir.constant dense<[200, 100]> : tensor<2xui8> -> tensor<2xui8>
  %x0 = weir.constant dense<[0, 10]> : tensor<2xui8> -> tensor<2xui8>
  %y = weir.trapezoid %y0, %x0 {dx = 1.0 : f64, dim = 0 : i64, present = array<i64: 0>} : (tensor<2xui8>, tensor<2xui8>)
       -> tensor<f32>
  %e = weir.constant dense<92.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}
