// RUN: %op_runs
// The number whose erf it is; infinite at -1 and 1, NaN beyond.

func.func @typical_f32() {
  %input = weir.constant dense<[0.0, 0.5, -0.25, 0.75, -0.875, 0.0001, 0.9]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.erfinv %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 0.47693628, -0.22531205, 0.8134198, -1.084787, 8.862269e-05, 1.1630871]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0.511, 0.728, -0.845, 0.366, 0.402, -0.641, -0.718, -0.508, 0.321, -0.713, -0.866, 0.611, 0.326, 0.332, 0.751,
      0.705, 0.508, 0.096, 0.688]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.erfinv %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.4892473, 0.7767345, -1.0055698, 0.33665666, 0.37284243, -0.6486094, -0.7607319, -0.48587522, 0.29262066,
      -0.7528749, -1.0596087, 0.6091246, 0.2974548, 0.3032742, 0.8151397, 0.7404935, 0.48587522, 0.08528411,
      0.71490926]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[0.0, 0.5, -0.25, 0.75, -0.875, 0.0001, 0.9]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.erfinv %input : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.4769362762044699, -0.2253120550121781, 0.8134198475976185, -1.0847870400692832, 8.862269277728948e-05,
      1.1630871536766743]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @odd_f64() {
  %input = weir.constant dense<
      [[0.804, 0.127, 0.278, 0.205, 0.251], [0.064, 0.807, 0.747, -0.137, -0.652], [0.024, -0.764, -0.758, 0.619,
      0.315]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.erfinv %input : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.914311678622636, 0.11303033331795807, 0.25157948099285177, 0.18372288813274065, 0.22624462944238738],
      [0.05677948156381124, 0.9204801009415401, 0.8082887783036682, -0.12201591342769423, -0.6636025303256013],
      [0.02127265458387137, -0.8379527388489107, -0.8273166363481748, 0.6194646063235562, 0.28683765910024334]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.094, 0.555, 0.151, 0.189, -0.62], [-0.053, 0.387, 0.37, -0.703, 0.402], [0.742, -0.703, -0.445, 0.198,
      -0.406]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.erfinv %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.0835, 0.54, 0.135, 0.17, -0.62], [-0.0469, 0.357, 0.34, -0.74, 0.373], [0.8, -0.74, -0.418, 0.178, -0.377]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[0.777, -0.604, -0.222, 0.807, -0.621], [-0.36, -0.618, 0.655, 0.513, 0.888], [0.158, 0.68, -0.693, 0.221,
      0.319]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.erfinv %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.8613, -0.6, -0.1993, 0.921, -0.622], [-0.3308, -0.618, 0.6675, 0.4917, 1.124], [0.1409, 0.7036, -0.722,
      0.1984, 0.2908]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @near_one_f32() {
  %input = weir.constant dense<
      [0.95, -0.99, 0.9966, -0.9967, 0.999, -0.99999, 0.999999, 0.99999994, 0.9999999, 0.99999905, 0.99993896]> :
      tensor<11xf32> -> tensor<11xf32>
  %y = weir.erfinv %input : (tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [1.3859037, -1.8213866, 2.071149, -2.0777028, 2.3267562, -3.1232057, 3.4570746, 3.832507, 3.7439213, 3.4655051,
      2.8346303]> : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected : tensor<11xf32>
  return
}

func.func @near_one_f64() {
  %input = weir.constant dense<
      [0.99, -0.9966, 0.9967, -0.9999, 0.999999, -0.99999994, 0.99999995, 0.999999999999, 0.9999999999999998,
      0.9999999999999999]> : tensor<10xf64> -> tensor<10xf64>
  %y = weir.erfinv %input : (tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [1.8213863677184494, -2.071150939906553, 2.077703486165099, -2.75106390571208, 3.458910737275499,
      -3.831671051435217, 3.8546585768801367, 5.042031898572696, 5.805018683193453, 5.8635847487551676]> :
      tensor<10xf64> -> tensor<10xf64>
  check.expect_close %y, %expected : tensor<10xf64>
  return
}

func.func @near_one_f16() {
  %input = weir.constant dense<[0.99, -0.995, 0.999]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.erfinv %input : (tensor<3xf16>) -> tensor<3xf16>
  %expected = weir.constant dense<[1.827, -1.99, 2.332]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %y, %expected : tensor<3xf16>
  return
}

func.func @small_f32() {
  %input = weir.constant dense<[1.0e-08, -1.0e-08, 1.0e-20, 0.001, -0.01]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.erfinv %input : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [8.862269e-09, -8.862269e-09, 8.862269e-21, 0.0008862272, -0.008862501]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %y = weir.erfinv %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.47693628> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.25]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.erfinv %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.2253120550121781]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.erfinv %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.erfinv %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 1.0e-30]> : tensor<10xf32> -> tensor<10xf32>
  %y = weir.erfinv %input : (tensor<10xf32>) -> tensor<10xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 8.862269e-31]>
      : tensor<10xf32> -> tensor<10xf32>
  check.expect_close %y, %expected : tensor<10xf32>
  return
}

func.func @special_f64() {
  %input = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 1.0e-30]>
      : tensor<10xf64> -> tensor<10xf64>
  %y = weir.erfinv %input : (tensor<10xf64>) -> tensor<10xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 8.862269254527581e-31]> : tensor<10xf64> -> tensor<10xf64>
  check.expect_close %y, %expected : tensor<10xf64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 0.0]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.erfinv %input : (tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7E00, 0.0, -0.0, 0x7C00, 0xFC00, 0x7E00, 0x7E00, 0.0]> : tensor<10xf16> -> tensor<10xf16>
  check.expect_close %y, %expected : tensor<10xf16>
  return
}
