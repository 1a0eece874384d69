// RUN: %op_runs
// log(1 + x), exact near 0: odd, special, size one, empty, rank 0.

func.func @log1p() {
  %x = weir.constant dense<
      [8.51, 0.31, 6.97, 2.87, 4.48, -0.01, 4.72, 3.77, 2.53, 1.91, 6.84, -0.9, -0.91, -0.17, 2.76, 5.65, 4.15, 3.9,
      2.54]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.log1p %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.252344, 0.27002713, 2.0756845, 1.3532544, 1.7011051, -0.010050336, 1.7439687, 1.5623463, 1.2612978, 1.068153,
      2.059239, -2.302585, -2.4079459, -0.18632957, 1.3244189, 1.8946168, 1.6389967, 1.5892352, 1.2641267]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.log1p %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0.0, -0.0, 70.17616]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[6.75, 5.12, 3.38]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.log1p %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[2.05, 1.81, 1.48]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[8.2, -0.45, 7.48]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.log1p %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[2.219, -0.5977, 2.139]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.log1p %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<2.52> : tensor<f64> -> tensor<f64>
  %y0 = weir.log1p %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<1.2584609896100056> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
