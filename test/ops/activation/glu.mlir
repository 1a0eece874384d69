// RUN: %known_size_runs
// The first half times the sigmoid of the second, f32 within 4 ulps. The dimension that is halved has a known size,
// so that there are no runs with every size `?`.

func.func @vector_f32() {
  %x = weir.constant dense<[-0.26, 0.91, 0.13, -2.78, -2.17, -2.4]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.glu %x {dim = 0 : i64} : (tensor<6xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-0.015187784, 0.0932541, 0.010812449]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected : tensor<3xf32>
  return
}

func.func @rows_f32() {
  %x = weir.constant dense<
      [[2.31, -0.81, 0.21, -0.01, -1.07, -1.48, 0.05, -0.79, 0.41, -1.0], [2.09, -2.61, 1.26, 0.93, -2.62, -1.63, 0.92,
      -0.6, 1.82, 0.73], [2.66, -0.2, 1.58, -1.25, 0.3, 1.42, -2.96, -1.35, 0.13, -0.5]]>
      : tensor<3x10xf32> -> tensor<3x10xf32>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<3x10xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[0.42833734, -0.4151229, 0.065555416, -0.006010879, -0.28776732], [0.34240544, -1.8662598, 0.44647303, 0.8003265,
      -1.7679898], [2.1422002, -0.009853201, 0.32527518, -0.6655679, 0.11326221]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected : tensor<3x5xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<
      [[-0.72, -2.35, -1.15, 2.14, 2.3, 1.32, 1.06, -0.87, -0.19, 0.29], [-1.77, -1.36, -2.2, 2.74, 2.08, 0.57, 0.79,
      2.8, 0.78, -2.94], [1.72, 1.02, -2.36, 2.46, -1.61, 2.82, 2.4, -0.5, 2.38, 0.18]]>
      : tensor<3x10xf64> -> tensor<3x10xf64>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<3x10xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-0.568210828696022, -1.7453227814613117, -0.3395424473021953, 0.968654697173789, 1.3155911057424927],
      [-1.1306108200134501, -0.935450609592663, -2.073886813022489, 1.8787635121908157, 0.10443944823575439],
      [1.623244954254152, 0.9351638495761992, -0.8909959783636232, 2.25161200830239, -0.8772550167214639]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<
      [[1.18, -1.79, -2.96], [-1.23, 2.19, 2.61], [-2.85, 1.17, -0.72], [2.04, 0.42, 0.99]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.glu %x {dim = 0 : i64} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.06452396, -1.3660295, -0.96908325], [-1.088468, 1.3216283, 1.9029194]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-0.85, 1.67, 0.04], [-2.91, 1.58, -0.67], [-2.36, -1.11, 1.27], [1.81, 2.28, -0.66], [0.77, 0.53, -2.13],
      [-0.8, 2.4, 2.96]], [[0.41, -0.89, 1.62], [-2.29, -1.94, -2.38], [1.63, 1.73, 2.21], [-2.0, 0.27, 2.25], [2.66,
      -2.43, 2.09], [2.85, -2.2, 2.06]]]> : tensor<2x6x3xf32> -> tensor<2x6x3xf32>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<2x6x3xf32>) -> tensor<2x3x3xf32>
  %expected = weir.constant dense<
      [[[-0.7304576, 1.5150357, 0.013629584], [-1.9890459, 0.9945833, -0.07116404], [-0.7316602, -1.0176784,
      1.2074322]], [[0.048873197, -0.5047127, 1.4655339], [-2.1402905, -0.15697213, -2.1180274], [1.5408695, 0.17256834,
      1.9601687]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  check.expect_close %y, %expected : tensor<2x3x3xf32>
  return
}

func.func @one_of_each() {
  %x = weir.constant dense<[[0.7, -1.25]]> : tensor<1x2xf64> -> tensor<1x2xf64>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<1x2xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.15589009717771618]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x4xf32> -> tensor<0x4xf32>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<0x4xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %expected : tensor<0x2xf32>
  return
}

func.func @empty_halves() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<[[1.23, -0.71, 2.4, 0.53], [0.37, 1.9, -1.1, 2.2]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<2x4xf16>) -> tensor<2x2xf16>
  %expected = weir.constant dense<[[1.128, -0.4468], [0.09247, 1.711]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<[[1.23, -0.71, 2.4, 0.53], [0.37, 1.9, -1.1, 2.2]]> : tensor<2x4xbf16> -> tensor<2x4xbf16>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<2x4xbf16>) -> tensor<2x2xbf16>
  %expected = weir.constant dense<[[1.125, -0.447], [0.0923, 1.71]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_eq %y, %expected : tensor<2x2xbf16>
  return
}

func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 1.0], [1.0, 0x7FC00000], [2.0, 0x7F800000], [2.0, 0xFF800000], [0x7F800000, 0.0], [0xFF800000, 1.0],
      [3.0, -80.0]]> : tensor<7x2xf32> -> tensor<7x2xf32>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<7x2xf32>) -> tensor<7x1xf32>
  %expected = weir.constant dense<
      [[0x7FC00000], [0x7FC00000], [2.0], [0.0], [0x7F800000], [0xFF800000], [5.414554e-35]]>
      : tensor<7x1xf32> -> tensor<7x1xf32>
  check.expect_close %y, %expected : tensor<7x1xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[0x7E00, 1.0], [1.0, 0x7E00], [2.0, 0x7C00], [2.0, 0xFC00], [0x7C00, 0.0], [0xFC00, 1.0]]>
      : tensor<6x2xf16> -> tensor<6x2xf16>
  %y = weir.glu %x {dim = 1 : i64} : (tensor<6x2xf16>) -> tensor<6x1xf16>
  %expected = weir.constant dense<
      [[0x7E00], [0x7E00], [2.0], [0.0], [0x7C00], [0xFC00]]> : tensor<6x1xf16> -> tensor<6x1xf16>
  check.expect_close %y, %expected : tensor<6x1xf16>
  return
}

// The other dimensions may be `?`.
func.func @rows_of_unknown_number() {
  %three = arith.constant 3 : index
  %x = weir.constant dense<
      [[2.45, -0.55, -2.8, 0.23], [1.51, -0.46, -0.22, 2.44], [0.03, 1.45, 0.39, -1.2]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %rows = weir.broadcast %x sizes(%three) {dims = array<i64: 0, 1>} : tensor<3x4xf32> -> tensor<?x4xf32>
  %y = weir.glu %rows {dim = 1 : i64} : (tensor<?x4xf32>) -> tensor<?x2xf32>
  %expected = weir.constant dense<
      [[0.14044423, -0.30648634], [0.67228335, -0.42312047], [0.01788848, 0.33563906]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected : tensor<?x2xf32>, tensor<3x2xf32>
  return
}
