// RUN: %op_runs
// exp(x) - 1, exact near 0: odd, special, size one, empty, rank 0.

func.func @expm1() {
  %x = weir.constant dense<
      [0.62, 5.01, 8.81, -2.14, 1.81, -5.8, 1.2, 5.06, -1.18, -7.94, -6.35, 8.48, -7.31, -6.8, 7.11, -7.39, -3.69,
      -2.86, 5.16]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.expm1 %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.858928, 148.90477, 6699.922, -0.88234514, 5.110447, -0.99697244, 2.320117, 156.5905, -0.69272125, -0.9996438,
      -0.9982532, 4816.4478, -0.9993312, -0.9988862, 1223.1477, -0.9993826, -0.975028, -0.94273126, 173.16443]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.expm1 %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, -1.0, 0.0, -0.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-4.34, 2.66, -0.91]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.expm1 %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-0.99, 13.25, -0.598]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[-5.22, -2.53, 2.28]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.expm1 %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-0.9946, -0.9204, 8.77]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.expm1 %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-4.12> : tensor<f64> -> tensor<f64>
  %y0 = weir.expm1 %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-0.9837554855580501> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
