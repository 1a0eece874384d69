// RUN: weir-opt %s --canonicalize | FileCheck %s

// Division by zero is left to fail where it runs.
// CHECK-LABEL: @division_by_zero
// CHECK: weir.div
func.func @division_by_zero() -> tensor<4xi64> {
  %one = weir.constant dense<1> : tensor<i64> -> tensor<4xi64>
  %zero = weir.constant dense<0> : tensor<i64> -> tensor<4xi64>
  %0 = weir.div %one, %zero : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
