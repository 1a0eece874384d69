// RUN: %op_runs
// 1 / (1 + exp(-x)): odd, special, size one, empty, rank 0.

func.func @sigmoid() {
  %x = weir.constant dense<
      [7.13, -6.24, 2.05, 3.98, -0.91, -3.53, 0.21, -1.16, -0.67, -3.36, 1.21, -6.68, -1.5, -4.2, -7.85, 6.59, 6.11,
      4.26, 5.4]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.sigmoid %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.9991999, 0.0019460614, 0.8859476, 0.9816571, 0.28699982, 0.028470589, 0.5523079, 0.2386673, 0.33849683,
      0.033569228, 0.77029896, 0.0012542031, 0.18242553, 0.014774035, 0.00038960014, 0.99862784, 0.9977844, 0.9860744,
      0.9955037]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.sigmoid %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<[0x7FC00000, 1.0, 0.0, 0.5, 0.5, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-2.48, -2.94, 5.8]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.sigmoid %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.077, 0.0503, 0.996]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-8.48, -0.11, -2.58]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.sigmoid %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[0.0002083, 0.4724, 0.07043]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.sigmoid %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-2.24> : tensor<f64> -> tensor<f64>
  %y0 = weir.sigmoid %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.09621554171069283> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  // Where exp(-x) overflows, the result is no 0 yet but a denormal.
  %xT = weir.constant dense<
      [-17.5, -80.0, -87.4, -88.75, -95.0, -100.3, -103.2, -103.9, -104.5, -10000.0, 17.5, 100.0]> : tensor<12xf32> ->
      tensor<12xf32>
  %yT = weir.sigmoid %xT : (tensor<12xf32>) -> tensor<12xf32>
  %expectedT = weir.constant dense<
      [2.510999e-08, 1.8048513e-35, 1.1032187e-38, 2.859991e-39, 5.521e-42, 2.8e-44, 1.0e-45, 1.0e-45, 0.0, 0.0, 1.0,
      1.0]> : tensor<12xf32> -> tensor<12xf32>
  check.expect_close %yT, %expectedT : tensor<12xf32>
  %xTD = weir.constant dense<
      [-40.0, -700.0, -708.5, -709.9, -720.0, -740.25, -744.4, -746.0, 40.0, 720.0]> : tensor<10xf64> -> tensor<10xf64>
  %yTD = weir.sigmoid %xTD : (tensor<10xf64>) -> tensor<10xf64>
  %expectedTD = weir.constant dense<
      [4.248354255291589e-18, 9.85967654375977e-305, 2.006132305331306e-308, 4.947061357598873e-309, 2.0322308024e-313,
      3.26e-322, 5.0e-324, 0.0, 1.0, 1.0]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_close %yTD, %expectedTD : tensor<10xf64>
  %xTB = weir.constant dense<[-40.0, -87.0, -88.5, -90.0, -92.0, -93.5]> : tensor<6xbf16> -> tensor<6xbf16>
  %yTB = weir.sigmoid %xTB : (tensor<6xbf16>) -> tensor<6xbf16>
  %expectedTB = weir.constant dense<
      [4.26e-18, 1.64e-38, 3.7e-39, 8.0e-40, 9.0e-41, 0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close %yTB, %expectedTB : tensor<6xbf16>
  return
}
