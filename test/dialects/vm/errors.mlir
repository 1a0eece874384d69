// Each rule of the dialect, broken once.
// RUN: weir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expects elements of a dtype, got 'i7'}}
func.func private @f() -> !vm.buffer<4xi7>

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects one size per `?` dimension, got 0 for 1}}
  %t = vm.arena : !vm.buffer<?xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<f32>
  // expected-error @+1 {{expects to be in place of a donated input}}
  %y = vm.result 0 "y" in_place_of(%x : !vm.buffer<f32>) : !vm.buffer<f32>
  vm.copy %x to %y : !vm.buffer<f32> to !vm.buffer<f32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects a weir.variable named @w}}
  %w = vm.variable @w : !vm.buffer<4xf32>
}

// -----

// expected-note @+1 {{the variable is here}}
weir.variable @w : tensor<2x2xf32>
vm.program @p kind(job) {
  // expected-error @+1 {{expects a buffer of the variable's type 'tensor<2x2xf32>', got '!vm.buffer<4xf32>'}}
  %w = vm.variable @w : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects a static shape, got '!vm.buffer<?xf32>'}}
  %w = vm.variable @w : !vm.buffer<?xf32>
}

// -----

weir.variable @w : tensor<4xf32>
vm.program @p kind(job) {
  %w = vm.variable @w : !vm.buffer<4xf32>
  // expected-error @+1 {{expects one vm.variable for @w, got two}}
  %v = vm.variable @w : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects elements of the buffer's type, got 'tensor<2xf32>' for '!vm.buffer<4xf32>'}}
  %c = vm.constant dense<0.0> : tensor<2xf32> : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects a static shape, got '!vm.buffer<?xf32>'}}
  %c = vm.constant dense<0.0> : tensor<2xf32> : !vm.buffer<?xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects at least 16 bytes, got 8}}
  %t = vm.arena at 0 bytes 8 : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects offset and bytes together}}
  %t = "vm.arena"() {offset = 0 : i64} : () -> !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  // expected-error @+1 {{expects a static shape where it has an offset, got '!vm.buffer<?xf32>'}}
  %t = vm.arena sizes(%n) at 0 bytes 8 : !vm.buffer<?xf32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
  // expected-error @+1 {{expects an offset, as other arena buffers have one}}
  %u = vm.arena : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects as many elements as its buffer, 4, got 6}}
  %v = vm.view %t : !vm.buffer<4xf32> to !vm.buffer<2x3xf32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects the element type of its buffer, 'f32', got 'i32'}}
  %v = vm.view %t : !vm.buffer<4xf32> to !vm.buffer<4xi32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{expects no strides or one per dimension, got 1 for 2}}
  %v = vm.view %t strides(%c2) : !vm.buffer<4xf32> to !vm.buffer<2x2xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" strided : !vm.buffer<4xf32>
  // expected-error @+1 {{expects a row-major buffer, got the strided input 'x'}}
  %v = vm.view %x : !vm.buffer<4xf32> to !vm.buffer<2x2xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  // expected-error @+1 {{expects a dimension below 1, got 1}}
  %n = vm.size %x, 1 : !vm.buffer<?xf32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects a size of an input}}
  %n = vm.size %t, 0 : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<?xf32>
  %n = vm.size %x, 0 : !vm.buffer<?xf32>
  // expected-error @+1 {{expects to stand outside vm.program, which holds vm ops and host scalars: vm.size, arith.constant}}
  %m = arith.divsi %n, %n : index
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects an index below the number of such ops, 1, got 1}}
  %x = vm.input 1 "x" : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects one op for index 0, got two}}
  %y = vm.input 0 "y" : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(derive) {
  // expected-error @+1 {{expects a program of kind job, got derive}}
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects an instruction to write result 'y'}}
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  // expected-note @+1 {{the buffer is here}}
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects its buffers to be written before it reads them}}
  vm.copy %t to %y : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-note @+1 {{the buffer is here}}
  %c = vm.constant dense<0.0> : tensor<4xf32> : !vm.buffer<4xf32>
  %v = vm.view %c : !vm.buffer<4xf32> to !vm.buffer<2x2xf32>
  // expected-error @+1 {{expects not to write a constant}}
  vm.fill %v, 1.0 : f32 : !vm.buffer<2x2xf32>
}

// -----

vm.program @p kind(job) {
  // expected-note @+1 {{the buffer is here}}
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects to write no input that isn't donated}}
  vm.fill %x, 1.0 : f32 : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects a number of the buffer's element type 'f32', got 1 : i32}}
  vm.fill %t, 1 : i32 : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %y = vm.result 0 "y" : !vm.buffer<2x2xf32>
  // expected-error @+1 {{expects source and target of one type, got '!vm.buffer<4xf32>' and '!vm.buffer<2x2xf32>'}}
  vm.copy %x to %y : !vm.buffer<4xf32> to !vm.buffer<2x2xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects event 1 to be recorded before it is waited for}}
  vm.wait_event 1
}

// -----

vm.program @p kind(job) {
  vm.record_event 1
  // expected-error @+1 {{expects each event to be recorded once, got 1 again}}
  vm.record_event 1
}

// -----

vm.program @p kind(job) {
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects a function with the attribute 'kernel.kernel' named @k}}
  vm.call @k mut(%y) : () -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects 1 const buffers for kernel @k, got 0}}
  vm.call @k mut(%y) : () -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects 1 scalars for kernel @k, got 0}}
  vm.call @k const(%x) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf64>
  %y = vm.result 0 "y" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects const buffer 0 to fit 'tensor<4xf32>' of kernel @k, got '!vm.buffer<4xf64>'}}
  vm.call @k const(%x) mut(%y) : (!vm.buffer<4xf64>) -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %y = vm.result 0 "y" : !vm.buffer<2x2xf32>
  // expected-error @+1 {{expects mut buffer 0 to fit 'tensor<4xf32>' of kernel @k, got '!vm.buffer<2x2xf32>'}}
  vm.call @k const(%x) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<2x2xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
vm.program @p kind(job) {
  %w = vm.variable @w : !vm.buffer<4xf32>
  // expected-error @+1 {{expects mut buffer 0 to have the bytes of const buffer 0 only where in_place says so}}
  vm.call @k const(%w) mut(%w) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {kernel.kernel} {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects no two mut buffers with the same bytes, got 0 and 1}}
  vm.call @k const(%x) mut(%t, %t) : (!vm.buffer<4xf32>) -> (!vm.buffer<4xf32>, !vm.buffer<4xf32>)
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects in_place to have one entry per mut buffer, got 2 for 1}}
  vm.call @k const(%x) mut(%t) {in_place = array<i64: 0, 0>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  %t = vm.arena : !vm.buffer<4xf32>
  // expected-error @+1 {{expects in_place to hold positions below 1 or -1, got 1}}
  vm.call @k const(%x) mut(%t) {in_place = array<i64: 1>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects a vm.program named @q}}
  vm.run_program @q : () -> ()
}

// -----

vm.program @p kind(job) {
  // expected-error @+1 {{expects a program that stands earlier in the module, got @p}}
  vm.run_program @p : () -> ()
}

// -----

vm.program @q kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
}
vm.program @p kind(job) {
  // expected-error @+1 {{expects 1 inputs for program @q, got 0}}
  vm.run_program @q : () -> ()
}

// -----

vm.program @q kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<5xf32>
  // expected-error @+1 {{expects inputs 0 to fit '!vm.buffer<4xf32>' of program @q, got '!vm.buffer<5xf32>'}}
  vm.run_program @q const(%x) : (!vm.buffer<5xf32>) -> ()
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects a dimension to slice, got '!vm.buffer<f32>'}}
  %x = vm.input 0 "x" sliced : !vm.buffer<f32>
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects a dimension to stack, got '!vm.buffer<f32>'}}
  %y = vm.result 0 "y" stacked : !vm.buffer<f32>
}

// -----

// expected-error @+1 {{attribute 'repeat' failed to satisfy constraint}}
vm.program @p kind(job) repeat(0) {
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects no more registers than there are iterations, 2, got 3}}
  %t = vm.arena registers(3) : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects one register where it is carried, got 2}}
  %t = vm.arena registers(2) carried : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects no offset in a program that repeats}}
  %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) repeat(2) {
  %x = vm.input 0 "x" donated : !vm.buffer<4xf32>
  // expected-error @+1 {{expects to be in place of no input that later iterations read}}
  %y = vm.result 0 "y" in_place_of(%x : !vm.buffer<4xf32>) : !vm.buffer<4xf32>
  vm.copy %x to %y : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects to run in each iteration}}
  vm.barrier when first
}

// -----

vm.program @p kind(job) repeat(2) {
  %y = vm.result 0 "y" stacked : !vm.buffer<4xf32>
  // expected-note @+1 {{the buffer is here}}
  %t = vm.arena : !vm.buffer<4xf32>
  vm.fill %t, 0.0 : f32 when first : !vm.buffer<4xf32>
  // expected-error @+1 {{expects its buffers to be written before it reads them}}
  vm.copy %t to %y : !vm.buffer<4xf32> to !vm.buffer<4xf32>
}

// -----

vm.program @p kind(job) repeat(2) {
  // expected-error @+1 {{expects an instruction to write result 'y'}}
  %y = vm.result 0 "y" stacked : !vm.buffer<4xf32>
  vm.fill %y, 0.0 : f32 when last : !vm.buffer<4xf32>
}

// -----

vm.program @q kind(job) repeat(2) {
  %x = vm.input 0 "x" sliced : !vm.buffer<4xf32>
}
vm.program @p kind(job) {
  %x = vm.input 0 "x" : !vm.buffer<4xf32>
  // expected-error @+1 {{expects inputs 0 to fit '!vm.buffer<8xf32>' of program @q, got '!vm.buffer<4xf32>'}}
  vm.run_program @q const(%x) : (!vm.buffer<4xf32>) -> ()
}
