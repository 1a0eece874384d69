// RUN: %op_runs
// input + weight * (end - input), f32 within 4 ulps of the largest.

func.func @typical_f32() {
  %input = weir.constant dense<[2.65, -2.3, 1.11, -1.97, 2.95, -1.42, -2.29]> : tensor<7xf32> -> tensor<7xf32>
  %end = weir.constant dense<[-1.97, -0.86, -1.73, 0.45, 2.77, 1.86, 1.23]> : tensor<7xf32> -> tensor<7xf32>
  %weight = weir.constant dense<[-2.3, -0.72, 2.86, -0.28, 0.53, -1.59, -2.58]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.lerp %input, %end, %weight : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [13.276, -3.3367999, -7.0123997, -2.6476, 2.8546, -6.6352, -11.371599]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-0.23, -2.78, 0.19, 2.05, 1.78, -0.61, 1.48, -2.36, -0.7, 0.71, -2.39]> : tensor<11xf32> -> tensor<11xf32>
  %end = weir.constant dense<
      [-0.7, 2.74, 1.25, 0.52, 1.04, 2.89, 1.79, 0.79, 0.23, -2.17, 2.62]> : tensor<11xf32> -> tensor<11xf32>
  %weight = weir.constant dense<
      [2.26, 1.71, 1.36, -0.64, 0.22, -2.75, -0.1, 1.21, -0.56, 1.27, -0.61]> : tensor<11xf32> -> tensor<11xf32>
  %y = weir.lerp %input, %end, %weight : (tensor<11xf32>, tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [-1.2922, 6.6592, 1.6316, 3.0291998, 1.6172, -10.235001, 1.449, 1.4515002, -1.2208, -2.9476001, -5.4461]>
      : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<11xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[-1.28, -2.24, -1.29, 0.75, -1.05, -2.94, 0.26]> : tensor<7xf64> -> tensor<7xf64>
  %end = weir.constant dense<[-1.42, 1.68, 1.42, -0.45, 0.27, 0.11, 0.47]> : tensor<7xf64> -> tensor<7xf64>
  %weight = weir.constant dense<[0.91, 2.46, -0.19, -1.03, 2.36, -1.79, -0.45]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.lerp %input, %end, %weight : (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [-1.4074, 7.4032, -1.8049, 1.986, 2.0652, -8.3995, 0.16550000000000004]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 2.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-2.64, -1.3, 1.44], [1.07, 0.32, 2.84]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %end = weir.constant dense<[[0.57, -1.7, -0.89], [2.17, 0.19, 2.55]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %weight = weir.constant dense<[[2.25, 2.31, -0.88], [1.89, 1.72, 1.12]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.lerp %input, %end, %weight : (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[4.6, -2.23, 3.48], [3.16, 0.097, 2.52]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-2.67, -2.5, 0.97], [-1.89, -2.06, -0.66]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %end = weir.constant dense<[[-0.76, 1.26, -1.49], [-1.4, 1.34, -0.38]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %weight = weir.constant dense<[[-1.94, -0.56, -2.13], [-0.33, 1.28, 2.54]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.lerp %input, %end, %weight : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[-6.375, -4.605, 6.215], [-2.05, 2.293, 0.05148]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// The difference is beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[60000.0, -60000.0]> : tensor<2xf16> -> tensor<2xf16>
  %end = weir.constant dense<[-60000.0, 60000.0]> : tensor<2xf16> -> tensor<2xf16>
  %weight = weir.constant dense<[0.5, 0.75]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.lerp %input, %end, %weight : (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[0.0, 30000.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.53> : tensor<f32> -> tensor<f32>
  %end = weir.constant dense<-1.41> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<0.35> : tensor<f32> -> tensor<f32>
  %y = weir.lerp %input, %end, %weight : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.4879999> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.85]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %end = weir.constant dense<[[-2.76]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %weight = weir.constant dense<[[-2.71]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.lerp %input, %end, %weight : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[4.326099999999999]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 2.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %end = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %weight = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.lerp %input, %end, %weight : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %end = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %weight = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.lerp %input, %end, %weight
      : (tensor<2x0x3xbf16>, tensor<2x0x3xbf16>, tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 1.0, 0x7F800000, 1.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %end = weir.constant dense<[1.0, 0x7FC00000, 2.0, 1.0, 0x7F800000, 2.0]> : tensor<6xf32> -> tensor<6xf32>
  %weight = weir.constant dense<[0.5, 0.5, 0x7FC00000, 0.5, 0.5, 0xFF800000]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.lerp %input, %end, %weight : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<6xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 1.0, 1.0, 0x7C00, 1.0, 1.0]> : tensor<6xf16> -> tensor<6xf16>
  %end = weir.constant dense<[1.0, 0x7E00, 2.0, 1.0, 0x7C00, 2.0]> : tensor<6xf16> -> tensor<6xf16>
  %weight = weir.constant dense<[0.5, 0.5, 0x7E00, 0.5, 0.5, 0xFC00]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.lerp %input, %end, %weight : (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7E00, 0x7C00, 0x7E00, 0xFC00]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %expected : tensor<6xf16>
  return
}
