// A product and the largest value of each of its rows: a job for sizes that are known when it runs.
func.func @scores(%x: tensor<?x3xf32>) -> tensor<?xf32> attributes {weir.job} {
  %w = weir.constant dense<[[0.0, 1.0], [0.0, 1.0], [0.0, 3.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %products = weir.matmul %x, %w : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %y = weir.reduce_max %products {dims = array<i64: 1>} : (tensor<?x2xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
