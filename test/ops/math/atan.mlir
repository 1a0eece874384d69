// RUN: %op_runs
// angle between -pi/2 and pi/2 whose tangent is x: odd, special, size one, empty, rank 0.

func.func @atan() {
  %x = weir.constant dense<
      [-4.44, 1.68, -5.44, 7.33, 2.69, -2.9, 3.22, -5.75, -8.1, 1.14, 3.91, 2.16, 5.62, 8.36, 3.37, -6.1, -0.24, 0.02,
      -5.09]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.atan %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-1.3492675, 1.0338856, -1.3890023, 1.4352077, 1.2148805, -1.2387369, 1.2696807, -1.3986055, -1.4479611,
      0.85072565, 1.320409, 1.1372149, 1.3947034, 1.4517448, 1.2823368, -1.4083072, -0.23554498, 0.019997334,
      -1.3768034]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.atan %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 1.5707964, -1.5707964, 0.0, -0.0, 1.5707964]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[7.1, -4.9, 0.9]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.atan %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[1.43, -1.37, 0.73]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[6.29, 5.51, -6.91]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.atan %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[1.413, 1.392, -1.427]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.atan %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-5.53> : tensor<f64> -> tensor<f64>
  %y0 = weir.atan %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-1.3918977845348253> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
