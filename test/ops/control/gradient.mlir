// RUN: weir-opt %s --pass-pipeline='builtin.module(func.func(weir-expand-gradients))' -o %t.mlir
// RUN: weir-run %t.mlir --interpret --modes=static,dynamic
// RUN: weir-run %t.mlir --device=naive --modes=static,dynamic,strided
// RUN: weir-run %t.mlir --device=cpu --modes=static,dynamic,strided
// RUN: weir-run %t.mlir --device=sim --modes=static,dynamic,strided
// Gradients of a scalar with respect to values. The op itself is expanded before anything runs.

// sum(x * w)
func.func @of_a_sum_of_products() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %w = weir.constant dense<[0.5, -1.0, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %p = weir.mul %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %loss = weir.reduce_sum %p {dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32>
  %dx, %dw = weir.gradient %loss wrt %x, %w
      : (tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  check.expect_eq %dx, %w : tensor<3xf32>
  check.expect_eq %dw, %x : tensor<3xf32>
  return
}

// d/dx of d/dx of x^3 is 6 x.
func.func @of_a_gradient() {
  %x = weir.constant dense<1.5> : tensor<f64> -> tensor<f64>
  %square = weir.mul %x, %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %cube = weir.mul %square, %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %first = weir.gradient %cube wrt %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %second = weir.gradient %first wrt %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %expected_first = weir.constant dense<6.75> : tensor<f64> -> tensor<f64>
  %expected_second = weir.constant dense<9.0> : tensor<f64> -> tensor<f64>
  check.expect_eq %first, %expected_first : tensor<f64>
  check.expect_eq %second, %expected_second : tensor<f64>
  return
}

// What the loss does not depend on has the gradient 0.
func.func @of_something_else() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %loss = weir.mul %y, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %dx, %expected : tensor<2xf32>
  return
}
