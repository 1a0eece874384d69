// RUN: %op_runs
// The p-norm of input - other, a scalar.

func.func @two_f32() {
  %input = weir.constant dense<[[1.63, -1.05, 0.72], [1.26, 0.64, -0.38]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %other = weir.constant dense<[[1.13, -1.81, -2.41], [-1.94, -1.83, -1.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e = weir.constant dense<5.370503> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.22, -1.88, -2.19, -0.65, -2.29], [-0.74, -2.23, 1.35, 0.21, -0.07], [-1.42, 1.77, 1.85, -2.31, 1.66], [-0.25,
      0.89, 2.45, -2.37, 2.26], [-0.29, 2.2, 0.83, 0.43, -0.02], [1.27, -2.39, 0.48, -2.07, 2.22], [2.23, -0.98, -0.86,
      -0.8, -2.3]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %other = weir.constant dense<
      [[1.0, -0.07, -0.79, 1.97, 2.47], [2.33, -0.3, -2.05, -1.65, -0.03], [-2.91, 1.8, 0.75, 1.27, 0.91], [-1.33,
      -2.48, 1.81, 1.53, -2.45], [2.23, 1.96, 1.21, 0.37, -1.96], [2.14, -2.43, 1.17, -0.92, -2.06], [0.9, 2.77, 1.36,
      1.07, -1.33]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<f32>
  %e = weir.constant dense<13.677247> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @two_f64() {
  %input = weir.constant dense<
      [[0.4, 1.67, -1.13, 1.71, -0.72], [-1.59, 0.52, -2.3, -1.69, -1.19], [2.24, -0.47, -1.52, 0.13, -1.98]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %other = weir.constant dense<
      [[-0.93, 1.83, -0.58, 2.82, 1.4], [-2.47, 0.43, -0.9, -0.91, -1.65], [-0.18, 0.51, -0.31, -2.17, -1.9]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e = weir.constant dense<4.996328652120475> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}

func.func @one_f32() {
  %input = weir.constant dense<[[-1.13, 2.82, 1.39], [2.17, 2.28, -2.38]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %other = weir.constant dense<[[1.92, 2.8, 2.08], [-1.97, -2.76, -2.07]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.dist %input, %other {p = 1.0 : f64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e = weir.constant dense<13.25> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @three_f64() {
  %input = weir.constant dense<[[2.21, -1.31, 0.52], [2.86, 0.82, -2.86]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %other = weir.constant dense<[[0.11, 2.11, -1.84], [-2.82, 1.64, 0.08]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.dist %input, %other {p = 3.0 : f64} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  %e = weir.constant dense<6.476212286244999> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}

func.func @infinite_f32() {
  %input = weir.constant dense<
      [1.3, 1.68, -1.45, 2.55, -0.83, 1.37, 1.39, -1.07, -0.91, 0.53, -2.15, 0.17, -1.39, -1.74, -2.08, -0.81, -2.75,
      -0.69, -1.41]> : tensor<19xf32> -> tensor<19xf32>
  %other = weir.constant dense<
      [-0.97, -1.56, 0.91, 1.44, -1.04, 1.66, 2.29, 1.01, 2.99, -1.31, -2.89, 1.98, -2.89, 2.21, -0.58, -1.96, -2.03,
      1.56, -1.19]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.dist %input, %other {p = 0x7FF0000000000000 : f64} : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
  %e = weir.constant dense<3.95> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @none_f32() {
  %input = weir.constant dense<[1.5, 2.0, -0.0, 3.0, 0.25]> : tensor<5xf32> -> tensor<5xf32>
  %other = weir.constant dense<[1.5, 2.5, 0.0, -3.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.dist %input, %other {p = 0.0 : f64} : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %e = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[-0.49, 2.28, -0.89, 1.23, 0.29], [2.99, -0.57, -1.4, -1.87, -2.45]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %other = weir.constant dense<
      [[-0.88, 1.09, -1.11, 0.92, 0.5], [-0.39, 2.66, -0.46, 0.08, -1.92]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<2x5xf16>, tensor<2x5xf16>) -> tensor<f16>
  %e = weir.constant dense<5.348> : tensor<f16> -> tensor<f16>
  check.expect_close %y, %e : tensor<f16>
  return
}

// Squares are of f32.
func.func @beyond_f16() {
  %input = weir.constant dense<[3.0e+02, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  %other = weir.constant dense<[0.0, 4.0e+02]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<2xf16>, tensor<2xf16>) -> tensor<f16>
  %e = weir.constant dense<5.0e+02> : tensor<f16> -> tensor<f16>
  check.expect_close %y, %e : tensor<f16>
  return
}

func.func @nan() {
  %input = weir.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[1.0, 0.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %e = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @infinities() {
  %input = weir.constant dense<[0x7F800000, 1.0, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[0xFF800000, 0.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %e = weir.constant dense<0x7F800000> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @equal() {
  %input = weir.constant dense<[[1.66, -2.51], [-1.03, -1.03]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %other = weir.constant dense<[[1.66, -2.51], [-1.03, -1.03]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.dist %input, %other {p = 3.0 : f64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
  %e = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.59]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %other = weir.constant dense<[[-1.04]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<f32>
  %e = weir.constant dense<2.63> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %other = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %e = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %e : tensor<f32>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<2.73> : tensor<f64> -> tensor<f64>
  %other = weir.constant dense<-1.7> : tensor<f64> -> tensor<f64>
  %y = weir.dist %input, %other {p = 2.0 : f64} : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e = weir.constant dense<4.43> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}
