// RUN: %op_runs
// e to the power of x, f32 within 2 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -17.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.exp %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [1.0, 1.0, 2.7182817, 0.36787945, 1.6487212, 42.521084, 3.2241868e-08]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<7xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -17.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.exp %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [1.0, 1.0, 2.718281828459045, 0.36787944117144233, 1.6487212707001282, 42.52108200006278,
      3.2241867372567335e-08]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @typical_bf16() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -17.2]> : tensor<7xbf16> -> tensor<7xbf16>
  %y = weir.exp %x : (tensor<7xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[1.0, 1.0, 2.72, 0.367, 1.65, 42.5, 3.21e-08]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close %y, %expected : tensor<7xbf16>
  return
}

func.func @typical_f16() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -9.7]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.exp %x : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[1.0, 1.0, 2.719, 0.368, 1.648, 42.53, 6.11e-05]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %y, %expected : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.exp %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<12.182494> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.exp %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[2.0137527074704766]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-8.723, 12.072, 8.114, 5.747, 18.023, -2.66, -3.396, 7.685, 13.402, -6.597, 6.786, -11.639, 2.068, 10.767,
      -17.387, 9.114, -19.383, 18.334, -1.253]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.exp %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.00016279814, 174905.23, 3340.916, 313.24957, 6.71877e+07, 0.06994822, 0.033507034, 2175.47, 661324.8,
      0.0013644551, 885.3648, 8.815492e-06, 7.90899, 47429.523, 2.8113973e-08, 9081.552, 3.820061e-09,
      9.169694e+07, 0.28564656]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<19xf32>
  return
}

func.func @odd_matrix() {
  %x = weir.constant dense<
      [[-3.64, 8.8, 0.93, 9.25, -16.6], [2.52, 2.31, 17.2, -18.4, -1.89], [5.25, 2.03, -17.0, 3.73, -11.1]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.exp %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.0262, 6720.0, 2.53, 10430.0, 6.0e-08], [12.4, 10.1, 3.1e+07, 1.05e-08, 0.151], [191.0, 7.62, 4.14e-08,
      41.8, 1.47e-05]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.exp %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.exp %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, zeros of both signs, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 88.7, 89.0, -87.0, -103.0, -104.5, 1.0e-45]>
      : tensor<9xf32> -> tensor<9xf32>
  %y = weir.exp %x : (tensor<9xf32>) -> tensor<9xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, 3.3259769e+38, 0x7F800000, 1.6458115e-38, 1.0e-45, 0.0, 1.0]>
      : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y, %expected {ulps = 2 : i64} : tensor<9xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 709.7, 710.0, -708.0, -745.0, -746.0, 5.0e-324]>
      : tensor<9xf64> -> tensor<9xf64>
  %y = weir.exp %x : (tensor<9xf64>) -> tensor<9xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0.0, 1.6549840276802644e+308, 0x7FF0000000000000,
      3.307553003638408e-308, 5.0e-324, 0.0, 1.0]> : tensor<9xf64> -> tensor<9xf64>
  check.expect_close %y, %expected : tensor<9xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [0x7FC0, 0x7F80, 0xFF80, 88.5, 89.0, -87.0, -92.0, -94.0, 9.2e-41]> : tensor<9xbf16> -> tensor<9xbf16>
  %y = weir.exp %x : (tensor<9xbf16>) -> tensor<9xbf16>
  %expected = weir.constant dense<
      [0x7FC0, 0x7F80, 0.0, 2.72e+38, 0x7F80, 1.64e-38, 9.2e-41, 0.0, 1.0]> : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close %y, %expected : tensor<9xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 11.0, 11.1, -9.7, -16.6, -17.4, 6.0e-08]> : tensor<9xf16> -> tensor<9xf16>
  %y = weir.exp %x : (tensor<9xf16>) -> tensor<9xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7C00, 0.0, 59870.0, 0x7C00, 6.11e-05, 6.0e-08, 0.0, 1.0]> : tensor<9xf16> -> tensor<9xf16>
  check.expect_close %y, %expected : tensor<9xf16>
  return
}

// The narrow types.
func.func @odd_f16() {
  %x = weir.constant dense<
      [-3.768, -3.422, -2.018, 1.169, -0.8213, 0.858, 1.187, -1.195, -0.1606, 0.826, -0.336, 2.014, 7.484, 2.367,
      0.2233, -6.746, 1.552, -7.785, -5.637]> : tensor<19xf16> -> tensor<19xf16>
  %y = weir.exp %x : (tensor<19xf16>) -> tensor<19xf16>
  %expected = weir.constant dense<
      [0.0231, 0.03265, 0.1329, 3.219, 0.44, 2.357, 3.275, 0.3025, 0.8516, 2.285, 0.715, 7.492, 1780.0, 10.664, 1.25,
      0.001176, 4.72, 0.0004158, 0.003565]> : tensor<19xf16> -> tensor<19xf16>
  check.expect_close %y, %expected : tensor<19xf16>
  return
}
