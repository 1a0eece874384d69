// RUN: %op_runs
// the smallest integer that is not below x: odd, special, size one, empty, rank 0.

func.func @ceil() {
  %x = weir.constant dense<
      [4.06, -7.61, 3.93, 3.07, -1.3, 6.67, 7.09, -1.39, 7.69, -8.58, -3.17, 3.61, 4.05, -3.96, -6.23, -0.41, -5.39,
      0.87, -8.75]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.ceil %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [5.0, -7.0, 4.0, 4.0, -1.0, 7.0, 8.0, -1.0, 8.0, -8.0, -3.0, 4.0, 5.0, -3.0, -6.0, -0.0, -5.0, 1.0, -8.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.ceil %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[0.8, -1.5, 4.28]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.ceil %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[1.0, -1.0, 5.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-2.21, 4.51, -0.16]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.ceil %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-2.0, 5.0, -0.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.ceil %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-3.02> : tensor<f64> -> tensor<f64>
  %y0 = weir.ceil %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-3.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
