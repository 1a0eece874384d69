// RUN: %known_size_runs
// Differences of neighbours, n times; of bools whether they differ.

func.func @rows_f32() {
  %input = weir.constant dense<
      [[2.77, -2.46, 2.76, 2.2, -2.54], [-1.99, -2.03, -1.07, 0.28, 0.4], [-2.38, 2.26, -1.21, 2.22, 0.29]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<3x5xf32>) -> tensor<3x4xf32>
  %e = weir.constant dense<
      [[-5.23, 5.2200003, -0.55999994, -4.74], [-0.03999996, 0.9599999, 1.35, 0.120000005], [4.6400003, -3.47, 3.43,
      -1.9300001]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_close %y, %e : tensor<3x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-1.02, 2.13, 0.61, 0.52, -0.13, 2.46, -2.6, -1.07, -2.12, -2.71, -2.74, 0.63, 0.91, 0.74, 2.86, 1.71, -1.69,
      -2.68, 1.36]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 0 : i64, present = array<i64>} : (tensor<19xf32>) -> tensor<18xf32>
  %e = weir.constant dense<
      [3.15, -1.5200001, -0.09000003, -0.65, 2.5900002, -5.06, 1.5299999, -1.0499998, -0.59000015, -0.029999971, 3.37,
      0.28000003, -0.17000002, 2.12, -1.1499999, -3.4, -0.99, 4.04]> : tensor<18xf32> -> tensor<18xf32>
  check.expect_close %y, %e : tensor<18xf32>
  return
}

func.func @twice_f32() {
  %input = weir.constant dense<
      [[1.25, 0.0, -1.5, 1.0, -1.0, -1.25, 1.25], [-0.75, -0.75, 0.25, -1.5, 1.25, 0.75, 1.75]]>
      : tensor<2x7xf32> -> tensor<2x7xf32>
  %y = weir.diff %input {n = 2 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x7xf32>) -> tensor<2x5xf32>
  %e = weir.constant dense<
      [[-0.25, 4.0, -4.5, 1.75, 2.75], [1.0, -2.75, 4.5, -3.25, 1.5]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_close %y, %e : tensor<2x5xf32>
  return
}

func.func @thrice_f64() {
  %input = weir.constant dense<
      [[1.5, -0.75], [1.25, 1.25], [-0.25, -1.0], [-1.5, 2.0], [-0.5, 1.25]]> : tensor<5x2xf64> -> tensor<5x2xf64>
  %y = weir.diff %input {n = 3 : i64, dim = 0 : i64, present = array<i64>} : (tensor<5x2xf64>) -> tensor<2x2xf64>
  %e = weir.constant dense<[[1.5, 9.5], [2.0, -9.0]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %e : tensor<2x2xf64>
  return
}

func.func @middle_f64() {
  %input = weir.constant dense<
      [[[-2.8, 0.11], [0.21, -1.37], [0.2, 0.32]], [[2.26, -2.6], [1.93, 1.49], [2.3, 1.91]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x3x2xf64>) -> tensor<2x2x2xf64>
  %e = weir.constant dense<
      [[[3.01, -1.4800000000000002], [-0.009999999999999981, 1.6900000000000002]], [[-0.32999999999999985, 4.09],
      [0.3699999999999999, 0.41999999999999993]]]> : tensor<2x2x2xf64> -> tensor<2x2x2xf64>
  check.expect_close %y, %e : tensor<2x2x2xf64>
  return
}

func.func @not_once() {
  %input = weir.constant dense<[[-0.66, 1.41, 1.94], [-1.24, 1.93, -2.91]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.diff %input {n = 0 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[-0.66, 1.41, 1.94], [-1.24, 1.93, -2.91]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[42, 7, 57, -67, 16], [-99, -75, 88, 16, 78]]> : tensor<2x5xi64> -> tensor<2x5xi64>
  %y = weir.diff %input {n = 2 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x5xi64>) -> tensor<2x3xi64>
  %e = weir.constant dense<[[85, -174, 207], [139, -235, 134]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @bools() {
  %input = weir.constant dense<
      [[true, true, true, true, false, true, false], [true, false, false, false, true, true, true]]>
      : tensor<2x7xi1> -> tensor<2x7xi1>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x7xi1>) -> tensor<2x6xi1>
  %e = weir.constant dense<
      [[false, false, false, true, true, true], [true, false, false, true, false, false]]>
      : tensor<2x6xi1> -> tensor<2x6xi1>
  check.expect_eq %y, %e : tensor<2x6xi1>
  return
}

func.func @prepended() {
  %input = weir.constant dense<[[1.25, -1.25, -0.75], [-1.25, -1.75, -1.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %prepend = weir.constant dense<[[1.75], [0.0]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %y = weir.diff %input, %prepend {n = 1 : i64, dim = 1 : i64, present = array<i64: 0>} : (tensor<2x3xf32>,
      tensor<2x1xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[-0.5, -2.5, 0.5], [-1.25, -0.5, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}

func.func @between() {
  %input = weir.constant dense<[[0.75, -2.0, 0.25], [-0.25, 1.75, 0.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %prepend = weir.constant dense<[[1.75, 1.5, -0.5]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %append = weir.constant dense<[[1.0, 1.0, 1.75], [2.0, 0.25, 0.25]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.diff %input, %prepend, %append {n = 2 : i64, dim = 0 : i64, present = array<i64: 0, 1>} : (tensor<2x3xf32>,
      tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %e = weir.constant dense<
      [[0.0, 7.25, -0.5], [2.25, -4.5, 1.0], [-0.25, 0.0, -2.75]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %e : tensor<3x3xf32>
  return
}

func.func @appended_i64() {
  %input = weir.constant dense<[-1, -5, 2]> : tensor<3xi64> -> tensor<3xi64>
  %append = weir.constant dense<[-1, 4]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.diff %input, %append {n = 1 : i64, dim = 0 : i64, present = array<i64: 1>} : (tensor<3xi64>, tensor<2xi64>)
      -> tensor<4xi64>
  %e = weir.constant dense<[-4, 7, -3, 5]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %e : tensor<4xi64>
  return
}

func.func @f16() {
  %input = weir.constant dense<[[0.88, 0.43, 2.06, 0.18], [-0.5, 1.84, 2.75, 2.9]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x4xf16>) -> tensor<2x3xf16>
  %e = weir.constant dense<[[-0.45, 1.631, -1.881], [2.34, 0.91, 0.1504]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y, %e : tensor<2x3xf16>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [1.0, 0x7FC00000, 2.0, 0x7F800000, 0x7F800000, 3.0, 0xFF800000, 0.0, -0.0]> : tensor<9xf32> -> tensor<9xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 0 : i64, present = array<i64>} : (tensor<9xf32>) -> tensor<8xf32>
  %e = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0xFF800000, 0x7F800000, -0.0]>
      : tensor<8xf32> -> tensor<8xf32>
  check.expect_close %y, %e : tensor<8xf32>
  return
}

func.func @nothing_is_left() {
  %input = weir.constant dense<[[2.34, -0.13, -0.92], [-1.48, -2.44, -1.16]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.diff %input {n = 3 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x3xf32>) -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}

func.func @beyond_the_size() {
  %input = weir.constant dense<[[4, 2, 0], [-2, -2, -1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.diff %input {n = 5 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x3xi64>) -> tensor<2x0xi64>
  %e = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  check.expect_eq %y, %e : tensor<2x0xi64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.93, -2.26]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 0 : i64, present = array<i64>} : (tensor<1x2xf32>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<0x3xf32>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}

func.func @empty_along_it() {
  %input = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.diff %input {n = 1 : i64, dim = 1 : i64, present = array<i64>} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %e = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %e : tensor<2x0xf32>
  return
}
