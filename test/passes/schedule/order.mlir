// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(vm.program(vm-order))" | FileCheck %s

func.func private @big(%x: tensor<1xf32>) -> tensor<1000xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<1000xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
func.func private @sum(%x: tensor<1000xf32>) -> tensor<1xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<1xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// The second large buffer is made only when the first is gone.
// CHECK-LABEL: vm.program @narrow
// CHECK:       vm.call @big const(%{{.*}}) mut(%[[A:[0-9a-z_]+]]) :
// CHECK-NEXT:  vm.call @sum const(%[[A]])
// CHECK-NEXT:  vm.call @big const(%{{.*}}) mut(%[[B:[0-9a-z_]+]]) :
// CHECK-NEXT:  vm.call @sum const(%[[B]])
// CHECK-NEXT:  {{^  }}}
vm.program @narrow kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<1xf32>
  %y = vm.result 0 "y" : !vm.buffer<1xf32>
  %z = vm.result 1 "z" : !vm.buffer<1xf32>
  %a = vm.arena : !vm.buffer<1000xf32>
  %b = vm.arena : !vm.buffer<1000xf32>
  vm.call @big const(%x) mut(%a) : (!vm.buffer<1xf32>) -> !vm.buffer<1000xf32>
  vm.call @big const(%x) mut(%b) : (!vm.buffer<1xf32>) -> !vm.buffer<1000xf32>
  vm.call @sum const(%a) mut(%y) : (!vm.buffer<1000xf32>) -> !vm.buffer<1xf32>
  vm.call @sum const(%b) mut(%z) : (!vm.buffer<1000xf32>) -> !vm.buffer<1xf32>
}

// A barrier keeps its place, and nothing passes it.
// CHECK-LABEL: vm.program @fenced
// CHECK:       vm.call @big
// CHECK-NEXT:  vm.call @big
// CHECK-NEXT:  vm.barrier
// CHECK-NEXT:  vm.call @sum
// CHECK-NEXT:  vm.call @sum
vm.program @fenced kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<1xf32>
  %y = vm.result 0 "y" : !vm.buffer<1xf32>
  %z = vm.result 1 "z" : !vm.buffer<1xf32>
  %a = vm.arena : !vm.buffer<1000xf32>
  %b = vm.arena : !vm.buffer<1000xf32>
  vm.call @big const(%x) mut(%a) : (!vm.buffer<1xf32>) -> !vm.buffer<1000xf32>
  vm.call @big const(%x) mut(%b) : (!vm.buffer<1xf32>) -> !vm.buffer<1000xf32>
  vm.barrier
  vm.call @sum const(%a) mut(%y) : (!vm.buffer<1000xf32>) -> !vm.buffer<1xf32>
  vm.call @sum const(%b) mut(%z) : (!vm.buffer<1000xf32>) -> !vm.buffer<1xf32>
}

// -----

// An order that is as good as any stays, and who reads a variable's old value stays in front of who overwrites it.
func.func private @exp(%x: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
  return %x : tensor<?xf32>
}
func.func private @set(%x: tensor<?xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
// CHECK-LABEL: vm.program @hazard
// CHECK:       vm.copy %[[W:[0-9a-z_]+]] to
// CHECK-NEXT:  vm.call @exp
// CHECK-NEXT:  vm.call @set const(%{{.*}}) mut(%[[W]])
vm.program @hazard kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  %w = vm.variable @w : !vm.buffer<4xf32>
  %t = vm.arena sizes(%n) : !vm.buffer<?xf32>
  vm.copy %w to %y : !vm.buffer<4xf32> to !vm.buffer<4xf32>
  vm.call @exp const(%x) mut(%t) : (!vm.buffer<?xf32>) -> !vm.buffer<?xf32>
  vm.call @set const(%t) mut(%w) : (!vm.buffer<?xf32>) -> !vm.buffer<4xf32>
}
