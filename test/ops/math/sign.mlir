// RUN: %op_runs
// 1, -1, or 0 as x is positive, negative, or neither, as NaN is: odd, special, size one, empty, rank 0.

func.func @sign() {
  %x = weir.constant dense<
      [4.54, 5.29, 1.63, 3.65, -8.36, 7.36, 2.53, -6.01, -4.37, 6.97, 5.86, 2.23, -0.24, 4.88, 3.33, -0.43, 4.44, 0.53,
      6.26]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.sign %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.sign %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<[0.0, 1.0, -1.0, 0.0, 0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[0.5, -1.62, -4.6]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.sign %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[1.0, -1.0, -1.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-8.04, -4.78, -7.24]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.sign %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-1.0, -1.0, -1.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.sign %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<5.51> : tensor<f64> -> tensor<f64>
  %y0 = weir.sign %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  %xI = weir.constant dense<[82, -17, 94, -20, 63]> : tensor<5xi64> -> tensor<5xi64>
  %yI = weir.sign %xI : (tensor<5xi64>) -> tensor<5xi64>
  %expectedI = weir.constant dense<[1, -1, 1, -1, 1]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %yI, %expectedI : tensor<5xi64>
  return
}
