// RUN: %op_runs
// sqrt(input^2 + other^2) without overflow

func.func @odd() {
  %x0 = weir.constant dense<[1.59, 2.46, -2.09, 2.6, -2.97, 1.52, 1.86, -2.18, -0.49, 1.89, -2.91, 0.77, 1.76, 0.08,
      1.36, -1.64, -1.81, -0.82, -1.92]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-0.92, 2.69, 0.44, -0.96, -1.37, 2.71, -0.33, 2.88, 0.09, 0.13, 2.38, 1.46, 0.48, -0.44,
      2.27, -0.53, 2.54, -2.59, -0.42]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.hypot %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.8369813, 3.6452298, 2.1358135, 2.77157, 3.270749, 3.1071692, 1.8890474, 3.6120355,
      0.49819675, 1.8944656, 3.759322, 1.6506059, 1.8242806, 0.4472136, 2.6462238, 1.7235138, 3.118926, 2.7167075,
      1.9654007]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[0.12, 2.71, -1.49, 1.84, 1.06], [1.3, 0.78, 2.83, -1.0, -0.61], [-1.78, -2.7, -1.72,
      2.49, 2.04]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-2.33, 0.62, -0.12, 0.57, 0.96], [-1.16, 2.77, -0.2, 0.77, 0.81], [-1.9, -2.63, -0.53,
      1.58, 1.89]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.hypot %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[2.333088, 2.780018, 1.4948244, 1.9262658, 1.4301049], [1.7422973, 2.877725, 2.8370583,
      1.2621014, 1.014002], [2.6035361, 3.7692044, 1.7998055, 2.948983, 2.780953]]> : tensor<3x5xf32>
      -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[1.38, -2.32, 2.48], [1.81, 2.27, 0.14]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[2.49, -2.72, -2.82], [-2.88, -1.48, -1.51]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.hypot %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[2.846840353795766, 3.5750244754406926, 3.755369489144843], [3.4015437671739575,
      2.709852394504173, 1.5164761785138599]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-1.87, 0.4, -2.77, 0.54], [-2.0, 1.07, -2.88, -1.14]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[2.62, 0.23, 1.87, 0.95], [0.66, -1.85, 0.45, -2.77]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.hypot %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[3.22, 0.463, 3.34, 1.09], [2.11, 2.14, 2.9, 2.98]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.81, 2.76, 2.12, -2.7, -0.97]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[-1.09, -2.32, 0.76, 1.78, -1.12]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.hypot %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[2.113, 3.605, 2.252, 3.234, 1.481]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, 3.0e+30, 0x7F800000, 0x7FC00000, 0x7FC00000, 1.0e-30, 5.0]> : tensor<7xf32>
      -> tensor<7xf32>
  %x1 = weir.constant dense<[0.0, 4.0e+30, 0x7FC00000, 1.0, 0xFF800000, 0.0, 12.0]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.hypot %x0, %x1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[0.0, 5.0e+30, 0x7F800000, 0x7FC00000, 0x7F800000, 1.0e-30, 13.0]> : tensor<7xf32>
      -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, 3.0e+30, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.0e-30,
      5.0]> : tensor<7xf64> -> tensor<7xf64>
  %x1 = weir.constant dense<[0.0, 4.0e+30, 0x7FF8000000000000, 1.0, 0xFFF0000000000000, 0.0, 12.0]>
      : tensor<7xf64> -> tensor<7xf64>
  %y0 = weir.hypot %x0, %x1 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %e0 = weir.constant dense<[0.0, 5.0e+30, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 1.0e-30,
      13.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.18]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[1.78]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.hypot %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[2.8143916]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.hypot %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-2.23> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<1.6> : tensor<f64> -> tensor<f64>
  %y0 = weir.hypot %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<2.744612905311057> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
