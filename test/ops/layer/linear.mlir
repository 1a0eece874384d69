// RUN: %op_runs
// input times the transpose of weight, plus bias; leading dimensions are kept.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.32, -0.23, -2.27], [0.14, -0.54, -2.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<
      [[-2.41, 2.92, 1.16], [-0.31, 0.84, -1.38], [-1.19, -2.56, -2.68], [1.84, 1.88, -2.97]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %bias = weir.constant dense<[-1.02, -2.47, -0.19, 0.71]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[-1.1435996, 0.87859994, 8.0532, 4.5906997], [-5.9154, 0.57959986, 7.9134, 7.5853]]>
      : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<2x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.31, -2.2, 1.21, 0.68, -0.2, -1.22, 2.51], [-2.5, -2.13, -0.73, -1.44, 0.7, 1.17, 1.22], [1.64, -1.95, 1.48,
      -1.52, 0.22, -1.67, 1.87], [-2.35, -0.41, 0.8, 1.18, -2.43, 2.9, -1.26], [-0.32, -1.18, -2.76, -1.53, -1.04, 0.45,
      -2.58]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %weight = weir.constant dense<
      [[2.58, -1.81, 0.18, -0.86, -0.84, 2.47, 2.34], [0.66, -1.32, -2.07, -0.21, -1.98, -0.02, -2.58], [-2.9, 0.19,
      -0.65, 2.98, -0.75, 0.2, -0.66]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %bias = weir.constant dense<[1.64, -0.73, -1.46]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<5x7xf32>, tensor<3x7xf32>, tensor<3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[9.0828, -6.3243, -3.2877002], [5.309, -2.3119, 0.47239992], [11.0404, -5.0448, -13.8113], [1.7041008, 4.3606,
      11.5076], [-0.28289983, 15.357499, -0.9488]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {length = 8 : i64} : tensor<5x3xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-0.26, 1.82, 0.13, 1.07, 0.61], [-1.59, -0.11, -0.67, 1.78, -1.39], [1.88, -0.85, -1.01, 2.52, 2.22]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %weight = weir.constant dense<
      [[0.24, 1.95, 2.2, 1.62, 0.52], [1.43, -2.67, -1.04, 0.13, -2.26]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %bias = weir.constant dense<[-1.75, -1.92]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<3x5xf64>, tensor<2x5xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[4.0732, -8.5259], [-1.6593, 0.1695999999999996], [0.05850000000000028, -0.6013000000000003]]>
      : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y, %expected {length = 6 : i64} : tensor<3x2xf64>
  return
}

func.func @no_bias_f32() {
  %input = weir.constant dense<[[-1.56, -0.77, -1.26], [2.55, -2.85, 0.39]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<
      [[0.79, 1.14, -1.1], [2.92, 0.61, 1.22], [-2.62, -0.7, -1.55], [2.28, -0.85, -1.59]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.linear %input, %weight {present = array<i64>} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[-0.72419995, -6.5621, 6.5792, -0.8988998], [-1.6634998, 6.1833, -5.2904997, 7.6164]]>
      : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<2x4xf32>
  return
}

func.func @no_bias_f64() {
  %input = weir.constant dense<[[2.07, -1.9, -0.63], [2.48, -2.85, -2.07]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %weight = weir.constant dense<
      [[-0.01, -0.28, 2.84], [2.36, 0.89, -2.81], [-1.89, 0.34, -0.42], [2.79, -0.23, 2.71]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y = weir.linear %input, %weight {present = array<i64>} : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %expected = weir.constant dense<
      [[-1.2778999999999998, 4.964499999999999, -4.293699999999999, 4.505], [-5.105599999999999, 9.133,
      -4.7867999999999995, 1.9650000000000005]]> : tensor<2x4xf64> -> tensor<2x4xf64>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<2x4xf64>
  return
}

// A single row (in,).
func.func @vector() {
  %input = weir.constant dense<[-1.88, 2.11, 0.86]> : tensor<3xf32> -> tensor<3xf32>
  %weight = weir.constant dense<
      [[2.17, 1.24, 0.74], [-1.9, -2.46, -2.63], [-2.12, -1.63, -1.56], [-1.71, -0.31, 0.9]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %bias = weir.constant dense<[2.21, 2.42, -1.93, 2.78]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[1.3831998, -1.4604, -2.7253, 6.1147]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<4xf32>
  return
}

func.func @batches() {
  %input = weir.constant dense<
      [[[0.88, -1.16, 1.61], [-1.45, 1.05, -1.23]], [[0.3, -2.47, 2.45], [-2.5, 1.53, -1.45]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %weight = weir.constant dense<[[-1.64, 2.84, -2.03], [1.69, 0.24, -1.21]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %bias = weir.constant dense<[-2.16, 2.68]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %expected = weir.constant dense<
      [[[-10.1659, 1.9407], [5.6969, 1.9698]], [[-14.6403, -0.37030005], [9.2287, 0.57670003]]]>
      : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<2x2x2xf32>
  return
}

// Integers wrap around.
func.func @integers() {
  %input = weir.constant dense<[[1, -2, 4611686018427387904], [3, 0, -7]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %weight = weir.constant dense<[[4, 5, 2], [-1, 2, 2305843009213693952]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %bias = weir.constant dense<[10, -10]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  %expected = weir.constant dense<
      [[-9223372036854775804, -15], [8, 2305843009213693939]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %expected : tensor<2x2xi64>
  return
}

// Summed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.52, 2.28, -0.24, -1.23, 1.21], [1.29, -0.58, -0.15, -0.1, 2.69]]> : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %weight = weir.constant dense<
      [[-2.38, 0.81, -0.15, 1.93, -1.7], [2.66, 1.7, 1.63, 2.23, -1.78], [-1.54, -2.44, 0.77, 2.78, -1.89]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %bias = weir.constant dense<[-1.77, -0.02, 2.83]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x5xbf16>, tensor<3x5xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<
      [[-5.56, -0.0447, -9.44], [-10.06, -2.84, -3.22]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[1.34, 2.36, -3.0, 1.87, -2.0], [-2.56, -2.25, -2.97, -2.43, 2.09]]> : tensor<2x5xf16> -> tensor<2x5xf16>
  %weight = weir.constant dense<
      [[0.63, 1.65, -0.48, 0.99, 1.18], [-1.79, -2.78, -2.39, -0.83, -1.48], [1.8, 2.23, -2.12, 2.66, 2.67]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %bias = weir.constant dense<[2.58, -0.4, -0.44]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x5xf16>, tensor<3x5xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[8.25, -0.7754, 13.23], [-1.261, 16.47, -4.656]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// Rounded before the bias is added, 257 would be 256.
func.func @bias_before_rounding() {
  %input = weir.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %weight = weir.constant dense<[[1.0, 1.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %bias = weir.constant dense<[-256.0]> : tensor<1xbf16> -> tensor<1xbf16>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<1xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

// A product is beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[[300.0, 300.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %weight = weir.constant dense<[[300.0, -200.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %bias = weir.constant dense<[-1.0]> : tensor<1xf16> -> tensor<1xf16>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<1x2xf16>, tensor<1x2xf16>, tensor<1xf16>) -> tensor<1x1xf16>
  %expected = weir.constant dense<[[30000.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %y, %expected : tensor<1x1xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[3.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %weight = weir.constant dense<[[-2.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-5.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {length = 2 : i64} : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %weight = weir.constant dense<[[-0.78, 2.4, -2.71], [-0.47, 2.62, 1.43]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %bias = weir.constant dense<[1.87, 2.03]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<0x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %expected {length = 4 : i64} : tensor<0x2xf32>
  return
}

// A sum of nothing is 0.
func.func @empty_sum() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %weight = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %bias = weir.constant dense<[1.5, -0.5]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.linear %input, %weight, %bias {present = array<i64: 0>}
      : (tensor<2x0xf32>, tensor<2x0xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[1.5, -0.5], [1.5, -0.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {length = 1 : i64} : tensor<2x2xf32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [1.0, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %weight = weir.constant dense<[[1.0, 1.0], [0.0, 1.0], [-1.0, 0x7F800000]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.linear %input, %weight {present = array<i64>} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7F800000, 0x7FC00000, 0x7FC00000], [3.0, 2.0, 0x7F800000]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {length = 3 : i64} : tensor<3x3xf32>
  return
}
