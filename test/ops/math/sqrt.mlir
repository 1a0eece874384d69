// RUN: %op_runs
// The square root of x.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, 1.0, 2.0, 4.0, 0.25, 1000000.0, 1.0e-06]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.sqrt %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 1.0, 1.4142135, 2.0, 0.5, 1000.0, 0.001]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, 1.0, 2.0, 4.0, 0.25, 1000000.0, 1.0e-06]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.sqrt %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 1.0, 1.4142135623730951, 2.0, 0.5, 1000.0, 0.001]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[0.0, 1.0, 2.0, 4.0, 0.25, 1000000.0, 1.0e-06]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.sqrt %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[0.0, 1.0, 1.414, 2.0, 0.5, 1000.0, 0.001]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[0.0, 1.0, 2.0, 4.0, 0.25, 40000.0, 0.0001]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.sqrt %x : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[0.0, 1.0, 1.414, 2.0, 0.5, 200.0, 0.01]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.sqrt %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<1.5811388> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.sqrt %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.8366600265340756]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [27.107, 23.344, 16.825, 7.339, 11.706, 11.717, 17.23, 39.962, 14.102, 17.895, 14.865, 23.257, 37.916,
      35.563, 15.086, 10.676, 35.376, 19.753, 27.422]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.sqrt %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [5.2064385, 4.831563, 4.101829, 2.709059, 3.4214032, 3.4230103, 4.150903, 6.3215504, 3.755263, 4.2302485,
      3.8555155, 4.8225513, 6.157597, 5.963472, 3.8840702, 3.2674148, 5.9477725, 4.4444346, 5.236602]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[2.94, 34.8, 12.5, 19.8, 7.9], [16.8, 33.0, 33.0, 19.0, 30.8], [18.4, 14.94, 21.9, 8.06, 12.7]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.sqrt %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.71, 5.9, 3.53, 4.44, 2.81], [4.1, 5.75, 5.75, 4.34, 5.53], [4.28, 3.86, 4.7, 2.84, 3.56]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.sqrt %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.sqrt %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, -0.0, -1.0, 0xFF800000, 3.0e+38, 1.0e-45]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.sqrt %x : (tensor<8xf32>) -> tensor<8xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, -0.0, 0x7FC00000, 0x7FC00000, 1.7320508e+19, 3.743392e-23]>
      : tensor<8xf32> -> tensor<8xf32>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<8xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0.0, -0.0, -1.0, 0xFFF0000000000000, 1.7e+308, 5.0e-324]>
      : tensor<8xf64> -> tensor<8xf64>
  %y = weir.sqrt %x : (tensor<8xf64>) -> tensor<8xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0.0, -0.0, 0x7FF8000000000000, 0x7FF8000000000000,
      1.3038404810405297e+154, 2.2227587494850775e-162]> : tensor<8xf64> -> tensor<8xf64>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<8xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0.0, -0.0, -1.0, 0xFF80, 3.0e+38, 9.2e-41]> : tensor<8xbf16> -> tensor<8xbf16>
  %y = weir.sqrt %x : (tensor<8xbf16>) -> tensor<8xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7F80, 0.0, -0.0, 0x7FC0, 0x7FC0, 1.74e+19, 9.6e-21]> : tensor<8xbf16> -> tensor<8xbf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<8xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0.0, -0.0, -1.0, 0xFC00, 60000.0, 6.0e-08]> : tensor<8xf16> -> tensor<8xf16>
  %y = weir.sqrt %x : (tensor<8xf16>) -> tensor<8xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7C00, 0.0, -0.0, 0x7E00, 0x7E00, 245.0, 0.0002441]> : tensor<8xf16> -> tensor<8xf16>
  check.expect_close %y, %expected {ulps = 1 : i64} : tensor<8xf16>
  return
}

// The narrow types.
func.func @odd_f16() {
  %x = weir.constant dense<
      [3.768, 3.422, 2.018, 1.169, 0.8213, 0.858, 1.187, 1.195, 0.1606, 0.826, 0.336, 2.014, 7.484, 2.367, 0.2233,
      6.746, 1.552, 7.785, 5.637]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.sqrt %x : (tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [1.941, 1.85, 1.421, 1.081, 0.9062, 0.9263, 1.089, 1.094, 0.401, 0.909, 0.5796, 1.419, 2.736, 1.538, 0.4724,
      2.598, 1.246, 2.791, 2.375]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_eq %y, %expected : tensor<19xf16>
  return
}
