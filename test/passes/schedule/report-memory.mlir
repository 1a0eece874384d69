// RUN: weir-opt %s --pass-pipeline="builtin.module(vm.program(vm-report-memory{orders=100}))" --verify-diagnostics

func.func private @big(%x: tensor<1xf32>) -> tensor<1000xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<1000xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
func.func private @sum(%x: tensor<1000xf32>) -> tensor<1xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<1xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// The order at hand holds both buffers of 4,000 bytes (4,032 aligned) at once; some random order holds one.
// expected-remark @+1 {{@wide: peak 8064, live bound 8064, least live bound of 100 random orders 4032}}
vm.program @wide kind(job) {
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
