// RUN: %op_runs
// 1 - erf(input), exact near 0

func.func @odd() {
  %x0 = weir.constant dense<[2.2, -0.58, -1.13, 0.03, -2.95, -0.34, -1.8, 1.27, 0.02, 2.21, 2.38, -1.1, -1.32, 2.63,
      0.02, -2.42, -2.72, 2.94, 0.47]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.erfc %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.0018628458, 1.5879229, 1.8899707, 0.9661588, 1.9999698, 1.3693645, 1.9890904,
      0.07248638, 0.9774354, 0.0017755617, 0.00076314155, 1.880205, 1.9380652, 0.00019971095, 0.9774354, 1.9993793,
      1.9998803, 3.213441e-05, 0.506255]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-2.67, 0.07, 0.02, -0.39, 2.71], [2.69, -2.25, -2.09, -0.56, 2.0], [0.74, 1.38, 0.46,
      -1.74, 1.91]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.erfc %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[1.9998406, 0.9211423, 0.9774354, 1.4187387, 0.0001268379], [0.00014224334, 1.9985373,
      1.9968804, 1.5716158, 0.004677735], [0.2953219, 0.050983965, 0.5153446, 1.9861346, 0.006910061]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-2.92, 1.19, -1.83], [-0.17, 2.85, 0.23]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.erfc %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[1.9999636452692755, 0.09239171402831498, 1.9903468051330306], [1.189992461201809,
      5.5656279961398957e-05, 0.7449774004077268]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-2.66, -0.43, 0.96, -2.66], [-1.48, -2.89, 0.24, -0.71]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.erfc %x0 : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[2.0, 1.45, 0.174, 2.0], [1.96, 2.0, 0.734, 1.69]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[0.02, -1.22, 0.94, -1.96, 2.44]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.erfc %x0 : (tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[0.9775, 1.915, 0.1837, 1.994, 0.0005608]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 9.0, -9.0, 1.0e-30]> : tensor<8xf32>
      -> tensor<8xf32>
  %y0 = weir.erfc %x0 : (tensor<8xf32>) -> tensor<8xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0.0, 2.0, 1.0, 1.0, 4.1370317e-37, 2.0, 1.0]> : tensor<8xf32>
      -> tensor<8xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<8xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 9.0, -9.0,
      1.0e-30]> : tensor<8xf64> -> tensor<8xf64>
  %y0 = weir.erfc %x0 : (tensor<8xf64>) -> tensor<8xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0.0, 2.0, 1.0, 1.0, 4.13703174651381e-37, 2.0, 1.0]>
      : tensor<8xf64> -> tensor<8xf64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<8xf64>
  return
}

func.func @far() {
  %x0 = weir.constant dense<[4.5, 6.25, 8.875, 3.03125]> : tensor<4xf64> -> tensor<4xf64>
  %y0 = weir.erfc %x0 : (tensor<4xf64>) -> tensor<4xf64>
  %e0 = weir.constant dense<[1.9661604415428873e-10, 9.672204131876255e-19, 3.918013810172091e-36,
      1.812369200690367e-05]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<4xf64>
  return
}

func.func @far_f32() {
  %x0 = weir.constant dense<[4.5, 6.25, 8.875, 3.03125]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.erfc %x0 : (tensor<4xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[1.9661604e-10, 9.672204e-19, 3.9180136e-36, 1.8123692e-05]> : tensor<4xf32>
      -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.76]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.erfc %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[9.4917654e-05]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.erfc %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-0.04> : tensor<f64> -> tensor<f64>
  %y0 = weir.erfc %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<1.0451111061451248> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 2.0e-06 : f64} : tensor<f64>
  return
}
