// RUN: %known_size_runs
// Calls of functions of the module.

func.func private @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = weir.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func private @twice_double(%x: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %y = weir.call @double(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %z = weir.call @double(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %n = weir.dim %z, 0 : tensor<?xf32>
  return %z, %n : tensor<?xf32>, index
}

// A repeated layer is called with tensors of different sizes, from different depths.
func.func @repeated() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %a = weir.constant dense<1.5> : tensor<f32> sizes(%two) -> tensor<?xf32>
  %b = weir.constant dense<-1.0> : tensor<f32> sizes(%three) -> tensor<?xf32>
  %x, %n = weir.call @twice_double(%a) : (tensor<?xf32>) -> (tensor<?xf32>, index)
  %y = weir.call @double(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %expected_x = weir.constant dense<6.0> : tensor<2xf32> -> tensor<2xf32>
  %expected_y = weir.constant dense<-2.0> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %x, %expected_x : tensor<?xf32>, tensor<2xf32>
  check.expect_eq %y, %expected_y : tensor<?xf32>, tensor<3xf32>
  %ones = weir.constant dense<1.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %expected_ones = weir.constant dense<1.0> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %ones, %expected_ones : tensor<?xf32>, tensor<2xf32>
  return
}

func.func private @swap(%x: tensor<2xi64>, %y: tensor<0xf32>) -> (tensor<0xf32>, tensor<2xi64>) {
  return %y, %x : tensor<0xf32>, tensor<2xi64>
}

func.func @several_results() {
  %x = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %a, %b = weir.call @swap(%x, %y) : (tensor<2xi64>, tensor<0xf32>) -> (tensor<0xf32>, tensor<2xi64>)
  check.expect_eq %a, %y : tensor<0xf32>
  check.expect_eq %b, %x : tensor<2xi64>
  return
}
