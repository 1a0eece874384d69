// RUN: %op_runs
// 1 over the square root of x: odd, special, size one, empty, rank 0.

func.func @rsqrt() {
  %x = weir.constant dense<
      [2.94, 4.98, 5.07, 7.14, 6.94, 1.9, 5.1, 3.01, 2.63, 3.62, 5.13, 8.41, 8.42, 4.95, 4.59, 4.12, 5.99, 2.84, 8.87]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.rsqrt %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.58321184, 0.4481107, 0.44411558, 0.3742406, 0.3795948, 0.72547626, 0.44280744, 0.57639045, 0.6166264,
      0.52558833, 0.44151077, 0.3448276, 0.34462276, 0.4494666, 0.46676, 0.49266464, 0.40858895, 0.5933908, 0.33576715]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.rsqrt %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 5.7735026e-16]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[5.03, 1.93, 5.2]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.rsqrt %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[0.445, 0.72, 0.44]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[7.89, 5.61, 6.65]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.rsqrt %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[0.356, 0.422, 0.388]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.rsqrt %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<2.89> : tensor<f64> -> tensor<f64>
  %y0 = weir.rsqrt %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<0.5882352941176471> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
