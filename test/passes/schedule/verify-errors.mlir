// RUN: weir-opt %s --split-input-file --vm-verify --verify-diagnostics

// expected-error @+1 {{expects to be gone after the stage schedule, which leaves variables, kernels and programs}}
func.func @job() attributes {weir.job} {
  return
}

// -----

// expected-error @+2 {{expects to be gone after the stage schedule, which leaves variables, kernels and programs}}
// expected-note @+1 {{it is neither a job, which has the attribute weir.job, nor called by one}}
func.func @uncalled() {
  return
}

// -----

// expected-error @+1 {{expects peak_bytes exactly where all of its arena buffers have static sizes}}
vm.program @unplanned kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
}

// -----

// expected-error @+1 {{expects peak_bytes exactly where all of its arena buffers have static sizes}}
vm.program @dynamic kind(job) attributes {peak_bytes = 64 : i64} {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  %t = vm.arena sizes(%n) : !vm.buffer<?xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<?xf32>
}

// -----

vm.program @no_offset kind(job) attributes {peak_bytes = 64 : i64} {
  // expected-error @+1 {{expects an offset in a program with peak_bytes}}
  %t = vm.arena : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
}

// -----

vm.program @outside kind(job) attributes {peak_bytes = 64 : i64} {
  // expected-error @+1 {{expects an offset that is a multiple of 64 and bytes that end within 64, got 64 and 16}}
  %t = vm.arena at 64 bytes 16 : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
}

// -----

vm.program @overlap kind(job) attributes {peak_bytes = 64 : i64} {
  // expected-note @+1 {{the other buffer is here}}
  %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  // expected-error @+1 {{expects bytes that no buffer in use at the same time has}}
  %u = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
  vm.copy %t to %u : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// -----

// In place only where the call allows it.
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @allowed kind(job) attributes {peak_bytes = 64 : i64} {
  %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  %u = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
  vm.call @f const(%t) mut(%u) {in_place = array<i64: 0>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
}
vm.program @twice_read kind(job) attributes {peak_bytes = 64 : i64} {
  // expected-note @+1 {{the other buffer is here}}
  %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  // expected-error @+1 {{expects bytes that no buffer in use at the same time has}}
  %u = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 : !vm.buffer<4xf32>
  vm.call @f const(%t) mut(%u) {in_place = array<i64: 0>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
  vm.copy %t to %u : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// -----

// A run that fails has changed no variable.
func.func private @pick(%t: tensor<9xf32>, %i: tensor<3xi64>) -> tensor<3xf32> attributes {kernel.kernel} {
  %y = weir.gather %t, %i {dim = 0 : i64} : (tensor<9xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
weir.variable @n : tensor<i64>
vm.program @too_late kind(job) attributes {peak_bytes = 0 : i64} {
  %t = vm.input 0 "t" : !vm.buffer<9xf32>
  %i = vm.input 1 "i" : !vm.buffer<3xi64>
  %y = vm.result 0 "y" : !vm.buffer<3xf32>
  %n = vm.variable @n : !vm.buffer<i64>
  // expected-note @+1 {{a variable is written here}}
  vm.fill %n, 1 : i64 : !vm.buffer<i64>
  // expected-error @+1 {{expects to stand before what writes a variable, as it may fault}}
  vm.call @pick const(%t, %i) mut(%y) {may_fault} : (!vm.buffer<9xf32>, !vm.buffer<3xi64>) -> !vm.buffer<3xf32>
}

// -----

// Nor has one that fails in a later iteration.
func.func private @pick(%t: tensor<9xf32>, %i: tensor<3xi64>) -> tensor<3xf32> attributes {kernel.kernel} {
  %y = weir.gather %t, %i {dim = 0 : i64} : (tensor<9xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
weir.variable @n : tensor<i64>
vm.program @too_early kind(job) repeat(2) {
  %t = vm.input 0 "t" : !vm.buffer<9xf32>
  %i = vm.input 1 "i" sliced : !vm.buffer<3xi64>
  %y = vm.result 0 "y" stacked : !vm.buffer<3xf32>
  %n = vm.variable @n : !vm.buffer<i64>
  vm.call @pick const(%t, %i) mut(%y) {may_fault} : (!vm.buffer<9xf32>, !vm.buffer<3xi64>) -> !vm.buffer<3xf32>
  // expected-error @+1 {{expects to run in the last iteration alone, as it writes a variable in a program that may fault}}
  vm.fill %n, 1 : i64 : !vm.buffer<i64>
}
vm.program @last kind(job) repeat(2) {
  %t = vm.input 0 "t" : !vm.buffer<9xf32>
  %i = vm.input 1 "i" sliced : !vm.buffer<3xi64>
  %y = vm.result 0 "y" stacked : !vm.buffer<3xf32>
  %n = vm.variable @n : !vm.buffer<i64>
  vm.call @pick const(%t, %i) mut(%y) {may_fault} : (!vm.buffer<9xf32>, !vm.buffer<3xi64>) -> !vm.buffer<3xf32>
  vm.fill %n, 1 : i64 when last : !vm.buffer<i64>
}
