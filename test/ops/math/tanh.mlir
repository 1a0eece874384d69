// RUN: %op_runs
// hyperbolic tangent of x: odd, special, size one, empty, rank 0.

func.func @tanh() {
  %x = weir.constant dense<
      [-4.01, 4.62, 6.97, -0.53, -7.03, 1.42, -4.02, -5.73, -7.29, -5.07, -2.88, 4.59, -5.1, -2.9, 1.63, -1.81, 4.31,
      1.8, 5.94]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.tanh %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.99934256, 0.99980587, 0.9999982, -0.48538107, -0.99999845, 0.8895989, -0.9993556, -0.9999789, -0.99999905,
      -0.9999211, -0.99371755, 0.9997939, -0.9999257, -0.9939632, 0.9260616, -0.94783187, 0.99963915, 0.946806,
      0.9999862]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.tanh %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<[0x7FC00000, 1.0, -1.0, 0.0, -0.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-1.92, -3.2, -3.62]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.tanh %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-0.957, -0.996, -1.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-6.0, 1.52, -3.78]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.tanh %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-1.0, 0.9087, -0.999]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.tanh %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-2.82> : tensor<f64> -> tensor<f64>
  %y0 = weir.tanh %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-0.992919419558107> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
