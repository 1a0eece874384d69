// RUN: %op_runs
// sine of x, in radians: odd, special, size one, empty, rank 0.

func.func @sin() {
  %x = weir.constant dense<
      [-3.6, 2.46, 4.87, -5.72, -2.16, -5.17, -7.06, -1.89, 7.42, -5.94, -5.29, 0.01, 3.05, -4.58, -4.87, 7.64, -1.61,
      -6.07, -5.72]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.sin %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.44252035, 0.6300306, -0.9876051, 0.53388244, -0.8313834, 0.89711046, -0.70101136, -0.9494856, 0.90729874,
      0.3364883, 0.8377695, 0.009999833, 0.09146469, 0.9912494, 0.9876051, 0.9771931, -0.99923164, 0.211574,
      0.53388244]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.sin %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, -0.96256804]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-2.28, -6.94, 0.2]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.sin %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-0.758, -0.61, 0.199]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-7.25, 2.14, -5.47]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.sin %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-0.823, 0.842, 0.7275]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.sin %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<3.44> : tensor<f64> -> tensor<f64>
  %y0 = weir.sin %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-0.2939983124155676> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
