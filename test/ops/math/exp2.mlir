// RUN: %op_runs
// 2 to the power of x: odd, special, size one, empty, rank 0.

func.func @exp2() {
  %x = weir.constant dense<
      [-7.31, 3.87, -7.65, -2.91, -2.92, -5.56, -6.16, -3.42, -4.8, -4.74, -3.45, 0.7, -6.93, -6.38, 8.71, 1.42, -0.83,
      5.59, 2.1]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.exp2 %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.006301889, 14.621302, 0.004978752, 0.13304627, 0.13212726, 0.021196943, 0.013984769, 0.093428075, 0.03589682,
      0.037421215, 0.091505356, 1.6245048, 0.008200913, 0.012006836, 418.76587, 2.675855, 0.56252927, 48.1679,
      4.2870936]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.exp2 %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<[0x7FC00000, 0x7F800000, 0.0, 1.0, 1.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-7.84, -3.8, 0.36]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.exp2 %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.00436, 0.072, 1.28]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[5.78, 2.36, -1.45]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.exp2 %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[55.0, 5.133, 0.366]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.exp2 %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<6.0> : tensor<f64> -> tensor<f64>
  %y0 = weir.exp2 %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<64.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
