// RUN: %op_runs
// radians in degrees

func.func @odd() {
  %x0 = weir.constant dense<[2.56, -2.49, -1.76, -2.5, 1.27, -1.24, 2.4, 2.36, 2.62, -1.46, -3.0, -0.67, 2.78, 1.58,
      -2.64, 1.22, 2.5, 2.81, 1.3]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.rad2deg %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[146.67719, -142.66649, -100.84057, -143.23946, 72.76564, -71.04677, 137.50987,
      135.21803, 150.11493, -83.65184, -171.88734, -38.388172, 159.28227, 90.527336, -151.26086, 69.900856,
      143.23946, 161.00114, 74.48451]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[2.18, 2.05, -0.85, -2.41, 1.36], [-2.18, -0.69, 2.97, 0.36, 0.13], [2.69, -1.3, 3.0,
      2.47, -0.82]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.rad2deg %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[124.9048, 117.456345, -48.701412, -138.08284, 77.922264], [-124.9048, -39.53409,
      170.16847, 20.626482, 7.448451], [154.12566, -74.48451, 171.88734, 141.52058, -46.98254]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-1.04, -2.24, 2.49], [-1.89, -2.95, 2.34]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.rad2deg %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-59.58761069360562, -128.3425461093044, 142.666490987575], [-108.28902327972558,
      -169.02254956359286, 134.07212406061262]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[0.59, 1.03, 1.4, -2.73], [-2.45, -0.0, -2.7, 0.03]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.rad2deg %x0 : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[33.8, 59.0, 80.0, -157.0], [-141.0, -0.0, -155.0, 1.72]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.42, 0.94, 0.7, -2.72, -1.58]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.rad2deg %x0 : (tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[81.4, 53.84, 40.12, -155.9, -90.56]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, -0.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.rad2deg %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0x7F800000, -0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.rad2deg %x0 : (tensor<3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.38]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.rad2deg %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[136.36397]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.rad2deg %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.26> : tensor<f64> -> tensor<f64>
  %y0 = weir.rad2deg %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-129.48846169956605> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
