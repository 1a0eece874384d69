// RUN: %op_runs
// Matrix products over the last two dimensions. Small integers, whose sums every dtype here holds, are compared
// exactly.

func.func @typical_f32() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %b = weir.constant dense<
      [[7.0, 8.0, 9.0, 10.0], [1.0, 0.0, -1.0, 2.0], [-3.0, 5.0, 0.0, 1.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[0.0, 23.0, 7.0, 17.0], [15.0, 62.0, 31.0, 56.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x4xf32>
  return
}

// Small integers fit tf32.
func.func @allow_tf32() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %b = weir.constant dense<
      [[7.0, 1.0, -3.0], [8.0, 0.0, 5.0], [9.0, -1.0, 0.0], [10.0, 2.0, 1.0]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.matmul %a, %b {allow_tf32, transpose_b} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[0.0, 23.0, 7.0, 17.0], [15.0, 62.0, 31.0, 56.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x4xf32>
  return
}

func.func @typical_f64() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %b = weir.constant dense<
      [[7.0, 8.0, 9.0, 10.0], [1.0, 0.0, -1.0, 2.0], [-3.0, 5.0, 0.0, 1.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %y = weir.matmul %a, %b : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  %expected = weir.constant dense<
      [[0.0, 23.0, 7.0, 17.0], [15.0, 62.0, 31.0, 56.0]]> : tensor<2x4xf64> -> tensor<2x4xf64>
  check.expect_eq %y, %expected : tensor<2x4xf64>
  return
}

func.func @typical_bf16() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %b = weir.constant dense<
      [[7.0, 8.0, 9.0, 10.0], [1.0, 0.0, -1.0, 2.0], [-3.0, 5.0, 0.0, 1.0]]> : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %y = weir.matmul %a, %b : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xbf16>
  %expected = weir.constant dense<
      [[0.0, 23.0, 7.0, 17.0], [15.0, 62.0, 31.0, 56.0]]> : tensor<2x4xbf16> -> tensor<2x4xbf16>
  check.expect_eq %y, %expected : tensor<2x4xbf16>
  return
}

func.func @typical_f16() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %b = weir.constant dense<
      [[7.0, 8.0, 9.0, 10.0], [1.0, 0.0, -1.0, 2.0], [-3.0, 5.0, 0.0, 1.0]]> : tensor<3x4xf16> -> tensor<3x4xf16>
  %y = weir.matmul %a, %b : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  %expected = weir.constant dense<
      [[0.0, 23.0, 7.0, 17.0], [15.0, 62.0, 31.0, 56.0]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  check.expect_eq %y, %expected : tensor<2x4xf16>
  return
}

func.func @typical_i64() {
  %a = weir.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %b = weir.constant dense<[[7, 8, 9, 10], [1, 0, -1, 2], [-3, 5, 0, 1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.matmul %a, %b : (tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<2x4xi64>
  %expected = weir.constant dense<[[0, 23, 7, 17], [15, 62, 31, 56]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y, %expected : tensor<2x4xi64>
  return
}

func.func @transpose_a() {
  %a = weir.constant dense<[[-7.0, -7.0], [6.0, 0.0], [2.0, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %b = weir.constant dense<
      [[4.0, -9.0, 0.0, -7.0], [-2.0, 8.0, 1.0, -8.0], [1.0, -7.0, 5.0, 9.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.matmul %a, %b {transpose_a} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[-38.0, 97.0, 16.0, 19.0], [-26.0, 49.0, 10.0, 67.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x4xf32>
  return
}

func.func @transpose_b() {
  %a = weir.constant dense<[[9.0, 2.0, 7.0], [-2.0, -7.0, 0.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %b = weir.constant dense<
      [[-1.0, 3.0, 9.0], [-4.0, 7.0, -7.0], [-3.0, 5.0, -5.0], [3.0, -1.0, 0.0]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y = weir.matmul %a, %b {transpose_b} : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %expected = weir.constant dense<
      [[60.0, -71.0, -52.0, 25.0], [-19.0, -41.0, -29.0, 1.0]]> : tensor<2x4xf64> -> tensor<2x4xf64>
  check.expect_eq %y, %expected : tensor<2x4xf64>
  return
}

func.func @transpose_both() {
  %a = weir.constant dense<[[8, 6], [6, 1], [9, 9]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %b = weir.constant dense<[[-7, -6, -4], [1, 6, 0], [9, -3, 8], [2, 4, -5]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %y = weir.matmul %a, %b {transpose_a, transpose_b} : (tensor<3x2xi64>, tensor<4x3xi64>) -> tensor<2x4xi64>
  %expected = weir.constant dense<[[-128, 44, 126, -5], [-84, 12, 123, -29]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y, %expected : tensor<2x4xi64>
  return
}

// Leading dimensions go along.
func.func @batched() {
  %a = weir.constant dense<
      [[[2.0, 6.0, 7.0], [7.0, 9.0, -7.0]], [[5.0, -1.0, 4.0], [-4.0, -9.0, -8.0]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %b = weir.constant dense<
      [[[9.0, 8.0], [-4.0, -1.0], [-5.0, -7.0]], [[7.0, 3.0], [-8.0, -6.0], [1.0, 8.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.matmul %a, %b : (tensor<2x2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %expected = weir.constant dense<
      [[[-41.0, -39.0], [62.0, 96.0]], [[47.0, 53.0], [36.0, -22.0]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2x2xf32>
  return
}

func.func @batched_transposed() {
  %a = weir.constant dense<
      [[[[9.0], [-5.0], [2.0]]], [[[-9.0], [-6.0], [-6.0]]]]> : tensor<2x1x3x1xbf16> -> tensor<2x1x3x1xbf16>
  %b = weir.constant dense<
      [[[[-1.0, -3.0, 4.0], [-1.0, -3.0, 8.0]]], [[[2.0, 4.0, 5.0], [-3.0, 7.0, -9.0]]]]>
      : tensor<2x1x2x3xbf16> -> tensor<2x1x2x3xbf16>
  %y = weir.matmul %a, %b {transpose_a, transpose_b}
      : (tensor<2x1x3x1xbf16>, tensor<2x1x2x3xbf16>) -> tensor<2x1x1x2xbf16>
  %expected = weir.constant dense<[[[[14.0, 22.0]]], [[[-72.0, 39.0]]]]> : tensor<2x1x1x2xbf16> -> tensor<2x1x1x2xbf16>
  check.expect_eq %y, %expected : tensor<2x1x1x2xbf16>
  return
}

func.func @fractions_f32() {
  %a = weir.constant dense<
      [[-0.68, 0.993, -0.081, 0.382, -0.891], [-0.932, 0.692, 0.176, -0.383, -0.365], [-0.822, -0.655, -0.951,
      0.678, -0.067]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %b = weir.constant dense<
      [[-0.746, 0.478, -0.609], [-0.876, 0.197, 0.792], [-0.946, 0.61, -0.62], [-0.814, -0.964, -0.414], [0.454,
      -0.014, 0.706]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.matmul %a, %b : (tensor<3x5xf32>, tensor<5x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[-1.001424, -0.534603, 0.46360204], [0.06863601, 0.17251, 0.907404], [1.5043279, -1.754715, 0.24346407]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {length = 5 : i64} : tensor<3x3xf32>
  return
}

func.func @fractions_f64() {
  %a = weir.constant dense<
      [[-0.566, -0.37, -0.484, 0.957, 0.882], [-0.319, -0.128, -0.371, 0.493, -0.92], [-0.865, -0.192, -0.51,
      0.69, 0.484]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %b = weir.constant dense<
      [[0.092, 0.323, 0.385], [0.562, 0.855, -0.701], [0.252, -0.713, -0.114], [0.573, 0.789, 0.518], [-0.929,
      -0.281, -0.674]]> : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.matmul %a, %b : (tensor<3x5xf64>, tensor<5x3xf64>) -> tensor<3x3xf64>
  %expected = weir.constant dense<
      [[-0.6529970000000002, 0.353155, -0.0021060000000000505], [0.942393, 0.699543, 0.884661],
      [-0.3702700000000001, 0.32848099999999997, -0.10908900000000003]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_close %y, %expected {length = 5 : i64} : tensor<3x3xf64>
  return
}

func.func @fractions_bf16() {
  %a = weir.constant dense<
      [[1.0, -0.71, -0.51, -0.29, -0.88], [0.74, 0.27, -0.68, -0.0, -0.84], [0.22, -0.54, -0.92, -0.77, 0.11]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %b = weir.constant dense<
      [[0.27, -0.35, 0.29], [-0.3, -0.74, -0.37], [-0.21, 0.83, -0.77], [-0.83, 0.12, 0.93], [0.81, 0.4, -0.87]]>
      : tensor<5x3xbf16> -> tensor<5x3xbf16>
  %y = weir.matmul %a, %b : (tensor<3x5xbf16>, tensor<5x3xbf16>) -> tensor<3x3xbf16>
  %expected = weir.constant dense<
      [[0.1196, -0.637, 1.445], [-0.418, -1.36, 1.37], [1.14, -0.49, 0.161]]> : tensor<3x3xbf16> -> tensor<3x3xbf16>
  check.expect_close %y, %expected {length = 5 : i64} : tensor<3x3xbf16>
  return
}

func.func @fractions_f16() {
  %a = weir.constant dense<
      [[1.0, -0.71, -0.51, -0.29, -0.88], [0.74, 0.27, -0.68, -0.0, -0.84], [0.22, -0.54, -0.92, -0.77, 0.11]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %b = weir.constant dense<
      [[0.27, -0.35, 0.29], [-0.3, -0.74, -0.37], [-0.21, 0.83, -0.77], [-0.83, 0.12, 0.93], [0.81, 0.4, -0.87]]>
      : tensor<5x3xf16> -> tensor<5x3xf16>
  %y = weir.matmul %a, %b : (tensor<3x5xf16>, tensor<5x3xf16>) -> tensor<3x3xf16>
  %expected = weir.constant dense<
      [[0.11804, -0.6343, 1.441], [-0.4187, -1.359, 1.369], [1.143, -0.4893, 0.16]]>
      : tensor<3x3xf16> -> tensor<3x3xf16>
  check.expect_close %y, %expected {length = 5 : i64} : tensor<3x3xf16>
  return
}

// Summed in bf16, where 256 + 1 is 256, the last four terms would be lost.
func.func @sums_are_wide() {
  %a = weir.constant dense<[[256.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xbf16> -> tensor<1x5xbf16>
  %b = weir.constant dense<1.0> : tensor<5x1xbf16> -> tensor<5x1xbf16>
  %y = weir.matmul %a, %b : (tensor<1x5xbf16>, tensor<5x1xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[260.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

// In f16, 2048 + 1 is 2048.
func.func @sums_are_wide_f16() {
  %a = weir.constant dense<[[2048.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xf16> -> tensor<1x5xf16>
  %b = weir.constant dense<1.0> : tensor<5x1xf16> -> tensor<5x1xf16>
  %y = weir.matmul %a, %b : (tensor<1x5xf16>, tensor<5x1xf16>) -> tensor<1x1xf16>
  %expected = weir.constant dense<[[2052.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %y, %expected : tensor<1x1xf16>
  return
}

// The result has the dtype `out`.
func.func @result_is_wide() {
  %a = weir.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %b = weir.constant dense<1.0> : tensor<2x1xbf16> -> tensor<2x1xbf16>
  %y = weir.matmul %a, %b {out = f32} : (tensor<1x2xbf16>, tensor<2x1xbf16>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[257.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

// Neither sums nor a wide result overflow where f16 would.
func.func @sums_beyond_f16() {
  %a = weir.constant dense<[[300.0, 300.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %b = weir.constant dense<[[300.0], [-200.0]]> : tensor<2x1xf16> -> tensor<2x1xf16>
  %y = weir.matmul %a, %b : (tensor<1x2xf16>, tensor<2x1xf16>) -> tensor<1x1xf16>
  %expected = weir.constant dense<[[30000.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %y, %expected : tensor<1x1xf16>
  %c = weir.constant dense<[[300.0], [300.0]]> : tensor<2x1xf16> -> tensor<2x1xf16>
  %wide = weir.matmul %a, %c {out = f32} : (tensor<1x2xf16>, tensor<2x1xf16>) -> tensor<1x1xf32>
  %expected_wide = weir.constant dense<[[180000.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %wide, %expected_wide : tensor<1x1xf32>
  %narrow = weir.matmul %a, %c : (tensor<1x2xf16>, tensor<2x1xf16>) -> tensor<1x1xf16>
  %expected_narrow = weir.constant dense<[[0x7C00]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %narrow, %expected_narrow : tensor<1x1xf16>
  return
}

// The accumulator is what the attribute says, in the order of k.
func.func @accumulator() {
  %a = weir.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %b = weir.constant dense<1.0> : tensor<3x1xbf16> -> tensor<3x1xbf16>
  %y = weir.matmul %a, %b {accumulator = bf16} : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[256.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

func.func @accumulator_f16() {
  %a = weir.constant dense<[[2048.0, 1.0, 1.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %b = weir.constant dense<1.0> : tensor<3x1xf16> -> tensor<3x1xf16>
  %y = weir.matmul %a, %b {accumulator = f16} : (tensor<1x3xf16>, tensor<3x1xf16>) -> tensor<1x1xf16>
  %expected = weir.constant dense<[[2048.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %y, %expected : tensor<1x1xf16>
  return
}

func.func @accumulator_f64() {
  %a = weir.constant dense<[[1.0e+08, 1.0, -1.0e+08]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %b = weir.constant dense<1.0> : tensor<3x1xf32> -> tensor<3x1xf32>
  %y = weir.matmul %a, %b {accumulator = f64} : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

// Integers wrap around.
func.func @wraps() {
  %a = weir.constant dense<4611686018427387904> : tensor<1x2xi64> -> tensor<1x2xi64>
  %b = weir.constant dense<1> : tensor<2x1xi64> -> tensor<2x1xi64>
  %y = weir.matmul %a, %b : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<1x1xi64>
  %expected = weir.constant dense<[[-9223372036854775808]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  check.expect_eq %y, %expected : tensor<1x1xi64>
  return
}

func.func @size_one() {
  %a = weir.constant dense<[[3.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %b = weir.constant dense<[[-2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.matmul %a, %b : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[-6.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @inner() {
  %a = weir.constant dense<[[4.0, 6.0, 9.0, 3.0, 0.0, -7.0, 5.0]]> : tensor<1x7xf64> -> tensor<1x7xf64>
  %b = weir.constant dense<[[-1.0], [6.0], [-9.0], [-3.0], [6.0], [2.0], [4.0]]> : tensor<7x1xf64> -> tensor<7x1xf64>
  %y = weir.matmul %a, %b : (tensor<1x7xf64>, tensor<7x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-52.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_eq %y, %expected : tensor<1x1xf64>
  return
}

func.func @outer() {
  %a = weir.constant dense<[[2.0], [6.0], [6.0], [5.0], [3.0]]> : tensor<5x1xf32> -> tensor<5x1xf32>
  %b = weir.constant dense<[[-4.0, -8.0, 6.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y = weir.matmul %a, %b : (tensor<5x1xf32>, tensor<1x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[-8.0, -16.0, 12.0], [-24.0, -48.0, 36.0], [-24.0, -48.0, 36.0], [-20.0, -40.0, 30.0], [-12.0, -24.0,
      18.0]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %expected : tensor<5x3xf32>
  return
}

func.func @odd() {
  %a = weir.constant dense<
      [[-3.0, -5.0, -9.0, -7.0, -9.0, -2.0, -4.0], [0.0, 1.0, -4.0, 1.0, 2.0, 3.0, 2.0], [-9.0, -5.0, 6.0, 2.0,
      -4.0, -3.0, 8.0], [4.0, -2.0, -4.0, -7.0, 6.0, 2.0, -2.0], [4.0, 1.0, 1.0, 3.0, 5.0, 0.0, -2.0]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %b = weir.constant dense<
      [[-5.0, -4.0, 9.0], [-6.0, -8.0, 2.0], [-3.0, -8.0, 1.0], [5.0, -9.0, 0.0], [-7.0, 1.0, 6.0], [6.0, 5.0,
      -4.0], [3.0, 3.0, 8.0]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %y = weir.matmul %a, %b : (tensor<5x7xf32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[76.0, 156.0, -124.0], [21.0, 38.0, 14.0], [101.0, 15.0, -33.0], [-67.0, 105.0, 40.0], [-55.0, -60.0,
      53.0]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %expected : tensor<5x3xf32>
  return
}

func.func @empty_rows() {
  %a = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %b = weir.constant dense<[[4.0, 5.0], [-8.0, -4.0], [-2.0, 3.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.matmul %a, %b : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

// A sum of nothing is 0.
func.func @empty_sum() {
  %a = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %b = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @empty_batch() {
  %a = weir.constant dense<> : tensor<0x2x3xi64> -> tensor<0x2x3xi64>
  %b = weir.constant dense<> : tensor<0x3x2xi64> -> tensor<0x3x2xi64>
  %y = weir.matmul %a, %b : (tensor<0x2x3xi64>, tensor<0x3x2xi64>) -> tensor<0x2x2xi64>
  %expected = weir.constant dense<> : tensor<0x2x2xi64> -> tensor<0x2x2xi64>
  check.expect_eq %y, %expected : tensor<0x2x2xi64>
  return
}

// NaN, inf * 0 and inf - inf give NaN in their row and column alone.
func.func @special_f32() {
  %a = weir.constant dense<
      [[0x7FC00000, 1.0], [0x7F800000, 1.0], [0x7F800000, 0xFF800000], [1.0, 2.0]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  %b = weir.constant dense<[[1.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matmul %a, %b : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7F800000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [3.0, 4.0]]>
      : tensor<4x2xf32> -> tensor<4x2xf32>
  check.expect_close %y, %expected : tensor<4x2xf32>
  return
}

func.func @special_f64() {
  %a = weir.constant dense<
      [[0x7FF8000000000000, 1.0], [0x7FF0000000000000, 1.0], [0x7FF0000000000000, 0xFFF0000000000000], [1.0, 2.0]]>
      : tensor<4x2xf64> -> tensor<4x2xf64>
  %b = weir.constant dense<[[1.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %y = weir.matmul %a, %b : (tensor<4x2xf64>, tensor<2x2xf64>) -> tensor<4x2xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF8000000000000], [0x7FF8000000000000,
      0x7FF8000000000000], [3.0, 4.0]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected : tensor<4x2xf64>
  return
}

func.func @special_bf16() {
  %a = weir.constant dense<
      [[0x7FC0, 1.0], [0x7F80, 1.0], [0x7F80, 0xFF80], [1.0, 2.0]]> : tensor<4x2xbf16> -> tensor<4x2xbf16>
  %b = weir.constant dense<[[1.0, 0.0], [1.0, 2.0]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %y = weir.matmul %a, %b : (tensor<4x2xbf16>, tensor<2x2xbf16>) -> tensor<4x2xbf16>
  %expected = weir.constant dense<
      [[0x7FC0, 0x7FC0], [0x7F80, 0x7FC0], [0x7FC0, 0x7FC0], [3.0, 4.0]]> : tensor<4x2xbf16> -> tensor<4x2xbf16>
  check.expect_close %y, %expected : tensor<4x2xbf16>
  return
}

func.func @special_f16() {
  %a = weir.constant dense<
      [[0x7E00, 1.0], [0x7C00, 1.0], [0x7C00, 0xFC00], [1.0, 2.0]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %b = weir.constant dense<[[1.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.matmul %a, %b : (tensor<4x2xf16>, tensor<2x2xf16>) -> tensor<4x2xf16>
  %expected = weir.constant dense<
      [[0x7E00, 0x7E00], [0x7C00, 0x7E00], [0x7E00, 0x7E00], [3.0, 4.0]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  check.expect_close %y, %expected : tensor<4x2xf16>
  return
}

// The narrow types.
func.func @odd_i32() {
  %a = weir.constant dense<
      [[2147483647, -2147483648, 299334629, -1887146685, -531339698, 2075866497, -382444152], [-1231313831, -1118885312,
      916408524, -1984028847, 2016139237, 1615847476, 290048552], [-138597664, 1122869031, 204591622, -97994584,
      -763802769, -228763895, 1079432311], [-1910839050, -2039263912, 946599264, -548960075, 1304520304, -2017130127,
      1748931482], [-1619666089, -361618446, 2006386393, -1681459383, 677577176, 978756553, -308291695]]> :
      tensor<5x7xi32> -> tensor<5x7xi32>
  %b = weir.constant dense<
      [[2147483647, -2147483648, -286262568], [1601203358, 782883649, -669110091], [-1898203356, 387796816, -946633210],
      [788918376, 1562597901, -620993100], [1732483912, 82027374, 132422550], [1139228836, 1241797354, 1757411771],
      [2143963366, -1498676105, -375380014]]> : tensor<7x3xi32> -> tensor<7x3xi32>
  %y = weir.matmul %a, %b : (tensor<5x7xi32>, tensor<7x3xi32>) -> tensor<5x3xi32>
  %expected = weir.constant dense<
      [[1824989489, 1322578077, -843237343], [554436967, -1309998429, -1242277618], [-1266441424, 97179788, 1720588562],
      [-886036830, -1833699191, -716590645], [-405252869, 1183407336, -765711807]]> : tensor<5x3xi32> -> tensor<5x3xi32>
  check.expect_eq %y, %expected : tensor<5x3xi32>
  return
}

func.func @odd_i8() {
  %a = weir.constant dense<
      [[127, -128, -32, -118, -68, 77, -9], [117, 102, 90, -124, -116, 20, -42], [87, -47, -89, -100, -51, 32, -96],
      [76, -51, -48, 41, 92, -17, 76], [-50, -95, 84, 68, 64, 97, -1]]> : tensor<5x7xi8> -> tensor<5x7xi8>
  %b = weir.constant dense<
      [[127, -128, 18], [-30, 35, -61], [27, 75, -104], [-12, 41, -115], [33, 105, 82], [47, 77, -36], [-45, -107, 56]]>
      : tensor<7x3xi8> -> tensor<7x3xi8>
  %y = weir.matmul %a, %b : (tensor<5x7xi8>, tensor<7x3xi8>) -> tensor<5x3xi8>
  %expected = weir.constant dense<
      [[29, -62, -36], [127, -14, -24], [37, -47, -113], [19, 99, 16], [60, 91, 23]]> : tensor<5x3xi8> -> tensor<5x3xi8>
  check.expect_eq %y, %expected : tensor<5x3xi8>
  return
}

func.func @odd_ui8() {
  %a = weir.constant dense<
      [[255, 0, 211, 95, 235, 65, 31], [111, 23, 173, 252, 27, 29, 45], [45, 136, 147, 243, 114, 237, 192], [218, 48,
      116, 234, 192, 55, 216], [196, 37, 17, 66, 121, 39, 8]]> : tensor<5x7xui8> -> tensor<5x7xui8>
  %b = weir.constant dense<
      [[255, 0, 99], [79, 114, 184], [63, 116, 186], [14, 240, 254], [74, 227, 64], [234, 168, 63], [15, 100, 190]]> :
      tensor<7x3xui8> -> tensor<7x3xui8>
  %y = weir.matmul %a, %b : (tensor<5x7xui8>, tensor<7x3xui8>) -> tensor<5x3xui8>
  %expected = weir.constant dense<
      [[73, 209, 238], [248, 111, 120], [24, 154, 98], [188, 8, 27], [138, 17, 3]]> : tensor<5x3xui8> -> tensor<5x3xui8>
  check.expect_eq %y, %expected : tensor<5x3xui8>
  return
}

func.func @odd_f16() {
  %a = weir.constant dense<
      [[-6.0, -5.0, -2.0, -5.0, -2.0, -8.0, 3.0], [-5.0, 5.0, 3.0, -3.0, -1.0, 2.0, -2.0], [-5.0, -8.0, 0.0, 0.0, 4.0,
      -6.0, -7.0], [3.0, 3.0, 4.0, -8.0, 2.0, 7.0, 4.0], [-1.0, -1.0, -2.0, -8.0, 3.0, 0.0, 0.0]]> : tensor<5x7xf16> ->
      tensor<5x7xf16>
  %b = weir.constant dense<
      [[6.0, 3.0, 7.0], [-7.0, 7.0, 1.0], [-2.0, 0.0, -8.0], [6.0, 2.0, -8.0], [6.0, -1.0, -7.0], [2.0, -7.0, 0.0],
      [4.0, -7.0, 4.0]]> : tensor<7x3xf16> -> tensor<7x3xf16>
  %y = weir.matmul %a, %b : (tensor<5x7xf16>, tensor<7x3xf16>) -> tensor<5x3xf16>
  %expected = weir.constant dense<
      [[-43.0, -26.0, 35.0], [-99.0, 15.0, -31.0], [10.0, 16.0, -99.0], [-17.0, -65.0, 58.0], [-25.0, -29.0, 51.0]]> :
      tensor<5x3xf16> -> tensor<5x3xf16>
  check.expect_eq %y, %expected : tensor<5x3xf16>
  return
}
