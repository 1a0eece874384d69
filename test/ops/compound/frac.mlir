// RUN: %op_runs
// What is behind the point, with the sign of the number.

func.func @typical_f32() {
  %input = weir.constant dense<[0.37, -2.32, -1.06, 0.09, -1.8, -2.47, -2.31]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.frac %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.37, -0.31999993, -0.059999943, 0.09, -0.79999995, -0.47000003, -0.30999994]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0.78, -1.94, -0.88, 0.18, -1.11, -1.93, 0.9, 0.86, -0.71, 2.68, -2.93, -1.42, 0.66, 1.49, 2.71, -1.63, -1.7,
      -0.46, -2.74]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.frac %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.78, -0.94000006, -0.88, 0.18, -0.110000014, -0.92999995, 0.9, 0.86, -0.71, 0.68000007, -0.93000007,
      -0.41999996, 0.66, 0.49, 0.71000004, -0.63, -0.70000005, -0.46, -0.74]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[-1.61, -1.23, 1.73, -2.7, 1.62, -0.78, -2.74]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.frac %input : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [-0.6100000000000001, -0.22999999999999998, 0.73, -0.7000000000000002, 0.6200000000000001, -0.78,
      -0.7400000000000002]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.22, -0.96, 0.68, 0.75, -2.31], [-2.56, 1.95, -0.83, 1.18, -1.79], [-1.64, -1.23, 0.07, -1.5, 1.75]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.frac %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-0.219, -0.96, 0.68, 0.75, -0.312], [-0.562, 0.953, -0.83, 0.18, -0.79], [-0.64, -0.227, 0.07, -0.5, 0.75]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.94, 1.41, 0.72, 2.59, 2.33], [-2.27, -1.13, -1.66, 1.18, 2.95], [-2.5, 1.53, -1.16, -0.6, -1.93]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.frac %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.9395, 0.4102, 0.72, 0.59, 0.33], [-0.2695, -0.1299, -0.66, 0.1797, 0.949], [-0.5, 0.5303, -0.1602, -0.6,
      -0.9297]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.69> : tensor<f32> -> tensor<f32>
  %y = weir.frac %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.69000006> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.19]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.frac %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.18999999999999995]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.frac %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.frac %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 3.0e+38, -3.0e+38, 1.0e-45, -8388610.0, 1.9999999]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.frac %input : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 0.0, 0.0, 1.0e-45, 0.0, 0.9999999]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 0.0, 2.0]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.frac %input : (tensor<3xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[0x7E00, 0.0, 0.0]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y, %expected : tensor<3xf16>
  return
}
