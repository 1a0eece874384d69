// RUN: %op_runs
// tangent of x, in radians: odd, special, size one, empty, rank 0.

func.func @tan() {
  %x = weir.constant dense<
      [5.8, 5.67, 0.81, -4.15, -8.71, 8.77, 5.1, 8.83, -0.7, -1.99, -0.33, -8.86, -6.31, 5.11, -2.64, -8.5, -3.28, 6.82,
      -6.87]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.tan %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.52466595, -0.7036706, 1.0504551, -1.5865904, 0.8678708, -0.7677704, -2.4493902, -0.67649794, -0.8422884,
      2.2440758, -0.3425249, 0.6336261, -0.026821064, -2.3810647, 0.54837215, 1.3263643, -0.13929795, 0.5951083,
      -0.664952]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.tan %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, 3.5513847]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-8.0, -4.1, 5.22]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.tan %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[6.8, -1.41, -1.805]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[4.17, -1.7, -7.98]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.tan %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[1.666, 7.684, 7.863]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.tan %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<2.18> : tensor<f64> -> tensor<f64>
  %y0 = weir.tan %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-1.4332105287001915> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
