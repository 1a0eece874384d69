// RUN: %op_runs
// the derivative of lgamma

func.func @odd() {
  %x0 = weir.constant dense<[3.87, 1.89, 1.98, -0.77, 4.87, 0.26, 1.61, 2.4, 7.82, -0.27, 5.54, 0.51, 7.7, 1.55,
      2.91, 7.49, 4.97, -2.14, -1.62]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.digamma %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.2185274, 0.34928143, 0.40980417, -3.300794, 1.4769254, -4.0617003, 0.1345968,
      0.65290123, 1.9913855, 2.5659175, 1.6190354, -1.9149876, 1.9748821, 0.08222252, 0.8866013, 1.9453303,
      1.4994559, 7.652836, -0.4834838]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[8.89, -2.94, 0.4, 8.49, -3.11], [-1.31, -0.68, -2.24, 2.51, 3.99], [0.62, -1.96, 6.67,
      6.59, 3.61]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.digamma %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[2.127631, -15.229879, -2.5613844, 2.0788417, 10.012982], [2.740476, -1.8011543,
      4.358843, 0.70804846, 1.2532754], [-1.4698263, -23.961428, 1.8207884, 1.8077663, 1.1388565]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-1.61, 3.37, 4.44], [1.97, 7.33, 1.5]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.digamma %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-0.3753281617144044, 1.059269227381451, 1.3738355141032892], [0.4032522088137713,
      1.9222145570419236, 0.03648997397857652]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<2x3xf64>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, -1.0, -3.0, 1.0, 2.0]>
      : tensor<9xf32> -> tensor<9xf32>
  %y0 = weir.digamma %x0 : (tensor<9xf32>) -> tensor<9xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7F800000, 0x7FC00000, 0x7FC00000,
      -0.5772157, 0.42278433]> : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<9xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, -1.0, -3.0, 1.0,
      2.0]> : tensor<9xf64> -> tensor<9xf64>
  %y0 = weir.digamma %x0 : (tensor<9xf64>) -> tensor<9xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000,
      0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.5772156649015329, 0.42278433509846713]>
      : tensor<9xf64> -> tensor<9xf64>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<9xf64>
  return
}

func.func @large() {
  %x0 = weir.constant dense<[30.5, 1000.25, 1000000.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.digamma %x0 : (tensor<3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[3.401243668961661, 6.907505289414428, 13.815510057964191]> : tensor<3xf64>
      -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<3xf64>
  return
}

func.func @large_f32() {
  %x0 = weir.constant dense<[30.5, 1000.25, 1000000.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.digamma %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[3.4012437, 6.9075055, 13.81551]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<3xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.98]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.digamma %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.9148547]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.digamma %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-1.9> : tensor<f64> -> tensor<f64>
  %y0 = weir.digamma %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-8.786328039826273> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 3.0e-06 : f64, rtol = 1.0e-05 : f64} : tensor<f64>
  return
}
