// RUN: %op_runs
// The natural logarithm of x, f32 within 2 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[1.0, 2.0, 0.5, 2.7182817, 10.0, 1.0e-06, 1.0001]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.log %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 0.6931472, -0.6931472, 0.99999994, 2.3025851, -13.815511, 0.000100011595]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[1.0, 2.0, 0.5, 2.718281828, 10.0, 1.0e-06, 1.0001]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.log %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.6931471805599453, -0.6931471805599453, 0.9999999998311266, 2.302585092994046, -13.815510557964274,
      9.999500033329732e-05]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[1.0, 2.0, 0.5, 2.72, 10.0, 1.0e-06, 1.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.log %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[0.0, 0.69, -0.69, 1.0, 2.3, -13.8, 0.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close %y, %expected : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[1.0, 2.0, 0.5, 2.72, 10.0, 6.1e-05, 1.0]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.log %x : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[0.0, 0.6934, -0.6934, 1.001, 2.303, -9.7, 0.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %y, %expected : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.log %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.91629076> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.log %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.35667494393873245]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [7.83, 35.149, 7.922, 18.177, 30.014, 28.296, 22.143, 32.284, 18.638, 24.819, 32.758, 27.127, 25.677,
      16.251, 22.337, 15.849, 29.774, 15.223, 18.67]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.log %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.0579624, 3.559596, 2.0696437, 2.900157, 3.401664, 3.3427205, 3.0975213, 3.4745717, 2.9252026, 3.2116096,
      3.4891472, 3.3005295, 3.2455957, 2.7881544, 3.1062446, 2.7631063, 3.3936355, 2.7228074, 2.926918]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[30.2, 20.1, 13.5, 33.0, 15.25], [33.8, 31.4, 17.9, 28.5, 1.39], [15.6, 34.5, 23.2, 22.4, 26.6]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.log %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[3.4, 3.0, 2.61, 3.5, 2.72], [3.52, 3.45, 2.89, 3.34, 0.33], [2.75, 3.55, 3.14, 3.11, 3.28]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.log %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.log %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, -0.0, -1.0, 0xFF800000, 3.0e+38, 1.0e-45, 0.99999994]>
      : tensor<9xf32> -> tensor<9xf32>
  %y = weir.log %x : (tensor<9xf32>) -> tensor<9xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 88.59685, -103.27893,
      -5.9604645e-08]> : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<9xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0.0, -0.0, -1.0, 0xFFF0000000000000, 1.7e+308, 5.0e-324,
      0.9999999999999999]> : tensor<9xf64> -> tensor<9xf64>
  %y = weir.log %x : (tensor<9xf64>) -> tensor<9xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 709.7268368932282, -744.4400719213812, -1.1102230246251565e-16]>
      : tensor<9xf64> -> tensor<9xf64>
  check.expect_close %y, %expected : tensor<9xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0.0, -0.0, -1.0, 0xFF80, 3.0e+38, 9.2e-41, 0.996]> : tensor<9xbf16> -> tensor<9xbf16>
  %y = weir.log %x : (tensor<9xbf16>) -> tensor<9xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7F80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 88.5, -92.0, -0.0039]> : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close %y, %expected : tensor<9xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [0x7E00, 0x7C00, 0.0, -0.0, -1.0, 0xFC00, 60000.0, 6.0e-08, 0.9995]> : tensor<9xf16> -> tensor<9xf16>
  %y = weir.log %x : (tensor<9xf16>) -> tensor<9xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 11.0, -16.64, -0.0004883]> : tensor<9xf16> -> tensor<9xf16>
  check.expect_close %y, %expected : tensor<9xf16>
  return
}

// The narrow types.
func.func @odd_f16() {
  %x = weir.constant dense<
      [3.768, 3.422, 2.018, 1.169, 0.8213, 0.858, 1.187, 1.195, 0.1606, 0.826, 0.336, 2.014, 7.484, 2.367, 0.2233,
      6.746, 1.552, 7.785, 5.637]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.log %x : (tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [1.326, 1.23, 0.7017, 0.1561, -0.1969, -0.1532, 0.171, 0.1785, -1.828, -0.1909, -1.091, 0.7, 2.014, 0.862, -1.499,
      1.909, 0.4395, 2.053, 1.7295]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_close %y, %expected : tensor<19xf16>
  return
}
