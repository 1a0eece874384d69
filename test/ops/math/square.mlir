// RUN: %op_runs
// x times x: odd, special, size one, empty, rank 0.

func.func @square() {
  %x = weir.constant dense<
      [-3.94, 7.88, 5.82, 7.84, -0.93, 7.94, -4.46, -3.3, -6.69, -4.81, -8.17, -8.78, 8.17, 6.16, -0.42, 6.76, -7.17,
      -4.81, -3.47]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.square %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [15.523601, 62.094402, 33.872402, 61.465603, 0.8649, 63.043602, 19.8916, 10.889999, 44.7561, 23.136099, 66.7489,
      77.088394, 66.7489, 37.9456, 0.17639999, 45.6976, 51.4089, 23.136099, 12.0409]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.square %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7F800000, 0.0, 0.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[0.16, 6.6, -4.2]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.square %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.0256, 43.5, 17.5]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-2.73, 6.81, 6.66]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.square %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[7.457, 46.34, 44.34]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.square %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-3.85> : tensor<f64> -> tensor<f64>
  %y0 = weir.square %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<14.822500000000002> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  %xI = weir.constant dense<[47, -62, 57, -26, 23]> : tensor<5xi64> -> tensor<5xi64>
  %yI = weir.square %xI : (tensor<5xi64>) -> tensor<5xi64>
  %expectedI = weir.constant dense<[2209, 3844, 3249, 676, 529]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %yI, %expectedI : tensor<5xi64>
  return
}
