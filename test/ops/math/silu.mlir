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
  return
}
