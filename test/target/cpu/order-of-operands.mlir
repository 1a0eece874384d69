// RUN: weir-run %s --device=cpu --modes=static,dynamic,strided
// Kernels of one nest whose operands stand in the kernel in another order than the nest reads them, and are of one type.

func.func @rows() {
  %table = weir.constant dense<[10, 20, 30, 40]> : tensor<4xi64> -> tensor<4xi64>
  %index = weir.constant dense<[3, 0, 2]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.gather %table, %index {dim = 0 : i64} : (tensor<4xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = weir.constant dense<[40, 10, 30]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected : tensor<3xi64>
  return
}

func.func @later_first() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.constant dense<[5.0, 7.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  %0 = weir.exp %y : (tensor<3xf32>) -> tensor<3xf32>
  %1 = weir.log %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = weir.sub %x, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-4.0, -5.0, -6.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %2, %expected : tensor<3xf32>
  return
}
