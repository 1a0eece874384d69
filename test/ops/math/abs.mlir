// RUN: %op_runs
// x without its sign: odd, special, size one, empty, rank 0.

func.func @abs() {
  %x = weir.constant dense<
      [1.94, 3.81, 3.81, -1.74, 8.78, 7.12, -1.77, -6.34, 1.02, -3.8, 4.47, 2.56, 2.02, 4.16, 5.37, -3.41, -3.7, 4.8,
      -3.35]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.abs %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.94, 3.81, 3.81, 1.74, 8.78, 7.12, 1.77, 6.34, 1.02, 3.8, 4.47, 2.56, 2.02, 4.16, 5.37, 3.41, 3.7, 4.8, 3.35]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.abs %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7F800000, 0.0, 0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-8.44, -7.7, -0.38]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.abs %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[8.44, 7.7, 0.38]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-7.03, -0.67, 3.28]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.abs %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[7.03, 0.67, 3.28]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.abs %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-8.57> : tensor<f64> -> tensor<f64>
  %y0 = weir.abs %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<8.57> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  %xI = weir.constant dense<[95, -58, 52, -61, 87]> : tensor<5xi64> -> tensor<5xi64>
  %yI = weir.abs %xI : (tensor<5xi64>) -> tensor<5xi64>
  %expectedI = weir.constant dense<[95, 58, 52, 61, 87]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %yI, %expectedI : tensor<5xi64>
  return
}
