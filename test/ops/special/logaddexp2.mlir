// RUN: %op_runs
// log2(2^input + 2^other)

func.func @odd() {
  %x0 = weir.constant dense<[0.56, -1.67, -1.83, 2.27, -1.81, -0.27, 1.5, 1.24, 0.32, 1.84, -0.21, 0.72, 1.91, 1.07,
      0.85, -0.56, 0.35, -0.62, 1.47]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-0.72, -0.2, 1.53, 0.02, -0.97, 1.96, -0.71, 2.07, 1.71, -0.32, 1.28, -2.79, -0.66,
      2.16, 0.48, 0.35, 0.99, 1.07, 0.5]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.0575311, 0.24464831, 1.6640836, 2.5452743, -0.32970893, 2.2387683, 1.7823026,
      2.7138832, 2.1763031, 2.1313162, 1.7193705, 0.84138393, 2.1345394, 2.7155821, 1.6768291, 0.9655906, 1.7052019,
      1.4594864, 2.065032]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-0.48, -1.9, -1.24, -1.24, -0.42], [2.99, -0.88, -0.32, -0.77, 0.49], [2.69, 2.33,
      -0.74, -1.4, 2.31]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-0.04, 1.11, -2.56, 2.2, -1.12], [-0.03, -1.81, -0.48, 1.97, 1.97], [-0.16, 1.61,
      -0.25, -0.76, 0.28]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.7567096, 1.2788173, -0.754022, 2.3271604, 0.27204522], [3.1577165, -0.27132475,
      0.60221696, 2.1712384, 2.4120028], [2.877383, 3.0144575, 0.52570385, -0.044798087, 2.6259778]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-1.79, -1.1, 1.24], [1.62, -2.66, 1.4]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[1.9, -0.33, -2.63], [1.1, -1.52, 0.86]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[2.007663408558954, 0.335772474259648, 1.3354429098938785], [2.3833026421440073,
      -0.9802113035069953, 2.155119091972408]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-0.74, 0.82, -1.45, -0.14], [0.15, 0.79, -1.78, 2.77]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[-1.27, -1.16, -1.46, -2.6], [-0.46, 1.63, 1.26, -1.83]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[0.0188, 1.15, -0.457, 0.102], [0.875, 2.27, 1.42, 2.83]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[-2.18, -1.07, 1.61, -0.07, 2.54]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[0.94, 0.73, 1.61, 1.5, -0.94]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[1.097, 1.094, 2.61, 1.919, 2.662]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[1000.0, -1000.0, 0x7F800000, 0xFF800000, 0x7F800000, 0x7FC00000, 3.0]>
      : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[1000.0, 1000.0, 0x7F800000, 0xFF800000, 0xFF800000, 1.0, 0xFF800000]>
      : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[1001.0, 1000.0, 0x7F800000, 0xFF800000, 0x7F800000, 0x7FC00000, 3.0]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[1000.0, -1000.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000,
      0x7FF8000000000000, 3.0]> : tensor<7xf64> -> tensor<7xf64>
  %x1 = weir.constant dense<[1000.0, 1000.0, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 1.0,
      0xFFF0000000000000]> : tensor<7xf64> -> tensor<7xf64>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %e0 = weir.constant dense<[1001.0, 1000.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000,
      0x7FF8000000000000, 3.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.46]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[-0.37]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.18558192]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-0.06> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<-2.15> : tensor<f64> -> tensor<f64>
  %y0 = weir.logaddexp2 %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<0.24437165707240666> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
