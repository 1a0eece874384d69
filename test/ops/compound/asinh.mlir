// RUN: %op_runs
// The number whose sinh it is, f32 within 4 ulps.

func.func @typical_f32() {
  %input = weir.constant dense<[0.0, 0.5, -1.5, 3.75, -20.0, 0.0001, 1000000.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.asinh %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 0.4812118, -1.1947632, 2.0322247, -3.689504, 0.0001, 14.508657]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [6.028, 4.837, 5.662, 2.49, -7.909, -7.793, -7.425, -7.974, 3.541, -6.155, 6.761, -1.847, -8.876, 7.368, 6.407,
      7.176, 3.942, 7.249, 5.305]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.asinh %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.4963727, 2.27996, 2.434633, 1.6435108, -2.7651215, -2.7504644, -2.702504, -2.7732422, 1.9769235, -2.5169468,
      2.6097429, -1.3730408, -2.8796566, 2.6948671, 2.5565736, 2.6687093, 2.0805485, 2.6787348, 2.370564]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[0.0, 0.5, -1.5, 3.75, -20.0, 0.0001, 1000000.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.asinh %input : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.48121182505960347, -1.1947632172871092, 2.0322246215338136, -3.6895038689889055, 9.999999983333334e-05,
      14.50865773852447]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @odd_f64() {
  %input = weir.constant dense<
      [[8.484, 2.526, -4.328, 6.69, -2.669], [8.958, 7.238, 0.503, 2.648, -2.883], [8.482, -2.451, -8.529, 1.887,
      3.102]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.asinh %input : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[2.8347845314003015, 1.6568442544415454, -2.1713396300461216, 2.5993006557712013, -1.708230409975378],
      [2.888795138718076, 2.6772303316501183, 0.4838934953814746, 1.700836943164084, -1.7807837931946335],
      [2.834550387014689, -1.6288776501873854, -2.840038436524357, 1.391927391133492, 1.85021750570083]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[-1.65, 7.4, -1.375, 7.5, -7.97], [-4.53, 3.9, -8.0, 6.12, -8.8], [-2.61, 1.195, 1.984, 6.2, -4.53]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.asinh %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-1.27, 2.7, -1.125, 2.72, -2.77], [-2.22, 2.08, -2.78, 2.52, -2.88], [-1.69, 1.016, 1.44, 2.52, -2.22]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[7.266, -7.72, -8.836, -8.03, -5.08], [-0.669, -8.59, -2.438, -3.045, 1.93], [1.77, 1.262, -0.742, -5.12,
      -8.14]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.asinh %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.682, -2.74, -2.875, -2.781, -2.328], [-0.627, -2.848, -1.624, -1.833, 1.412], [1.336, 1.055, -0.687, -2.336,
      -2.793]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

// 1 + x would forget a small x.
func.func @small_f32() {
  %input = weir.constant dense<[1.0e-08, -1.0e-08, 1.0e-20, 0.001, -0.01]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.asinh %input : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [1.0e-08, -1.0e-08, 1.0e-20, 0.0009999999, -0.009999833]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

// Squares would overflow.
func.func @large_f64() {
  %input = weir.constant dense<[1.0e+200, -1.0e+200, 1.7e+308, 3.0e+08]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.asinh %input : (tensor<4xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<
      [461.2101657793691, -461.2101657793691, 710.4199840737882, 20.21244021318042]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %expected : tensor<4xf64>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %y = weir.asinh %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.4812118> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-1.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.asinh %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-1.1947632172871092]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.asinh %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.asinh %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e+38, -3.0e+38, 1.0e-30, 16777216.0, 2.6843546e+08,
      2.684355e+08]> : tensor<11xf32> -> tensor<11xf32>
  %y = weir.asinh %input : (tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 89.28999, -89.28999, 1.0e-30, 17.32868, 20.101269, 20.101269]>
      : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected : tensor<11xf32>
  return
}

func.func @special_f64() {
  %input = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 3.0e+38, -3.0e+38, 1.0e-30, 16777216.0,
      268435456.0, 268435488.0]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.asinh %input : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 89.2899930030018, -89.2899930030018,
      1.0e-30, 17.328679513998633, 20.101268236238415, 20.101268355447697]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected : tensor<11xf64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 0.0]> : tensor<6xf16> -> tensor<6xf16>
  %y = weir.asinh %input : (tensor<6xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 0.0]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_close %y, %expected : tensor<6xf16>
  return
}
