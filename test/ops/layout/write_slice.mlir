// RUN: %op_runs
// x with a part in place of the elements at regular positions.

func.func @middle_f32() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %part = weir.constant dense<[[-1.0, -2.0]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %y = weir.write_slice %x, %part {starts = array<i64: 1, 1>, steps = array<i64: 1, 1>}
      : (tensor<3x3xf32>, tensor<1x2xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, -1.0, -2.0], [7.0, 8.0, 9.0]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_eq %y, %expected : tensor<3x3xf32>
  return
}

func.func @middle_f64() {
  %x = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf64> -> tensor<3x3xf64>
  %part = weir.constant dense<[[-1.0, -2.0]]> : tensor<1x2xf64> -> tensor<1x2xf64>
  %y = weir.write_slice %x, %part {starts = array<i64: 1, 1>, steps = array<i64: 1, 1>}
      : (tensor<3x3xf64>, tensor<1x2xf64>) -> tensor<3x3xf64>
  %expected = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, -1.0, -2.0], [7.0, 8.0, 9.0]]>
      : tensor<3x3xf64> -> tensor<3x3xf64>
  check.expect_eq %y, %expected : tensor<3x3xf64>
  return
}

func.func @steps_bf16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xbf16> -> tensor<7xbf16>
  %part = weir.constant dense<[0.0, -0.0, 0x7FC0]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.write_slice %x, %part {starts = array<i64: 1>, steps = array<i64: 2>}
      : (tensor<7xbf16>, tensor<3xbf16>) -> tensor<7xbf16>
  %expected = weir.constant dense<[1.0, 0.0, 3.0, -0.0, 5.0, 0x7FC0, 7.0]> : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq %y, %expected : tensor<7xbf16>
  return
}

func.func @steps_f16() {
  %x = weir.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf16> -> tensor<7xf16>
  %part = weir.constant dense<[0.0, -0.0, 0x7E00]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.write_slice %x, %part {starts = array<i64: 0>, steps = array<i64: 3>}
      : (tensor<7xf16>, tensor<3xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[0.0, 2.0, 3.0, -0.0, 5.0, 6.0, 0x7E00]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @row_i64() {
  %x = weir.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %part = weir.constant dense<[[8, 9]]> : tensor<1x2xi64> -> tensor<1x2xi64>
  %y = weir.write_slice %x, %part {starts = array<i64: 2, 0>, steps = array<i64: 1, 1>}
      : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<3x2xi64>
  %expected = weir.constant dense<[[1, 2], [3, 4], [8, 9]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  check.expect_eq %y, %expected : tensor<3x2xi64>
  return
}

func.func @splat_bool() {
  %x = weir.constant dense<[true, true, true, true]> : tensor<4xi1> -> tensor<4xi1>
  %part = weir.constant dense<false> : tensor<i1> -> tensor<2xi1>
  %y = weir.write_slice %x, %part {starts = array<i64: 1>, steps = array<i64: 1>}
      : (tensor<4xi1>, tensor<2xi1>) -> tensor<4xi1>
  %expected = weir.constant dense<[true, false, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y, %expected : tensor<4xi1>
  return
}

func.func @all_of_it() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %part = weir.constant dense<[3.0, 4.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.write_slice %x, %part {starts = array<i64: 0>, steps = array<i64: 1>}
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %part : tensor<2xf32>
  return
}

func.func @nothing() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %part = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.write_slice %x, %part {starts = array<i64: 1>, steps = array<i64: 1>}
      : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}

// The same kernel for other sizes.
func.func @wider() {
  %x = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %part = weir.constant dense<[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.write_slice %x, %part {starts = array<i64: 1, 1>, steps = array<i64: 1, 1>}
      : (tensor<4x4xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  %expected = weir.constant dense<
      [[1.0, 2.0, 3.0, 4.0], [5.0, -1.0, -2.0, -3.0], [9.0, -4.0, -5.0, -6.0], [13.0, 14.0, 15.0, 16.0]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  check.expect_eq %y, %expected : tensor<4x4xf32>
  return
}
