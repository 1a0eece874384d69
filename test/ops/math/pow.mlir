// RUN: %op_runs
// lhs to the power of rhs: odd, special, size one, empty, rank 0.

func.func @pow() {
  %lhs = weir.constant dense<
      [7.96, 0.97, 0.96, 3.57, 2.61, 4.83, 2.65, 2.53, 6.43, 7.72, 3.49, 5.43, 8.1, 8.16, 4.97, 1.4, 6.14, 7.65, 1.37]>
      : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [-4.22, -8.65, 8.91, 6.04, -0.41, -8.19, 5.42, 1.73, 8.02, -7.93, -8.5, 1.82, 8.69, -7.33, 6.85, 1.31, 5.45, 8.03,
      1.08]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.pow %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.00015781455, 1.3014407, 0.6950829, 2178.2913, 0.6748036, 2.503072e-06, 196.78534, 4.9819403, 3032859.5,
      9.145239e-08, 2.4321136e-05, 21.743813, 7.847559e+07, 2.0764011e-07, 58889.934, 1.5539166, 19747.74, 12468125.0,
      1.4049414]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %lhsS = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0xFF800000, -0.0, 3.0e+30, 2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  %rhsS = weir.constant dense<
      [1.0, 0x7FC00000, 2.0, 0x7F800000, 0.5, 3.0e+30, -2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  %yS = weir.pow %lhsS, %rhsS : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0.0, 0x7F800000, 1.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %yS, %expectedS : tensor<7xf32>
  %lhsB = weir.constant dense<[[7.47, 6.25, 7.66]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %rhsB = weir.constant dense<[[3.31, -8.0, 6.25]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.pow %lhsB, %rhsB : (tensor<1x3xbf16>, tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[7.8e+02, 4.3e-07, 3.36e+05]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %lhsH = weir.constant dense<[[6.94, 0.79, 1.68]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %rhsH = weir.constant dense<[[3.35, 1.83, 7.91]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.pow %lhsH, %rhsH : (tensor<1x3xf16>, tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[658.5, 0.65, 60.47]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %lhsE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %rhsE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.pow %lhsE, %rhsE : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %lhsE : tensor<0x3xf32>
  %lhs0 = weir.constant dense<6.97> : tensor<f64> -> tensor<f64>
  %rhs0 = weir.constant dense<-7.67> : tensor<f64> -> tensor<f64>
  %y0 = weir.pow %lhs0, %rhs0 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<3.4072546428183615e-07> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  return
}
