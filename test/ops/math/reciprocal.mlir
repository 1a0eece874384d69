// RUN: %op_runs
// 1 / x: odd, special, size one, empty, rank 0.

func.func @reciprocal() {
  %x = weir.constant dense<
      [5.55, 3.03, -3.32, -2.33, -7.56, -1.5, 7.93, -4.74, -5.5, -6.18, -5.51, -4.47, 3.57, -5.73, 4.69, 2.82, -8.35,
      8.32, -3.97]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.reciprocal %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.18018018, 0.330033, -0.30120483, -0.42918456, -0.13227513, -0.6666667, 0.1261034, -0.21097048, -0.18181819,
      -0.1618123, -0.1814882, -0.22371365, 0.28011206, -0.17452008, 0.21321961, 0.35460994, -0.119760476, 0.12019231,
      -0.25188917]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.reciprocal %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0.0, -0.0, 0x7F800000, 0xFF800000, 3.3333333e-31]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-0.24, -7.44, -6.47]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.reciprocal %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-4.16, -0.135, -0.154]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-1.15, 8.04, 1.76]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.reciprocal %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-0.869, 0.1244, 0.5684]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.reciprocal %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<7.15> : tensor<f64> -> tensor<f64>
  %y0 = weir.reciprocal %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.13986013986013984> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
