// RUN: %op_runs
// x * min(max(x + 3, 0), 6) / 6.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.hardswish %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.6666667, -0.33333334, 0.29166666, 3.75, -0.28125]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-4.66, 0.41, -2.18, 0.51, -2.07, 3.22, -0.74, -1.15, 2.33, -0.86, 2.12, -0.39, 3.31, -2.82, 0.47, -1.62, 4.19,
      0.44, -0.23]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.hardswish %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.0, 0.23301667, -0.2979333, 0.29835, -0.32085, 3.22, -0.27873334, -0.35458332, 2.0698166, -0.30673334,
      1.8090665, -0.16964999, 3.31, -0.08460003, 0.27181667, -0.3726, 4.19, 0.25226668, -0.106183335]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.hardswish %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.6666666666666666, -0.3333333333333333, 0.2916666666666667, 3.75, -0.28125]>
      : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[2.14, -0.17, 1.88, 4.28, -0.66], [0.61, 4.1, 2.7, 0.19, -4.97], [4.88, -0.07, 1.54, 0.31, -3.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.hardswish %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.836, -0.08, 1.53, 4.28, -0.258], [0.367, 4.1, 2.56, 0.101, -0.0], [4.88, -0.0342, 1.164, 0.171, -0.0]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-2.15, -0.21, -4.46, 2.9, -1.4], [-0.45, 4.64, 2.22, -2.14, -1.07], [-4.43, -2.82, 3.2, -1.85, 1.55]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.hardswish %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.3044, -0.09766, -0.0, 2.852, -0.3733], [-0.1913, 4.64, 1.933, -0.3066, -0.3442], [-0.0, -0.0845, 3.2,
      -0.3547, 1.175]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.hardswish %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.36458334> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.hardswish %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.43166666666666664]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.hardswish %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.hardswish %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 3.0e+38, -3.0e+38, 3.0, -3.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.hardswish %x : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 3.0e+38, -0.0, 3.0, -0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 3.0, -3.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.hardswish %x : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 3.0, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
