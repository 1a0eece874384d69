// RUN: %op_runs
// the integer nearest to x; of two such, the even one: odd, special, size one, empty, rank 0.

func.func @round() {
  %x = weir.constant dense<
      [8.49, -6.33, -6.5, 2.34, 7.19, 6.82, 7.58, -6.22, -4.55, 1.22, 5.85, -1.32, -3.83, 4.3, 6.78, -8.15, -0.53,
      -6.63, 7.75]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.round %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [8.0, -6.0, -6.0, 2.0, 7.0, 7.0, 8.0, -6.0, -5.0, 1.0, 6.0, -1.0, -4.0, 4.0, 7.0, -8.0, -1.0, -7.0, 8.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.round %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[8.06, 3.06, -8.56]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.round %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[8.0, 3.0, -9.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[7.69, 1.67, -5.61]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.round %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[8.0, 2.0, -6.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.round %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<1.35> : tensor<f64> -> tensor<f64>
  %y0 = weir.round %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
