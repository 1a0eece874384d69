// RUN: %known_size_runs
// sums, means and maxima of rows that bags name

func.func @rows_sum_f32() {
  %x0 = weir.constant dense<[[3, 3, 0, 5, 2], [2, 3, 4, 2, 0], [1, 1, 1, 3, 2], [4, 2, 1, 5, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-0.05, -2.36, -2.2], [-2.28, 2.08, 1.89], [2.91, 1.83, 0.04], [-0.64, 0.51, 0.78],
      [2.93, -0.99, 2.42], [2.71, 2.73, 0.75]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[4.29, 3.2200003, 0.14999989], [8.06, 0.8200002, 1.08], [-4.5699997, 8.58, 6.49],
      [9.200001, 4.66, 7.52]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @padded_sum_f32() {
  %x0 = weir.constant dense<[[3, 3, 0, 5, 2], [2, 3, 4, 2, 0], [1, 1, 1, 3, 2], [4, 2, 1, 5, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-0.05, -2.36, -2.2], [-2.28, 2.08, 1.89], [2.91, 1.83, 0.04], [-0.64, 0.51, 0.78],
      [2.93, -0.99, 2.42], [2.71, 2.73, 0.75]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.3800001, 1.3900001, 0.109999895], [2.24, -2.84, 1.0], [-7.48, 6.75, 6.45], [6.29,
      2.83, 7.48]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @parts_sum_f32() {
  %x0 = weir.constant dense<[2, 3, 3, 0, 0, 0, 1, 2, 1]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[-0.05, -2.36, -2.2], [-2.28, 2.08, 1.89], [2.91, 1.83, 0.04], [-0.64, 0.51, 0.78],
      [2.93, -0.99, 2.42], [2.71, 2.73, 0.75]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "sum", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf32>,
      tensor<4xi64>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.6300001, 2.85, 1.5999999], [0.0, 0.0, 0.0], [-2.43, -5.0, -4.71], [0.6300001,
      3.9099998, 1.93]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @rows_sum_f64() {
  %x0 = weir.constant dense<[[4, 4, 4, 0, 4], [0, 2, 5, 2, 1], [2, 0, 0, 2, 0], [3, 0, 5, 0, 1]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[2.86, 1.56, -1.65], [2.38, -2.06, -0.62], [1.01, -0.97, -1.03], [-0.4, 2.43, -0.19],
      [-2.48, -0.87, 0.52], [0.25, 2.74, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf64>)
      -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-7.0600000000000005, -1.92, 0.43000000000000016], [7.51, 0.30000000000000027, -4.28],
      [10.6, 2.74, -7.01], [7.95, 6.23, -4.06]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @padded_sum_f64() {
  %x0 = weir.constant dense<[[4, 4, 4, 0, 4], [0, 2, 5, 2, 1], [2, 0, 0, 2, 0], [3, 0, 5, 0, 1]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[2.86, 1.56, -1.65], [2.38, -2.06, -0.62], [1.01, -0.97, -1.03], [-0.4, 2.43, -0.19],
      [-2.48, -0.87, 0.52], [0.25, 2.74, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-7.0600000000000005, -1.92, 0.43000000000000016], [5.49, 2.2400000000000007,
      -2.2199999999999998], [8.58, 4.68, -4.949999999999999], [7.95, 6.23, -4.06]]> : tensor<4x3xf64>
      -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @parts_sum_f64() {
  %x0 = weir.constant dense<[0, 3, 2, 0, 0, 1, 5, 5, 2]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[2.86, 1.56, -1.65], [2.38, -2.06, -0.62], [1.01, -0.97, -1.03], [-0.4, 2.43, -0.19],
      [-2.48, -0.87, 0.52], [0.25, 2.74, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "sum", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf64>,
      tensor<4xi64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[3.4699999999999998, 3.0200000000000005, -2.87], [0.0, 0.0, 0.0], [8.35,
      3.8000000000000003, -3.87], [1.26, 1.7700000000000002, -0.98]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @rows_sum_f16() {
  %x0 = weir.constant dense<[[0, 3, 0, 5, 0], [3, 0, 0, 5, 0], [0, 2, 3, 0, 1], [3, 0, 1, 5, 2]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-2.97, 0.96, 1.29], [2.69, -1.53, -1.09], [1.49, 0.75, 0.75], [2.61, 2.98, -2.95],
      [-0.67, 2.66, -2.89], [-0.97, 1.59, -2.55]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf16>)
      -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[-7.273, 7.45, -1.63], [-7.273, 7.45, -1.63], [0.8477, 4.12, -0.709], [2.848, 4.75,
      -4.55]]> : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @padded_sum_f16() {
  %x0 = weir.constant dense<[[0, 3, 0, 5, 0], [3, 0, 0, 5, 0], [0, 2, 3, 0, 1], [3, 0, 1, 5, 2]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-2.97, 0.96, 1.29], [2.69, -1.53, -1.09], [1.49, 0.75, 0.75], [2.61, 2.98, -2.95],
      [-0.67, 2.66, -2.89], [-0.97, 1.59, -2.55]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "sum", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf16>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[-7.273, 7.45, -1.63], [-7.273, 7.45, -1.63], [-0.6426, 3.371, -1.459], [1.357, 4.0,
      -5.3]]> : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @parts_sum_f16() {
  %x0 = weir.constant dense<[0, 4, 3, 4, 0, 4, 5, 1, 4]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[-2.97, 0.96, 1.29], [2.69, -1.53, -1.09], [1.49, 0.75, 0.75], [2.61, 2.98, -2.95],
      [-0.67, 2.66, -2.89], [-0.97, 1.59, -2.55]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "sum", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf16>,
      tensor<4xi64>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[-1.031, 6.6, -4.55], [0.0, 0.0, 0.0], [-5.28, 7.87, -7.043], [2.02, 1.13, -3.98]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @rows_mean_f32() {
  %x0 = weir.constant dense<[[2, 0, 3, 1, 1], [2, 4, 5, 0, 1], [5, 1, 4, 2, 1], [0, 4, 2, 3, 2]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[0.82, 0.01, 1.84], [-0.52, 2.46, -1.68], [0.92, 1.8, 2.93], [-0.73, 2.3, 0.61], [0.85,
      -1.46, 2.27], [-2.6, 2.95, 0.4]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.0059999945, 1.806, 0.40400004], [-0.10599997, 1.152, 1.1520001], [-0.37399995,
      1.642, 0.44800004], [0.556, 0.89, 2.116]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @padded_mean_f32() {
  %x0 = weir.constant dense<[[2, 0, 3, 1, 1], [2, 4, 5, 0, 1], [5, 1, 4, 2, 1], [0, 4, 2, 3, 2]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[0.82, 0.01, 1.84], [-0.52, 2.46, -1.68], [0.92, 1.8, 2.93], [-0.73, 2.3, 0.61], [0.85,
      -1.46, 2.27], [-2.6, 2.95, 0.4]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.2375, 1.8075, -0.22749996], [-0.36249995, 0.99, 0.70750004], [-0.6975, 1.6025,
      -0.17249998], [0.31333333, 0.2833333, 1.5733334]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @parts_mean_f32() {
  %x0 = weir.constant dense<[1, 2, 3, 0, 4, 5, 2, 1, 4]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[0.82, 0.01, 1.84], [-0.52, 2.46, -1.68], [0.92, 1.8, 2.93], [-0.73, 2.3, 0.61], [0.85,
      -1.46, 2.27], [-2.6, 2.95, 0.4]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "mean", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf32>,
      tensor<4xi64>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-0.10999999, 2.1866667, 0.62000006], [0.0, 0.0, 0.0], [-0.0024999678, 0.825, 1.86],
      [0.16500002, 0.5, 0.29500002]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @rows_mean_f64() {
  %x0 = weir.constant dense<[[5, 2, 3, 0, 2], [0, 5, 5, 5, 4], [1, 3, 3, 5, 5], [3, 5, 1, 2, 5]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.75, 2.35, 1.98], [-2.35, 2.17, 2.7], [-0.1, 2.43, -1.65], [-2.76, -0.32, -2.28],
      [-2.21, -0.34, 2.84], [0.12, 2.93, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf64>)
      -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.21799999999999997, 1.964, -0.71], [-0.019999999999999928, 2.16, 0.9939999999999998],
      [-1.5259999999999998, 1.4780000000000002, -0.35199999999999987], [-0.994, 2.028, -0.22599999999999992]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @padded_mean_f64() {
  %x0 = weir.constant dense<[[5, 2, 3, 0, 2], [0, 5, 5, 5, 4], [1, 3, 3, 5, 5], [3, 5, 1, 2, 5]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.75, 2.35, 1.98], [-2.35, 2.17, 2.7], [-0.1, 2.43, -1.65], [-2.76, -0.32, -2.28],
      [-2.21, -0.34, 2.84], [0.12, 2.93, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.2966666666666666, 1.6533333333333335, -0.08333333333333333], [-0.019999999999999928,
      2.16, 0.9939999999999998], [-1.5259999999999998, 1.4780000000000002, -0.35199999999999987], [-1.2175,
      1.9275000000000002, 0.13000000000000006]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @parts_mean_f64() {
  %x0 = weir.constant dense<[1, 4, 2, 0, 5, 4, 3, 2, 1]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[1.75, 2.35, 1.98], [-2.35, 2.17, 2.7], [-0.1, 2.43, -1.65], [-2.76, -0.32, -2.28],
      [-2.21, -0.34, 2.84], [0.12, 2.93, 0.05]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "mean", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf64>,
      tensor<4xi64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-1.5533333333333335, 1.42, 1.2966666666666666], [0.0, 0.0, 0.0], [-0.7749999999999999,
      1.155, 0.6474999999999999], [-1.225, 2.3, 0.5250000000000001]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @rows_mean_f16() {
  %x0 = weir.constant dense<[[5, 4, 0, 3, 0], [1, 4, 3, 4, 3], [1, 3, 4, 3, 2], [4, 0, 4, 1, 5]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.96, 2.45, -2.32], [1.41, -1.12, 2.15], [-2.31, 2.26, 2.84], [0.1, 0.29, 0.67], [2.38,
      -2.47, 2.11], [-0.91, -0.56, 2.24]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf16>)
      -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[1.098, 0.4316, 0.0758], [1.274, -1.097, 1.542], [0.3362, -0.1501, 1.6875], [1.444,
      -0.8345, 1.258]]> : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @padded_mean_f16() {
  %x0 = weir.constant dense<[[5, 4, 0, 3, 0], [1, 4, 3, 4, 3], [1, 3, 4, 3, 2], [4, 0, 4, 1, 5]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.96, 2.45, -2.32], [1.41, -1.12, 2.15], [-2.31, 2.26, 2.84], [0.1, 0.29, 0.67], [2.38,
      -2.47, 2.11], [-0.91, -0.56, 2.24]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "mean", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf16>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[1.098, 0.4316, 0.0758], [1.274, -1.097, 1.542], [0.9976, -0.753, 1.4], [1.444, -0.8345,
      1.258]]> : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @parts_mean_f16() {
  %x0 = weir.constant dense<[0, 5, 2, 0, 2, 2, 2, 2, 5]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[1.96, 2.45, -2.32], [1.41, -1.12, 2.15], [-2.31, 2.26, 2.84], [0.1, 0.29, 0.67], [2.38,
      -2.47, 2.11], [-0.91, -0.56, 2.24]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "mean", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf16>,
      tensor<4xi64>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[-0.4202, 1.383, 0.92], [0.0, 0.0, 0.0], [-1.243, 2.307, 1.55], [-1.61, 0.8496,
      2.54]]> : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @rows_max_f32() {
  %x0 = weir.constant dense<[[1, 0, 1, 4, 1], [0, 3, 3, 5, 4], [0, 1, 4, 0, 4], [0, 3, 3, 2, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-0.69, -1.85, 2.68], [0.84, 2.71, -0.29], [0.63, -1.03, 2.78], [-1.34, 2.59, -0.95],
      [1.61, 0.88, 1.67], [-1.78, 2.99, -0.02]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf32>)
      -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.61, 2.71, 2.68], [1.61, 2.99, 2.68], [1.61, 2.71, 2.68], [1.61, 2.59, 2.78]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @padded_max_f32() {
  %x0 = weir.constant dense<[[1, 0, 1, 4, 1], [0, 3, 3, 5, 4], [0, 1, 4, 0, 4], [0, 3, 3, 2, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[-0.69, -1.85, 2.68], [0.84, 2.71, -0.29], [0.63, -1.03, 2.78], [-1.34, 2.59, -0.95],
      [1.61, 0.88, 1.67], [-1.78, 2.99, -0.02]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[1.61, 2.71, 2.68], [1.61, 2.99, 2.68], [1.61, 2.71, 2.68], [1.61, 2.59, 2.68]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @parts_max_f32() {
  %x0 = weir.constant dense<[5, 5, 2, 1, 0, 0, 0, 3, 4]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[-0.69, -1.85, 2.68], [0.84, 2.71, -0.29], [0.63, -1.03, 2.78], [-1.34, 2.59, -0.95],
      [1.61, 0.88, 1.67], [-1.78, 2.99, -0.02]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "max", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf32>,
      tensor<4xi64>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[0.63, 2.99, 2.78], [0.0, 0.0, 0.0], [0.84, 2.71, 2.68], [1.61, 2.59, 1.67]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @rows_max_f64() {
  %x0 = weir.constant dense<[[5, 3, 2, 1, 4], [5, 2, 4, 1, 2], [1, 1, 1, 3, 0], [1, 5, 0, 5, 0]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.36, -0.06, -1.39], [1.38, 2.14, -1.68], [1.26, 1.63, 2.98], [-0.75, -0.64, -2.73],
      [-2.04, 1.47, -1.37], [2.47, -1.09, 1.78]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf64>)
      -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[2.47, 2.14, 2.98], [2.47, 2.14, 2.98], [1.38, 2.14, -1.39], [2.47, 2.14, 1.78]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @padded_max_f64() {
  %x0 = weir.constant dense<[[5, 3, 2, 1, 4], [5, 2, 4, 1, 2], [1, 1, 1, 3, 0], [1, 5, 0, 5, 0]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[1.36, -0.06, -1.39], [1.38, 2.14, -1.68], [1.26, 1.63, 2.98], [-0.75, -0.64, -2.73],
      [-2.04, 1.47, -1.37], [2.47, -1.09, 1.78]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[2.47, 2.14, 1.78], [2.47, 2.14, 1.78], [1.38, 2.14, -1.39], [2.47, 2.14, 1.78]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @parts_max_f64() {
  %x0 = weir.constant dense<[4, 5, 0, 1, 5, 0, 4, 3, 5]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[1.36, -0.06, -1.39], [1.38, 2.14, -1.68], [1.26, 1.63, 2.98], [-0.75, -0.64, -2.73],
      [-2.04, 1.47, -1.37], [2.47, -1.09, 1.78]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "max", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf64>,
      tensor<4xi64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[2.47, 1.47, 1.78], [0.0, 0.0, 0.0], [2.47, 2.14, 1.78], [2.47, -0.64, 1.78]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @rows_max_f16() {
  %x0 = weir.constant dense<[[1, 0, 2, 4, 1], [4, 5, 3, 1, 1], [2, 4, 5, 3, 5], [0, 4, 1, 2, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[0.79, -1.75, -1.21], [-0.67, -1.89, -2.83], [2.72, -0.66, 0.65], [-2.36, 2.14, 1.51],
      [-2.76, -1.79, 1.47], [-2.66, -2.86, -2.29]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", present = array<i64>} : (tensor<4x5xi64>, tensor<6x3xf16>)
      -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[2.72, -0.66, 1.47], [-0.67, 2.14, 1.51], [2.72, 2.14, 1.51], [2.72, -0.66, 1.47]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @padded_max_f16() {
  %x0 = weir.constant dense<[[1, 0, 2, 4, 1], [4, 5, 3, 1, 1], [2, 4, 5, 3, 5], [0, 4, 1, 2, 4]]>
      : tensor<4x5xi64> -> tensor<4x5xi64>
  %x1 = weir.constant dense<[[0.79, -1.75, -1.21], [-0.67, -1.89, -2.83], [2.72, -0.66, 0.65], [-2.36, 2.14, 1.51],
      [-2.76, -1.79, 1.47], [-2.66, -2.86, -2.29]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %y0 = weir.embedding_bag %x0, %x1 {mode = "max", padding_idx = 2 : i64, present = array<i64>} : (tensor<4x5xi64>,
      tensor<6x3xf16>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[0.79, -1.75, 1.47], [-0.67, 2.14, 1.51], [-2.36, 2.14, 1.51], [0.79, -1.75, 1.47]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @parts_max_f16() {
  %x0 = weir.constant dense<[0, 3, 5, 2, 5, 3, 2, 1, 5]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[[0.79, -1.75, -1.21], [-0.67, -1.89, -2.83], [2.72, -0.66, 0.65], [-2.36, 2.14, 1.51],
      [-2.76, -1.79, 1.47], [-2.66, -2.86, -2.29]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %x2 = weir.constant dense<[0, 3, 3, 7]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "max", present = array<i64: 0>} : (tensor<9xi64>, tensor<6x3xf16>,
      tensor<4xi64>) -> tensor<4x3xf16>
  %e0 = weir.constant dense<[[0.79, 2.14, 1.51], [0.0, 0.0, 0.0], [2.72, 2.14, 1.51], [-0.67, -1.89, -2.29]]>
      : tensor<4x3xf16> -> tensor<4x3xf16>
  check.expect_close %y0, %e0 : tensor<4x3xf16>
  return
}

func.func @shares() {
  %x0 = weir.constant dense<[[3, 4, 0, 2], [0, 4, 1, 3]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  %x1 = weir.constant dense<[[-2.17, 2.92, 1.94], [-0.02, 2.87, 1.07], [0.47, 0.88, 1.21], [2.94, 1.7, -1.58],
      [-2.65, 2.52, 1.43], [0.5, -0.06, 2.7]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %x2 = weir.constant dense<[[1.17, 0.6, -0.94, -2.05], [-2.9, -2.15, -1.96, 0.07]]> : tensor<2x4xf32>
      -> tensor<2x4xf32>
  %y0 = weir.embedding_bag %x0, %x1, %x2 {mode = "sum", present = array<i64: 1>} : (tensor<2x4xi64>, tensor<6x3xf32>,
      tensor<2x4xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[2.9261, -1.0478, -5.2947], [12.235501, -19.3922, -10.9083]]> : tensor<2x3xf32>
      -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @shares_of_parts() {
  %x0 = weir.constant dense<[5, 5, 2, 4, 5]> : tensor<5xi64> -> tensor<5xi64>
  %x1 = weir.constant dense<[[-2.17, 2.92, 1.94], [-0.02, 2.87, 1.07], [0.47, 0.88, 1.21], [2.94, 1.7, -1.58],
      [-2.65, 2.52, 1.43], [0.5, -0.06, 2.7]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %x2 = weir.constant dense<[0, 2]> : tensor<2xi64> -> tensor<2xi64>
  %x3 = weir.constant dense<[2.53, 0.33, -2.0, -1.1, -2.84]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.embedding_bag %x0, %x1, %x2, %x3 {mode = "sum", present = array<i64: 0, 1>} : (tensor<5xi64>,
      tensor<6x3xf32>, tensor<2xi64>, tensor<5xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[1.43, -0.1716, 7.722], [0.5550002, -4.3616, -11.661]]> : tensor<2x3xf32>
      -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}
