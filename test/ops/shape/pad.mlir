// RUN: %op_runs
// Element i of x at `starts + i * steps`, padding elsewhere. Elements keep their bits, signs of zeros included.

func.func @around_f32() {
  %x = weir.constant dense<[[1.5, 0x7FC00000, -0.0], [0x7F800000, -2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xf32> -> tensor<4x6xf32>
  %expected = weir.constant dense<
      [[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, 1.5, 0x7FC00000, -0.0, -2.0], [-2.0, -2.0, 0x7F800000, -2.0,
      3.0, -2.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0]]> : tensor<4x6xf32> -> tensor<4x6xf32>
  check.expect_eq %y, %expected : tensor<4x6xf32>
  return
}

func.func @around_f64() {
  %x = weir.constant dense<
      [[1.5, 0x7FF8000000000000, -0.0], [0x7FF0000000000000, -2.0, 3.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xf64> -> tensor<4x6xf64>
  %expected = weir.constant dense<
      [[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, 1.5, 0x7FF8000000000000, -0.0, -2.0], [-2.0, -2.0,
      0x7FF0000000000000, -2.0, 3.0, -2.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0]]> : tensor<4x6xf64> -> tensor<4x6xf64>
  check.expect_eq %y, %expected : tensor<4x6xf64>
  return
}

func.func @around_bf16() {
  %x = weir.constant dense<[[1.5, 0x7FC0, -0.0], [0x7F80, -2.0, 3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xbf16> -> tensor<4x6xbf16>
  %expected = weir.constant dense<
      [[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, 1.5, 0x7FC0, -0.0, -2.0], [-2.0, -2.0, 0x7F80, -2.0, 3.0,
      -2.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0]]> : tensor<4x6xbf16> -> tensor<4x6xbf16>
  check.expect_eq %y, %expected : tensor<4x6xbf16>
  return
}

func.func @around_f16() {
  %x = weir.constant dense<[[1.5, 0x7E00, -0.0], [0x7C00, -2.0, 3.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xf16> -> tensor<4x6xf16>
  %expected = weir.constant dense<
      [[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-2.0, -2.0, 1.5, 0x7E00, -0.0, -2.0], [-2.0, -2.0, 0x7C00, -2.0, 3.0,
      -2.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0]]> : tensor<4x6xf16> -> tensor<4x6xf16>
  check.expect_eq %y, %expected : tensor<4x6xf16>
  return
}

func.func @around_i64() {
  %x = weir.constant dense<
      [[1, 9223372036854775807, -9223372036854775808], [0, -2, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xi64> -> tensor<4x6xi64>
  %expected = weir.constant dense<
      [[-2, -2, -2, -2, -2, -2], [-2, -2, 1, 9223372036854775807, -9223372036854775808, -2], [-2, -2, 0, -2, 3, -2],
      [-2, -2, -2, -2, -2, -2]]> : tensor<4x6xi64> -> tensor<4x6xi64>
  check.expect_eq %y, %expected : tensor<4x6xi64>
  return
}

func.func @around_i32() {
  %x = weir.constant dense<[[1, 2147483647, -2147483648], [0, -2, 3]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -2.0 : f64}
      : tensor<2x3xi32> -> tensor<4x6xi32>
  %expected = weir.constant dense<
      [[-2, -2, -2, -2, -2, -2], [-2, -2, 1, 2147483647, -2147483648, -2], [-2, -2, 0, -2, 3, -2], [-2, -2, -2, -2,
      -2, -2]]> : tensor<4x6xi32> -> tensor<4x6xi32>
  check.expect_eq %y, %expected : tensor<4x6xi32>
  return
}

func.func @around_i8() {
  %x = weir.constant dense<[[1, 127, -128], [0, -2, 3]]> : tensor<2x3xi8> -> tensor<2x3xi8>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = -128.0 : f64}
      : tensor<2x3xi8> -> tensor<4x6xi8>
  %expected = weir.constant dense<
      [[-128, -128, -128, -128, -128, -128], [-128, -128, 1, 127, -128, -128], [-128, -128, 0, -2, 3, -128], [-128,
      -128, -128, -128, -128, -128]]> : tensor<4x6xi8> -> tensor<4x6xi8>
  check.expect_eq %y, %expected : tensor<4x6xi8>
  return
}

func.func @around_ui8() {
  %x = weir.constant dense<[[1, 255, 128], [0, 2, 3]]> : tensor<2x3xui8> -> tensor<2x3xui8>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = 250.0 : f64}
      : tensor<2x3xui8> -> tensor<4x6xui8>
  %expected = weir.constant dense<
      [[250, 250, 250, 250, 250, 250], [250, 250, 1, 255, 128, 250], [250, 250, 0, 2, 3, 250], [250, 250, 250, 250,
      250, 250]]> : tensor<4x6xui8> -> tensor<4x6xui8>
  check.expect_eq %y, %expected : tensor<4x6xui8>
  return
}

func.func @around_i1() {
  %x = weir.constant dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 1, 1>, value = 1.0 : f64}
      : tensor<2x3xi1> -> tensor<4x6xi1>
  %expected = weir.constant dense<
      [[true, true, true, true, true, true], [true, true, true, false, false, true], [true, true, true, true, false,
      true], [true, true, true, true, true, true]]> : tensor<4x6xi1> -> tensor<4x6xi1>
  check.expect_eq %y, %expected : tensor<4x6xi1>
  return
}

func.func @minus_infinity() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.pad %x {starts = array<i64: 1>, steps = array<i64: 1>, value = 0xFFF0000000000000 : f64}
      : tensor<3xf32> -> tensor<5xf32>
  %expected = weir.constant dense<[0xFF800000, 1.0, 2.0, 3.0, 0xFF800000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @behind() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pad %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, value = 0.0 : f64}
      : tensor<2x3xf32> -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %expected : tensor<3x4xf32>
  return
}

func.func @before() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pad %x {starts = array<i64: 1, 1>, steps = array<i64: 1, 1>, value = 0.0 : f64}
      : tensor<2x3xf32> -> tensor<3x4xf32>
  %expected = weir.constant dense<
      [[0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 2.0, 3.0], [0.0, 4.0, 5.0, 6.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %expected : tensor<3x4xf32>
  return
}

func.func @between() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.pad %x {starts = array<i64: 0>, steps = array<i64: 2>, value = 0.0 : f64} : tensor<3xf32> -> tensor<5xf32>
  %expected = weir.constant dense<[1.0, 0.0, 2.0, 0.0, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

func.func @between_and_around() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pad %x {starts = array<i64: 1, 2>, steps = array<i64: 3, 2>, value = 0.5 : f64}
      : tensor<2x3xf32> -> tensor<7x9xf32>
  %expected = weir.constant dense<
      [[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 1.0, 0.5, 2.0, 0.5, 3.0, 0.5, 0.5], [0.5, 0.5, 0.5,
      0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 4.0, 0.5, 5.0, 0.5,
      6.0, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]]>
      : tensor<7x9xf32> -> tensor<7x9xf32>
  check.expect_eq %y, %expected : tensor<7x9xf32>
  return
}

// Starts below 0 cut off the first elements, a short result the last ones.
func.func @cut() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = weir.pad %x {starts = array<i64: -1, -2>, steps = array<i64: 1, 1>, value = 9.0 : f64}
      : tensor<4x4xf32> -> tensor<2x2xf32>
  %expected = weir.constant dense<[[7.0, 8.0], [11.0, 12.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_eq %y, %expected : tensor<2x2xf32>
  return
}

func.func @cut_and_padded() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.pad %x {starts = array<i64: -2, 1>, steps = array<i64: 1, 1>, value = 9.0 : f64}
      : tensor<4x3xf32> -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[9.0, 7.0, 8.0], [9.0, 10.0, 11.0], [9.0, 9.0, 9.0], [9.0, 9.0, 9.0], [9.0, 9.0, 9.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_eq %y, %expected : tensor<5x3xf32>
  return
}

// Elements at -3, -1, 1, 3, 5.
func.func @cut_between() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.pad %x {starts = array<i64: -3>, steps = array<i64: 2>, value = 9.0 : f64}
      : tensor<5xf32> -> tensor<5xf32>
  %expected = weir.constant dense<[9.0, 3.0, 9.0, 4.0, 9.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

// No element is left.
func.func @all_cut() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.pad %x {starts = array<i64: -5>, steps = array<i64: 1>, value = 9.0 : f64}
      : tensor<2xf32> -> tensor<3xf32>
  %expected = weir.constant dense<[9.0, 9.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @all_cut_behind() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.pad %x {starts = array<i64: 4>, steps = array<i64: 1>, value = 9.0 : f64} : tensor<2xf32> -> tensor<3xf32>
  %expected = weir.constant dense<[9.0, 9.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @same() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.pad %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, value = 9.0 : f64}
      : tensor<3x2xf32> -> tensor<3x2xf32>
  %expected = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %expected : tensor<3x2xf32>
  return
}

func.func @of_nothing() {
  %x = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.pad %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>, value = 7.0 : f64}
      : tensor<0x2xf32> -> tensor<2x3xf32>
  %expected = weir.constant dense<[[7.0, 7.0, 7.0], [7.0, 7.0, 7.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @to_nothing() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.pad %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>, value = 7.0 : f64}
      : tensor<2x2xf32> -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %expected : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  %y = weir.pad %x {starts = array<i64>, steps = array<i64>, value = 0.0 : f64} : tensor<f32> -> tensor<f32>
  %expected = weir.constant dense<2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.pad %x {starts = array<i64: 0, 0>, steps = array<i64: 5, 1>, value = 3.0 : f64}
      : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %expected : tensor<1x1xf32>
  return
}

func.func @longer_than_vectors() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0,
      21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0], [34.0, 35.0, 36.0, 37.0, 38.0,
      39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0,
      57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0]]> : tensor<2x33xf32> -> tensor<2x33xf32>
  %y = weir.pad %x {starts = array<i64: 0, 3>, steps = array<i64: 1, 1>, value = -1.0 : f64}
      : tensor<2x33xf32> -> tensor<2x41xf32>
  %expected = weir.constant dense<
      [[-1.0, -1.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0,
      18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, -1.0, -1.0,
      -1.0, -1.0, -1.0], [-1.0, -1.0, -1.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0,
      46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0,
      64.0, 65.0, 66.0, -1.0, -1.0, -1.0, -1.0, -1.0]]> : tensor<2x41xf32> -> tensor<2x41xf32>
  check.expect_eq %y, %expected : tensor<2x41xf32>
  return
}

// What x is computed from is not padded.
func.func @of_a_computed_value() {
  %x = weir.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  %root = weir.sqrt %x : (tensor<3xf32>) -> tensor<3xf32>
  %padded = weir.pad %root {starts = array<i64: 1>, steps = array<i64: 1>, value = -1.0 : f64}
      : tensor<3xf32> -> tensor<5xf32>
  %y = weir.neg %padded : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[1.0, -1.0, -2.0, -3.0, 1.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y, %expected : tensor<5xf32>
  return
}

// Sums of rows beside their neighbours: a reduction's result at two positions.
func.func @of_a_reduction() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %sums = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<3x2xf32>) -> tensor<3xf32>
  %shifted = weir.pad %sums {starts = array<i64: 1>, steps = array<i64: 1>, value = 0.0 : f64}
      : tensor<3xf32> -> tensor<3xf32>
  %y = weir.add %sums, %shifted : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[3.0, 10.0, 18.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

// Rows of padded rows are reduced.
func.func @reduced() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %padded = weir.pad %x {starts = array<i64: 1, 1>, steps = array<i64: 1, 1>, value = 0.5 : f64}
      : tensor<3x2xf32> -> tensor<4x4xf32>
  %y = weir.reduce_sum %padded {dims = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[2.0, 4.0, 8.0, 12.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %y, %expected : tensor<4xf32>
  return
}

// One size operand per `?`: sizes are host scalars.
func.func @dynamic() {
  %four = arith.constant 4 : index
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.pad %x sizes(%four) {starts = array<i64: 0, -1>, steps = array<i64: 1, 2>, value = 0.0 : f64}
      : tensor<2x3xf32> -> tensor<2x?xf32>
  %expected = weir.constant dense<[[0.0, 2.0, 0.0, 3.0], [0.0, 5.0, 0.0, 6.0]]> : tensor<2x4xf32> -> tensor<2x4xf32>
  check.expect_eq %y, %expected : tensor<2x?xf32>, tensor<2x4xf32>
  return
}
