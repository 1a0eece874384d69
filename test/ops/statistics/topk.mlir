// RUN: %op_runs
// The largest or smallest elements in order, and where they stand.

func.func @largest_f32() {
  %x0 = weir.constant dense<[[1.75, 2.0, 4.5, 2.25, 3.25, 3.0, 0.0], [1.25, 1.0, 2.5, 0.25, 4.25, 4.0, 0.75], [0.5,
      3.5, 3.75, 4.75, 5.0, 1.5, 2.75]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y0, %y1 = weir.topk %x0 {k = 3 : i64, dim = 1 : i64, largest} : (tensor<3x7xf32>) -> (tensor<3x3xf32>,
      tensor<3x3xi64>)
  %e0 = weir.constant dense<[[4.5, 3.25, 3.0], [4.25, 4.0, 2.5], [5.0, 4.75, 3.75]]> : tensor<3x3xf32> ->
      tensor<3x3xf32>
  check.expect_close %y0, %e0 : tensor<3x3xf32>
  %e1 = weir.constant dense<[[2, 4, 5], [4, 5, 2], [4, 3, 2]]> : tensor<3x3xi64> -> tensor<3x3xi64>
  check.expect_eq %y1, %e1 : tensor<3x3xi64>
  return
}

func.func @odd_f32() {
  %x0 = weir.constant dense<[[10.25, 4.0, 0.75, 6.5, 4.5, 2.5, 4.25, 3.5, 7.75], [5.75, 9.25, 2.25, 5.5, 1.0, 2.75,
      2.0, 5.0, 8.25], [7.5, 6.25, 6.75, 0.5, 3.25, 9.5, 8.0, 8.5, 7.25], [10.0, 3.0, 10.75, 0.25, 1.25, 9.0, 9.75,
      1.5, 1.75], [6.0, 10.5, 3.75, 11.0, 5.25, 0.0, 4.75, 8.75, 7.0]]> : tensor<5x9xf32> -> tensor<5x9xf32>
  %y0, %y1 = weir.topk %x0 {k = 3 : i64, dim = 1 : i64, largest} : (tensor<5x9xf32>) -> (tensor<5x3xf32>,
      tensor<5x3xi64>)
  %e0 = weir.constant dense<[[10.25, 7.75, 6.5], [9.25, 8.25, 5.75], [9.5, 8.5, 8.0], [10.75, 10.0, 9.75], [11.0,
      10.5, 8.75]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y0, %e0 : tensor<5x3xf32>
  %e1 = weir.constant dense<[[0, 8, 3], [1, 8, 0], [5, 7, 6], [2, 0, 6], [3, 1, 7]]> : tensor<5x3xi64> ->
      tensor<5x3xi64>
  check.expect_eq %y1, %e1 : tensor<5x3xi64>
  return
}

func.func @smallest_f64() {
  %x0 = weir.constant dense<[[1.0, 0.75], [1.75, 0.25], [1.25, 2.0], [0.5, 1.5], [0.0, 2.25]]> : tensor<5x2xf64> ->
      tensor<5x2xf64>
  %y0, %y1 = weir.topk %x0 {k = 2 : i64, dim = 0 : i64} : (tensor<5x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xi64>)
  %e0 = weir.constant dense<[[0.0, 0.25], [0.5, 0.75]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y0, %e0 : tensor<2x2xf64>
  %e1 = weir.constant dense<[[4, 1], [3, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %y1, %e1 : tensor<2x2xi64>
  return
}

func.func @middle_f32() {
  %x0 = weir.constant dense<[[[1.5, 6.5, 7.25], [2.0, 4.75, 2.75], [6.25, 4.0, 6.75], [1.0, 5.0, 5.75], [2.5, 0.0,
      3.0]], [[1.25, 0.5, 6.0], [2.25, 3.5, 5.25], [3.25, 0.25, 1.75], [7.0, 4.25, 5.5], [3.75, 4.5, 0.75]]]> :
      tensor<2x5x3xf32> -> tensor<2x5x3xf32>
  %y0, %y1 = weir.topk %x0 {k = 2 : i64, dim = 1 : i64, largest} : (tensor<2x5x3xf32>) -> (tensor<2x2x3xf32>,
      tensor<2x2x3xi64>)
  %e0 = weir.constant dense<[[[6.25, 6.5, 7.25], [2.5, 5.0, 6.75]], [[7.0, 4.5, 6.0], [3.75, 4.25, 5.5]]]> :
      tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  check.expect_close %y0, %e0 : tensor<2x2x3xf32>
  %e1 = weir.constant dense<[[[2, 0, 0], [4, 3, 2]], [[3, 4, 0], [4, 3, 3]]]> : tensor<2x2x3xi64> -> tensor<2x2x3xi64>
  check.expect_eq %y1, %e1 : tensor<2x2x3xi64>
  return
}

func.func @all_of_them_f16() {
  %x0 = weir.constant dense<[0.75, 0.0, 0.25, 0.5]> : tensor<4xf16> -> tensor<4xf16>
  %y0, %y1 = weir.topk %x0 {k = 4 : i64, dim = 0 : i64, largest} : (tensor<4xf16>) -> (tensor<4xf16>, tensor<4xi64>)
  %e0 = weir.constant dense<[0.75, 0.5, 0.25, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y0, %e0 : tensor<4xf16>
  %e1 = weir.constant dense<[0, 3, 2, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y1, %e1 : tensor<4xi64>
  return
}

func.func @one_bf16() {
  %x0 = weir.constant dense<[[0.25, 0.0, 0.5], [1.25, 1.0, 0.75]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0, %y1 = weir.topk %x0 {k = 1 : i64, dim = 1 : i64} : (tensor<2x3xbf16>) -> (tensor<2x1xbf16>, tensor<2x1xi64>)
  %e0 = weir.constant dense<[[0.0], [0.75]]> : tensor<2x1xbf16> -> tensor<2x1xbf16>
  check.expect_close %y0, %e0 : tensor<2x1xbf16>
  %e1 = weir.constant dense<[[1], [2]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  check.expect_eq %y1, %e1 : tensor<2x1xi64>
  return
}
