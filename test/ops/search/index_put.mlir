// RUN: %op_runs
// Values at positions of the first dimension, negative ones from the end; added to the elements, if accumulate.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[-2.07, -1.66, -0.05], [-2.16, 1.68, 1.24], [2.07, 0.63, 0.1], [-0.25, -1.75, -0.47]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values = weir.constant dense<[[0.22, 2.63, -1.21], [0.58, -1.14, 0.92]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %index0 = weir.constant dense<[2, -4]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[0.58, -1.14, 0.92], [-2.16, 1.68, 1.24], [0.22, 2.63, -1.21], [-0.25, -1.75, -0.47]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %e : tensor<4x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[1.51, 1.87, 2.3, -1.44, -2.16], [0.65, -2.91, 0.78, -0.9, -1.06], [-2.15, 0.86, -0.44, 2.21, -0.08], [-2.23,
      1.5, 0.85, -0.39, 0.06], [1.53, 2.23, 2.84, 0.94, 1.41], [0.22, -0.79, -1.49, 1.43, 2.29], [0.15, 1.71, -0.13,
      2.57, -1.91]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %values = weir.constant dense<
      [[-2.71, 0.75, -0.22, -2.5, 0.38], [2.61, -0.65, 1.2, -0.73, 0.35], [-1.53, -2.0, 1.75, -2.9, 2.36]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %index0 = weir.constant dense<[5, -1, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<7x5xf32>, tensor<3x5xf32>, tensor<3xi64>) -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[-1.53, -2.0, 1.75, -2.9, 2.36], [0.65, -2.91, 0.78, -0.9, -1.06], [-2.15, 0.86, -0.44, 2.21, -0.08], [-2.23,
      1.5, 0.85, -0.39, 0.06], [1.53, 2.23, 2.84, 0.94, 1.41], [-2.71, 0.75, -0.22, -2.5, 0.38], [2.61, -0.65, 1.2,
      -0.73, 0.35]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_eq %y, %e : tensor<7x5xf32>
  return
}

func.func @grid_f64() {
  %input = weir.constant dense<
      [[-1.41, 0.93], [-1.84, 1.56], [-0.35, -0.12], [2.39, 2.45], [2.61, 0.55]]> : tensor<5x2xf64> -> tensor<5x2xf64>
  %values = weir.constant dense<
      [[[-0.12, 0.23], [-1.34, 2.28]], [[1.94, -2.95], [1.92, 1.33]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  %index0 = weir.constant dense<[[0, -1], [2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<5x2xf64>, tensor<2x2x2xf64>, tensor<2x2xi64>)
      -> tensor<5x2xf64>
  %e = weir.constant dense<
      [[-0.12, 0.23], [1.92, 1.33], [1.94, -2.95], [2.39, 2.45], [-1.34, 2.28]]> : tensor<5x2xf64> -> tensor<5x2xf64>
  check.expect_eq %y, %e : tensor<5x2xf64>
  return
}

func.func @added_rows_f32() {
  %input = weir.constant dense<
      [[1.08, 0.86, 2.36], [2.0, 0.85, 1.3], [0.97, 0.96, 1.94], [2.9, 1.23, 2.94]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %values = weir.constant dense<
      [[1.94, 0.88, 0.98], [0.92, 1.0, 0.8], [2.7, 0.51, 2.21]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %index0 = weir.constant dense<[2, -4, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0 {accumulate} : (tensor<4x3xf32>, tensor<3x3xf32>, tensor<3xi64>)
      -> tensor<4x3xf32>
  %e = weir.constant dense<
      [[2.0, 1.86, 3.1599998], [2.0, 0.85, 1.3], [5.61, 2.35, 5.13], [2.9, 1.23, 2.94]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y, %e : tensor<4x3xf32>
  return
}

func.func @i64() {
  %input = weir.constant dense<[4, 1, -2, 2, 1]> : tensor<5xi64> -> tensor<5xi64>
  %values = weir.constant dense<[15, 15]> : tensor<2xi64> -> tensor<2xi64>
  %index0 = weir.constant dense<[3, -5]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<5xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5xi64>
  %e = weir.constant dense<[15, 1, -2, 15, 1]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %e : tensor<5xi64>
  return
}

func.func @added_i64() {
  %input = weir.constant dense<[1, 3, -1, 4, -3]> : tensor<5xi64> -> tensor<5xi64>
  %values = weir.constant dense<[[1, 3], [4, 3]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %index0 = weir.constant dense<[[1, 4], [-1, -1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.index_put %input, %values, %index0 {accumulate} : (tensor<5xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
      -> tensor<5xi64>
  %e = weir.constant dense<[1, 4, -1, 4, 7]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %e : tensor<5xi64>
  return
}

func.func @added_bf16() {
  %input = weir.constant dense<[-1.5, -0.25, 1.5, 0.75]> : tensor<4xbf16> -> tensor<4xbf16>
  %values = weir.constant dense<[-1.0, -1.25, -0.75]> : tensor<3xbf16> -> tensor<3xbf16>
  %index0 = weir.constant dense<[1, -1, 1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0 {accumulate} : (tensor<4xbf16>, tensor<3xbf16>, tensor<3xi64>)
      -> tensor<4xbf16>
  %e = weir.constant dense<[-1.5, -2.0, 1.5, -0.5]> : tensor<4xbf16> -> tensor<4xbf16>
  check.expect_close %y, %e : tensor<4xbf16>
  return
}

// The index is a scalar.
func.func @one_place() {
  %input = weir.constant dense<[[0.21, -2.24], [1.84, 1.94], [-0.94, 1.63]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %values = weir.constant dense<[-2.45, -2.98]> : tensor<2xf32> -> tensor<2xf32>
  %index0 = weir.constant dense<-2> : tensor<i64> -> tensor<i64>
  %y = weir.index_put %input, %values, %index0 : (tensor<3x2xf32>, tensor<2xf32>, tensor<i64>) -> tensor<3x2xf32>
  %e = weir.constant dense<[[0.21, -2.24], [-2.45, -2.98], [-0.94, 1.63]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @special() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %values = weir.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32> -> tensor<2xf32>
  %index0 = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<3xf32>, tensor<2xf32>, tensor<2xi64>) -> tensor<3xf32>
  %e = weir.constant dense<[-0.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %e : tensor<3xf32>
  return
}

func.func @added_special() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %values = weir.constant dense<[1.0, 0x7FC00000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %index0 = weir.constant dense<[0, 1, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0 {accumulate} : (tensor<4xf32>, tensor<3xf32>, tensor<3xi64>)
      -> tensor<4xf32>
  %e = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %e : tensor<4xf32>
  return
}

func.func @nowhere() {
  %input = weir.constant dense<[[0.14, 1.81, -2.15], [0.44, 1.09, 0.04]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %index0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<0xi64>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[0.14, 1.81, -2.15], [0.44, 1.09, 0.04]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[-1.93, 1.28]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %values = weir.constant dense<[[-2.55, 0.19]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %index0 = weir.constant dense<[-1]> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.index_put %input, %values, %index0 : (tensor<1x2xf16>, tensor<1x2xf16>, tensor<1xi64>) -> tensor<1x2xf16>
  %e = weir.constant dense<[[-2.55, 0.19]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  check.expect_eq %y, %e : tensor<1x2xf16>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %values = weir.constant dense<> : tensor<3x0xf32> -> tensor<3x0xf32>
  %index0 = weir.constant dense<[0, 1, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0 {accumulate} : (tensor<2x0xf32>, tensor<3x0xf32>, tensor<3xi64>)
      -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}
