// RUN: %op_runs
// the integer part of x: odd, special, size one, empty, rank 0.

func.func @trunc() {
  %x = weir.constant dense<
      [1.42, 5.2, 3.44, 2.12, -0.72, 2.64, -0.41, -3.81, 5.44, -1.92, 1.02, 8.44, -1.71, 8.81, 3.44, 5.38, 4.16, 1.77,
      -4.4]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.trunc %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.0, 5.0, 3.0, 2.0, -0.0, 2.0, -0.0, -3.0, 5.0, -1.0, 1.0, 8.0, -1.0, 8.0, 3.0, 5.0, 4.0, 1.0, -4.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.trunc %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[5.9, -1.26, 6.34]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.trunc %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[5.0, -1.0, 6.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-7.67, -7.6, 2.06]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.trunc %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-7.0, -7.0, 2.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.trunc %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<4.98> : tensor<f64> -> tensor<f64>
  %y0 = weir.trunc %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<4.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
