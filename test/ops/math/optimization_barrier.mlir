// RUN: %op_runs
// x itself, of every kind of number: odd sizes, NaN and infinities, size one, empty, rank 0.

func.func @numbers() {
  %x = weir.constant dense<
      [-8.23, -4.38, 4.7, 3.97, -0.28, 1.27, -2.09, -8.97, -7.97, 0.76, 4.65, -3.01, 8.46, 1.35, -5.2, 4.26, -1.0, 7.82,
      -7.68]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.optimization_barrier %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-8.23, -4.38, 4.7, 3.97, -0.28, 1.27, -2.09, -8.97, -7.97, 0.76, 4.65, -3.01, 8.46, 1.35, -5.2, 4.26, -1.0, 7.82,
      -7.68]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30, -2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  %yS = weir.optimization_barrier %xS : (tensor<7xf32>) -> tensor<7xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30, -2.0e-09]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %yS, %expectedS : tensor<7xf32>
  %xB = weir.constant dense<[[8.56, -6.16, -8.44]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.optimization_barrier %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[8.56, -6.16, -8.44]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[8.56, -6.16, -8.44]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.optimization_barrier %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[8.56, -6.16, -8.44]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.optimization_barrier %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expectedE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %yE, %expectedE : tensor<0x3xf32>
  %x0 = weir.constant dense<7.38> : tensor<f64> -> tensor<f64>
  %y0 = weir.optimization_barrier %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<7.38> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  %xI = weir.constant dense<[28, -65, 9, -43, 79]> : tensor<5xi64> -> tensor<5xi64>
  %yI = weir.optimization_barrier %xI : (tensor<5xi64>) -> tensor<5xi64>
  %expectedI = weir.constant dense<[28, -65, 9, -43, 79]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %yI, %expectedI : tensor<5xi64>
  return
}

func.func @bools() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.optimization_barrier %x : (tensor<3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y, %expected : tensor<3xi1>
  return
}
