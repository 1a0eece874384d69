// Every op of the dialect survives printing and parsing.
// RUN: weir-opt %s | weir-opt | FileCheck %s
// RUN: weir-opt %s --mlir-print-op-generic | weir-opt | FileCheck %s

weir.variable @w : tensor<4xf32>

func.func private @add(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {kernel.kernel} {
  return %x : tensor<?xf32>
}

// CHECK-LABEL: vm.program @derived kind(derive) attributes {live_bound = 64 : i64, peak_bytes = 128 : i64}
vm.program @derived kind(derive) attributes {live_bound = 64 : i64, peak_bytes = 128 : i64} {
  // CHECK: %[[T:[0-9a-z_]+]] = vm.arena at 64 bytes 16 : <4xf32>
  %t = vm.arena at 64 bytes 16 : !vm.buffer<4xf32>
  // CHECK: %[[W:[0-9a-z_]+]] = vm.variable @w : <4xf32>
  %w = vm.variable @w : !vm.buffer<4xf32>
  // CHECK: vm.copy %[[W]] to %[[T]] : <4xf32> to <4xf32>
  vm.copy %w to %t : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// CHECK-LABEL: vm.program @repeated kind(job) repeat(4) {
vm.program @repeated kind(job) repeat(4) {
  // CHECK: %[[X:[0-9a-z_]+]] = vm.input 0 "x" strided sliced : <2xf32>
  %x = vm.input 0 "x" strided sliced : !vm.buffer<2xf32>
  // CHECK: %[[Y:[0-9a-z_]+]] = vm.result 0 "y" stacked : <2xf32>
  %y = vm.result 0 "y" stacked : !vm.buffer<2xf32>
  // CHECK: %[[T:[0-9a-z_]+]] = vm.arena registers(3) : <2xf32>
  %t = vm.arena registers(3) : !vm.buffer<2xf32>
  // CHECK: %[[A:[0-9a-z_]+]] = vm.arena carried : <2xf32>
  %a = vm.arena carried : !vm.buffer<2xf32>
  // CHECK: vm.fill %[[A]], 0.000000e+00 : f32 when first : <2xf32>
  vm.fill %a, 0.0 : f32 when first : !vm.buffer<2xf32>
  // CHECK: vm.copy %[[X]] to %[[T]] {stream = 1 : i64} : <2xf32> to <2xf32>
  vm.copy %x to %t {stream = 1 : i64} : !vm.buffer<2xf32> to !vm.buffer<2xf32>
  vm.copy %t to %y : !vm.buffer<2xf32> to !vm.buffer<2xf32>
  // CHECK: vm.host_callback "log" const(%[[A]] : !vm.buffer<2xf32>) when last
  vm.host_callback "log" const(%a : !vm.buffer<2xf32>) when last
}

// CHECK-LABEL: vm.program @job kind(job) {
vm.program @job kind(job) {
  // CHECK: %[[X:[0-9a-z_]+]] = vm.input 0 "x" donated : <?xf32>
  %x = vm.input 0 "x" donated : !vm.buffer<?xf32>
  // CHECK: %[[S:[0-9a-z_]+]] = vm.input 1 "s" strided : <?x2xf32>
  %s = vm.input 1 "s" strided : !vm.buffer<?x2xf32>
  // CHECK: %[[P:[0-9a-z_]+]] = vm.input 2 "p" : <i1>
  %p = vm.input 2 "p" : !vm.buffer<i1>
  // CHECK: %[[N:[0-9a-z_]+]] = vm.size %[[X]], 0 : <?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  %c2 = arith.constant 2 : index
  %half = arith.ceildivsi %n, %c2 : index
  // CHECK: %[[Y:[0-9a-z_]+]] = vm.result 0 "y" sizes(%[[N]]) in_place_of(%[[X]] : !vm.buffer<?xf32>) : <?xf32>
  %y = vm.result 0 "y" sizes(%n) in_place_of(%x : !vm.buffer<?xf32>) : !vm.buffer<?xf32>
  // CHECK: %[[C:[0-9a-z_]+]] = vm.constant dense<[1, 2]> : tensor<2xi64> : <2xi64>
  %c = vm.constant dense<[1, 2]> : tensor<2xi64> : !vm.buffer<2xi64>
  // CHECK: %[[T:[0-9a-z_]+]] = vm.arena sizes(%[[N]]) : <?xf32>
  %t = vm.arena sizes(%n) : !vm.buffer<?xf32>
  // CHECK: %[[V:[0-9a-z_]+]] = vm.view %[[T]] offset(%{{.*}}) sizes(%{{.*}}) strides(%{{.*}}, %{{.*}}) : <?xf32> to <?x2xf32>
  %v = vm.view %t offset(%c2) sizes(%half) strides(%c2, %c2) : !vm.buffer<?xf32> to !vm.buffer<?x2xf32>
  // CHECK: vm.fill %[[T]], 0.000000e+00 : f32 if %[[P]] : <?xf32>
  vm.fill %t, 0.0 : f32 if %p : !vm.buffer<?xf32>
  // CHECK: vm.call @add const(%[[X]], %[[T]]) mut(%[[Y]]) scalars(%[[N]]) if %[[P]] {in_place = array<i64: 0>, stream = 1 : i64}
  vm.call @add const(%x, %t) mut(%y) scalars(%n) if %p {in_place = array<i64: 0>, stream = 1 : i64}
      : (!vm.buffer<?xf32>, !vm.buffer<?xf32>) -> !vm.buffer<?xf32>
  // CHECK: vm.record_event 3 {stream = 1 : i64}
  vm.record_event 3 {stream = 1 : i64}
  // CHECK: vm.wait_event 3{{$}}
  vm.wait_event 3
  // CHECK: vm.release %[[T]] : <?xf32>
  vm.release %t : !vm.buffer<?xf32>
  // CHECK: vm.host_callback "log" const(%[[Y]] : !vm.buffer<?xf32>)
  vm.host_callback "log" const(%y : !vm.buffer<?xf32>)
  // CHECK: vm.run_program @derived : () -> ()
  vm.run_program @derived : () -> ()
  // CHECK: vm.collective %[[T]] into %[[Y]] of [8] from #sbp.split<0> to #sbp.broadcast on [2] among dense<{{.*}}> : tensor<1x2xi64> : <?xf32> into <?xf32>
  vm.collective %t into %y of [8] from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
      : !vm.buffer<?xf32> into !vm.buffer<?xf32>
  // CHECK: vm.barrier
  vm.barrier
}
