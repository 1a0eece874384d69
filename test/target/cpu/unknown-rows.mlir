// RUN: weir-run %s --device=cpu --modes=static,dynamic && weir-run %s --device=sim --modes=static,dynamic
// Of a concatenation whose sizes nobody knows the rows are those of both sides: so sums of rows and what is read along
// them are in rows, which workers share.

func.func @concat_of_row_sums() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %b = weir.constant dense<[[7.0, 8.0], [9.0, 10.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %0 = weir.exp %b : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = weir.log %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = weir.concat %a, %1 {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
  %s = weir.reduce_sum %c {dims = array<i64: 1>} : (tensor<2x5xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[21.0, 34.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %s, %expected {rtol = 1.0e-5 : f64} : tensor<2xf32>
  return
}

func.func @sums_in_a_concat() {
  %a = weir.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %b = weir.constant dense<[[7.0, 8.0], [9.0, 10.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %s = weir.reduce_sum %a {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %r = weir.broadcast %s {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x3xf32>
  %d = weir.sub %a, %r : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = weir.concat %d, %b {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
  %f = weir.flip %c {dims = array<i64: 1>} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<[[8.0, 7.0, -3.0, -4.0, -5.0], [10.0, 9.0, -9.0, -10.0, -11.0]]>
      : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_eq %f, %expected : tensor<2x5xf32>
  return
}
