// RUN: %op_runs
// The angle whose cosine is x.

func.func @odd() {
  %x = weir.constant dense<
      [0.32, 0.37, 0.64, -0.14, 0.52, 0.76, -0.8, 0.7, -0.21, -0.04, -0.71, 0.4, -0.42, 0.74, -0.45, 0.12, -0.2,
      0.23, -0.61]> : tensor<19xf32> -> tensor<19xf32>
  %r = weir.acos %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [1.2450669, 1.1917872, 0.87629807, 1.7112577, 1.0239455, 0.70748323, 2.4980915, 0.79539883, 1.7823713,
      1.610807, 2.3602946, 1.1592795, 2.0042417, 0.737726, 2.0375617, 1.4505064, 1.7721542, 1.3387187, 2.226857]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %r, %expected : tensor<19xf32>
  return
}

// Beyond 1 there is no angle.
func.func @special() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.0000001, -2.0, 1.0e-30, 0.99999994]>
      : tensor<13xf32> -> tensor<13xf32>
  %r = weir.acos %x : (tensor<13xf32>) -> tensor<13xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 1.5707964, 1.5707964, 0.0, 3.1415927, 1.0471976, 2.0943952,
      0x7FC00000, 0x7FC00000, 1.5707964, 0.00034526698]> : tensor<13xf32> -> tensor<13xf32>
  check.expect_close %r, %expected : tensor<13xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5,
      1.0000000000000002, -2.0, 1.0e-300]> : tensor<12xf64> -> tensor<12xf64>
  %r = weir.acos %x : (tensor<12xf64>) -> tensor<12xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.5707963267948966, 1.5707963267948966, 0.0,
      3.141592653589793, 1.0471975511965979, 2.0943951023931957, 0x7FF8000000000000, 0x7FF8000000000000,
      1.5707963267948966]> : tensor<12xf64> -> tensor<12xf64>
  check.expect_close %r, %expected : tensor<12xf64>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<[[-0.64, 0.49, 0.5, 0.13, 0.84, -0.59, 0.7]]> : tensor<1x7xf16> -> tensor<1x7xf16>
  %r = weir.acos %x : (tensor<1x7xf16>) -> tensor<1x7xf16>
  %expected = weir.constant dense<
      [[2.266, 1.059, 1.047, 1.44, 0.5737, 2.201, 0.795]]> : tensor<1x7xf16> -> tensor<1x7xf16>
  check.expect_close %r, %expected : tensor<1x7xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-0.66015625, 0.9296875, 0.25, 0.2099609375, 0.94140625], [0.5703125, 0.578125, -0.890625, -0.259765625,
      -0.828125], [-0.609375, -0.5703125, 0.71875, -0.75, -0.41015625]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %r = weir.acos %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[2.296875, 0.376953125, 1.3203125, 1.359375, 0.34375], [0.96484375, 0.953125, 2.671875, 1.8359375,
      2.546875], [2.21875, 2.171875, 0.76953125, 2.421875, 1.9921875]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %r, %expected : tensor<3x5xbf16>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<0.3> : tensor<f64> -> tensor<f64>
  %r = weir.acos %x : (tensor<f64>) -> tensor<f64>
  %expected = weir.constant dense<1.2661036727794992> : tensor<f64> -> tensor<f64>
  check.expect_close %r, %expected : tensor<f64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r = weir.acos %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %r, %expected : tensor<0x3xf32>
  return
}
