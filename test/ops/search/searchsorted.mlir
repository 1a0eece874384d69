// RUN: %known_size_runs
// places of values in an order

func.func @f32_left() {
  %x0 = weir.constant dense<[-3.0, -2.0, -2.0, -1.0, 0.0, 1.0, 3.0]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[[0.0, 5.0, 0.0, 0.0, 3.0], [2.0, -3.0, -4.0, 0.0, 4.0], [-1.0, -3.0, -4.0, -2.0,
      -4.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<7xf32>, tensor<3x5xf32>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[4, 7, 4, 4, 6], [6, 0, 0, 4, 7], [3, 0, 0, 1, 0]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @f32_right() {
  %x0 = weir.constant dense<[-3.0, -2.0, -2.0, -1.0, 0.0, 1.0, 3.0]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[[0.0, 5.0, 0.0, 0.0, 3.0], [2.0, -3.0, -4.0, 0.0, 4.0], [-1.0, -3.0, -4.0, -2.0,
      -4.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<7xf32>, tensor<3x5xf32>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[5, 7, 5, 5, 7], [6, 1, 0, 5, 7], [4, 1, 0, 3, 0]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @f64_left() {
  %x0 = weir.constant dense<[-2.0, -2.0, -1.0, 4.0]> : tensor<4xf64> -> tensor<4xf64>
  %x1 = weir.constant dense<[[-3.0, 1.0, 1.0], [3.0, -4.0, 5.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<4xf64>, tensor<2x3xf64>) -> tensor<2x3xi64>
  %e0 = weir.constant dense<[[0, 3, 3], [3, 0, 4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y0, %e0 : tensor<2x3xi64>
  return
}

func.func @f64_right() {
  %x0 = weir.constant dense<[-2.0, -2.0, -1.0, 4.0]> : tensor<4xf64> -> tensor<4xf64>
  %x1 = weir.constant dense<[[-3.0, 1.0, 1.0], [3.0, -4.0, 5.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<4xf64>, tensor<2x3xf64>) -> tensor<2x3xi64>
  %e0 = weir.constant dense<[[0, 3, 3], [3, 0, 4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y0, %e0 : tensor<2x3xi64>
  return
}

func.func @odd_left() {
  %x0 = weir.constant dense<[-4.0, -4.0, -3.0, -3.0, -2.0, -2.0, -1.0, -1.0, -1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0,
      3.0, 4.0, 4.0]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-5.0, -1.0, 0.0, 2.0, -3.0, 3.0, 1.0, -1.0, -3.0, -1.0, 1.0, -4.0, 3.0, -5.0, 1.0, -3.0,
      4.0, -1.0, -1.0, 4.0, 2.0, -3.0, -1.0]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<19xf32>, tensor<23xf32>) -> tensor<23xi64>
  %e0 = weir.constant dense<[0, 6, 9, 11, 2, 14, 9, 6, 2, 6, 9, 0, 14, 0, 9, 2, 17, 6, 6, 17, 11, 2, 6]>
      : tensor<23xi64> -> tensor<23xi64>
  check.expect_eq %y0, %e0 : tensor<23xi64>
  return
}

func.func @odd_right() {
  %x0 = weir.constant dense<[-4.0, -4.0, -3.0, -3.0, -2.0, -2.0, -1.0, -1.0, -1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0,
      3.0, 4.0, 4.0]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[-5.0, -1.0, 0.0, 2.0, -3.0, 3.0, 1.0, -1.0, -3.0, -1.0, 1.0, -4.0, 3.0, -5.0, 1.0, -3.0,
      4.0, -1.0, -1.0, 4.0, 2.0, -3.0, -1.0]> : tensor<23xf32> -> tensor<23xf32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<19xf32>, tensor<23xf32>) -> tensor<23xi64>
  %e0 = weir.constant dense<[0, 9, 9, 14, 4, 17, 11, 9, 4, 9, 11, 2, 17, 0, 11, 4, 19, 9, 9, 19, 14, 4, 9]>
      : tensor<23xi64> -> tensor<23xi64>
  check.expect_eq %y0, %e0 : tensor<23xi64>
  return
}

func.func @i64_left() {
  %x0 = weir.constant dense<[-4, 0, 3, 3, 3, 4]> : tensor<6xi64> -> tensor<6xi64>
  %x1 = weir.constant dense<[-5, -5, -3, 4, -5, -5, 5, 2, -2]> : tensor<9xi64> -> tensor<9xi64>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<6xi64>, tensor<9xi64>) -> tensor<9xi64>
  %e0 = weir.constant dense<[0, 0, 1, 5, 0, 0, 6, 2, 1]> : tensor<9xi64> -> tensor<9xi64>
  check.expect_eq %y0, %e0 : tensor<9xi64>
  return
}

func.func @i64_right() {
  %x0 = weir.constant dense<[-4, 0, 3, 3, 3, 4]> : tensor<6xi64> -> tensor<6xi64>
  %x1 = weir.constant dense<[-5, -5, -3, 4, -5, -5, 5, 2, -2]> : tensor<9xi64> -> tensor<9xi64>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<6xi64>, tensor<9xi64>) -> tensor<9xi64>
  %e0 = weir.constant dense<[0, 0, 1, 6, 0, 0, 6, 2, 1]> : tensor<9xi64> -> tensor<9xi64>
  check.expect_eq %y0, %e0 : tensor<9xi64>
  return
}

func.func @i32_left() {
  %x0 = weir.constant dense<[-4]> : tensor<1xi32> -> tensor<1xi32>
  %x1 = weir.constant dense<[4, 3, 4, -3]> : tensor<4xi32> -> tensor<4xi32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi64>
  %e0 = weir.constant dense<[1, 1, 1, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @i32_right() {
  %x0 = weir.constant dense<[-4]> : tensor<1xi32> -> tensor<1xi32>
  %x1 = weir.constant dense<[4, 3, 4, -3]> : tensor<4xi32> -> tensor<4xi32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi64>
  %e0 = weir.constant dense<[1, 1, 1, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @nothing_left() {
  %x0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %x1 = weir.constant dense<[4.0, -5.0, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<0xf32>, tensor<3xf32>) -> tensor<3xi64>
  %e0 = weir.constant dense<[0, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  return
}

func.func @nothing_right() {
  %x0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %x1 = weir.constant dense<[4.0, -5.0, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<0xf32>, tensor<3xf32>) -> tensor<3xi64>
  %e0 = weir.constant dense<[0, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  return
}

func.func @no_values_left() {
  %x0 = weir.constant dense<[-1.0, 1.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<3xf32>, tensor<0xf32>) -> tensor<0xi64>
  %e0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y0, %e0 : tensor<0xi64>
  return
}

func.func @no_values_right() {
  %x0 = weir.constant dense<[-1.0, 1.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<3xf32>, tensor<0xf32>) -> tensor<0xi64>
  %e0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y0, %e0 : tensor<0xi64>
  return
}

func.func @scalar_left() {
  %x0 = weir.constant dense<[0.0, 0.0, 1.0, 3.0, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<5xf32>, tensor<f32>) -> tensor<i64>
  %e0 = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @scalar_right() {
  %x0 = weir.constant dense<[0.0, 0.0, 1.0, 3.0, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<-4.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<5xf32>, tensor<f32>) -> tensor<i64>
  %e0 = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @f16_left() {
  %x0 = weir.constant dense<[-4.0, -1.0, 1.0, 2.0, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[4.0, 3.0, -4.0, -1.0]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<5xf16>, tensor<4xf16>) -> tensor<4xi64>
  %e0 = weir.constant dense<[5, 4, 0, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @f16_right() {
  %x0 = weir.constant dense<[-4.0, -1.0, 1.0, 2.0, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[4.0, 3.0, -4.0, -1.0]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.searchsorted %x0, %x1 {right, present = array<i64>} : (tensor<5xf16>, tensor<4xf16>) -> tensor<4xi64>
  %e0 = weir.constant dense<[5, 5, 1, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @lines() {
  %x0 = weir.constant dense<[[[-2.84, -0.71, -0.69, 0.77, 1.61], [-2.92, -2.01, -1.15, -0.15, 0.0], [-2.41, -2.13,
      -1.86, -1.49, 0.16]], [[-2.94, -1.26, 0.89, 0.97, 2.19], [-0.49, -0.14, 1.53, 1.58, 2.73], [-1.58, -0.97, 0.03,
      1.38, 2.41]]]> : tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  %x1 = weir.constant dense<[[[-0.17, -2.79, 1.09, -2.0], [-1.45, -1.65, 1.31, -0.6], [2.96, 1.8, 2.54, 1.12]],
      [[-1.62, -1.06, -0.82, -1.79], [-0.2, 1.75, 0.13, -2.0], [1.4, 2.79, -0.15, -2.15]]]> : tensor<2x3x4xf32>
      -> tensor<2x3x4xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<2x3x5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xi64>
  %e0 = weir.constant dense<[[[3, 1, 4, 1], [2, 2, 5, 3], [5, 5, 5, 5]], [[1, 2, 2, 1], [1, 4, 2, 0], [4, 5, 2,
      0]]]> : tensor<2x3x4xi64> -> tensor<2x3x4xi64>
  check.expect_eq %y0, %e0 : tensor<2x3x4xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0xFF800000, 1.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32> -> tensor<4xf32>
  %x1 = weir.constant dense<[0xFF800000, 0x7F800000, 0x7FC00000, 0.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.searchsorted %x0, %x1 {present = array<i64>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi64>
  %e0 = weir.constant dense<[0, 2, 4, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y0, %e0 : tensor<4xi64>
  return
}

func.func @sorter_left() {
  %x0 = weir.constant dense<[0.0, 0.0, -0.75, 0.5, 0.5, -0.75, -0.25]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[[-0.75, 0.1, -3.0], [-0.75, 3.0, -0.6]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[2, 5, 6, 1, 0, 4, 3]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.searchsorted %x0, %x1, %x2 {present = array<i64: 0>} : (tensor<7xf32>, tensor<2x3xf32>, tensor<7xi64>)
      -> tensor<2x3xi64>
  %e = weir.constant dense<[[0, 5, 0], [0, 7, 2]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @sorter_right() {
  %x0 = weir.constant dense<[0.0, 0.0, -0.75, 0.5, 0.5, -0.75, -0.25]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[[-0.75, 0.1, -3.0], [-0.75, 3.0, -0.6]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[2, 5, 6, 1, 0, 4, 3]> : tensor<7xi64> -> tensor<7xi64>
  %y = weir.searchsorted %x0, %x1, %x2 {right, present = array<i64: 0>} : (tensor<7xf32>, tensor<2x3xf32>,
      tensor<7xi64>) -> tensor<2x3xi64>
  %e = weir.constant dense<[[2, 5, 0], [2, 7, 2]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @sorter_lines_f64() {
  %x0 = weir.constant dense<
      [[1.12, -1.78, -1.87, -2.97, -1.44], [2.94, 2.8, 2.27, -2.3, -1.93]]> : tensor<2x5xf64> -> tensor<2x5xf64>
  %x1 = weir.constant dense<[[2.31, -2.49, 0.06], [2.13, 1.94, -1.91]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x2 = weir.constant dense<[[3, 2, 1, 4, 0], [3, 4, 2, 1, 0]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %y = weir.searchsorted %x0, %x1, %x2 {present = array<i64: 0>} : (tensor<2x5xf64>, tensor<2x3xf64>, tensor<2x5xi64>)
      -> tensor<2x3xi64>
  %e = weir.constant dense<[[5, 1, 4], [2, 2, 2]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @sorter_i64() {
  %x0 = weir.constant dense<[1, 0, 4, -3, -4]> : tensor<5xi64> -> tensor<5xi64>
  %x1 = weir.constant dense<[-1, 2, -1, -1]> : tensor<4xi64> -> tensor<4xi64>
  %x2 = weir.constant dense<[4, 3, 1, 0, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.searchsorted %x0, %x1, %x2 {right, present = array<i64: 0>} : (tensor<5xi64>, tensor<4xi64>, tensor<5xi64>)
      -> tensor<4xi64>
  %e = weir.constant dense<[2, 4, 2, 2]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %e : tensor<4xi64>
  return
}

func.func @sorter_out_int32() {
  %x0 = weir.constant dense<[-2.08, -0.75, -2.68]> : tensor<3xf16> -> tensor<3xf16>
  %x1 = weir.constant dense<[-0.37, 1.41, -2.66, -2.98]> : tensor<4xf16> -> tensor<4xf16>
  %x2 = weir.constant dense<[2, 0, 1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.searchsorted %x0, %x1, %x2 {out_int32, present = array<i64: 0>} : (tensor<3xf16>, tensor<4xf16>,
      tensor<3xi64>) -> tensor<4xi32>
  %e = weir.constant dense<[3, 3, 1, 0]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %y, %e : tensor<4xi32>
  return
}

func.func @out_int32_left() {
  %x0 = weir.constant dense<[-1.63, -1.42, -1.33, -1.16, -0.68, 2.12, 2.25]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[[0.31, -1.83, -2.23], [2.46, 2.57, 1.31]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.searchsorted %x0, %x1 {out_int32, present = array<i64>} : (tensor<7xf32>, tensor<2x3xf32>)
      -> tensor<2x3xi32>
  %e = weir.constant dense<[[5, 0, 0], [7, 7, 5]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %y, %e : tensor<2x3xi32>
  return
}

func.func @out_int32_right() {
  %x0 = weir.constant dense<[2]> : tensor<1xi64> -> tensor<1xi64>
  %x1 = weir.constant dense<[1, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.searchsorted %x0, %x1 {right, out_int32, present = array<i64>} : (tensor<1xi64>, tensor<3xi64>)
      -> tensor<3xi32>
  %e = weir.constant dense<[0, 1, 1]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %y, %e : tensor<3xi32>
  return
}

func.func @out_int32_scalar() {
  %x0 = weir.constant dense<[-0.62, -0.18, -0.16, 1.06, 2.82]> : tensor<5xf64> -> tensor<5xf64>
  %x1 = weir.constant dense<0.25> : tensor<f64> -> tensor<f64>
  %y = weir.searchsorted %x0, %x1 {out_int32, present = array<i64>} : (tensor<5xf64>, tensor<f64>) -> tensor<i32>
  %e = weir.constant dense<3> : tensor<i32> -> tensor<i32>
  check.expect_eq %y, %e : tensor<i32>
  return
}
