// RUN: %op_runs
// on_value at the position that input names along a new last dimension, off_value elsewhere.

func.func @typical_i64() {
  %input = weir.constant dense<[2, 0, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = i64}
      : (tensor<4xi64>) -> tensor<4x3xi64>
  %expected = weir.constant dense<[[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y, %expected : tensor<4x3xi64>
  return
}

func.func @odd() {
  %input = weir.constant dense<[0, 6, 3, 3, 5]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.one_hot %input {num_classes = 7 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = i64}
      : (tensor<5xi64>) -> tensor<5x7xi64>
  %expected = weir.constant dense<
      [[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1,
      0]]> : tensor<5x7xi64> -> tensor<5x7xi64>
  check.expect_eq %y, %expected : tensor<5x7xi64>
  return
}

func.func @typical_f32() {
  %input = weir.constant dense<[2, 0, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = f32}
      : (tensor<4xi64>) -> tensor<4x3xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %expected : tensor<4x3xf32>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<[2, 4, 0, 1, 1, 2, 3]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.one_hot %input {num_classes = 5 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = f32}
      : (tensor<7xi64>) -> tensor<7x5xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0], [0.0,
      1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_eq %y, %expected : tensor<7x5xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 0.9 : f64, off_value = 0.1 : f64, to = f64}
      : (tensor<2xi64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[0.1, 0.9, 0.1], [0.9, 0.1, 0.1]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @typical_f16() {
  %input = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 0.9 : f64, off_value = -0.1 : f64, to = f16}
      : (tensor<2xi64>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[-0.1, 0.9, -0.1], [0.9, -0.1, -0.1]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @typical_bf16() {
  %input = weir.constant dense<[1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 0.9 : f64, off_value = -0.1 : f64, to = bf16}
      : (tensor<2xi64>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[-0.1, 0.9, -0.1], [0.9, -0.1, -0.1]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @bool() {
  %input = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = i1}
      : (tensor<3xi64>) -> tensor<3x3xi1>
  %expected = weir.constant dense<
      [[false, true, false], [true, false, false], [false, false, true]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  check.expect_eq %y, %expected : tensor<3x3xi1>
  return
}

func.func @bool_reversed() {
  %input = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 0.0 : f64, off_value = 1.0 : f64, to = i1}
      : (tensor<3xi64>) -> tensor<3x3xi1>
  %expected = weir.constant dense<
      [[true, false, true], [false, true, true], [true, true, false]]> : tensor<3x3xi1> -> tensor<3x3xi1>
  check.expect_eq %y, %expected : tensor<3x3xi1>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 200.0 : f64, off_value = 7.0 : f64, to = ui8}
      : (tensor<3xi64>) -> tensor<3x3xui8>
  %expected = weir.constant dense<[[7, 200, 7], [200, 7, 7], [7, 7, 200]]> : tensor<3x3xui8> -> tensor<3x3xui8>
  check.expect_eq %y, %expected : tensor<3x3xui8>
  return
}

func.func @negative() {
  %input = weir.constant dense<[1, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = -5.0 : f64, off_value = 3.0 : f64, to = i8}
      : (tensor<3xi64>) -> tensor<3x3xi8>
  %expected = weir.constant dense<[[3, -5, 3], [-5, 3, 3], [3, 3, -5]]> : tensor<3x3xi8> -> tensor<3x3xi8>
  check.expect_eq %y, %expected : tensor<3x3xi8>
  return
}

// Where input names no position, all are off_value.
func.func @none() {
  %input = weir.constant dense<[-1, 3, 4611686018427387904, 0]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = f32}
      : (tensor<4xi64>) -> tensor<4x3xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_eq %y, %expected : tensor<4x3xf32>
  return
}

func.func @special() {
  %input = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.one_hot %input {num_classes = 2 : i64, on_value = 0x7FF0000000000000 : f64,
      off_value = 0xFFF0000000000000 : f64, to = f32}
      : (tensor<1xi64>) -> tensor<1x2xf32>
  %expected = weir.constant dense<[[0xFF800000, 0x7F800000]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  check.expect_eq %y, %expected : tensor<1x2xf32>
  return
}

// input of any rank.
func.func @matrix() {
  %input = weir.constant dense<[[0, 1], [2, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = i64}
      : (tensor<2x2xi64>) -> tensor<2x2x3xi64>
  %expected = weir.constant dense<
      [[[1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 0]]]> : tensor<2x2x3xi64> -> tensor<2x2x3xi64>
  check.expect_eq %y, %expected : tensor<2x2x3xi64>
  return
}

func.func @scalar() {
  %input = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = f32}
      : (tensor<i64>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.one_hot %input {num_classes = 1 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = f64}
      : (tensor<1xi64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.one_hot %input {num_classes = 3 : i64, on_value = 1.0 : f64, off_value = 0.0 : f64, to = i64}
      : (tensor<0xi64>) -> tensor<0x3xi64>
  %expected = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  check.expect_eq %y, %expected : tensor<0x3xi64>
  return
}
