// RUN: %op_runs
// The number from 0 on whose cosh it is, f32 within 4 ulps; NaN below 1.

func.func @typical_f32() {
  %input = weir.constant dense<[1.0, 1.5, 2.75, 3.75, 20.0, 1.001, 1000000.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.acosh %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 0.9624236, 1.669919, 1.9966315, 3.6882539, 0.04471868, 14.508657]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [8.531, 3.94, 2.429, 8.213, 5.292, 8.997, 4.006, 2.339, 1.513, 2.011, 1.315, 7.441, 3.838, 5.497, 4.47, 4.302,
      7.374, 4.308, 7.228]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.acosh %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.8334007, 2.0478199, 1.5352753, 2.7951384, 2.3502946, 2.8869355, 2.064985, 1.4936802, 0.97396165, 1.3232856,
      0.77424175, 2.6956062, 2.0206776, 2.3889716, 2.177782, 2.1384368, 2.686478, 2.1398697, 2.6662896]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[1.0, 1.5, 2.75, 3.75, 20.0, 1.001, 1000000.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.acosh %input : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.9624236501192069, 1.66991903058777, 1.9966315184985717, 3.6882538673612966, 0.04471763360830685,
      14.508657738523969]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @odd_f64() {
  %input = weir.constant dense<
      [[4.387, 1.555, 4.006, 5.189, 8.786], [2.486, 4.322, 3.463, 2.822, 1.244], [2.257, 6.65, 3.121, 7.816, 4.046]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.acosh %input : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[2.1585422646166044, 1.0100755849021235, 2.0649850242409302, 2.3302713322879938, 2.863052276866134],
      [1.5606686707162551, 2.143204953711589, 1.9137520285768288, 1.6976098221356322, 0.6850932119987119],
      [1.4540407732207439, 2.5820622545540495, 1.8045864355873849, 2.745202411140794, 2.0752419797182036]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[4.9, 5.3, 2.19, 6.5, 6.66], [2.94, 7.0, 1.016, 6.88, 1.57], [8.9, 5.34, 1.625, 3.58, 5.66]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.acosh %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[2.27, 2.36, 1.42, 2.56, 2.58], [1.74, 2.64, 0.177, 2.61, 1.02], [2.88, 2.36, 1.07, 1.945, 2.42]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[8.99, 8.734, 1.172, 7.074, 2.393], [4.69, 4.69, 6.074, 3.19, 8.805], [6.246, 1.352, 9.0, 3.508, 1.588]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.acosh %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.887, 2.857, 0.578, 2.645, 1.519], [2.227, 2.227, 2.49, 1.827, 2.865], [2.52, 0.816, 2.887, 1.927, 1.037]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

// The logarithm is one of numbers near 1.
func.func @near_one_f32() {
  %input = weir.constant dense<[1.0000001, 1.000001, 1.0001, 1.01]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.acosh %input : (tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<
      [0.00048828125, 0.0013810678, 0.014143191, 0.1413037]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

// Squares would overflow.
func.func @large_f64() {
  %input = weir.constant dense<[1.0e+200, 1.7e+308, 3.0e+08]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.acosh %input : (tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [461.2101657793691, 710.4199840737882, 20.21244021318042]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected : tensor<3xf64>
  return
}

func.func @scalar() {
  %input = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %y = weir.acosh %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.9624236> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.75]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.acosh %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.66991903058777]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.acosh %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.acosh %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 1.0, 0.5, 0.0, -1.0, -2.0, -3.0e+38, 3.0e+38, 16777216.0, 2.684355e+08]>
      : tensor<12xf32> -> tensor<12xf32>
  %y = weir.acosh %input : (tensor<12xf32>) -> tensor<12xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0x7FC00000, 0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 89.28999,
      17.32868, 20.101269]> : tensor<12xf32> -> tensor<12xf32>
  check.expect_close %y, %expected : tensor<12xf32>
  return
}

func.func @special_f64() {
  %input = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, 0.5, 0.0, -1.0, -2.0, -3.0e+38, 3.0e+38,
      16777216.0, 268435488.0]> : tensor<12xf64> -> tensor<12xf64>
  %y = weir.acosh %input : (tensor<12xf64>) -> tensor<12xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, 0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 89.2899930030018, 17.328679513998633,
      20.101268355447697]> : tensor<12xf64> -> tensor<12xf64>
  check.expect_close %y, %expected : tensor<12xf64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 1.0, 0.5, 0.0, -1.0, -2.0]> : tensor<8xf16> -> tensor<8xf16>
  %y = weir.acosh %input : (tensor<8xf16>) -> tensor<8xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7C00, 0x7E00, 0.0, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<8xf16> -> tensor<8xf16>
  check.expect_close %y, %expected : tensor<8xf16>
  return
}
