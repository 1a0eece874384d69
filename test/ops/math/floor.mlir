// RUN: %op_runs
// the largest integer that is not above x: odd, special, size one, empty, rank 0.

func.func @floor() {
  %x = weir.constant dense<
      [-3.35, -7.22, -1.8, -5.95, 4.92, -6.1, -6.8, 8.51, -4.98, -4.42, 3.35, -0.72, 8.92, -5.24, 3.41, -7.52, 8.26,
      -2.66, -3.32]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.floor %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-4.0, -8.0, -2.0, -6.0, 4.0, -7.0, -7.0, 8.0, -5.0, -5.0, 3.0, -1.0, 8.0, -6.0, 3.0, -8.0, 8.0, -3.0, -4.0]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.floor %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-1.13, -3.56, 5.84]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.floor %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-2.0, -4.0, 5.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[5.68, -4.8, -1.63]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.floor %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[5.0, -5.0, -2.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.floor %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<0.24> : tensor<f64> -> tensor<f64>
  %y0 = weir.floor %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
