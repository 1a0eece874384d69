// RUN: %op_runs
// logarithm of x to the base 10: odd, special, size one, empty, rank 0.

func.func @log10() {
  %x = weir.constant dense<
      [6.93, 6.04, 8.32, 6.11, 7.28, 2.38, 2.11, 4.63, 8.5, 3.14, 5.63, 8.87, 0.89, 6.97, 8.03, 7.45, 5.72, 5.5, 5.64]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.log10 %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.84073323, 0.7810369, 0.92012334, 0.7860412, 0.8621314, 0.376577, 0.32428244, 0.665581, 0.9294189, 0.49692968,
      0.7505084, 0.9479236, -0.050610002, 0.84323275, 0.90471554, 0.87215626, 0.75739604, 0.7403627, 0.7512791]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.log10 %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0xFF800000, 30.477121]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[7.75, 0.59, 1.75]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.log10 %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.89, -0.2295, 0.243]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[0.99, 8.23, 1.04]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.log10 %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-0.00426, 0.915, 0.01704]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.log10 %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<5.3> : tensor<f64> -> tensor<f64>
  %y0 = weir.log10 %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.724275869600789> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
