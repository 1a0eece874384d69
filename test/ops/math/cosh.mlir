// RUN: %op_runs
// hyperbolic cosine of x: odd, special, size one, empty, rank 0.

func.func @cosh() {
  %x = weir.constant dense<
      [-6.59, -4.49, -6.49, -8.23, -2.04, 4.66, 3.48, 5.34, 3.89, 6.81, -7.05, 1.54, -5.95, -4.41, -8.18, 5.29, 5.09,
      4.38, -2.84]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cosh %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [363.89117, 44.566322, 329.26236, 1875.9161, 3.9103189, 52.822765, 16.245266, 104.258766, 24.465668, 453.43594,
      576.42993, 2.4394855, 191.87793, 41.140804, 1784.428, 99.17423, 81.19802, 39.925285, 8.587095]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.cosh %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7F800000, 1.0, 1.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[1.76, 7.4, -1.69]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.cosh %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[2.98, 824.0, 2.8]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-0.48, -6.44, -0.27]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.cosh %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[1.117, 313.8, 1.037]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.cosh %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-7.21> : tensor<f64> -> tensor<f64>
  %y0 = weir.cosh %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<676.446503265706> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
