// RUN: %op_runs
// input, but no less than min and no more than max.

func.func @typical_f32() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  %min = weir.constant dense<-1.0> : tensor<7xf32> -> tensor<7xf32>
  %max = weir.constant dense<0.75> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.75, -1.0, 0.5, 0.75, -1.0, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

// Bounds are tensors.
func.func @odd() {
  %input = weir.constant dense<
      [0.77, 2.78, -1.89, -1.77, -0.02, 2.83, 0.77, 1.44, 0.28, 1.54, 0.67, 1.67, -1.29, 2.25, 1.49, -1.2, -1.39, 2.02,
      -0.44]> : tensor<19xf32> -> tensor<19xf32>
  %min = weir.constant dense<
      [-1.5, -0.36, -1.77, -1.34, -0.9, -1.88, -2.12, -0.83, -0.93, -1.51, -0.93, -0.97, -1.27, -0.54, -0.72, -0.83,
      -0.32, -3.0, -0.57]> : tensor<19xf32> -> tensor<19xf32>
  %max = weir.constant dense<
      [0.5, 0.22, 0.38, 0.02, 0.28, 2.55, 1.82, 2.32, 1.26, 2.0, 2.09, 0.61, 0.11, 0.3, 1.08, 0.76, 2.4, 2.62, 0.44]>
      : tensor<19xf32> -> tensor<19xf32>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<19xf32>, tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.5, 0.22, -1.77, -1.34, -0.02, 2.55, 0.77, 1.44, 0.28, 1.54, 0.67, 0.61, -1.27, 0.3, 1.08, -0.83, -0.32, 2.02,
      -0.44]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xf64> -> tensor<7xf64>
  %min = weir.constant dense<[-0.11, -0.11, -0.14, -1.13, -1.15, -1.26, -0.2]> : tensor<7xf64> -> tensor<7xf64>
  %max = weir.constant dense<[0.1, 0.84, 1.87, 1.48, 1.62, 1.68, 0.55]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<[0.0, 0.84, -0.14, 0.5, 1.62, -1.26, -0.2]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y, %expected : tensor<7xf64>
  return
}

func.func @min_alone() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  %min = weir.constant dense<-1.0> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.clamp %input, %min {present = array<i64: 0>} : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -1.0, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @max_alone() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  %max = weir.constant dense<0.75> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.clamp %input, %max {present = array<i64: 1>} : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.0, 0.75, -1.0, 0.5, 0.75, -2.25, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

// It is max then.
func.func @min_above_max() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xf32> -> tensor<7xf32>
  %min = weir.constant dense<2.0> : tensor<7xf32> -> tensor<7xf32>
  %max = weir.constant dense<1.0> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<1.0> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

// NaN if any is NaN.
func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 1.0, 1.0, 0x7F800000, 0xFF800000, 0x7F800000, 2.0]> : tensor<7xf32> -> tensor<7xf32>
  %min = weir.constant dense<[0.0, 0x7FC00000, 0.0, 0.0, -1.0, 0xFF800000, 0xFF800000]> : tensor<7xf32> -> tensor<7xf32>
  %max = weir.constant dense<[1.0, 2.0, 0x7FC00000, 5.0, 5.0, 0x7F800000, 0x7F800000]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 5.0, -1.0, 0x7F800000, 2.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_eq %y, %expected : tensor<7xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 1.0, 1.0, 0x7C00, 0xFC00, 0x7C00, 2.0]> : tensor<7xf16> -> tensor<7xf16>
  %min = weir.constant dense<[0.0, 0x7E00, 0.0, 0.0, -1.0, 0xFC00, 0xFC00]> : tensor<7xf16> -> tensor<7xf16>
  %max = weir.constant dense<[1.0, 2.0, 0x7E00, 5.0, 5.0, 0x7C00, 0x7C00]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xf16>, tensor<7xf16>, tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7E00, 5.0, -1.0, 0x7C00, 2.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<[0.0, 1.0, -1.0, 0.5, 3.75, -2.25, -0.75]> : tensor<7xbf16> -> tensor<7xbf16>
  %min = weir.constant dense<[-0.5, 1.1, 0.0, 0.0, -1.0, -2.0, -3.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %max = weir.constant dense<[1.0, 2.0, 0.1, 0.3, 3.5, 2.0, -0.8]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[0.0, 1.1, 0.0, 0.3, 3.5, -2.0, -0.8]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @integers() {
  %input = weir.constant dense<
      [0, -5, 9223372036854775807, -9223372036854775808, 9007199254740993]> : tensor<5xi64> -> tensor<5xi64>
  %min = weir.constant dense<[-1, -2, 0, -4611686018427387904, 0]> : tensor<5xi64> -> tensor<5xi64>
  %max = weir.constant dense<[1, 2, 4611686018427387904, 0, 1152921504606846976]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<5xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected = weir.constant dense<
      [0, -2, 4611686018427387904, -4611686018427387904, 9007199254740993]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected : tensor<5xi64>
  return
}

func.func @bytes() {
  %input = weir.constant dense<[127, -128, 5, -5]> : tensor<4xi8> -> tensor<4xi8>
  %min = weir.constant dense<[-100, -100, 6, -4]> : tensor<4xi8> -> tensor<4xi8>
  %y = weir.clamp %input, %min {present = array<i64: 0>} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %expected = weir.constant dense<[127, -100, 6, -4]> : tensor<4xi8> -> tensor<4xi8>
  check.expect_eq %y, %expected : tensor<4xi8>
  return
}

func.func @unsigned() {
  %input = weir.constant dense<[255, 0, 128, 7]> : tensor<4xui8> -> tensor<4xui8>
  %min = weir.constant dense<1> : tensor<4xui8> -> tensor<4xui8>
  %max = weir.constant dense<[200, 200, 200, 6]> : tensor<4xui8> -> tensor<4xui8>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %expected = weir.constant dense<[200, 1, 128, 6]> : tensor<4xui8> -> tensor<4xui8>
  check.expect_eq %y, %expected : tensor<4xui8>
  return
}

func.func @scalar() {
  %input = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %min = weir.constant dense<-1.0> : tensor<f32> -> tensor<f32>
  %max = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %y = weir.clamp %input, %min, %max {present = array<i64: 0, 1>}
      : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %min = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.clamp %input, %min {present = array<i64: 0>} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %min = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.clamp %input, %min {present = array<i64: 0>} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %expected : tensor<0x3xf32>
  return
}
