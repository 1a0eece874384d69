// RUN: weir-opt %s --split-input-file --vm-from-kernel-calls --vm-order --vm-plan-memory --vm-verify | FileCheck %s

// What may fault stands before what writes a variable.
func.func private @pick(%t: tensor<9x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> attributes {kernel.kernel} {
  %y = weir.gather %t, %i {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
func.func private @count(%n: tensor<i64>) -> tensor<i64> attributes {kernel.kernel} {
  return %n : tensor<i64>
}
weir.variable @n : tensor<i64>
// CHECK-LABEL: vm.program @counted
// CHECK:       vm.call @pick {{.*}} {may_fault}
// CHECK-NEXT:  vm.call @count {{.*}} {in_place = array<i64: 0>}
// CHECK-NEXT:  {{^  }}}
func.func @counted(%t: tensor<9x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> attributes {weir.job} {
  %n = weir.read @n : tensor<i64>
  %new = kernel.call @count(%n) {in_place = array<i64: 0>} : (tensor<i64>) -> tensor<i64>
  weir.assign @n, %new : tensor<i64>
  %y = kernel.call @pick(%t, %i) : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

// The update of a table that was picked from looks at the same indices, in another shape: it finds nothing new, and
// stays in place.
func.func private @pick(%t: tensor<9x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> attributes {kernel.kernel} {
  %y = weir.gather %t, %i {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
func.func private @add(%t: tensor<9x4xf32>, %i: tensor<12xi64>, %y: tensor<3x4xf32>) -> tensor<9x4xf32> attributes {kernel.kernel} {
  %j = weir.reshape %i : tensor<12xi64> -> tensor<3x4xi64>
  %sum = weir.scatter_add %t, %j, %y {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<9x4xf32>
  return %sum : tensor<9x4xf32>
}
weir.variable @t : tensor<9x4xf32>
// CHECK-LABEL: vm.program @table
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.variable @t
// CHECK:       vm.call @pick {{.*}} {may_fault}
// CHECK-NEXT:  vm.call @add {{.*}} mut(%[[T]]) {in_place = array<i64: 0>}
// CHECK-NEXT:  {{^  }}}
func.func @table(%i: tensor<3x4xi64>) attributes {weir.job} {
  %t = weir.read @t : tensor<9x4xf32>
  %y = kernel.call @pick(%t, %i) : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  %j = weir.reshape %i : tensor<3x4xi64> -> tensor<12xi64>
  %new = kernel.call @add(%t, %j, %y) {in_place = array<i64: 0>}
      : (tensor<9x4xf32>, tensor<12xi64>, tensor<3x4xf32>) -> tensor<9x4xf32>
  weir.assign @t, %new : tensor<9x4xf32>
  return
}

// -----

// Who may fault itself writes elsewhere: an index that another one follows from may be outside by itself, and a divisor
// may be 0.
func.func private @next(%n: tensor<4xi64>, %d: tensor<4xi64>) -> tensor<4xi64> attributes {kernel.kernel} {
  %q = weir.floor_divide %n, %d : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %q : tensor<4xi64>
}
func.func private @scale(%n: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  %q = weir.floor_divide %n, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}
weir.variable @n : tensor<4xi64>
weir.variable @s : tensor<4xf32>
// CHECK-LABEL: vm.program @divided
// CHECK-DAG:   %[[N:[0-9a-z_]+]] = vm.variable @n
// CHECK-DAG:   %[[S:[0-9a-z_]+]] = vm.variable @s
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena
// CHECK:       vm.call @next {{.*}} mut(%[[T]]) {in_place = array<i64: 0>, may_fault}
// CHECK-DAG:   vm.copy %[[T]] to %[[N]]
// CHECK-DAG:   vm.call @scale {{.*}} mut(%[[S]]) {in_place = array<i64: 0>} :
// CHECK:       {{^  }}}
func.func @divided(%d: tensor<4xi64>, %f: tensor<4xf32>) attributes {weir.job} {
  %s = weir.read @s : tensor<4xf32>
  %smaller = kernel.call @scale(%s, %f) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @s, %smaller : tensor<4xf32>
  %n = weir.read @n : tensor<4xi64>
  %new = kernel.call @next(%n, %d) {in_place = array<i64: 0>} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  weir.assign @n, %new : tensor<4xi64>
  return
}

// -----

// Indices that are repeated along another dimension are the same, and so are those that another kernel has repeated;
// positions are below any size that is not less than their number.
func.func private @pick(%t: tensor<9x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> attributes {kernel.kernel} {
  %j = weir.broadcast %i {dims = array<i64: 0>} : tensor<3xi64> -> tensor<3x4xi64>
  %y = weir.gather %t, %j {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
func.func private @repeat(%i: tensor<3xi64>) -> tensor<3x4xi64> attributes {kernel.kernel} {
  %j = weir.broadcast %i {dims = array<i64: 0>} : tensor<3xi64> -> tensor<3x4xi64>
  return %j : tensor<3x4xi64>
}
func.func private @positions() -> tensor<3x4xi64> attributes {kernel.kernel} {
  %i = weir.iota -> tensor<3xi64>
  %j = weir.broadcast %i {dims = array<i64: 0>} : tensor<3xi64> -> tensor<3x4xi64>
  return %j : tensor<3x4xi64>
}
func.func private @add(%t: tensor<9x4xf32>, %j: tensor<3x4xi64>, %y: tensor<3x4xf32>) -> tensor<9x4xf32> attributes {kernel.kernel} {
  %sum = weir.scatter_add %t, %j, %y {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<9x4xf32>
  return %sum : tensor<9x4xf32>
}
func.func private @add_to_two(%t: tensor<2x4xf32>, %j: tensor<3x4xi64>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> attributes {kernel.kernel} {
  %sum = weir.scatter_add %t, %j, %y {dim = 0 : i64} : (tensor<2x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %sum : tensor<2x4xf32>
}
weir.variable @t : tensor<9x4xf32>
weir.variable @p : tensor<9x4xf32>
weir.variable @two : tensor<2x4xf32>
// CHECK-LABEL: vm.program @embeddings
// CHECK-DAG:   vm.call @pick {{.*}} {may_fault}
// CHECK-DAG:   vm.call @add_to_two {{.*}} may_fault}
// CHECK:       vm.call @add const{{.*}} {in_place = array<i64: 0>} :
// CHECK:       vm.call @add const{{.*}} {in_place = array<i64: 0>} :
func.func @embeddings(%i: tensor<3xi64>) attributes {weir.job} {
  %t = weir.read @t : tensor<9x4xf32>
  %p = weir.read @p : tensor<9x4xf32>
  %two = weir.read @two : tensor<2x4xf32>
  %y = kernel.call @pick(%t, %i) : (tensor<9x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  %j = kernel.call @repeat(%i) : (tensor<3xi64>) -> tensor<3x4xi64>
  %k = kernel.call @positions() : () -> tensor<3x4xi64>
  %new = kernel.call @add(%t, %j, %y) {in_place = array<i64: 0>}
      : (tensor<9x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<9x4xf32>
  %other = kernel.call @add(%p, %k, %y) {in_place = array<i64: 0>}
      : (tensor<9x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<9x4xf32>
  %less = kernel.call @add_to_two(%two, %k, %y) {in_place = array<i64: 0>}
      : (tensor<2x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>) -> tensor<2x4xf32>
  weir.assign @t, %new : tensor<9x4xf32>
  weir.assign @p, %other : tensor<9x4xf32>
  weir.assign @two, %less : tensor<2x4xf32>
  return
}
