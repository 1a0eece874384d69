// RUN: %op_runs
// error function of x: odd, special, size one, empty, rank 0.

func.func @erf() {
  %x = weir.constant dense<
      [-0.66, -7.15, 0.1, 8.66, -3.1, -0.39, -1.74, 4.73, 8.66, -7.69, 7.19, -6.94, -7.76, -6.3, 1.07, 5.04, -7.26,
      3.19, -8.72]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.erf %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.6493767, -1.0, 0.112462915, 1.0, -0.9999884, -0.4187387, -0.9861346, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0,
      0.8697733, 1.0, -1.0, 0.99999356, -1.0]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.erf %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<[0x7FC00000, 1.0, -1.0, 0.0, -0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[6.22, -5.56, 2.9]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.erf %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[1.0, -1.0, 1.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-4.76, 1.85, 5.35]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.erf %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-1.0, 0.991, 1.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.erf %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<8.02> : tensor<f64> -> tensor<f64>
  %y0 = weir.erf %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
