// RUN: weir-opt %s --split-input-file --vm-join-epilogues | FileCheck %s --check-prefix=JOIN
// RUN: weir-opt %s --split-input-file --vm-join-epilogues --vm-from-kernel-calls --vm-order --vm-plan-memory --vm-verify | FileCheck %s

// Gradient accumulation: each iteration adds to a sum, which starts from zeros, and the last one steps.
func.func private @add(%s: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %s : tensor<4xf32>
}
func.func private @step(%w: tensor<4xf32>, %s: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %w : tensor<4xf32>
}
func.func private @norm(%x: tensor<4xf32>) -> tensor<1xf32> attributes {kernel.kernel} {
  %c = arith.constant dense<0.0> : tensor<1xf32>
  return %c : tensor<1xf32>
}
weir.variable @w : tensor<4xf32>
weir.variable @sum carried : tensor<4xf32>
// JOIN-LABEL: func.func @train
// JOIN:         %[[T:.*]] = kernel.call @add(%{{.*}}, %{{.*}}) {in_place
// JOIN:         weir.assign @sum, %[[T]] : tensor<4xf32>
// JOIN:         %[[W:.*]] = weir.read @w {weir.last} : tensor<4xf32>
// JOIN-NOT:     weir.read
// JOIN:         %[[V:.*]] = kernel.call @step(%[[W]], %[[T]]) {in_place = array<i64: 0>, weir.last}
// JOIN:         weir.assign @w, %[[V]] {weir.last} : tensor<4xf32>
// JOIN:         return
// JOIN-NOT:   epilogue

// CHECK-NOT:   weir.variable @sum
// CHECK-LABEL: vm.program @train kind(job) repeat(8) {
// CHECK-DAG:     %[[X:[0-9a-z_]+]] = vm.input 0 "x" sliced : <4xf32>
// CHECK-DAG:     %[[Y:[0-9a-z_]+]] = vm.result 0 "y" stacked : <1xf32>
// CHECK-DAG:     %[[S:[0-9a-z_]+]] = vm.arena carried : <4xf32>
// CHECK-DAG:     %[[W:[0-9a-z_]+]] = vm.variable @w : <4xf32>
// CHECK-NOT:     vm.arena
// CHECK:         vm.fill %[[S]], 0.000000e+00 : f32 when first
// CHECK-DAG:     vm.call @norm const(%[[X]]) mut(%[[Y]])
// CHECK-DAG:     vm.call @add const(%[[S]], %[[X]]) mut(%[[S]]) {in_place = array<i64: 0>}
// CHECK:         vm.call @step const(%[[W]], %[[S]]) mut(%[[W]]) when last {in_place = array<i64: 0>}
// CHECK-NEXT:  {{^  }}}
func.func @train(%x: tensor<4xf32> {weir.name = "x", weir.sliced}) -> (tensor<1xf32> {weir.name = "y", weir.stacked})
    attributes {weir.job, weir.repeat = 8 : i32} {
  %s = weir.read @sum : tensor<4xf32>
  %t = kernel.call @add(%s, %x) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = kernel.call @norm(%x) : (tensor<4xf32>) -> tensor<1xf32>
  weir.assign @sum, %t : tensor<4xf32>
  return %y : tensor<1xf32>
}
func.func @train.epilogue() attributes {weir.job, weir.epilogue_of = @train} {
  %w = weir.read @w : tensor<4xf32>
  %s = weir.read @sum : tensor<4xf32>
  %v = kernel.call @step(%w, %s) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %v : tensor<4xf32>
  return
}

// -----

// What each iteration assigns to a variable stays in the run where a later one may fail.
func.func private @pick(%t: tensor<9x4xf32>, %i: tensor<3x4xi64>) -> tensor<3x4xf32> attributes {kernel.kernel} {
  %y = weir.gather %t, %i {dim = 0 : i64} : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
func.func private @count(%n: tensor<i64>) -> tensor<i64> attributes {kernel.kernel} {
  return %n : tensor<i64>
}
weir.variable @n : tensor<i64>
// CHECK-LABEL: vm.program @counted
// CHECK-DAG:     %[[N:[0-9a-z_]+]] = vm.variable @n
// CHECK-DAG:     %[[C:[0-9a-z_]+]] = vm.arena carried : <i64>
// CHECK:         vm.copy %[[N]] to %[[C]] when first
// CHECK-DAG:     vm.call @count const(%[[C]]) mut(%[[C]])
// CHECK-DAG:     vm.call @pick {{.*}} {may_fault}
// CHECK:         vm.copy %[[C]] to %[[N]] when last
// CHECK-NEXT:  {{^  }}}
func.func @counted(%t: tensor<9x4xf32>, %i: tensor<3x4xi64> {weir.sliced}) -> (tensor<3x4xf32> {weir.stacked})
    attributes {weir.job, weir.repeat = 2 : i32} {
  %n = weir.read @n : tensor<i64>
  %new = kernel.call @count(%n) {in_place = array<i64: 0>} : (tensor<i64>) -> tensor<i64>
  weir.assign @n, %new : tensor<i64>
  %y = kernel.call @pick(%t, %i) : (tensor<9x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

// Where none may, the variable is written by each.
func.func private @count(%n: tensor<i64>) -> tensor<i64> attributes {kernel.kernel} {
  return %n : tensor<i64>
}
weir.variable @n : tensor<i64>
// CHECK-LABEL: vm.program @counted
// CHECK-NEXT:    %[[N:[0-9a-z_]+]] = vm.variable @n
// CHECK-NEXT:    vm.call @count const(%[[N]]) mut(%[[N]]) {in_place
// CHECK-NEXT:  {{^  }}}
func.func @counted() attributes {weir.job, weir.repeat = 2 : i32} {
  %n = weir.read @n : tensor<i64>
  %new = kernel.call @count(%n) {in_place = array<i64: 0>} : (tensor<i64>) -> tensor<i64>
  weir.assign @n, %new : tensor<i64>
  return
}

// -----

// What an iteration makes and the epilogue keeps is copied: the variable is written once. Carried variables start from
// what they say.
func.func private @add(%s: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> attributes {kernel.kernel} {
  return %s : tensor<2xf32>
}
weir.variable @kept : tensor<2xf32>
weir.variable @sum carried {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
weir.variable @ones carried {initial = dense<1.0> : tensor<2xf32>} : tensor<2xf32>
// CHECK-LABEL: vm.program @keep
// CHECK-DAG:     %[[S:[0-9a-z_]+]] = vm.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK-DAG:     vm.copy %[[S]] to %[[C:[0-9a-z_]+]] when first
// CHECK-DAG:     vm.fill %[[O:[0-9a-z_]+]], 1.000000e+00 : f32 when first
// CHECK:         vm.call @add const(%[[C]], %[[O]]) mut(%[[C]])
// CHECK-NEXT:    vm.copy %[[C]] to %{{.*}} when last
// CHECK-NEXT:  {{^  }}}
func.func @keep() attributes {weir.job, weir.repeat = 3 : i32} {
  %s = weir.read @sum : tensor<2xf32>
  %o = weir.read @ones : tensor<2xf32>
  %t = kernel.call @add(%s, %o) {in_place = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  weir.assign @sum, %t : tensor<2xf32>
  return
}
func.func @keep.epilogue() attributes {weir.job, weir.epilogue_of = @keep} {
  %s = weir.read @sum : tensor<2xf32>
  weir.assign @kept, %s : tensor<2xf32>
  return
}
