// RUN: not weir-run %s --device=cpu > %t; FileCheck %s < %t
// Two nests of one kernel that differ by their lines alone: a fault names the line of the one that found it.

// CHECK: second.static: {{.*}}equal-nests.mlir:[[# @LINE + 6]]:8: 'gather' op expects an index from 0 to 2, got 7
func.func @second() {
  %x = weir.constant dense<[1, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %i = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  %j = weir.constant dense<[0, 7]> : tensor<2xi64> -> tensor<2xi64>
  %a = weir.gather %x, %i {dim = 0 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  %b = weir.gather %x, %j {dim = 0 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq %a, %i : tensor<2xi64>
  check.expect_eq %b, %i : tensor<2xi64>
  return
}

// CHECK-NEXT: first.static: {{.*}}equal-nests.mlir:[[# @LINE + 5]]:8: 'gather' op expects an index from 0 to 2, got 7
func.func @first() {
  %x = weir.constant dense<[1, 2, 3]> : tensor<3xi64> -> tensor<3xi64>
  %i = weir.constant dense<[7, 1]> : tensor<2xi64> -> tensor<2xi64>
  %j = weir.constant dense<[0, 2]> : tensor<2xi64> -> tensor<2xi64>
  %a = weir.gather %x, %i {dim = 0 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  %b = weir.gather %x, %j {dim = 0 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq %a, %i : tensor<2xi64>
  check.expect_eq %b, %i : tensor<2xi64>
  return
}
