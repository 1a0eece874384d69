// RUN: %op_runs
// The product of matrices.

func.func @three_f32() {
  %x0 = weir.constant dense<[[-1.25, 0.5, 1.75], [1.0, -1.75, 1.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<
      [[-1.0, 1.0, 1.75, 1.5], [-2.0, 1.75, 0.5, -0.25], [1.5, -0.75, 0.75, -2.0]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  %x2 = weir.constant dense<[[1.5, 0.0], [-0.5, -1.5], [1.5, 1.25], [1.75, 0.5]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %e = weir.constant dense<[[-5.40625, -1.0], [9.859375, 6.75]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %e : tensor<2x2xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<
      [[-1.75, -1.25, 0.75], [-0.25, -1.5, -2.0], [1.75, 0.25, -1.0], [0.25, 1.5, 1.25], [0.5, 0.25, -1.0], [-0.5,
      -1.75, 0.5], [0.5, -1.5, 0.5]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %x1 = weir.constant dense<
      [[0.25, 0.75, -2.0, 0.75, -1.5], [1.25, 1.0, 1.75, -1.5, -1.75], [-1.75, -1.25, -2.0, 1.75, 1.75]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %x2 = weir.constant dense<[[-1.75], [-1.75], [-1.0], [0.25], [0.5]]> : tensor<5x1xf32> -> tensor<5x1xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<7x3xf32>, tensor<3x5xf32>, tensor<5x1xf32>) -> tensor<7x1xf32>
  %e = weir.constant dense<
      [[15.640625], [-6.640625], [-10.84375], [0.21875], [-10.453125], [16.578125], [14.53125]]>
      : tensor<7x1xf32> -> tensor<7x1xf32>
  check.expect_close %y, %e : tensor<7x1xf32>
  return
}

func.func @two_f32() {
  %x0 = weir.constant dense<[[0.87, 1.85], [1.63, 1.56], [1.41, 1.77]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<
      [[0.75, 1.13, 1.21, 0.87, 1.8], [0.84, 0.74, 1.36, 0.89, 1.65]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %y = weir.multi_dot %x0, %x1 : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
  %e = weir.constant dense<
      [[2.2065, 2.3521001, 3.5687, 2.4034, 4.6184998], [2.5328999, 2.9963, 4.0939, 2.8065, 5.508], [2.5442998, 2.9031,
      4.1133, 2.802, 5.4585]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %e : tensor<3x5xf32>
  return
}

func.func @three_f64() {
  %x0 = weir.constant dense<[[1.51], [1.04], [1.61], [1.59], [0.86]]> : tensor<5x1xf64> -> tensor<5x1xf64>
  %x1 = weir.constant dense<[[1.68, 1.26, 1.34, 0.55, 1.66, 1.29, 1.48]]> : tensor<1x7xf64> -> tensor<1x7xf64>
  %x2 = weir.constant dense<
      [[1.47, 1.56], [0.99, 0.73], [0.91, 0.69], [1.54, 0.62], [0.54, 0.66], [1.93, 1.23], [1.98, 1.38]]>
      : tensor<7x2xf64> -> tensor<7x2xf64>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<5x1xf64>, tensor<1x7xf64>, tensor<7x2xf64>) -> tensor<5x2xf64>
  %e = weir.constant dense<
      [[18.270849, 14.391659], [12.583896000000001, 9.912136], [19.480839, 15.344749], [19.238841, 15.154131000000001],
      [10.405914, 8.196574]]> : tensor<5x2xf64> -> tensor<5x2xf64>
  check.expect_close %y, %e : tensor<5x2xf64>
  return
}

func.func @four_f32() {
  %x0 = weir.constant dense<[[-0.5, 1.25, -1.5, 0.5, 0.75]]> : tensor<1x5xf32> -> tensor<1x5xf32>
  %x1 = weir.constant dense<
      [[-1.25, -1.75], [2.0, -0.75], [1.25, 2.0], [1.5, 0.5], [-1.75, 0.25]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %x2 = weir.constant dense<[[-1.75, -0.25, 1.25], [-1.0, -0.5, 1.5]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x3 = weir.constant dense<
      [[-1.5, 0.75, -0.25, -0.25], [0.25, -1.25, -0.75, 1.0], [-1.75, 1.75, 1.0, -0.75]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.multi_dot %x0, %x1, %x2, %x3 : (tensor<1x5xf32>, tensor<5x2xf32>, tensor<2x3xf32>, tensor<3x4xf32>)
      -> tensor<1x4xf32>
  %e = weir.constant dense<[[3.5390625, -5.7460938, -4.2890625, 3.09375]]> : tensor<1x4xf32> -> tensor<1x4xf32>
  check.expect_close %y, %e : tensor<1x4xf32>
  return
}

func.func @three_i64() {
  %x0 = weir.constant dense<[[3, 2, 5], [2, 3, -2]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %x1 = weir.constant dense<[[-3, 4, 3, -3], [3, 1, 1, -1], [0, -5, 0, -1]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %x2 = weir.constant dense<[[4, -5], [-5, -5], [-4, 1], [-4, 4]]> : tensor<4x2xi64> -> tensor<4x2xi64>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x3xi64>, tensor<3x4xi64>, tensor<4x2xi64>) -> tensor<2x2xi64>
  %e = weir.constant dense<[[63, 17], [-101, -139]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y, %e : tensor<2x2xi64>
  return
}

func.func @three_f16() {
  %x0 = weir.constant dense<[[0.5, 1.25, -1.5], [1.5, 1.5, 1.25]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1.5, 0.5], [-1.75, 0.0], [0.5, 0.25]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %x2 = weir.constant dense<[[0.0, 0.25], [1.5, 1.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x3xf16>, tensor<3x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
  %e = weir.constant dense<[[-0.1875, -1.047], [1.594, 0.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_close %y, %e : tensor<2x2xf16>
  return
}

func.func @three_bf16() {
  %x0 = weir.constant dense<[[-1.5, -0.25, 2.0], [0.5, -1.25, 1.25]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[-1.5, -0.75], [1.25, 1.5], [-0.75, 1.0]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  %x2 = weir.constant dense<[[2.0, 1.5], [0.75, 0.25]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x3xbf16>, tensor<3x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %e = weir.constant dense<[[2.94, 1.34], [-7.25, -5.12]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_close %y, %e : tensor<2x2xbf16>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %x1 = weir.constant dense<[[1.0], [3.0]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %x2 = weir.constant dense<[[2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<2x1xf32>
  %e = weir.constant dense<[[0x7FC00000], [0x7F800000]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  check.expect_close %y, %e : tensor<2x1xf32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[-2.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x2 = weir.constant dense<[[0.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[-0.75]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<[[-0.25, -1.0], [1.0, 0.25], [-0.25, 0.25]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[0.5, 0.0], [1.75, 1.75]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<0x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %e : tensor<0x2xf32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<[[-1.75, -2.0], [2.0, 1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %x1 = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %x2 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.multi_dot %x0, %x1, %x2 : (tensor<2x2xf32>, tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %e = weir.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %e : tensor<2x3xf32>
  return
}
