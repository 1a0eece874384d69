// RUN: weir-run %s --device=naive --dynamic --shared-kernels
// RUN: weir-run %s --device=cpu --dynamic --shared-kernels
// One kernel for two sizes: fewer lanes than a vector has, and several vectors with some lanes left.

func.func @three() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}

func.func @many() {
  %x = weir.constant dense<1.5> : tensor<50xf32> -> tensor<50xf32>
  %y = weir.add %x, %x : (tensor<50xf32>, tensor<50xf32>) -> tensor<50xf32>
  %expected = weir.constant dense<3.0> : tensor<50xf32> -> tensor<50xf32>
  check.expect_eq %y, %expected : tensor<50xf32>
  return
}
