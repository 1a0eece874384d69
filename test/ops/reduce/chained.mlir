// RUN: %op_runs
// A reduction of what another one of the same rows gives, in one kernel: threads of a GPU meet between the two.

func.func @short_rows() {
  %x = weir.constant dense<[[2.0, 4.0, 4.0], [5.0, 5.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %largest = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %rows = weir.broadcast %largest {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x3xf32>
  %above = weir.add %x, %rows : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %sum = weir.reduce_sum %above {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %sums = weir.broadcast %sum {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x3xf32>
  %y = weir.sub %above, %sums : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[-16.0, -14.0, -14.0], [-18.0, -18.0, -20.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %expected : tensor<2x3xf32>
  return
}

func.func @long_rows() {
  %x = weir.constant dense<1.0> : tensor<2x1536xf32> -> tensor<2x1536xf32>
  %largest = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x1536xf32>) -> tensor<2xf32>
  %rows = weir.broadcast %largest {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x1536xf32>
  %above = weir.add %x, %rows : (tensor<2x1536xf32>, tensor<2x1536xf32>) -> tensor<2x1536xf32>
  %sum = weir.reduce_sum %above {dims = array<i64: 1>} : (tensor<2x1536xf32>) -> tensor<2xf32>
  %sums = weir.broadcast %sum {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x1536xf32>
  %y = weir.sub %above, %sums : (tensor<2x1536xf32>, tensor<2x1536xf32>) -> tensor<2x1536xf32>
  %expected = weir.constant dense<-3070.0> : tensor<2x1536xf32> -> tensor<2x1536xf32>
  check.expect_eq %y, %expected : tensor<2x1536xf32>
  return
}
