// RUN: %op_runs
// angle of the point (other, input) from the x axis

func.func @odd() {
  %x0 = weir.constant dense<[0.75, 2.38, 1.65, -1.65, -1.2, 2.24, -2.97, 1.93, 1.78, -0.19, -1.18, -1.33, -1.47,
      -0.33, 0.03, 0.32, 2.97, 1.76, 0.73]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[2.93, -1.71, -2.04, 0.68, -2.74, -2.79, 0.09, -0.2, 2.5, 0.78, 0.08, -0.02, -1.51,
      -2.93, -1.85, 1.15, -1.8, -0.78, -2.98]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.atan2 %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.25059208, 2.1938224, 2.4614947, -1.1798844, -2.7287993, 2.4651058, -1.5405025,
      1.6740547, 0.6187343, -0.23893644, -1.5031033, -1.5858328, -2.3696165, -3.0294373, 3.125378, 0.27139527,
      2.1156602, 1.9879658, 2.901357]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[1.98, -2.07, -1.39, 2.28, 0.06], [2.08, 0.84, 1.45, -2.45, 0.25], [0.05, 2.23, -0.83,
      0.59, -2.64]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-0.67, -1.06, -2.1, 1.9, -0.72], [2.87, 0.54, 0.63, 0.83, 1.06], [-2.1, -0.36, -1.56,
      -0.59, -2.42]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.atan2 %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[1.8970854, -2.044059, -2.556894, 0.87605804, 3.0584514], [0.6271369, 0.9994588,
      1.1609212, -1.2441559, 0.23161644], [3.1177876, 1.7308505, -2.652634, 2.3561945, -2.3127437]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[2.81, -1.71, 1.03], [-1.2, 2.24, 0.97]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-2.21, 2.07, 2.67], [2.42, 0.42, -2.13]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.atan2 %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[2.2372368917117678, -0.690446457054692, 0.36817734577438704], [-0.4603363628246022,
      1.3854483767992019, 2.714257947002321]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.85, 2.56, 0.31, -1.92], [2.3, 0.85, 0.42, -0.74]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[-0.53, -1.56, -2.77, 2.27], [-0.19, 0.29, -1.07, 1.51]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.atan2 %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[-1.85, 2.12, 3.03, -0.703], [1.66, 1.24, 2.77, -0.455]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-2.85, -0.77, -2.82, -2.26, 2.8]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[0.95, -0.43, 0.14, 2.24, -0.93]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.atan2 %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[-1.249, -2.08, -1.521, -0.7896, 1.892]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000,
      0x7FC00000, 1.0, 2.0]> : tensor<13xf32> -> tensor<13xf32>
  %x1 = weir.constant dense<[0.0, 0.0, -0.0, -0.0, 0.0, -0.0, 0x7F800000, 0xFF800000, 0xFF800000, 1.0, 1.0,
      0x7FC00000, 0x7F800000]> : tensor<13xf32> -> tensor<13xf32>
  %y0 = weir.atan2 %x0, %x1 : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %e0 = weir.constant dense<[0.0, -0.0, 3.1415927, -3.1415927, 1.5707964, -1.5707964, 0.7853982, -2.3561945,
      2.3561945, -1.5707964, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<13xf32> -> tensor<13xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<13xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000,
      0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.0, 2.0]> : tensor<13xf64> -> tensor<13xf64>
  %x1 = weir.constant dense<[0.0, 0.0, -0.0, -0.0, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000,
      0xFFF0000000000000, 1.0, 1.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<13xf64> -> tensor<13xf64>
  %y0 = weir.atan2 %x0, %x1 : (tensor<13xf64>, tensor<13xf64>) -> tensor<13xf64>
  %e0 = weir.constant dense<[0.0, -0.0, 3.141592653589793, -3.141592653589793, 1.5707963267948966,
      -1.5707963267948966, 0.7853981633974483, -2.356194490192345, 2.356194490192345, -1.5707963267948966,
      0x7FF8000000000000, 0x7FF8000000000000, 0.0]> : tensor<13xf64> -> tensor<13xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<13xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.54]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[1.1]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.atan2 %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.45634848]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.atan2 %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-0.87> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<0.11> : tensor<f64> -> tensor<f64>
  %y0 = weir.atan2 %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-1.445026906034369> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
