// RUN: not weir-run %s --device=naive --modes=static,dynamic > %t; FileCheck %s < %t
// RUN: not weir-run %s --device=cpu --modes=static,dynamic > %t; FileCheck %s < %t
// RUN: not weir-run %s --device=sim --modes=static,dynamic > %t; FileCheck %s < %t
// No index is right for a dimension of size 0, and there is no element that a kernel could read in its place: the launch
// fails before the first block. Where there is no index either, nothing is wrong.

// CHECK: gathers.static: {{.*}}:[[# @LINE + 15]]:8: 'gather' op expects no index, as there is nothing to pick from: the dimension has size 0
// CHECK-NEXT: gathers_behind_a_product.static: {{.*}}:[[# @LINE + 25]]:13: 'gather' op expects no index
// CHECK-NEXT: gathers_of_a_sum.static: {{.*}}:[[# @LINE + 35]]:8: 'gather' op expects no index
// CHECK-NEXT: scatters.static: {{.*}}:[[# @LINE + 43]]:8: 'scatter' op expects no index
// CHECK-NEXT: adds.static: {{.*}}:[[# @LINE + 51]]:8: 'scatter_add' op expects no index
// CHECK-NEXT: no_index.static: ok
// CHECK-NEXT: gathers.dynamic: {{.*}} 'gather' op expects no index, as there is nothing to pick from
// CHECK-NEXT: gathers_behind_a_product.dynamic: {{.*}} 'gather' op expects no index
// CHECK-NEXT: gathers_of_a_sum.dynamic: {{.*}} 'gather' op expects no index
// CHECK-NEXT: scatters.dynamic: {{.*}} 'scatter' op expects no index
// CHECK-NEXT: adds.dynamic: {{.*}} 'scatter_add' op expects no index
// CHECK-NEXT: no_index.dynamic: ok
func.func @gathers() {
  %x = weir.constant dense<1.0> : tensor<0x4xf32> -> tensor<0x4xf32>
  %i = weir.constant dense<0> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y = weir.gather %x, %i {dim = 0 : i64} : (tensor<0x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  check.expect_eq %y, %y : tensor<3x4xf32>
  return
}

func.func @gathers_behind_a_product() {
  %a = weir.constant dense<1.0> : tensor<3x2xf32> -> tensor<3x2xf32>
  %b = weir.constant dense<1.0> : tensor<2x4xf32> -> tensor<2x4xf32>
  %x = weir.constant dense<1.0> : tensor<0x4xf32> -> tensor<0x4xf32>
  %i = weir.constant dense<0> : tensor<3x4xi64> -> tensor<3x4xi64>
  %p = weir.matmul %a, %b : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %picked = weir.gather %x, %i {dim = 0 : i64} : (tensor<0x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  %y = weir.add %p, %picked : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  check.expect_eq %y, %y : tensor<3x4xf32>
  return
}

// The table is no operand of the kernel; its size is.
func.func @gathers_of_a_sum() {
  %x = weir.constant dense<1.0> : tensor<0x4xf32> -> tensor<0x4xf32>
  %i = weir.constant dense<0> : tensor<3x4xi64> -> tensor<3x4xi64>
  %sum = weir.add %x, %x : (tensor<0x4xf32>, tensor<0x4xf32>) -> tensor<0x4xf32>
  %y = weir.gather %sum, %i {dim = 0 : i64} : (tensor<0x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  check.expect_eq %y, %y : tensor<3x4xf32>
  return
}

func.func @scatters() {
  %x = weir.constant dense<1.0> : tensor<4x0xf32> -> tensor<4x0xf32>
  %i = weir.constant dense<0> : tensor<4x2xi64> -> tensor<4x2xi64>
  %u = weir.constant dense<1.0> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.scatter %x, %i, %u {dim = 1 : i64} : (tensor<4x0xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x0xf32>
  check.expect_eq %y, %x : tensor<4x0xf32>
  return
}

func.func @adds() {
  %x = weir.constant dense<1.0> : tensor<4x0xf32> -> tensor<4x0xf32>
  %i = weir.constant dense<0> : tensor<4x2xi64> -> tensor<4x2xi64>
  %u = weir.constant dense<1.0> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.scatter_add %x, %i, %u {dim = 1 : i64} : (tensor<4x0xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x0xf32>
  check.expect_eq %y, %x : tensor<4x0xf32>
  return
}

func.func @no_index() {
  %x = weir.constant dense<1.0> : tensor<0x4xf32> -> tensor<0x4xf32>
  %i = weir.constant dense<0> : tensor<0x4xi64> -> tensor<0x4xi64>
  %y = weir.gather %x, %i {dim = 0 : i64} : (tensor<0x4xf32>, tensor<0x4xi64>) -> tensor<0x4xf32>
  check.expect_eq %y, %x : tensor<0x4xf32>
  return
}
