// RUN: %op_runs
// The angle whose sine is x.

func.func @odd() {
  %x = weir.constant dense<
      [-0.83, -0.53, 0.6, 0.16, -0.81, -0.13, -0.04, -0.68, 0.47, -0.77, -0.22, 0.03, -0.14, 0.17, 0.48, 0.91,
      -0.43, 0.3, 0.39]> : tensor<19xf32> -> tensor<19xf32>
  %r = weir.asin %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.9791077, -0.55860054, 0.64350116, 0.16069065, -0.9441521, -0.13036898, -0.040010672, -0.7477626,
      0.48929077, -0.8788411, -0.22181447, 0.030004501, -0.14046142, 0.17082967, 0.5006547, 1.1432841,
      -0.4444928, 0.30469266, 0.40063158]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %r, %expected : tensor<19xf32>
  return
}

// Beyond 1 there is no angle.
func.func @special() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.0000001, -2.0, 1.0e-30, 0.99999994]>
      : tensor<13xf32> -> tensor<13xf32>
  %r = weir.asin %x : (tensor<13xf32>) -> tensor<13xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, 1.5707964, -1.5707964, 0.5235988, -0.5235988, 0x7FC00000,
      0x7FC00000, 1.0e-30, 1.570451]> : tensor<13xf32> -> tensor<13xf32>
  check.expect_close %r, %expected : tensor<13xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5,
      1.0000000000000002, -2.0, 1.0e-300]> : tensor<12xf64> -> tensor<12xf64>
  %r = weir.asin %x : (tensor<12xf64>) -> tensor<12xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, -0.0, 1.5707963267948966,
      -1.5707963267948966, 0.5235987755982989, -0.5235987755982989, 0x7FF8000000000000, 0x7FF8000000000000,
      1.0e-300]> : tensor<12xf64> -> tensor<12xf64>
  check.expect_close %r, %expected : tensor<12xf64>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<[[-0.41, -1.0, 0.95, -0.4, -0.37, 0.78, 0.17]]> : tensor<1x7xf16> -> tensor<1x7xf16>
  %r = weir.asin %x : (tensor<1x7xf16>) -> tensor<1x7xf16>
  %expected = weir.constant dense<
      [[-0.4224, -1.57, 1.254, -0.4114, -0.3792, 0.8945, 0.1709]]> : tensor<1x7xf16> -> tensor<1x7xf16>
  check.expect_close %r, %expected : tensor<1x7xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-0.06005859375, 0.55078125, -0.94140625, 0.41015625, -0.25], [-0.8203125, 0.3203125, 0.859375,
      -0.58984375, 0.259765625], [-0.400390625, 0.48046875, 0.439453125, -0.55859375, 0.66015625]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %r = weir.asin %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-0.06005859375, 0.58203125, -1.2265625, 0.421875, -0.251953125], [-0.9609375, 0.326171875, 1.03125,
      -0.6328125, 0.263671875], [-0.412109375, 0.5, 0.455078125, -0.59375, 0.72265625]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %r, %expected : tensor<3x5xbf16>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<0.3> : tensor<f64> -> tensor<f64>
  %r = weir.asin %x : (tensor<f64>) -> tensor<f64>
  %expected = weir.constant dense<0.3046926540153975> : tensor<f64> -> tensor<f64>
  check.expect_close %r, %expected : tensor<f64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %r = weir.asin %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %r, %expected : tensor<0x3xf32>
  return
}
