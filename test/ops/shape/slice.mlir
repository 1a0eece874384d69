// RUN: %op_runs
// Elements of x from `starts` on by `steps`. Elements keep their bits, signs of zeros included.

func.func @columns_f32() {
  %x = weir.constant dense<
      [[1.5, 0x7FC00000, -0.0, 0x7F800000], [-2.0, 3.0, 1.5, 0x7FC00000], [-0.0, 0x7F800000, -2.0, 3.0]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xf32> -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, -0.0], [3.0, 1.5], [0x7F800000, -2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @columns_f64() {
  %x = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0, 0x7FF0000000000000], [-2.0, 3.0, 1.5, 0x7FF8000000000000], [-0.0,
      0x7FF0000000000000, -2.0, 3.0]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xf64> -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, -0.0], [3.0, 1.5], [0x7FF0000000000000, -2.0]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_eq %y, %expected : tensor<3x2xf64>
  return
}

func.func @columns_bf16() {
  %x = weir.constant dense<
      [[1.5, 0x7FC0, -0.0, 0x7F80], [-2.0, 3.0, 1.5, 0x7FC0], [-0.0, 0x7F80, -2.0, 3.0]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xbf16> -> tensor<3x2xbf16>
  %expected = weir.constant dense<[[0x7FC0, -0.0], [3.0, 1.5], [0x7F80, -2.0]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_eq %y, %expected : tensor<3x2xbf16>
  return
}

func.func @columns_f16() {
  %x = weir.constant dense<
      [[1.5, 0x7E00, -0.0, 0x7C00], [-2.0, 3.0, 1.5, 0x7E00], [-0.0, 0x7C00, -2.0, 3.0]]>
      : tensor<3x4xf16> -> tensor<3x4xf16>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xf16> -> tensor<3x2xf16>
  %expected = weir.constant dense<[[0x7E00, -0.0], [3.0, 1.5], [0x7C00, -2.0]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_eq %y, %expected : tensor<3x2xf16>
  return
}

func.func @columns_i64() {
  %x = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808, 0], [-2, 3, 1, 9223372036854775807], [-9223372036854775808, 0,
      -2, 3]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xi64> -> tensor<3x2xi64>
  %expected = weir.constant dense<
      [[9223372036854775807, -9223372036854775808], [3, 1], [0, -2]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %expected : tensor<3x2xi64>
  return
}

func.func @columns_i32() {
  %x = weir.constant dense<
      [[1, 2147483647, -2147483648, 0], [-2, 3, 1, 2147483647], [-2147483648, 0, -2, 3]]>
      : tensor<3x4xi32> -> tensor<3x4xi32>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xi32> -> tensor<3x2xi32>
  %expected = weir.constant dense<[[2147483647, -2147483648], [3, 1], [0, -2]]> : tensor<3x2xi32> -> tensor<3x2xi32>
  check.expect_eq %y, %expected : tensor<3x2xi32>
  return
}

func.func @columns_i8() {
  %x = weir.constant dense<[[1, 127, -128, 0], [-2, 3, 1, 127], [-128, 0, -2, 3]]> : tensor<3x4xi8> -> tensor<3x4xi8>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xi8> -> tensor<3x2xi8>
  %expected = weir.constant dense<[[127, -128], [3, 1], [0, -2]]> : tensor<3x2xi8> -> tensor<3x2xi8>
  check.expect_eq %y, %expected : tensor<3x2xi8>
  return
}

func.func @columns_ui8() {
  %x = weir.constant dense<[[1, 255, 128, 0], [2, 3, 1, 255], [128, 0, 2, 3]]> : tensor<3x4xui8> -> tensor<3x4xui8>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xui8> -> tensor<3x2xui8>
  %expected = weir.constant dense<[[255, 128], [3, 1], [0, 2]]> : tensor<3x2xui8> -> tensor<3x2xui8>
  check.expect_eq %y, %expected : tensor<3x2xui8>
  return
}

func.func @columns_i1() {
  %x = weir.constant dense<
      [[true, false, false, true], [true, false, true, false], [false, true, true, false]]>
      : tensor<3x4xi1> -> tensor<3x4xi1>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x4xi1> -> tensor<3x2xi1>
  %expected = weir.constant dense<[[false, false], [false, true], [true, true]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  check.expect_eq %y, %expected : tensor<3x2xi1>
  return
}

func.func @first_rows() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<5x3xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @last_rows() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.slice %x {starts = array<i64: 3, 0>, steps = array<i64: 1, 1>} : tensor<5x3xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<[[10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @by_two() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.slice %x {starts = array<i64: 1>, steps = array<i64: 2>} : tensor<7xf32> -> tensor<3xf32>
  %expected = weir.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @all_dims_by_steps() {
  %x = weir.constant dense<
      [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0], [16.0, 17.0, 18.0],
      [19.0, 20.0, 21.0]], [[22.0, 23.0, 24.0], [25.0, 26.0, 27.0], [28.0, 29.0, 30.0], [31.0, 32.0, 33.0], [34.0,
      35.0, 36.0], [37.0, 38.0, 39.0], [40.0, 41.0, 42.0]], [[43.0, 44.0, 45.0], [46.0, 47.0, 48.0], [49.0, 50.0,
      51.0], [52.0, 53.0, 54.0], [55.0, 56.0, 57.0], [58.0, 59.0, 60.0], [61.0, 62.0, 63.0]], [[64.0, 65.0, 66.0],
      [67.0, 68.0, 69.0], [70.0, 71.0, 72.0], [73.0, 74.0, 75.0], [76.0, 77.0, 78.0], [79.0, 80.0, 81.0], [82.0, 83.0,
      84.0]], [[85.0, 86.0, 87.0], [88.0, 89.0, 90.0], [91.0, 92.0, 93.0], [94.0, 95.0, 96.0], [97.0, 98.0, 99.0],
      [100.0, 101.0, 102.0], [103.0, 104.0, 105.0]]]> : tensor<5x7x3xf32> -> tensor<5x7x3xf32>
  %y = weir.slice %x {starts = array<i64: 1, 0, 2>, steps = array<i64: 3, 2, 1>}
      : tensor<5x7x3xf32> -> tensor<2x4x1xf32>
  %expected = weir.constant dense<
      [[[24.0], [30.0], [36.0], [42.0]], [[87.0], [93.0], [99.0], [105.0]]]> : tensor<2x4x1xf32> -> tensor<2x4x1xf32>
  check.expect_eq %y, %expected : tensor<2x4x1xf32>
  return
}

func.func @one() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.slice %x {starts = array<i64: 2, 1>, steps = array<i64: 1, 1>} : tensor<3x3xf32> -> tensor<1x1xf32>
  %expected = weir.constant dense<[[8.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @same() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<3x2xf32> -> tensor<3x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

// Behind the last element there are none.
func.func @nothing() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.slice %x {starts = array<i64: 3, 0>, steps = array<i64: 1, 1>} : tensor<3x2xf32> -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

func.func @of_nothing() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<0x3xf32> -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %expected : tensor<0x2xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.slice %x {starts = array<i64>, steps = array<i64>} : tensor<f32> -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

// The step of one element goes nowhere.
func.func @size_one() {
  %x = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 5, 1>} : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @longer_than_vectors() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0], [38.0,
      39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0,
      57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0]]>
      : tensor<2x37xf32> -> tensor<2x37xf32>
  %y = weir.slice %x {starts = array<i64: 0, 5>, steps = array<i64: 1, 1>} : tensor<2x37xf32> -> tensor<2x30xf32>
  %expected = weir.constant dense<
      [[6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0,
      25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0], [43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0,
      50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0,
      68.0, 69.0, 70.0, 71.0, 72.0]]> : tensor<2x30xf32> -> tensor<2x30xf32>
  check.expect_eq %y, %expected : tensor<2x30xf32>
  return
}

func.func @longer_by_three() {
  %x = weir.constant dense<
      [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0,
      39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0,
      57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0]>
      : tensor<70xf32> -> tensor<70xf32>
  %y = weir.slice %x {starts = array<i64: 2>, steps = array<i64: 3>} : tensor<70xf32> -> tensor<22xf32>
  %expected = weir.constant dense<
      [3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0, 33.0, 36.0, 39.0, 42.0, 45.0, 48.0, 51.0, 54.0, 57.0,
      60.0, 63.0, 66.0]> : tensor<22xf32> -> tensor<22xf32>
  check.expect_eq %y, %expected : tensor<22xf32>
  return
}

// Neighbours' differences: two slices of a computed value in one kernel.
func.func @differences() {
  %x = weir.constant dense<[1.0, 4.0, 9.0, 16.0, 25.0, 36.0]> : tensor<6xf32> -> tensor<6xf32>
  %root = weir.sqrt %x : (tensor<6xf32>) -> tensor<6xf32>
  %above = weir.slice %root {starts = array<i64: 1>, steps = array<i64: 1>} : tensor<6xf32> -> tensor<5xf32>
  %below = weir.slice %root {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<6xf32> -> tensor<5xf32>
  %y = weir.sub %above, %below : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<1.0> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

// Slices of reductions, and reductions of slices.
func.func @reductions() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %sums = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<3x3xf32>) -> tensor<3xf32>
  %above = weir.slice %sums {starts = array<i64: 1>, steps = array<i64: 1>} : tensor<3xf32> -> tensor<2xf32>
  %columns = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<3x3xf32> -> tensor<3x2xf32>
  %rest = weir.reduce_sum %columns {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %below = weir.slice %rest {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<3xf32> -> tensor<2xf32>
  %y = weir.sub %above, %below : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[10.0, 13.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

// A product reads and writes memory: what is sliced for it is stored.
func.func @products() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  %a = weir.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<2x4xf32> -> tensor<2x2xf32>
  %b = weir.slice %x {starts = array<i64: 0, 2>, steps = array<i64: 1, 1>} : tensor<2x4xf32> -> tensor<2x2xf32>
  %product = weir.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %row = weir.slice %x {starts = array<i64: 1, 1>, steps = array<i64: 1, 2>} : tensor<2x4xf32> -> tensor<1x2xf32>
  %flat = weir.reshape %row : tensor<1x2xf32> -> tensor<2xf32>
  %bias = weir.broadcast %flat {dims = array<i64: 1>} : tensor<2xf32> -> tensor<2x2xf32>
  %sum = weir.add %product, %bias : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = weir.slice %sum {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<2x2xf32> -> tensor<2x1xf32>
  %expected = weir.constant dense<[[28.0], [76.0]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  check.expect_eq %y, %expected : tensor<2x1xf32>
  return
}

// Columns of normalized rows, and the sum of their squares: slices inside a reduction's rows.
func.func @of_normalized_rows() {
  %x = weir.constant dense<[[1.0, 2.0, 5.0], [2.0, 6.0, 8.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %sum = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %sums = weir.broadcast %sum {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x3xf32>
  %normal = weir.div %x, %sums : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %y = weir.slice %normal {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<2x3xf32> -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0.25, 0.625], [0.375, 0.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  %squares = weir.mul %y, %y : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %norm = weir.reduce_sum %squares {dims = array<i64: 1>} : (tensor<2x2xf32>) -> tensor<2xf32>
  %norms = weir.constant dense<[0.453125, 0.390625]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %norm, %norms : tensor<2xf32>
  return
}

// The two tests above again, with sums that threads of a GPU share, of fewer rows than a block has threads.
func.func @reductions_of_long_rows() {
  %x = weir.constant dense<1.0> : tensor<12x128xf32> -> tensor<12x128xf32>
  %sums = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<12x128xf32>) -> tensor<12xf32>
  %above = weir.slice %sums {starts = array<i64: 1>, steps = array<i64: 1>} : tensor<12xf32> -> tensor<11xf32>
  %columns = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<12x128xf32> ->
      tensor<12x127xf32>
  %rest = weir.reduce_sum %columns {dims = array<i64: 1>} : (tensor<12x127xf32>) -> tensor<12xf32>
  %below = weir.slice %rest {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<12xf32> -> tensor<11xf32>
  %y = weir.sub %above, %below : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<1.0> : tensor<11xf32> -> tensor<11xf32>
  check.expect_eq %y, %expected : tensor<11xf32>
  return
}

func.func @of_long_normalized_rows() {
  %x = weir.constant dense<1.0> : tensor<12x128xf32> -> tensor<12x128xf32>
  %sum = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<12x128xf32>) -> tensor<12xf32>
  %sums = weir.broadcast %sum {dims = array<i64: 0>} : tensor<12xf32> -> tensor<12x128xf32>
  %normal = weir.div %x, %sums : (tensor<12x128xf32>, tensor<12x128xf32>) -> tensor<12x128xf32>
  %y = weir.slice %normal {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<12x128xf32> ->
      tensor<12x127xf32>
  %expected = weir.constant dense<0.0078125> : tensor<12x127xf32> -> tensor<12x127xf32>
  check.expect_eq %y, %expected : tensor<12x127xf32>
  %squares = weir.mul %y, %y : (tensor<12x127xf32>, tensor<12x127xf32>) -> tensor<12x127xf32>
  %norm = weir.reduce_sum %squares {dims = array<i64: 1>} : (tensor<12x127xf32>) -> tensor<12xf32>
  %norms = weir.constant dense<0.00775146484375> : tensor<12xf32> -> tensor<12xf32>
  check.expect_eq %norm, %norms : tensor<12xf32>
  return
}

// Of long lines: lanes of vectors are apart.
func.func @every_second_of_a_long_line() {
  %i = weir.iota -> tensor<512xi64>
  %x = weir.cast %i {to = f32} : (tensor<512xi64>) -> tensor<512xf32>
  %lines = weir.broadcast %x {dims = array<i64: 1>} : tensor<512xf32> -> tensor<8x512xf32>
  %rows = weir.optimization_barrier %lines : (tensor<8x512xf32>) -> tensor<8x512xf32>
  %y = weir.slice %rows {starts = array<i64: 0, 1>, steps = array<i64: 1, 2>} : tensor<8x512xf32> -> tensor<8x256xf32>
  %j = weir.iota -> tensor<256xi64>
  %step = weir.constant dense<2> : tensor<i64> -> tensor<256xi64>
  %one = weir.constant dense<1> : tensor<i64> -> tensor<256xi64>
  %places = weir.mul %j, %step : (tensor<256xi64>, tensor<256xi64>) -> tensor<256xi64>
  %numbers = weir.add %places, %one : (tensor<256xi64>, tensor<256xi64>) -> tensor<256xi64>
  %line = weir.cast %numbers {to = f32} : (tensor<256xi64>) -> tensor<256xf32>
  %expected = weir.broadcast %line {dims = array<i64: 1>} : tensor<256xf32> -> tensor<8x256xf32>
  check.expect_eq %y, %expected : tensor<8x256xf32>
  return
}

func.func @every_third_of_a_long_line() {
  %i = weir.iota -> tensor<768xi64>
  %x = weir.cast %i {to = f32} : (tensor<768xi64>) -> tensor<768xf32>
  %lines = weir.broadcast %x {dims = array<i64: 1>} : tensor<768xf32> -> tensor<8x768xf32>
  %rows = weir.optimization_barrier %lines : (tensor<8x768xf32>) -> tensor<8x768xf32>
  %y = weir.slice %rows {starts = array<i64: 0, 1>, steps = array<i64: 1, 3>} : tensor<8x768xf32> -> tensor<8x256xf32>
  %j = weir.iota -> tensor<256xi64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<256xi64>
  %one = weir.constant dense<1> : tensor<i64> -> tensor<256xi64>
  %places = weir.mul %j, %step : (tensor<256xi64>, tensor<256xi64>) -> tensor<256xi64>
  %numbers = weir.add %places, %one : (tensor<256xi64>, tensor<256xi64>) -> tensor<256xi64>
  %line = weir.cast %numbers {to = f32} : (tensor<256xi64>) -> tensor<256xf32>
  %expected = weir.broadcast %line {dims = array<i64: 1>} : tensor<256xf32> -> tensor<8x256xf32>
  check.expect_eq %y, %expected : tensor<8x256xf32>
  return
}

// One size operand per `?`: sizes are host scalars.
func.func @dynamic() {
  %two = arith.constant 2 : index
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.slice %x sizes(%two) {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>}
      : tensor<2x3xf32> -> tensor<2x?xf32>
  %expected = weir.constant dense<[[2.0, 3.0], [5.0, 6.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x?xf32>, tensor<2x2xf32>
  return
}
