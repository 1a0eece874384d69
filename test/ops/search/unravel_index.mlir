// RUN: %op_runs
// Positions in each dimension of an array of these sizes, of row-major indices.

func.func @vector() {
  %indices = weir.constant dense<[2, 1, 0, 4]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3>} : (tensor<4xi64>) -> tensor<2x4xi64>
  %e = weir.constant dense<[[0, 0, 0, 1], [2, 1, 0, 1]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y, %e : tensor<2x4xi64>
  return
}

func.func @odd() {
  %indices = weir.constant dense<
      [1, 2, 2, 3, 0, 0, 2, 5, 3, 3, 4, 1, 5, 0, 1, 3, 2, 0, 2]> : tensor<19xi64> -> tensor<19xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3>} : (tensor<19xi64>) -> tensor<2x19xi64>
  %e = weir.constant dense<
      [[0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0], [1, 2, 2, 0, 0, 0, 2, 2, 0, 0, 1, 1, 2, 0, 1, 0, 2, 0,
      2]]> : tensor<2x19xi64> -> tensor<2x19xi64>
  check.expect_eq %y, %e : tensor<2x19xi64>
  return
}

func.func @matrix() {
  %indices = weir.constant dense<
      [[61, 200, 106, 123, 111], [27, 101, 11, 115, 17], [105, 44, 92, 105, 162]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 5, 6, 7>} : (tensor<3x5xi64>) -> tensor<3x3x5xi64>
  %e = weir.constant dense<
      [[[1, 4, 2, 2, 2], [0, 2, 0, 2, 0], [2, 1, 2, 2, 3]], [[2, 4, 3, 5, 3], [3, 2, 1, 4, 2], [3, 0, 1, 3, 5]], [[5, 4,
      1, 4, 6], [6, 3, 4, 3, 3], [0, 2, 1, 0, 1]]]> : tensor<3x3x5xi64> -> tensor<3x3x5xi64>
  check.expect_eq %y, %e : tensor<3x3x5xi64>
  return
}

func.func @all() {
  %indices = weir.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64> -> tensor<6xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 3, 2>} : (tensor<6xi64>) -> tensor<2x6xi64>
  %e = weir.constant dense<[[0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]]> : tensor<2x6xi64> -> tensor<2x6xi64>
  check.expect_eq %y, %e : tensor<2x6xi64>
  return
}

func.func @one_dimension() {
  %indices = weir.constant dense<[0, 2, 8, 7, 9]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 11>} : (tensor<5xi64>) -> tensor<1x5xi64>
  %e = weir.constant dense<[[0, 2, 8, 7, 9]]> : tensor<1x5xi64> -> tensor<1x5xi64>
  check.expect_eq %y, %e : tensor<1x5xi64>
  return
}

func.func @of_size_one() {
  %indices = weir.constant dense<[2, 2, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 1, 4, 1>} : (tensor<4xi64>) -> tensor<3x4xi64>
  %e = weir.constant dense<[[0, 0, 0, 0], [2, 2, 0, 2], [0, 0, 0, 0]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  check.expect_eq %y, %e : tensor<3x4xi64>
  return
}

func.func @four() {
  %indices = weir.constant dense<[[13, 113], [83, 38]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3, 4, 5>} : (tensor<2x2xi64>) -> tensor<4x2x2xi64>
  %e = weir.constant dense<
      [[[0, 1], [1, 0]], [[0, 2], [1, 1]], [[2, 2], [0, 3]], [[3, 3], [3, 3]]]> : tensor<4x2x2xi64> -> tensor<4x2x2xi64>
  check.expect_eq %y, %e : tensor<4x2x2xi64>
  return
}

func.func @large() {
  %indices = weir.constant dense<[1099511627776, 2199023255551]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 1048576, 1048576>} : (tensor<2xi64>) -> tensor<3x2xi64>
  %e = weir.constant dense<[[1, 1], [0, 1048575], [0, 1048575]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %e : tensor<3x2xi64>
  return
}

func.func @size_one() {
  %indices = weir.constant dense<[[4]]> : tensor<1x1xi64> -> tensor<1x1xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3>} : (tensor<1x1xi64>) -> tensor<2x1x1xi64>
  %e = weir.constant dense<[[[1]], [[1]]]> : tensor<2x1x1xi64> -> tensor<2x1x1xi64>
  check.expect_eq %y, %e : tensor<2x1x1xi64>
  return
}

func.func @empty() {
  %indices = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3>} : (tensor<0x2xi64>) -> tensor<2x0x2xi64>
  %e = weir.constant dense<> : tensor<2x0x2xi64> -> tensor<2x0x2xi64>
  check.expect_eq %y, %e : tensor<2x0x2xi64>
  return
}

func.func @rank_0() {
  %indices = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y = weir.unravel_index %indices {sizes = array<i64: 2, 3>} : (tensor<i64>) -> tensor<2xi64>
  %e = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y, %e : tensor<2xi64>
  return
}

func.func @largest_size() {
  %indices = weir.constant dense<9223372036854775806> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.unravel_index %indices {sizes = array<i64: 1, 9223372036854775807>} : (tensor<1xi64>) -> tensor<2x1xi64>
  %e = weir.constant dense<[[0], [9223372036854775806]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  check.expect_eq %y, %e : tensor<2x1xi64>
  return
}
