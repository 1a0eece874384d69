// RUN: %op_runs
// input times two to the power of other, of any dtypes, in the dtype `to`.

func.func @typical_f32() {
  %input = weir.constant dense<[0.54, -0.25, -1.13, 1.29, -2.73, 2.75, 1.63]> : tensor<7xf32> -> tensor<7xf32>
  %other = weir.constant dense<[-1.92, -1.63, 0.56, 2.62, -2.37, 0.32, 0.92]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e = weir.constant dense<
      [0.14269744, -0.08077205, -1.6659242, 7.930275, -0.5281066, 3.432909, 3.084148]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %e : tensor<7xf32>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<
      [-0.99, 1.97, 1.22, -2.65, 2.72, 0.09, 2.42, -0.72, 0.61, 0.36, -2.7, -1.83, 1.07, -1.89, 1.48, 0.32, -2.39,
      -0.82, -1.24]> : tensor<19xf32> -> tensor<19xf32>
  %other = weir.constant dense<
      [-1.59, -0.36, -2.34, -0.4, -1.59, 1.05, -0.49, -2.87, 0.6, -1.95, -1.91, 2.1, 2.93, -1.61, 1.19, -1.71, 0.55,
      -0.66, 0.9]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e = weir.constant dense<
      [-0.32884973, 1.5349542, 0.24096262, -2.0083246, 0.90350634, 0.1863477, 1.7231008, -0.098486446, 0.92458713,
      0.09317385, -0.7184499, -7.8453813, 8.154582, -0.6191609, 3.3766608, 0.097811215, -3.499165, -0.5189602,
      -2.3139217]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %e : tensor<19xf32>
  return
}

func.func @whole_powers_f32() {
  %input = weir.constant dense<
      [[0.61, -2.81, -2.68, 0.72, -0.52], [0.3, -1.71, -2.68, 2.83, 0.56], [2.71, -1.51, 1.06, -2.09, 0.16]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %other = weir.constant dense<
      [[-4, -4, -3, 5, -8], [-8, 6, -6, 8, -8], [2, 5, -4, 5, 4]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<3x5xf32>, tensor<3x5xi64>) -> tensor<3x5xf32>
  %e = weir.constant dense<
      [[0.038125, -0.175625, -0.335, 23.04, -0.00203125], [0.001171875, -109.44, -0.041875, 724.48, 0.0021875], [10.84,
      -48.32, 0.06625, -66.88, 2.56]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %e : tensor<3x5xf32>
  return
}

func.func @f64() {
  %input = weir.constant dense<[[2.39, -1.5, 0.31], [-1.89, 1.77, 0.05]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %other = weir.constant dense<[[-2.66, 0.82, -1.88], [0.25, 0.11, -0.6]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.ldexp %input, %other {to = f64} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e = weir.constant dense<
      [[0.3781447824486211, -2.6481089888719644, 0.08422195184576951], [-2.2476014473551427, 1.9102339786128362,
      0.03298769776932236]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %e : tensor<2x3xf64>
  return
}

func.func @f64_i32() {
  %input = weir.constant dense<[1.28, 0.03, 2.25, 0.13, -0.52]> : tensor<5xf64> -> tensor<5xf64>
  %other = weir.constant dense<[26, -25, 0, 3, 21]> : tensor<5xi32> -> tensor<5xi32>
  %y = weir.ldexp %input, %other {to = f64} : (tensor<5xf64>, tensor<5xi32>) -> tensor<5xf64>
  %e = weir.constant dense<
      [85899345.92, 8.940696716308593e-10, 2.25, 1.04, -1090519.04]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e : tensor<5xf64>
  return
}

func.func @beyond_f16() {
  %input = weir.constant dense<[3.0, -3.0, 1.5, 0.37, -2.6]> : tensor<5xf16> -> tensor<5xf16>
  %other = weir.constant dense<[15.0, 15.0, 15.0, -12.0, 0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.ldexp %input, %other {to = f16} : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e = weir.constant dense<[0x7C00, 0xFC00, 4.915e+04, 9.036e-05, -3.676]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %e : tensor<5xf16>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[[0.46, 2.55, 1.43, -1.37]]> : tensor<1x4xbf16> -> tensor<1x4xbf16>
  %other = weir.constant dense<[[2, 4, 3, 3]]> : tensor<1x4xi64> -> tensor<1x4xi64>
  %y = weir.ldexp %input, %other {to = bf16} : (tensor<1x4xbf16>, tensor<1x4xi64>) -> tensor<1x4xbf16>
  %e = weir.constant dense<[[1.84, 40.8, 11.44, -10.94]]> : tensor<1x4xbf16> -> tensor<1x4xbf16>
  check.expect_close %y, %e : tensor<1x4xbf16>
  return
}

func.func @integers_to_f32() {
  %input = weir.constant dense<[-5, 3, -3, 5, -1]> : tensor<5xi64> -> tensor<5xi64>
  %other = weir.constant dense<[0, -5, 3, 2, 5]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xf32>
  %e = weir.constant dense<[-5.0, 0.09375, -24.0, 2.0e+01, -32.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %e : tensor<5xf32>
  return
}

func.func @integers_to_f64() {
  %input = weir.constant dense<[-5, -1, 2, 4, -2]> : tensor<5xi32> -> tensor<5xi32>
  %other = weir.constant dense<[4, -2, -5, -5, 0]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.ldexp %input, %other {to = f64} : (tensor<5xi32>, tensor<5xi64>) -> tensor<5xf64>
  %e = weir.constant dense<[-8.0e+01, -0.25, 0.0625, 0.125, -2.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e : tensor<5xf64>
  return
}

func.func @bools() {
  %input = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %other = weir.constant dense<[3, 2, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<3xi1>, tensor<3xi64>) -> tensor<3xf32>
  %e = weir.constant dense<[8.0, 0.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %e : tensor<3xf32>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0xFF800000, -0.0, 1.5, 0x7F800000, 1.0, 1.0]> : tensor<9xf32> -> tensor<9xf32>
  %other = weir.constant dense<
      [1.0, 0x7FC00000, 2.0, -1.0, 4.0, 0xFF800000, 0xFF800000, 0x7F800000, 2.0e+02]> : tensor<9xf32> -> tensor<9xf32>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
  %e = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0x7FC00000, 0x7F800000, 0x7F800000]>
      : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y, %e : tensor<9xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.24]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %other = weir.constant dense<[[-4]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<1x1xf32>, tensor<1x1xi64>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[0.015]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %other = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  %y = weir.ldexp %input, %other {to = f32} : (tensor<0x3xf32>, tensor<0x3xi64>) -> tensor<0x3xf32>
  %e = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %e : tensor<0x3xf32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<-0.5> : tensor<f64> -> tensor<f64>
  %other = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %y = weir.ldexp %input, %other {to = f64} : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %e = weir.constant dense<-0.5> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}
