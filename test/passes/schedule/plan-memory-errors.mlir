// RUN: weir-opt %s --pass-pipeline="builtin.module(vm.program(vm-plan-memory))" --verify-diagnostics

vm.program @too_large kind(job) {
  // expected-error @+1 {{expects at most 2^48 bytes, got shape 1000000x1000000x1000000}}
  %t = vm.arena : !vm.buffer<1000000x1000000x1000000xf64>
  vm.fill %t, 0.0 : f64 : !vm.buffer<1000000x1000000x1000000xf64>
}
