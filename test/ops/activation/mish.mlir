// RUN: %op_runs
// x * tanh(log(1 + exp(x))), f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.mish %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.8650984, -0.30340147, 0.3752452, 3.7460425, -0.22471312]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [3.62, -1.73, -1.05, -2.47, 4.84, 4.91, 0.79, -3.39, -4.09, 2.35, -0.83, 1.03, -4.27, 2.31, -0.66, -3.58, -2.09,
      4.29, -0.12]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.mish %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.6150773, -0.2798734, -0.30593443, -0.20011772, 4.8394046, 4.909474, 0.6497021, -0.112347476, -0.067890525,
      2.3146398, -0.28791273, 0.89665025, -0.059284884, 2.2726343, -0.26010156, -0.0984046, -0.24262728, 4.288432,
      -0.06737383]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.mish %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.8650983882673103, -0.3034014613741089, 0.37524521130489513, 3.7460423929964595,
      -0.22471311922296616]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[3.48, 0.82, 0.76, -4.88, -0.18], [-2.48, 3.08, -3.7, 1.32, 3.27], [-2.33, -0.1, -4.56, 4.75, -0.33]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.mish %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[3.48, 0.68, 0.62, -0.037, -0.0977], [-0.198, 3.06, -0.0903, 1.21, 3.25], [-0.216, -0.057, -0.0474, 4.75,
      -0.163]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-0.9, -2.32, 3.53, -4.33, 2.95], [-2.42, -0.77, -2.45, 0.95, -0.4], [0.47, 3.83, 1.28, 4.95, 1.64]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.mish %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.2957, -0.2168, 3.523, -0.05673, 2.936], [-0.2057, -0.2795, -0.2024, 0.813, -0.1888], [0.3489, 3.826, 1.165,
      4.95, 1.556]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.mish %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.30841395> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.mish %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.5611483776438518]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.mish %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.mish %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 3.0e+38, 80.0, -80.0, 1.0e-20]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.mish %x : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 3.0e+38, 80.0, -1.4438811e-33, 6.0e-21]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected : tensor<6xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 80.0, -80.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.mish %x : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 80.0, -0.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}

// Down to the denormals of the result.
func.func @tail_f32() {
  %x = weir.constant dense<
      [-17.5, -40.0, -88.75, -95.0, -100.0, -103.9, -106.5, -1.0e+30, 17.5, 100.0]> : tensor<10xf32> -> tensor<10xf32>
  %y = weir.mish %x : (tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [-4.3942484e-07, -1.6993417e-16, -2.5382423e-37, -5.24503e-40, -3.72e-42, -7.8e-44, -6.0e-45, 0.0, 17.5, 100.0]> :
      tensor<10xf32> -> tensor<10xf32>
  check.expect_close %y, %expected : tensor<10xf32>
  return
}
