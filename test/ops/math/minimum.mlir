// RUN: %op_runs
// the smaller of lhs and rhs; NaN if either is NaN: odd, special, size one, empty, rank 0.

func.func @minimum() {
  %lhs = weir.constant dense<
      [-2.19, -3.26, 2.66, -3.35, -0.37, 5.09, -2.36, 8.43, -6.89, -0.48, 5.73, -7.61, -6.16, -2.92, -0.59, 3.23, 2.57,
      5.12, -5.42]> : tensor<19xf32> -> tensor<19xf32>
  %rhs = weir.constant dense<
      [-6.04, 7.54, 7.6, 6.52, 8.51, -2.56, -7.93, -6.14, 2.73, 6.18, 6.11, -1.58, 7.99, 3.82, -8.52, -2.57, -0.58, 4.1,
      0.73]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.minimum %lhs, %rhs : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-6.04, -3.26, 2.66, -3.35, -0.37, -2.56, -7.93, -6.14, -6.89, -0.48, 5.73, -7.61, -6.16, -2.92, -8.52, -2.57,
      -0.58, 4.1, -5.42]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %lhsS = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0xFF800000, -0.0, 3.0e+30, 2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  %rhsS = weir.constant dense<
      [1.0, 0x7FC00000, 2.0, 0x7F800000, 0.5, 3.0e+30, -2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  %yS = weir.minimum %lhsS, %rhsS : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 2.0, 0xFF800000, -0.0, 3.0e+30, -2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %yS, %expectedS : tensor<7xf32>
  %lhsB = weir.constant dense<[[-5.16, -3.69, 3.61]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %rhsB = weir.constant dense<[[-3.7, 4.56, 4.03]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.minimum %lhsB, %rhsB : (tensor<1x3xbf16>, tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-5.16, -3.69, 3.61]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %lhsH = weir.constant dense<[[-1.89, 7.78, -7.99]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %rhsH = weir.constant dense<[[-1.15, -3.03, 0.2]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.minimum %lhsH, %rhsH : (tensor<1x3xf16>, tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[-1.89, -3.03, -7.99]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %lhsE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %rhsE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.minimum %lhsE, %rhsE : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %lhsE : tensor<0x3xf32>
  %lhs0 = weir.constant dense<-7.65> : tensor<f64> -> tensor<f64>
  %rhs0 = weir.constant dense<6.89> : tensor<f64> -> tensor<f64>
  %y0 = weir.minimum %lhs0, %rhs0 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-7.65> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  %lhsI = weir.constant dense<[57, -7, 65, -43, 29]> : tensor<5xi64> -> tensor<5xi64>
  %rhsI = weir.constant dense<[26, -49, 45, -60, 88]> : tensor<5xi64> -> tensor<5xi64>
  %yI = weir.minimum %lhsI, %rhsI : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expectedI = weir.constant dense<[26, -49, 45, -60, 29]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %yI, %expectedI : tensor<5xi64>
  %lhsBool = weir.constant dense<[true, true, false, false]> : tensor<4xi1> -> tensor<4xi1>
  %rhsBool = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %yBool = weir.minimum %lhsBool, %rhsBool : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %expectedBool = weir.constant dense<[true, false, false, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %yBool, %expectedBool : tensor<4xi1>
  return
}
