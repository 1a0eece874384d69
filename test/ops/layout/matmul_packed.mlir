// RUN: %op_runs
// A matrix product whose second operand is packed. Padding of the last panel never shows.

func.func @typical_f32() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %packed = weir.constant dense<
      [[[7.0, 8.0], [1.0, 0.0], [-3.0, 5.0]], [[9.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.0, 23.0, 7.0], [15.0, 62.0, 31.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @typical_f64() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %packed = weir.constant dense<
      [[[7.0, 8.0], [1.0, 0.0], [-3.0, 5.0]], [[9.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<[[0.0, 23.0, 7.0], [15.0, 62.0, 31.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_eq %y, %expected : tensor<2x3xf64>
  return
}

func.func @typical_bf16() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %packed = weir.constant dense<
      [[[7.0, 8.0], [1.0, 0.0], [-3.0, 5.0]], [[9.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]]>
      : tensor<2x3x2xbf16> -> tensor<2x3x2xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x3xbf16>, tensor<2x3x2xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[0.0, 23.0, 7.0], [15.0, 62.0, 31.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @typical_f16() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %packed = weir.constant dense<
      [[[7.0, 8.0], [1.0, 0.0], [-3.0, 5.0]], [[9.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]]>
      : tensor<2x3x2xf16> -> tensor<2x3x2xf16>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x3xf16>, tensor<2x3x2xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[0.0, 23.0, 7.0], [15.0, 62.0, 31.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @typical_i64() {
  %a = weir.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %packed = weir.constant dense<
      [[[7, 8], [1, 0], [-3, 5]], [[9, 0], [-1, 0], [0, 0]]]> : tensor<2x3x2xi64> -> tensor<2x3x2xi64>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x3xi64>, tensor<2x3x2xi64>) -> tensor<2x3xi64>
  %expected = weir.constant dense<[[0, 23, 7], [15, 62, 31]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

func.func @transpose_a() {
  %a = weir.constant dense<[[-7.0, 4.0], [-5.0, -9.0], [1.0, 1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %packed = weir.constant dense<
      [[[4.0, 8.0, 1.0, -5.0], [1.0, -8.0, -9.0, -7.0], [5.0, 8.0, -3.0, -8.0]]]>
      : tensor<1x3x4xf32> -> tensor<1x3x4xf32>
  %y = weir.matmul_packed %a, %packed {columns = 4 : i64, panel = 4 : i64, transpose_a}
      : (tensor<3x2xf32>, tensor<1x3x4xf32>) -> tensor<2x4xf32>
  %expected = weir.constant dense<
      [[-28.0, -8.0, 35.0, 62.0], [12.0, 112.0, 82.0, 35.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x4xf32>
  return
}

func.func @one_wide_panel() {
  %a = weir.constant dense<[[-8.0, -7.0, 9.0], [-7.0, 3.0, 2.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %packed = weir.constant dense<
      [[[-1.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0], [6.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-7.0, 8.0, 2.0, 0.0,
      0.0, 0.0, 0.0, 0.0]]]> : tensor<1x3x8xf32> -> tensor<1x3x8xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 8 : i64}
      : (tensor<2x3xf32>, tensor<1x3x8xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[-97.0, 72.0, -35.0], [11.0, 16.0, -15.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

// NaN in the padding stays there.
func.func @padding_is_not_read() {
  %a = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %packed = weir.constant dense<
      [[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0x7FC00000], [6.0, 0x7FC00000]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[9.0, 12.0, 15.0], [19.0, 26.0, 33.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @fractions() {
  %a = weir.constant dense<
      [[0.494, 0.488, 0.103, 0.857, 0.891], [0.75, -0.257, -0.464, 0.06, 0.309], [-0.679, 0.119, -0.122, -0.997,
      -0.162]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %packed = weir.constant dense<
      [[[-0.2, 0.927], [0.857, 0.817], [-0.626, 0.583], [-0.359, 0.333], [-0.078, -0.394]], [[-0.891, 0.0], [0.2,
      0.0], [-0.677, 0.0], [-0.15, 0.0], [-0.926, 0.0]]]> : tensor<2x5x2xf32> -> tensor<2x5x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<3x5xf32>, tensor<2x5x2xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[-0.12222299, 0.85100996, -1.365901], [-0.12542701, 0.11300301, -0.700656], [0.684714, -0.871509,
      1.010945]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {length = 5 : i64} : tensor<3x3xf32>
  return
}

// Summed in bf16, where 256 + 1 is 256, the last four terms would be lost.
func.func @sums_are_wide() {
  %a = weir.constant dense<[[256.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xbf16> -> tensor<1x5xbf16>
  %packed = weir.constant dense<
      [[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]]> : tensor<1x5x2xbf16> -> tensor<1x5x2xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 2 : i64}
      : (tensor<1x5xbf16>, tensor<1x5x2xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[260.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

func.func @result_is_wide() {
  %a = weir.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  %packed = weir.constant dense<[[[1.0, 0.0], [1.0, 0.0]]]> : tensor<1x2x2xbf16> -> tensor<1x2x2xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 2 : i64, out = f32}
      : (tensor<1x2xbf16>, tensor<1x2x2xbf16>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[257.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @accumulator() {
  %a = weir.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %packed = weir.constant dense<1.0> : tensor<1x3x1xbf16> -> tensor<1x3x1xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 1 : i64, accumulator = bf16}
      : (tensor<1x3xbf16>, tensor<1x3x1xbf16>) -> tensor<1x1xbf16>
  %expected = weir.constant dense<[[256.0]]> : tensor<1x1xbf16> -> tensor<1x1xbf16>
  check.expect_eq %y, %expected : tensor<1x1xbf16>
  return
}

// 31 * 67 is no number of f16: in its type the product is rounded, in whatever order sums are formed.
func.func @accumulator_f16() {
  %a = weir.constant dense<[[31.0, 1.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %packed = weir.constant dense<[[[67.0], [1.0]]]> : tensor<1x2x1xf16> -> tensor<1x2x1xf16>
  %wide = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 1 : i64}
      : (tensor<1x2xf16>, tensor<1x2x1xf16>) -> tensor<1x1xf16>
  %expected_wide = weir.constant dense<[[2078.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %wide, %expected_wide : tensor<1x1xf16>
  %narrow = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 1 : i64, accumulator = f16}
      : (tensor<1x2xf16>, tensor<1x2x1xf16>) -> tensor<1x1xf16>
  %expected_narrow = weir.constant dense<[[2076.0]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  check.expect_eq %narrow, %expected_narrow : tensor<1x1xf16>
  return
}

func.func @size_one() {
  %a = weir.constant dense<[[3.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %packed = weir.constant dense<[[[-2.0]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  %y = weir.matmul_packed %a, %packed {columns = 1 : i64, panel = 1 : i64}
      : (tensor<1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[-6.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @odd() {
  %a = weir.constant dense<
      [[-8.0, -3.0, 4.0, 6.0, 1.0, 6.0, 4.0], [-8.0, 2.0, 1.0, 4.0, -3.0, -3.0, -2.0], [-3.0, 9.0, -8.0, 6.0, 0.0,
      0.0, -9.0], [0.0, 7.0, 8.0, -1.0, -2.0, 7.0, 5.0], [9.0, 4.0, 9.0, 5.0, -7.0, -1.0, -2.0]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  %packed = weir.constant dense<
      [[[4.0, -1.0], [-8.0, -4.0], [5.0, 5.0], [-9.0, 1.0], [-1.0, -3.0], [-5.0, 5.0], [-2.0, 8.0]], [[6.0, 0.0],
      [6.0, 0.0], [0.0, 0.0], [-9.0, 0.0], [-2.0, 0.0], [-1.0, 0.0], [-6.0, 0.0]]]>
      : tensor<2x7x2xf32> -> tensor<2x7x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<5x7xf32>, tensor<2x7x2xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[-81.0, 105.0, -152.0], [-57.0, -13.0, -51.0], [-160.0, -139.0, 36.0], [-50.0, 92.0, 18.0], [20.0, 25.0,
      60.0]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %expected : tensor<5x3xf32>
  return
}

func.func @empty_rows() {
  %a = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %packed = weir.constant dense<[[[0.0, 5.0], [1.0, -2.0], [-1.0, 2.0]]]> : tensor<1x3x2xf32> -> tensor<1x3x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 2 : i64, panel = 2 : i64}
      : (tensor<0x3xf32>, tensor<1x3x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

// A sum of nothing is 0.
func.func @empty_sum() {
  %a = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %packed = weir.constant dense<> : tensor<2x0x2xf32> -> tensor<2x0x2xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, panel = 2 : i64}
      : (tensor<2x0xf32>, tensor<2x0x2xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @no_columns() {
  %a = weir.constant dense<[[6, 9, 5], [3, -7, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %packed = weir.constant dense<> : tensor<0x3x2xi64> -> tensor<0x3x2xi64>
  %y = weir.matmul_packed %a, %packed {columns = 0 : i64, panel = 2 : i64}
      : (tensor<2x3xi64>, tensor<0x3x2xi64>) -> tensor<2x0xi64>
  %expected = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  check.expect_eq %y, %expected : tensor<2x0xi64>
  return
}

// Two rows of the matrix stand side by side in a row of a panel.
func.func @pairs_bf16() {
  %a = weir.constant dense<
      [[4.0, 5.0, -9.0, -9.0], [0.0, -3.0, -1.0, 8.0], [-6.0, 1.0, -3.0, -4.0]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %packed = weir.constant dense<
      [[[6.0, -7.0, -7.0, -7.0], [4.0, -6.0, 2.0, 6.0]], [[-3.0, -4.0, 0.0, 0.0], [-1.0, 6.0, 0.0, 0.0]]]>
      : tensor<2x2x4xbf16> -> tensor<2x2x4xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 2 : i64, panel = 2 : i64, out = f32}
      : (tensor<3x4xbf16>, tensor<2x2x4xbf16>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[7.0, -135.0, -77.0], [-31.0, 67.0, 61.0], [-31.0, 5.0, -7.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}

func.func @pairs_f16() {
  %a = weir.constant dense<
      [[4.0, 5.0, -9.0, -9.0], [0.0, -3.0, -1.0, 8.0], [-6.0, 1.0, -3.0, -4.0]]> : tensor<3x4xf16> -> tensor<3x4xf16>
  %packed = weir.constant dense<
      [[[6.0, -7.0, -7.0, -7.0], [4.0, -6.0, 2.0, 6.0]], [[-3.0, -4.0, 0.0, 0.0], [-1.0, 6.0, 0.0, 0.0]]]>
      : tensor<2x2x4xf16> -> tensor<2x2x4xf16>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 2 : i64, panel = 2 : i64, out = f32}
      : (tensor<3x4xf16>, tensor<2x2x4xf16>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[7.0, -135.0, -77.0], [-31.0, 67.0, 61.0], [-31.0, 5.0, -7.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}

func.func @pairs_f32_of_odd_depth() {
  %a = weir.constant dense<
      [[-5.0, -8.0, -3.0, -7.0, 6.0], [0.0, 0.0, -4.0, 0.0, 9.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %packed = weir.constant dense<
      [[[-5.0, -4.0, 5.0, 8.0], [-8.0, -1.0, 7.0, -3.0], [9.0, 0.0, 3.0, 0.0]], [[-9.0, 7.0, 0.0, 0.0], [7.0, 9.0,
      0.0, 0.0], [-2.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 2 : i64, panel = 2 : i64}
      : (tensor<2x5xf32>, tensor<2x3x4xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[142.0, -71.0, -107.0], [113.0, -1.0, -46.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @pairs_transpose_a() {
  %a = weir.constant dense<[[-6.0, 8.0], [-4.0, 1.0], [3.0, -5.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %packed = weir.constant dense<
      [[[-4.0, 3.0, 5.0, 3.0, -6.0, -1.0, 3.0, 9.0], [-3.0, 0.0, 3.0, 0.0, 3.0, 0.0, -7.0, 0.0]], [[8.0, -5.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0], [-6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]> : tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  %y = weir.matmul_packed %a, %packed {columns = 5 : i64, group = 2 : i64, panel = 4 : i64, transpose_a}
      : (tensor<3x2xf32>, tensor<2x2x8xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<
      [[3.0, -33.0, 49.0, -75.0, -46.0], [-14.0, 28.0, -64.0, 68.0, 89.0]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_eq %y, %expected : tensor<2x5xf32>
  return
}

func.func @groups_of_three_f64() {
  %a = weir.constant dense<
      [[4.0, 6.0, 3.0, 8.0, -2.0, -3.0, 6.0], [-9.0, -6.0, -6.0, -2.0, -7.0, 6.0, 7.0], [-2.0, -9.0, 4.0, -7.0, 2.0,
      -6.0, 8.0], [3.0, 9.0, 2.0, 4.0, -2.0, 6.0, -7.0]]> : tensor<4x7xf64> -> tensor<4x7xf64>
  %packed = weir.constant dense<
      [[[-7.0, 0.0, -2.0, -3.0, 7.0, -1.0], [3.0, 9.0, -1.0, 0.0, 4.0, -2.0], [-9.0, 0.0, 0.0, 6.0, 0.0, 0.0]],
      [[4.0, 8.0, 1.0, 0.0, 0.0, 0.0], [2.0, -3.0, -7.0, 0.0, 0.0, 0.0], [-2.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]>
      : tensor<2x3x6xf64> -> tensor<2x3x6xf64>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 3 : i64, panel = 2 : i64}
      : (tensor<4x7xf64>, tensor<2x3x6xf64>) -> tensor<4x3xf64>
  %expected = weir.constant dense<
      [[-79.0, 61.0, 98.0], [-63.0, -7.0, -129.0], [-63.0, 7.0, -70.0], [26.0, -10.0, 72.0]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_eq %y, %expected : tensor<4x3xf64>
  return
}

func.func @pairs_i64() {
  %a = weir.constant dense<[[-3, 2, 1], [8, 2, 8]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %packed = weir.constant dense<
      [[[1, 9, -3, 2], [6, 0, 6, 0]], [[-3, -6, 0, 0], [-9, 0, 0, 0]]]> : tensor<2x2x4xi64> -> tensor<2x2x4xi64>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 2 : i64, panel = 2 : i64}
      : (tensor<2x3xi64>, tensor<2x2x4xi64>) -> tensor<2x3xi64>
  %expected = weir.constant dense<[[21, 19, -12], [74, 28, -108]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected : tensor<2x3xi64>
  return
}

// NaN in the padding stays there, behind the last column and behind the last row.
func.func @padding_of_groups_is_not_read() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %packed = weir.constant dense<
      [[[1.0, 4.0, 0x7FC00000, 0x7FC00000], [6.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]>
      : tensor<1x2x4xf32> -> tensor<1x2x4xf32>
  %y = weir.matmul_packed %a, %packed {columns = 1 : i64, group = 2 : i64, panel = 2 : i64}
      : (tensor<1x3xf32>, tensor<1x2x4xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[27.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @pairs_empty_sum() {
  %a = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %packed = weir.constant dense<> : tensor<2x0x4xf32> -> tensor<2x0x4xf32>
  %y = weir.matmul_packed %a, %packed {columns = 3 : i64, group = 2 : i64, panel = 2 : i64}
      : (tensor<2x0xf32>, tensor<2x0x4xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @pairs_of_a_wide_matrix() {
  %a = weir.constant dense<
      [[-7.0, 4.0, -2.0, -3.0, -8.0, -6.0], [7.0, 6.0, 6.0, 1.0, -7.0, -3.0], [1.0, 9.0, -5.0, 1.0, 0.0, 0.0], [1.0,
      4.0, -7.0, 9.0, 7.0, 5.0], [-4.0, -1.0, -1.0, -4.0, -8.0, 5.0], [-9.0, 5.0, -6.0, 3.0, -3.0, -5.0], [8.0, 0.0,
      7.0, -6.0, 0.0, -3.0]]> : tensor<7x6xbf16> -> tensor<7x6xbf16>
  %packed = weir.constant dense<
      [[[-1.0, 4.0, -9.0, -2.0, 3.0, -9.0, -3.0, 4.0, 7.0, -9.0, -5.0, 6.0, -3.0, -7.0, -9.0, -4.0, 6.0, -5.0, 1.0,
      1.0, -2.0, -6.0, 8.0, -5.0, 2.0, -9.0, 9.0, 9.0, 5.0, -5.0, 2.0, -6.0], [-3.0, -5.0, -2.0, 4.0, -3.0, 7.0,
      4.0, -8.0, -2.0, 0.0, -4.0, -3.0, 3.0, 4.0, -7.0, 8.0, 5.0, 1.0, -1.0, 5.0, 8.0, -3.0, -5.0, 2.0, -2.0, 0.0,
      7.0, 4.0, 4.0, -9.0, -9.0, -5.0], [0.0, 2.0, -9.0, 8.0, 6.0, -5.0, 7.0, -3.0, -9.0, 1.0, 2.0, -3.0, 1.0, 3.0,
      -2.0, 6.0, 0.0, -6.0, 7.0, -8.0, 2.0, 9.0, 0.0, 0.0, 4.0, 5.0, 4.0, 5.0, 0.0, 9.0, 6.0, -9.0]], [[0.0, 2.0,
      -6.0, -7.0, 4.0, 7.0, 6.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-3.0, -9.0, -9.0, 9.0, 6.0, 1.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0,
      -4.0, 2.0, 9.0, 0.0, -1.0, 2.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x32xbf16> -> tensor<2x3x32xbf16>
  %y = weir.matmul_packed %a, %packed {columns = 20 : i64, group = 2 : i64, panel = 16 : i64, out = f32}
      : (tensor<7x6xbf16>, tensor<2x3x32xbf16>) -> tensor<7x20xf32>
  %expected = weir.constant dense<
      [[32.0, 71.0, -90.0, 15.0, -15.0, 78.0, -51.0, 17.0, -39.0, -24.0, -87.0, -72.0, -108.0, -115.0, -90.0, 1.0,
      57.0, -65.0, -9.0, -22.0], [-12.0, -44.0, -71.0, -21.0, 43.0, -31.0, -57.0, -125.0, 61.0, -13.0, -46.0, -2.0,
      -95.0, 120.0, -7.0, -96.0, -10.0, -170.0, 110.0, 52.0], [45.0, -13.0, -56.0, 5.0, -64.0, 66.0, -77.0, -2.0,
      -63.0, 20.0, -99.0, -10.0, -69.0, 59.0, -69.0, -12.0, 24.0, -15.0, 38.0, 61.0], [1.0, 10.0, 68.0, -53.0,
      -73.0, 19.0, 6.0, 112.0, -70.0, 66.0, -50.0, 41.0, 33.0, 85.0, -79.0, -7.0, -65.0, 169.0, -6.0, 44.0], [33.0,
      136.0, -101.0, -35.0, 60.0, -1.0, 7.0, 61.0, -58.0, -120.0, 47.0, -30.0, -4.0, -75.0, 62.0, -66.0, 9.0, 33.0,
      -38.0, -53.0], [22.0, 82.0, -26.0, -7.0, -74.0, 99.0, -32.0, 103.0, -76.0, 36.0, -120.0, -61.0, -88.0, -103.0,
      -166.0, 18.0, 18.0, 49.0, -29.0, -13.0], [-5.0, -134.0, -24.0, 61.0, 39.0, -41.0, -36.0, -187.0, 95.0, -5.0,
      31.0, 17.0, -13.0, 82.0, 95.0, 10.0, 45.0, -192.0, 71.0, 40.0]]> : tensor<7x20xf32> -> tensor<7x20xf32>
  check.expect_eq %y, %expected : tensor<7x20xf32>
  return
}

func.func @rows_behind_the_last_are_not_used() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %packed = weir.constant dense<
      [[[7.0, 1.0, 8.0, 0.0], [-3.0, 9.0, 5.0, 9.0], [9.0, 9.0, 9.0, 9.0]]]> : tensor<1x3x4xf32> -> tensor<1x3x4xf32>
  %y = weir.matmul_packed %a, %packed {columns = 2 : i64, group = 2 : i64, panel = 2 : i64}
      : (tensor<2x3xf32>, tensor<1x3x4xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0.0, 23.0], [15.0, 62.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}
