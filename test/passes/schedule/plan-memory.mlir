// RUN: weir-opt %s --pass-pipeline="builtin.module(vm.program(vm-plan-memory))" | FileCheck %s

func.func private @f(%x: tensor<100xf32>) -> tensor<100xf32> attributes {kernel.kernel} {
  return %x : tensor<100xf32>
}
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
  return %x : tensor<?xf32>
}

// Three buffers of 400 bytes (448 aligned), of which two live at once: the third has the bytes of the first. The unused
// one is gone.
// CHECK-LABEL: vm.program @reuse kind(job) attributes {live_bound = 896 : i64, peak_bytes = 896 : i64}
// CHECK-DAG:   %[[A:[0-9a-z_]+]] = vm.arena at [[OFFSET:[0-9]+]] bytes 400
// CHECK-DAG:   %[[B:[0-9a-z_]+]] = vm.arena at [[OTHER:[0-9]+]] bytes 400
// CHECK-DAG:   %[[C:[0-9a-z_]+]] = vm.arena at [[OFFSET]] bytes 400
// CHECK-NOT:   vm.arena
// CHECK:       vm.call @f const(%{{.*}}) mut(%[[A]])
// CHECK-NEXT:  vm.call @f const(%[[A]]) mut(%[[B]])
// CHECK-NEXT:  vm.call @f const(%[[B]]) mut(%[[C]])
// CHECK-NEXT:  vm.call @f const(%[[C]]) mut(%{{.*}})
vm.program @reuse kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<100xf32>
  %y = vm.result 0 "y" : !vm.buffer<100xf32>
  %a = vm.arena : !vm.buffer<100xf32>
  %b = vm.arena : !vm.buffer<100xf32>
  %c = vm.arena : !vm.buffer<100xf32>
  %unused = vm.arena : !vm.buffer<100xf32>
  %view = vm.view %unused : !vm.buffer<100xf32> to !vm.buffer<10x10xf32>
  vm.call @f const(%x) mut(%a) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%a) mut(%b) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%b) mut(%c) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%c) mut(%y) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
}

// In place, one buffer is enough, also through a view; an old plan is replaced.
// CHECK-LABEL: vm.program @in_place kind(job) attributes {live_bound = 448 : i64, peak_bytes = 448 : i64}
// CHECK-DAG:   vm.arena at 0 bytes 400 : <10x10xf32>
// CHECK-DAG:   vm.arena at 0 bytes 400 : <100xf32>
// CHECK:       vm.call
vm.program @in_place kind(job) attributes {live_bound = 1 : i64, peak_bytes = 1 : i64} {
  %x = vm.input 0 "x" : !vm.buffer<100xf32>
  %y = vm.result 0 "y" : !vm.buffer<100xf32>
  %a = vm.arena at 4096 bytes 400 : !vm.buffer<10x10xf32>
  %flat = vm.view %a : !vm.buffer<10x10xf32> to !vm.buffer<100xf32>
  %b = vm.arena at 0 bytes 400 : !vm.buffer<100xf32>
  vm.call @f const(%x) mut(%flat) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%flat) mut(%b) {in_place = array<i64: 0>} : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%b) mut(%y) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
}

// A buffer that is read later cannot be taken.
// CHECK-LABEL: vm.program @read_later kind(job) attributes {live_bound = 896 : i64, peak_bytes = 896 : i64}
vm.program @read_later kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<100xf32>
  %y = vm.result 0 "y" : !vm.buffer<100xf32>
  %z = vm.result 1 "z" : !vm.buffer<100xf32>
  %a = vm.arena : !vm.buffer<100xf32>
  %b = vm.arena : !vm.buffer<100xf32>
  vm.call @f const(%x) mut(%a) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%a) mut(%b) {in_place = array<i64: 0>} : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%b) mut(%y) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%a) mut(%z) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
}

// Unknown sizes are left to the runtime, with all other arena buffers of the program.
// CHECK-LABEL: vm.program @dynamic kind(job) {
// CHECK:       vm.arena sizes(%{{.*}}) : <?xf32>
// CHECK:       vm.arena : <100xf32>
vm.program @dynamic kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  %y = vm.result 0 "y" : !vm.buffer<100xf32>
  %t = vm.arena sizes(%n) : !vm.buffer<?xf32>
  %a = vm.arena : !vm.buffer<100xf32>
  vm.call @g const(%x) mut(%t) : (!vm.buffer<?xf32>) -> !vm.buffer<?xf32>
  vm.call @g const(%t) mut(%a) : (!vm.buffer<?xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%a) mut(%y) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
}

// What repeats is planned when it runs: how many registers count depends on the lanes that a device has.
// CHECK-LABEL: vm.program @repeated kind(job) repeat(2) {
// CHECK:       vm.arena registers(2) : <100xf32>
vm.program @repeated kind(job) repeat(2) {
  %x = vm.input 0 "x" : !vm.buffer<100xf32>
  %y = vm.result 0 "y" : !vm.buffer<100xf32>
  %a = vm.arena registers(2) : !vm.buffer<100xf32>
  vm.call @f const(%x) mut(%a) : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
  vm.call @f const(%a) mut(%y) {stream = 1 : i64} : (!vm.buffer<100xf32>) -> !vm.buffer<100xf32>
}
