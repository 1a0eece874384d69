// RUN: %op_runs
// cosine of x, in radians: odd, special, size one, empty, rank 0.

func.func @cos() {
  %x = weir.constant dense<
      [-1.21, -2.27, 8.6, 4.36, 2.42, -6.97, 4.17, 1.4, -5.94, -3.47, -2.77, -3.56, -6.61, 7.13, -4.76, -8.96, -1.76,
      -0.32, 4.57]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.cos %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.35301936, -0.6436084, -0.67872036, -0.34514084, -0.75075465, 0.7732698, -0.5161835, 0.16996716, 0.94168764,
      -0.9465572, -0.93175024, -0.91373724, 0.9470697, 0.66237277, 0.047593262, -0.89392114, -0.18807682, 0.94923544,
      -0.14190815]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.cos %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 1.0, 1.0, -0.2710402]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[6.9, 7.9, 4.8]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.cos %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.812, -0.0522, 0.1]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[9.0, 5.01, 3.72]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.cos %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-0.911, 0.295, -0.837]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.cos %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-3.21> : tensor<f64> -> tensor<f64>
  %y0 = weir.cos %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-0.9976611297666176> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
