// RUN: %op_runs
// x * sigmoid(x): odd, special, size one, empty, rank 0.

func.func @silu() {
  %x = weir.constant dense<
      [-4.17, -2.23, 5.49, -7.36, 0.6, -0.24, 4.62, -5.16, -0.76, -4.81, -7.8, -2.96, -3.31, -2.73, -2.2, 0.88, -0.43,
      6.63, -8.92]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.silu %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.063455395, -0.21650767, 5.467431, -0.004679443, 0.3873938, -0.10566872, 4.574924, -0.029458035, -0.24217115,
      -0.038874462, -0.0031946234, -0.14582737, -0.11661038, -0.16714743, -0.21945107, 0.62200356, -0.16947432,
      6.6212587, -0.0011923397]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  %xS = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  %yS = weir.silu %xS : (tensor<6xf32>) -> tensor<6xf32>
  %expectedS = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0.0, -0.0, 3.0e+30]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %yS, %expectedS : tensor<6xf32>
  %xB = weir.constant dense<[[-1.66, 0.15, 5.6]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %yB = weir.silu %xB : (tensor<1x3xbf16>) -> tensor<1x3xbf16>
  %expectedB = weir.constant dense<[[-0.266, 0.081, 5.56]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_close %yB, %expectedB : tensor<1x3xbf16>
  %xH = weir.constant dense<[[1.88, -6.67, -7.32]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %yH = weir.silu %xH : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expectedH = weir.constant dense<[[1.631, -0.00844, -0.00484]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %yH, %expectedH : tensor<1x3xf16>
  %xE = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %yE = weir.silu %xE : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_close %yE, %xE : tensor<0x3xf32>
  %x0 = weir.constant dense<-3.03> : tensor<f64> -> tensor<f64>
  %y0 = weir.silu %x0 : (tensor<f64>) -> tensor<f64>
  %expected0 = weir.constant dense<-0.13964914592295735> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %expected0 : tensor<f64>
  // Where exp(-x) overflows, the result is no 0 yet: of f32 and f64 a denormal or a little above.
  %xT = weir.constant dense<
      [-17.5, -80.0, -87.4, -88.75, -95.0, -100.3, -103.2, -107.0, -110.0, -10000.0, -1.0e+30, 17.5, 100.0]> :
      tensor<13xf32> -> tensor<13xf32>
  %yT = weir.silu %xT : (tensor<13xf32>) -> tensor<13xf32>
  %expectedT = weir.constant dense<
      [-4.3942484e-07, -1.4438811e-33, -9.642132e-37, -2.5382423e-37, -5.24503e-40, -2.765e-42, -1.57e-43, -4.0e-45,
      0.0, 0.0, 0.0, 17.5, 100.0]> : tensor<13xf32> -> tensor<13xf32>
  check.expect_close %yT, %expectedT : tensor<13xf32>
  %xTD = weir.constant dense<
      [-40.0, -700.0, -708.5, -709.9, -720.0, -740.25, -749.0, -760.0, 40.0, 720.0]> : tensor<10xf64> -> tensor<10xf64>
  %yTD = weir.silu %xTD : (tensor<10xf64>) -> tensor<10xf64>
  %expectedTD = weir.constant dense<
      [-1.6993417021166355e-16, -6.90177358063184e-302, -1.42134473832723e-305, -3.511918857759439e-306,
      -1.46320617774547e-310, -2.41484e-319, -4.0e-323, 0.0, 40.0, 720.0]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_close %yTD, %expectedTD : tensor<10xf64>
  %xTB = weir.constant dense<[-40.0, -87.0, -88.5, -90.0, -95.0, -97.5]> : tensor<6xbf16> -> tensor<6xbf16>
  %yTB = weir.silu %xTB : (tensor<6xbf16>) -> tensor<6xbf16>
  %expectedTB = weir.constant dense<
      [-1.7e-16, -1.434e-36, -3.25e-37, -7.4e-38, -5.5e-40, 0.0]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close %yTB, %expectedTB : tensor<6xbf16>
  return
}
