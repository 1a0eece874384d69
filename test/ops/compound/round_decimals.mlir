// RUN: %op_runs
// The number with so many digits behind the point that is nearest to input; of two such, the even one.

func.func @f32() {
  %input = weir.constant dense<[[42.244, -37.725, 53.783, -15.28, 9.583], [31.202, 3.308, -43.629, 86.289, -72.71],
      [-31.514, 8.84, -84.834, -62.116, 53.868]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %expected_y = weir.constant dense<[[42.2, -37.7, 53.8, -15.3, 9.6], [31.2, 3.3, -43.6, 86.3, -72.7], [-31.5, 8.8,
      -84.8, -62.1, 53.9]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @f64() {
  %input = weir.constant dense<[51.087, 24.654, 72.324, 45.994, -36.219, 26.076, -28.785]> : tensor<7xf64> ->
      tensor<7xf64>
  %y = weir.round_decimals %input {decimals = 2 : i64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected_y = weir.constant dense<[51.09, 24.65, 72.32, 45.99, -36.22, 26.08, -28.78]> : tensor<7xf64> ->
      tensor<7xf64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[44.97, -20.73, -62.4], [67.75, 34.28, 44.03]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected_y = weir.constant dense<[[45.0, -20.7, -62.4], [67.8, 34.3, 44.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y, %expected_y {atol = 2.0e-03 : f64, rtol = 2.0e-03 : f64} : tensor<2x3xf16>
  return
}

func.func @odd() {
  %input = weir.constant dense<[10.728, 50.929, -9.383, 11.843, -78.739, 9.912, 56.629]> : tensor<7xf32> ->
      tensor<7xf32>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected_y = weir.constant dense<[10.7, 50.9, -9.4, 11.8, -78.7, 9.9, 56.6]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @tens() {
  %input = weir.constant dense<[36.998, 54.567, -0.702, 68.64, -70.506]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.round_decimals %input {decimals = -1 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %expected_y = weir.constant dense<[40.0, 50.0, -0.0, 70.0, -70.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[67.626]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected_y = weir.constant dense<[[67.6]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected_y = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0xf32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<-23.171> : tensor<f64> -> tensor<f64>
  %y = weir.round_decimals %input {decimals = 2 : i64} : (tensor<f64>) -> tensor<f64>
  %expected_y = weir.constant dense<-23.17> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %expected_y {atol = 2.0e-14 : f64, rtol = 2.0e-14 : f64} : tensor<f64>
  return
}

func.func @special() {
  %input = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.25, 0.75]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.round_decimals %input {decimals = 1 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %expected_y = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.2, 0.8]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected_y {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}
