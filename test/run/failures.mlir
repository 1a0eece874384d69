// RUN: not weir-run %s --device=naive --modes=static,dynamic,strided > %t; FileCheck %s < %t
// RUN: not weir-run %s --device=cpu --modes=static,dynamic,strided > %t; FileCheck %s < %t
// RUN: not weir-run %s --device=cpu --machine=x86-64-v3 --modes=static,dynamic,strided > %t; FileCheck %s < %t
// What a function claims is checked on the host, what a kernel finds wrong names the op and its line, and the other
// functions run.

// CHECK: different.static: {{.*}}failures.mlir:[[# @LINE + 11]]:3: 'check.expect_eq' op expects actual to equal expected, got 1 of 2 elements that differ, the first at [1]: 3 and 4
// CHECK-NEXT: zero_divisor.static: {{.*}}failures.mlir:[[# @LINE + 18]]:8: 'div' op expects an integer divisor to be nonzero, got 0
// CHECK-NEXT: zero_divisor_of_lanes.static: {{.*}}failures.mlir:[[# @LINE + 27]]:8: 'div' op expects an integer divisor to be nonzero, got 0
// CHECK-NEXT: index.static: {{.*}}failures.mlir:[[# @LINE + 35]]:8: 'gather' op expects an index from 0 to 2, got {{3|-1}}
// CHECK-NEXT: no_check.static: {{.*}}failures.mlir:[[# @LINE + 39]]:1: expects a check op in a test function, got none
// CHECK-NEXT: passes.static: ok
// CHECK-NEXT: different.dynamic: {{.*}} the first at [1]: 3 and 4
func.func @different() {
  %x = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.add %x, %x : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[2, 3]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %expected, %y : tensor<2xi64>
  return
}

// CHECK-NEXT: zero_divisor.dynamic: {{.*}}: 'div' op expects an integer divisor to be nonzero, got 0
func.func @zero_divisor() {
  %x = weir.constant dense<[7, 8]> : tensor<2xi64> -> tensor<2xi64>
  %zeros = weir.constant dense<[0, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.div %x, %zeros : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq %y, %x : tensor<2xi64>
  return
}

// One lane of many.
// CHECK-NEXT: zero_divisor_of_lanes.dynamic: {{.*}}: 'div' op expects an integer divisor to be nonzero, got 0
func.func @zero_divisor_of_lanes() {
  %x = weir.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<17xi8> -> tensor<17xi8>
  %y = weir.constant dense<[1, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<17xi8> -> tensor<17xi8>
  %z = weir.div %x, %y : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi8>
  check.expect_eq %z, %x : tensor<17xi8>
  return
}

// CHECK-NEXT: index.dynamic: {{.*}}: 'gather' op expects an index from 0 to 2, got {{3|-1}}
func.func @index() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %index = weir.constant dense<[0, 3, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  check.expect_eq %y, %x : tensor<3xf32>
  return
}

func.func @no_check() {
  return
}

// CHECK: passes.dynamic: ok
// CHECK: zero_divisor.strided: {{.*}}: 'div' op expects an integer divisor to be nonzero, got 0
// CHECK: passes.strided: ok
func.func @passes() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.0, 4.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}
