// RUN: not weir-run %s --interpret 2>&1 | FileCheck %s
// What the verifiers of checks refuse.

func.func @element_types(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_eq' op expects actual and expected to have compatible types, got 'tensor<2xf32>' and 'tensor<2xf64>'
  check.expect_eq %x, %y : tensor<2xf32>, tensor<2xf64>
  return
}

func.func @shapes(%x: tensor<2x?xf32>, %y: tensor<3x?xf32>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_close' op expects actual and expected to have compatible types, got 'tensor<2x?xf32>' and 'tensor<3x?xf32>'
  check.expect_close %x, %y : tensor<2x?xf32>, tensor<3x?xf32>
  return
}

func.func @dtype(%x: tensor<2xi3>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_eq' op expects tensors of one of weir's element types, got 'i3'
  check.expect_eq %x, %x : tensor<2xi3>
  return
}

func.func @integers_are_equal(%x: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_close' op operand #0 must be ranked tensor of floating-point values
  check.expect_close %x, %x : tensor<2xi64>
  return
}

func.func @tolerance(%x: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_close' op expects atol, rtol, ulps and length to be at least 0
  check.expect_close %x, %x {atol = -1.0 : f64} : tensor<2xf32>
  return
}

func.func @length(%x: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:3: error: 'check.expect_close' op expects atol, rtol, ulps and length to be at least 0
  check.expect_close %x, %x {length = -3 : i64} : tensor<2xf32>
  return
}
