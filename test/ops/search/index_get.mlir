// RUN: %op_runs
// The elements at tuples of positions in the first dimensions, negative ones from the end.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[0.75, 2.38, 1.65], [-1.65, -1.2, 2.24], [-2.97, 1.93, 1.78], [-0.19, -1.18, -1.33]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %index0 = weir.constant dense<[2, -4]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_get %input, %index0 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[-2.97, 1.93, 1.78], [0.75, 2.38, 1.65]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @pairs_f32() {
  %input = weir.constant dense<
      [[[-1.47, -0.33], [0.03, 0.32], [2.97, 1.76]], [[0.73, 2.93], [-1.71, -2.04], [0.68, -2.74]], [[-2.79, 0.09],
      [-0.2, 2.5], [0.78, 0.08]], [[-0.02, -1.51], [-2.93, -1.85], [1.15, -1.8]]]>
      : tensor<4x3x2xf32> -> tensor<4x3x2xf32>
  %index0 = weir.constant dense<[2, -4, 3]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[0, 2, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<4x3x2xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<3x2xf32>
  %e = weir.constant dense<[[-2.79, 0.09], [2.97, 1.76], [1.15, -1.8]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.78, -2.98, 1.98, -2.07, -1.39], [2.28, 0.06, 2.08, 0.84, 1.45], [-2.45, 0.25, 0.05, 2.23, -0.83], [0.59,
      -2.64, -0.67, -1.06, -2.1], [1.9, -0.72, 2.87, 0.54, 0.63], [0.83, 1.06, -2.1, -0.36, -1.56], [-0.59, -2.42,
      2.81, -1.71, 1.03]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %index0 = weir.constant dense<[5, -1, 0, 5, 3, 2, 1]> : tensor<7xi64> -> tensor<7xi64>
  %index1 = weir.constant dense<[4, -5, 2, 4, 1, 0, 3]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<7x5xf32>, tensor<7xi64>, tensor<7xi64>) -> tensor<7xf32>
  %e = weir.constant dense<[-1.56, -0.59, 1.98, -1.56, -2.64, -2.45, 0.84]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %e : tensor<7xf32>
  return
}

func.func @grid_f64() {
  %input = weir.constant dense<
      [[[-1.2, 2.24, 0.97], [-2.21, 2.07, 2.67]], [[2.42, 0.42, -2.13], [-1.85, 2.57, 0.31]], [[-1.92, 2.3, 0.85],
      [0.42, -0.74, -0.53]], [[-1.56, -2.77, 2.26], [-0.19, 0.29, -1.07]], [[1.51, -2.85, -0.77], [-2.82, -2.26,
      2.8]]]> : tensor<5x2x3xf64> -> tensor<5x2x3xf64>
  %index0 = weir.constant dense<[[0, -1], [2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %index1 = weir.constant dense<[[1, 0], [-2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.index_get %input, %index0, %index1
      : (tensor<5x2x3xf64>, tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2x3xf64>
  %e = weir.constant dense<
      [[[-2.21, 2.07, 2.67], [1.51, -2.85, -0.77]], [[-1.92, 2.3, 0.85], [-1.85, 2.57, 0.31]]]>
      : tensor<2x2x3xf64> -> tensor<2x2x3xf64>
  check.expect_eq %y, %e : tensor<2x2x3xf64>
  return
}

func.func @triples_bf16() {
  %input = weir.constant dense<
      [[[0.95, -0.43], [0.14, 2.23], [-0.93, 0.54]], [[1.1, -0.87], [0.11, 1.59], [2.45, -2.1]]]>
      : tensor<2x3x2xbf16> -> tensor<2x3x2xbf16>
  %index0 = weir.constant dense<[1, 0, 1, -1]> : tensor<4xi64> -> tensor<4xi64>
  %index1 = weir.constant dense<[2, -3, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  %index2 = weir.constant dense<[0, 1, -1, 0]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.index_get %input, %index0, %index1, %index2
      : (tensor<2x3x2xbf16>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xbf16>
  %e = weir.constant dense<[2.45, -0.43, -0.87, 0.11]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq %y, %e : tensor<4xbf16>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[2.6, -2.97], [1.52, 1.86], [-2.18, -0.49]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %index0 = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  %index1 = weir.constant dense<[1, -2]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<3x2xf16>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xf16>
  %e = weir.constant dense<[-0.49, 2.6]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %e : tensor<2xf16>
  return
}

func.func @i64() {
  %input = weir.constant dense<
      [[-20, -13, -6, 1], [8, 15, 22, 29], [36, 43, 50, 57]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %index0 = weir.constant dense<[2, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[3, -4, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<3x4xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %e = weir.constant dense<[57, -20, 22]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %e : tensor<3xi64>
  return
}

// Of one tuple, indices are scalars.
func.func @one_place() {
  %input = weir.constant dense<[[1.89, -2.91], [0.77, 1.76], [0.08, 1.36]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index0 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %index1 = weir.constant dense<-1> : tensor<i64> -> tensor<i64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<3x2xf32>, tensor<i64>, tensor<i64>) -> tensor<f32>
  %e = weir.constant dense<1.76> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %e : tensor<f32>
  return
}

func.func @special() {
  %input = weir.constant dense<[[0x7F800000, 0xFF800000], [-0.0, 0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %index0 = weir.constant dense<[1, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[0, 1, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<2x2xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  %e = weir.constant dense<[-0.0, 0xFF800000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %e : tensor<3xf32>
  return
}

func.func @nowhere() {
  %input = weir.constant dense<[[-1.64, -1.81], [-0.82, -1.92], [-0.92, 2.69]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %index0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %index1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.index_get %input, %index0, %index1 : (tensor<3x2xf32>, tensor<0xi64>, tensor<0xi64>) -> tensor<0xf32>
  %e = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y, %e : tensor<0xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %index0 = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_get %input, %index0 : (tensor<3x0xf32>, tensor<2xi64>) -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq %y, %e : tensor<2x0xf32>
  return
}
