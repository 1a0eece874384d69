// RUN: %op_runs
// logarithm of x to the base 2: odd, special, size one, empty, rank 0.

func.func @log2() {
  %x = weir.constant dense<
      [8.11, 6.86, 2.11, 2.19, 6.2, 5.1, 2.2, 1.13, 1.39, 3.03, 6.4, 0.19, 0.33, 1.36, 4.0, 7.31, 2.87, 3.02, 7.27]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.log2 %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.019702, 2.7782085, 1.077243, 1.1309309, 2.6322682, 2.3504972, 1.1375035, 0.17632277, 0.47508487, 1.5993178,
      2.678072, -2.3959286, -1.599462, 0.44360667, 2.0, 2.8698714, 1.5210507, 1.5945486, 2.8619554]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.log2 %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0xFF800000, 101.242805]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[6.88, 1.39, 0.98]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.log2 %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[2.78, 0.477, -0.0284]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[6.39, 4.83, 2.23]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.log2 %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[2.676, 2.271, 1.157]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.log2 %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<0.36> : tensor<f64> -> tensor<f64>
  %y0 = weir.log2 %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-1.4739311883324124> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
