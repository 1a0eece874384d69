// RUN: %op_runs
// Whether all elements are equal; NaN equals none.

func.func @same_f32() {
  %input = weir.constant dense<[[-1.65, 1.98, 2.87], [-2.1, -0.47, -0.98]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %other = weir.constant dense<[[-1.65, 1.98, 2.87], [-2.1, -0.47, -0.98]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.equal %input, %other : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<
      [[-2.7, 0.46, 0.63, -1.82, -2.43], [2.12, 1.37, 2.38, -0.69, -2.76], [-2.77, 0.48, 0.78, -0.98, 1.55], [2.42, 1.7,
      2.69, -1.24, -0.02], [2.36, 0.17, 1.05, 2.68, -2.91], [-1.27, -0.31, 0.73, 1.22, 0.98], [1.27, -1.27, 0.07, 2.43,
      -2.39]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %other = weir.constant dense<
      [[-2.7, 0.46, 0.63, -1.82, -2.43], [2.12, 1.37, 2.38, -0.69, -2.76], [-2.77, 0.48, 0.78, -0.98, 1.55], [2.42, 1.7,
      2.69, -1.24, -0.02], [2.36, 0.17, 1.05, 2.68, -2.91], [-1.27, -0.31, 0.73, 1.22, 0.98], [1.27, -1.27, 0.07, 2.43,
      -2.39]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.equal %input, %other : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @last_f32() {
  %input = weir.constant dense<
      [[-2.7, 0.46, 0.63, -1.82, -2.43], [2.12, 1.37, 2.38, -0.69, -2.76], [-2.77, 0.48, 0.78, -0.98, 1.55], [2.42, 1.7,
      2.69, -1.24, -0.02], [2.36, 0.17, 1.05, 2.68, -2.91], [-1.27, -0.31, 0.73, 1.22, 0.98], [1.27, -1.27, 0.07, 2.43,
      -2.39]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %other = weir.constant dense<
      [[-2.7, 0.46, 0.63, -1.82, -2.43], [2.12, 1.37, 2.38, -0.69, -2.76], [-2.77, 0.48, 0.78, -0.98, 1.55], [2.42, 1.7,
      2.69, -1.24, -0.02], [2.36, 0.17, 1.05, 2.68, -2.91], [-1.27, -0.31, 0.73, 1.22, 0.98], [1.27, -1.27, 0.07, 2.43,
      -1.3900001]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.equal %input, %other : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @next_f64() {
  %input = weir.constant dense<
      [0.11, -1.54, -1.12, -0.36, 2.93, -0.04, 0.9, 1.35, -2.56, 2.03, 1.24, 0.59, -2.41, -0.48, 0.75, -0.22, -2.02,
      -1.44, 2.03]> : tensor<19xf64> -> tensor<19xf64>
  %other = weir.constant dense<
      [0.11, -1.54, -1.12, -0.36, 2.93, -0.04, 0.9, 1.3500000000000003, -2.56, 2.03, 1.24, 0.59, -2.41, -0.48, 0.75,
      -0.22, -2.02, -1.44, 2.03]> : tensor<19xf64> -> tensor<19xf64>
  %y = weir.equal %input, %other : (tensor<19xf64>, tensor<19xf64>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @first_f16() {
  %input = weir.constant dense<[0.13, 2.52, 0.65, -1.0, 0.64]> : tensor<5xf16> -> tensor<5xf16>
  %other = weir.constant dense<[1.13, 2.52, 0.65, -1.0, 0.64]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.equal %input, %other : (tensor<5xf16>, tensor<5xf16>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @one_i64() {
  %input = weir.constant dense<[[[-4, 4], [-4, 3]], [[-3, 2], [2, 4]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %other = weir.constant dense<[[[-4, 4], [-4, 3]], [[-3, 3], [2, 4]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %y = weir.equal %input, %other : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @large_i64() {
  %input = weir.constant dense<[9007199254740992, 1]> : tensor<2xi64> -> tensor<2xi64>
  %other = weir.constant dense<[9007199254740993, 1]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.equal %input, %other : (tensor<2xi64>, tensor<2xi64>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @same_bool() {
  %input = weir.constant dense<[[true, false, true]]> : tensor<1x3xi1> -> tensor<1x3xi1>
  %other = weir.constant dense<[[true, false, true]]> : tensor<1x3xi1> -> tensor<1x3xi1>
  %y = weir.equal %input, %other : (tensor<1x3xi1>, tensor<1x3xi1>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @nan() {
  %input = weir.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %other = weir.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.equal %input, %other : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @zeros_and_infinities() {
  %input = weir.constant dense<[-0.0, 0x7F800000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[0.0, 0x7F800000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.equal %input, %other : (tensor<3xf32>, tensor<3xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @opposite_infinities() {
  %input = weir.constant dense<[1.0, 0x7FF0000000000000]> : tensor<2xf64> -> tensor<2xf64>
  %other = weir.constant dense<[1.0, 0xFFF0000000000000]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.equal %input, %other : (tensor<2xf64>, tensor<2xf64>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %other = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.equal %input, %other : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[3]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %other = weir.constant dense<[[4]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %y = weir.equal %input, %other : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %other = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.equal %input, %other : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}
