// RUN: %op_runs
// log(exp(x) / sum(exp(x))) along a dimension.

func.func @rows_f32() {
  %x = weir.constant dense<[[-0.9, -1.18, 2.35], [1.31, -0.21, 0.24]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-3.3158617, -3.5958617, -0.06586183], [-0.44578806, -1.965788, -1.515788]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[-1.39, 1.71, -1.0, 1.31, -0.14, 0.26, -0.89], [-1.89, 1.16, -0.43, -1.82, 2.05, -2.33, -1.9], [-1.29, -2.82,
      0.92, -0.09, -2.44, -1.49, 1.77], [-2.96, -2.17, -1.04, -1.67, 1.79, 2.6, -0.19], [2.13, -1.48, -0.19, 0.03,
      -1.96, -2.94, 0.39]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[-3.9100351, -0.81003517, -3.5200353, -1.2100352, -2.6600351, -2.2600353, -3.4100351], [-4.3888345, -1.3388346,
      -2.9288347, -4.318835, -0.44883466, -4.8288345, -4.3988347], [-3.5867164, -5.1167164, -1.3767164, -2.3867164,
      -4.7367163, -3.7867165, -0.5267164], [-6.0039434, -5.2139435, -4.0839434, -4.7139435, -1.2539436, -0.44394362,
      -3.2339435], [-0.36902508, -3.9790251, -2.6890252, -2.4690251, -4.4590254, -5.4390254, -2.1090252]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[2.16, -2.37, 1.07], [1.99, 2.91, 2.68]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[-0.2978777962971973, -4.827877796297198, -1.3878777962971973], [-1.7052944744316456, -0.7852944744316454,
      -1.0152944744316454]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[-2.88, 1.76], [-2.73, 2.02], [2.1, -2.92]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.log_softmax %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-4.9947515, -0.8356051], [-4.8447514, -0.5756051], [-0.014751248, -5.515605]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-2.67, -1.22], [1.66, -0.28], [1.16, 1.46]], [[0.22, 1.82], [2.75, 2.88], [2.32, -0.93]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-4.8122396, -2.898399], [-0.48223984, -1.9583992], [-0.98223984, -0.21839915]], [[-3.0782185, -1.3737913],
      [-0.54821855, -0.31379122], [-0.9782186, -4.123791]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [-1.77, -1.13, -1.47, 1.68, 1.81, -1.84, 2.59, 1.06, 1.82, 2.09, 0.02]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.log_softmax %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [-5.550802771026162, -4.9108027710261615, -5.250802771026161, -2.100802771026162, -1.9708027710261615,
      -5.620802771026161, -1.1908027710261617, -2.7208027710261615, -1.9608027710261615, -1.6908027710261617,
      -3.7608027710261616]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<11xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Exponentials of these numbers overflow, or are 0, without a shift.
func.func @shifted() {
  %x = weir.constant dense<[[1000.0, 1001.0, 1002.5], [-1000.0, -1000.5, -1003.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-2.766368, -1.7663679, -0.2663679], [-0.5045969, -1.004597, -3.504597]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<
      [[1.12, -2.06, -2.89, -2.22, 0.35], [-0.83, -2.51, 1.02, 2.27, 2.23], [1.77, -2.83, 2.35, 0.78, -2.24]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.4434, -3.625, -4.453, -3.785, -1.214], [-3.934, -5.613, -2.084, -0.8335, -0.8726], [-1.159, -5.758, -0.5786,
      -2.148, -5.168]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-0.21, 0.92, -0.03, -2.0, -2.77], [0.71, 0.2, -0.91, -2.2, 1.74], [-0.68, -0.41, 0.15, 0.08, 1.28]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-1.71, -0.582, -1.53, -3.5, -4.28], [-1.54, -2.05, -3.16, -4.44, -0.508], [-2.62, -2.36, -1.8, -1.87, -0.668]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

// Differences beyond f16.
func.func @far_apart_f16() {
  %x = weir.constant dense<[[60000.0, -60000.0, 59970.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[-0.0, 0xFC00, -32.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %y, %expected : tensor<1x3xf16>
  return
}

// NaN and infinity are NaN in their row alone; -infinity takes no part, unless there is nothing else.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000],
      [0.5, -0.5, 0.25]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0xFF800000, -1.3132616, -0.3132617],
      [0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.7639226, -1.7639226, -1.0139226]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5x3xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, 1.0, 2.0], [0x7FF0000000000000, 1.0, 2.0], [0xFFF0000000000000, 1.0, 2.0],
      [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [0.5, -0.5, 0.25]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0xFFF0000000000000, -1.3132616875182228, -0.3132616875182228], [0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000], [-0.7639225670692869, -1.7639225670692869, -1.0139225670692869]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<5x3xf64>
  return
}
