// RUN: %op_runs
// hyperbolic sine of x: odd, special, size one, empty, rank 0.

func.func @sinh() {
  %x = weir.constant dense<
      [5.45, 8.34, -7.47, 0.2, 2.12, -6.06, 8.86, -1.28, -0.73, 1.23, -4.29, 0.57, 4.85, -2.28, -0.2, 5.34, 6.13, 4.38,
      6.91]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.sinh %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [116.376915, 2094.0452, -877.30286, 0.20133601, 4.1055527, -214.18654, 3522.24, -1.6593012, -0.79658586,
      1.5644685, -36.47638, 0.6013708, 63.866276, -4.837198, -0.20133601, 104.253975, 229.71703, 39.912758, 501.12305]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.sinh %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[8.9, 2.86, 4.9]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.sinh %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[3.57e+03, 8.7, 67.5]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[7.93, 5.42, 7.53]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.sinh %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[1389.0, 113.1, 932.5]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.sinh %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<0.24> : tensor<f64> -> tensor<f64>
  %y0 = weir.sinh %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.24231064462742563> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
