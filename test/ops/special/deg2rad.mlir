// RUN: %op_runs
// degrees in radians

func.func @odd() {
  %x0 = weir.constant dense<[111.64, -151.3, -297.28, -27.14, 273.72, 70.66, -321.63, -43.14, -83.08, 59.35, 62.73,
      324.96, -116.57, -66.17, 81.73, 278.2, 148.42, -20.96, 226.49]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.deg2rad %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.9484856, -2.6406832, -5.1885147, -0.47368234, 4.777315, 1.2332497, -5.6135025,
      -0.75293505, -1.4500196, 1.0358529, 1.094845, 5.671622, -2.0345304, -1.1548843, 1.4264576, 4.8555064,
      2.5904176, -0.365821, 3.9529963]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-10.58, 333.74, -156.6, -268.28, 237.89], [-145.94, 250.13, 78.77, 6.45, -297.34],
      [206.15, -312.53, 334.91, 271.42, -141.86]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.deg2rad %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-0.18465583, 5.8248615, -2.7331858, -4.682369, 4.1519637], [-2.5471334, 4.365592,
      1.3747958, 0.112573735, -5.189562], [3.5979962, -5.4546776, 5.845282, 4.737173, -2.475924]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-267.94, 277.69, -14.51], [-270.09, -1.06, -182.29]]> : tensor<2x3xf64>
      -> tensor<2x3xf64>
  %y0 = weir.deg2rad %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-4.676435197793607, 4.846604799863053, -0.2532472744643772], [-4.7139597767114845,
      -0.018500490071139894, -3.181560693460463]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-66.5, 101.0, 300.0, 217.0], [-244.0, -16.4, -5.8, 352.0]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.deg2rad %x0 : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-1.164, 1.766, 5.25, 3.78], [-4.25, -0.285, -0.1016, 6.16]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-297.5, 7.75, 298.2, -72.8, -171.5]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.deg2rad %x0 : (tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[-5.19, 0.1353, 5.207, -1.2705, -2.994]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, -0.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.deg2rad %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, -0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.deg2rad %x0 : (tensor<3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[40.27]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.deg2rad %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.7028441]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.deg2rad %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-129.54> : tensor<f64> -> tensor<f64>
  %y0 = weir.deg2rad %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-2.260899513033454> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
