// RUN: %op_runs
// input + alpha * other

func.func @f32() {
  %input = weir.constant dense<[[-7.36, 2.15, -0.81, -1.29, 6.34], [-6.52, 2.1, -1.55, 0.51, -0.01], [-6.59, 0.22,
      6.52, -5.92, -8.79]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %other = weir.constant dense<[[-7.78, -0.72, 8.54, -8.2, 8.84], [0.65, -6.84, -1.47, -5.27, 3.85], [0.75, -3.82,
      -4.4, 6.61, 4.79]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.add_scaled %input, %other {alpha = 2.5 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %expected_y = weir.constant dense<[[-26.810001, 0.35000002, 20.539999, -21.789999, 28.44], [-4.895, -15.0, -5.225,
      -12.665, 9.615], [-4.715, -9.33, -4.4800005, 10.6050005, 3.185]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @f64() {
  %input = weir.constant dense<[-1.15, -1.7, 4.27, 8.47, -7.57, -6.14, -2.48]> : tensor<7xf64> -> tensor<7xf64>
  %other = weir.constant dense<[0.14, -7.71, -8.04, -5.05, -2.05, 4.31, 1.98]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.add_scaled %input, %other {alpha = -0.5 : f64} : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected_y = weir.constant dense<[-1.22, 2.1550000000000002, 8.29, 10.995000000000001, -6.545, -8.295,
      -3.4699999999999998]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[-8.47, -8.19, -0.86], [6.75, 7.47, -2.43]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %other = weir.constant dense<[[6.97, 7.72, -1.68], [4.43, -2.42, -6.24]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.add_scaled %input, %other {alpha = 3.0 : f64} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected_y = weir.constant dense<[[12.44, 14.97, -5.9], [20.03, 0.209, -21.14]]> : tensor<2x3xf16> ->
      tensor<2x3xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<2x3xf16>
  return
}

func.func @i64() {
  %input = weir.constant dense<[1, -7, 2, 5]> : tensor<4xi64> -> tensor<4xi64>
  %other = weir.constant dense<[7, 0, -6, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.add_scaled %input, %other {alpha = -2.0 : f64} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %expected_y = weir.constant dense<[-13, -7, 14, -9]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected_y : tensor<4xi64>
  return
}

func.func @i32() {
  %input = weir.constant dense<[[6, 8], [1, 3]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  %other = weir.constant dense<[[-2, -5], [-3, 3]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  %y = weir.add_scaled %input, %other {alpha = 3.0 : f64} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %expected_y = weir.constant dense<[[0, -7], [-8, 12]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  check.expect_eq %y, %expected_y : tensor<2x2xi32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-3.15]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %other = weir.constant dense<[[3.45]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.add_scaled %input, %other {alpha = 1.0 : f64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected_y = weir.constant dense<[[0.29999995]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %other = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.add_scaled %input, %other {alpha = 2.0 : f64} : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected_y = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<0.04> : tensor<f64> -> tensor<f64>
  %other = weir.constant dense<-0.92> : tensor<f64> -> tensor<f64>
  %y = weir.add_scaled %input, %other {alpha = 4.0 : f64} : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %expected_y = weir.constant dense<-3.64> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<f64>
  return
}

func.func @special() {
  %input = weir.constant dense<[0x7FC00000, 0x7F800000, 1.0, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  %other = weir.constant dense<[1.0, 0xFF800000, 0x7FC00000, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.add_scaled %input, %other {alpha = 2.0 : f64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected_y = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}
