// RUN: %op_runs
// x where it is positive, else x times weight: one for all, or one for each channel.

func.func @channels_f32() {
  %x = weir.constant dense<[[1.46, -1.8, 2.28], [-1.21, 2.76, -2.22]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<[0.25, -0.5, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.prelu %x, %weight : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.46, 0.9, 2.28], [-0.3025, 2.76, -4.44]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[1.71, 1.43, -1.92, 2.8, 1.01], [1.42, 0.4, -2.29, 1.98, -0.14], [1.34, 0.16, 0.42, 1.99, 0.47]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %weight = weir.constant dense<[0.25, -0.5, 2.0, 0.0, 0.01]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.prelu %x, %weight : (tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[1.71, 1.43, -3.84, 2.8, 1.01], [1.42, 0.4, -4.58, 1.98, -0.0014], [1.34, 0.16, 0.42, 1.99, 0.47]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected : tensor<3x5xf32>
  return
}

func.func @channels_f64() {
  %x = weir.constant dense<[[2.04, 0.41, 0.61], [-0.28, 0.88, 1.91]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %weight = weir.constant dense<[0.25, -0.5, 2.1]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.prelu %x, %weight : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[2.04, 0.41, 0.61], [-0.07, 0.88, 1.91]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected : tensor<2x3xf64>
  return
}

// Channels are dimension 1.
func.func @images() {
  %x = weir.constant dense<
      [[[[0.76, 0.15], [1.01, -2.06]], [[-0.66, -0.49], [-1.49, -0.69]], [[0.98, -0.97], [-2.73, -1.97]]], [[[1.12,
      0.9], [2.52, 1.38]], [[2.79, 2.58], [1.32, 1.96]], [[0.58, 1.14], [2.22, -1.57]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  %weight = weir.constant dense<[0.25, -0.5, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.prelu %x, %weight : (tensor<2x3x2x2xf32>, tensor<3xf32>) -> tensor<2x3x2x2xf32>
  %expected = weir.constant dense<
      [[[[0.76, 0.15], [1.01, -0.515]], [[0.33, 0.245], [0.745, 0.345]], [[0.98, -1.94], [-5.46, -3.94]]], [[[1.12,
      0.9], [2.52, 1.38]], [[2.79, 2.58], [1.32, 1.96]], [[0.58, 1.14], [2.22, -3.14]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %expected : tensor<2x3x2x2xf32>
  return
}

// Without channels there is one weight.
func.func @vector() {
  %x = weir.constant dense<[1.88, -2.86, -1.12, 0.22, -1.14]> : tensor<5xf64> -> tensor<5xf64>
  %weight = weir.constant dense<[0.3]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.prelu %x, %weight : (tensor<5xf64>, tensor<1xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<[1.88, -0.858, -0.336, 0.22, -0.34199999999999997]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %expected : tensor<5xf64>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.5> : tensor<f32> -> tensor<f32>
  %weight = weir.constant dense<[0.25]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.prelu %x, %weight : (tensor<f32>, tensor<1xf32>) -> tensor<f32>
  %expected = weir.constant dense<-0.375> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-3.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %weight = weir.constant dense<[0.5]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.prelu %x, %weight : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[-1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %weight = weir.constant dense<[0.25, -0.5, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.prelu %x, %weight : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

// Rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<[[-2.43, 1.2], [-1.17, -0.33], [0.5, -3.01]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %weight = weir.constant dense<[0.3, -0.07]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.prelu %x, %weight : (tensor<3x2xf16>, tensor<2xf16>) -> tensor<3x2xf16>
  %expected = weir.constant dense<[[-0.729, 1.2], [-0.351, 0.0231], [0.5, 0.2107]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_eq %y, %expected : tensor<3x2xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<[[-2.44, 1.2], [-1.17, -0.33], [0.5, -3.02]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  %weight = weir.constant dense<[0.3, -0.07]> : tensor<2xbf16> -> tensor<2xbf16>
  %y = weir.prelu %x, %weight : (tensor<3x2xbf16>, tensor<2xbf16>) -> tensor<3x2xbf16>
  %expected = weir.constant dense<
      [[-0.734, 1.2], [-0.352, 0.0231], [0.5, 0.211]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_eq %y, %expected : tensor<3x2xbf16>
  return
}

// A weight of f32 keeps its precision.
func.func @wide_weight() {
  %x = weir.constant dense<[[-2.43, 1.2], [-1.17, -0.33]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %weight = weir.constant dense<[0.1, 1.0e-08]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.prelu %x, %weight : (tensor<2x2xf16>, tensor<2xf32>) -> tensor<2x2xf16>
  %expected = weir.constant dense<[[-0.2429, 1.2], [-0.117, -0.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2xf16>
  return
}

func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000], [1.0e-30, -1.0e-30]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  %weight = weir.constant dense<[0.5, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.prelu %x, %weight : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7F800000], [0xFF800000, 0x7F800000], [1.0e-30, 2.0e-30]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_close %y, %expected : tensor<4x2xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF0000000000000], [0xFFF0000000000000,
      0xFFF0000000000000], [1.0e-300, -1.0e-300]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %weight = weir.constant dense<[0.5, -2.0]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.prelu %x, %weight : (tensor<4x2xf64>, tensor<2xf64>) -> tensor<4x2xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF0000000000000], [0xFFF0000000000000,
      0x7FF0000000000000], [1.0e-300, 2.0e-300]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected : tensor<4x2xf64>
  return
}
