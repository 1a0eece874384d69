// RUN: weir-opt %s --split-input-file --vm-from-kernel-calls | FileCheck %s

// Results are written where the caller wants them, what lies between goes to the arena, dead calls and their kernels
// vanish, names and locations stay.
// CHECK-NOT: @dead
func.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
// CHECK: func.func private @exp
func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
// CHECK-LABEL: vm.program @chain kind(job) {
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0 "x" : <4xf32>
// CHECK-DAG:   %[[Y:[0-9a-z_]+]] = vm.result 0 "y" : <4xf32>
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena : <4xf32>
// CHECK:       vm.call @exp const(%[[X]]) mut(%[[T]]) {in_place = array<i64: 0>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
// CHECK-NEXT:  vm.call @exp const(%[[T]]) mut(%[[Y]]) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
// CHECK-NEXT:  {{^  }}}
func.func @chain(%x: tensor<4xf32> {weir.name = "x"}) -> (tensor<4xf32> {weir.name = "y"}) attributes {weir.job} {
  %d = kernel.call @dead(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %t = kernel.call @exp(%x) {in_place = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %y = kernel.call @exp(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A new value is written over the old one: the readers of the old value run before, wherever they stood.
func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
func.func private @step(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %w : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
// CHECK-LABEL: vm.program @update kind(job)
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0 "arg0"
// CHECK-DAG:   %[[Y:[0-9a-z_]+]] = vm.result 0 "result0"
// CHECK-DAG:   %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK-NOT:   vm.arena
// CHECK:       vm.call @exp const(%[[W]]) mut(%[[Y]])
// CHECK-NEXT:  vm.call @step const(%[[W]], %[[X]]) mut(%[[W]]) {in_place = array<i64: 0>}
// CHECK-NEXT:  {{^  }}}
func.func @update(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %new = kernel.call @step(%w, %x) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %new : tensor<4xf32>
  %y = kernel.call @exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A kernel that reads the old value elsewhere than in place must not write over it.
func.func private @step(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %w : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
// CHECK-LABEL: vm.program @not_in_place kind(job)
// CHECK-DAG:   %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena
// CHECK:       vm.call @step const(%[[W]], %[[W]]) mut(%[[T]])
// CHECK-NEXT:  vm.copy %[[T]] to %[[W]]
// CHECK-NEXT:  {{^  }}}
func.func @not_in_place() attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %new = kernel.call @step(%w, %w) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %new : tensor<4xf32>
  return
}

// -----

// A reader that needs the new value comes too late for the old one: both have to exist at once.
func.func private @both(%old: tensor<4xf32>, %new: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %old : tensor<4xf32>
}
func.func private @make() -> tensor<4xf32> attributes {kernel.kernel} {
  %0 = weir.constant dense<1.0> : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
// CHECK-LABEL: vm.program @difference kind(job)
// CHECK-DAG:   %[[D:[0-9a-z_]+]] = vm.result 0
// CHECK-DAG:   %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena
// CHECK:       vm.call @make mut(%[[T]])
// CHECK-NEXT:  vm.call @both const(%[[W]], %[[T]]) mut(%[[D]])
// CHECK-NEXT:  vm.copy %[[T]] to %[[W]]
// CHECK-NEXT:  {{^  }}}
func.func @difference() -> tensor<4xf32> attributes {weir.job} {
  %old = weir.read @w : tensor<4xf32>
  %new = kernel.call @make() : () -> tensor<4xf32>
  %d = kernel.call @both(%old, %new) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %new : tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

// Rings of old values go through one temporary, of the smallest variable in the ring; chains need none.
weir.variable @a : tensor<4xf32>
weir.variable @b : tensor<4xf32>
weir.variable @c : tensor<4xf32>
// CHECK-LABEL: vm.program @swap kind(job)
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena
// CHECK-DAG:   %[[A:[0-9a-z_]+]] = vm.variable @a
// CHECK-DAG:   %[[B:[0-9a-z_]+]] = vm.variable @b
// CHECK:       vm.copy %[[A]] to %[[T]]
// CHECK-NEXT:  vm.copy %[[B]] to %[[A]]
// CHECK-NEXT:  vm.copy %[[T]] to %[[B]]
// CHECK-NEXT:  {{^  }}}
func.func @swap() attributes {weir.job} {
  %a = weir.read @a : tensor<4xf32>
  %b = weir.read @b : tensor<4xf32>
  weir.assign @a, %b : tensor<4xf32>
  weir.assign @b, %a : tensor<4xf32>
  return
}
// CHECK-LABEL: vm.program @shift kind(job)
// CHECK-DAG:   %[[Y:[0-9a-z_]+]] = vm.result 0
// CHECK-DAG:   %[[A:[0-9a-z_]+]] = vm.variable @a
// CHECK-DAG:   %[[B:[0-9a-z_]+]] = vm.variable @b
// CHECK-DAG:   %[[C:[0-9a-z_]+]] = vm.variable @c
// CHECK-NOT:   vm.arena
// CHECK:       vm.copy %[[C]] to %[[Y]]
// CHECK-NEXT:  vm.copy %[[B]] to %[[C]]
// CHECK-NEXT:  vm.copy %[[A]] to %[[B]]
// CHECK-NEXT:  vm.fill %[[A]], 2.000000e+00 : f32
// CHECK-NEXT:  {{^  }}}
func.func @shift() -> tensor<4xf32> attributes {weir.job} {
  %a = weir.read @a : tensor<4xf32>
  %b = weir.read @b : tensor<4xf32>
  %c = weir.read @c : tensor<4xf32>
  %two = weir.constant dense<2.0> : tensor<4xf32> -> tensor<4xf32>
  weir.assign @a, %two : tensor<4xf32>
  weir.assign @b, %a : tensor<4xf32>
  weir.assign @c, %b : tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// The old value is kept in another variable before it is overwritten.
func.func private @step(%w: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %w : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
weir.variable @before : tensor<4xf32>
// CHECK-LABEL: vm.program @history kind(job)
// CHECK-DAG:   %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK-DAG:   %[[B:[0-9a-z_]+]] = vm.variable @before
// CHECK:       vm.copy %[[W]] to %[[B]]
// CHECK-NEXT:  vm.call @step const(%[[W]]) mut(%[[W]])
// CHECK-NEXT:  {{^  }}}
func.func @history() attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %new = kernel.call @step(%w) {in_place = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %new : tensor<4xf32>
  weir.assign @before, %w : tensor<4xf32>
  return
}

// -----

// Tied variables are one storage: @tied names the bytes of @w, whose old value the call reads.
func.func private @step(%w: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %w : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
weir.variable @tied {alias = @w} : tensor<4xf32>
// CHECK-LABEL: vm.program @tie kind(job)
// CHECK:       %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK-NOT:   vm.variable
// CHECK:       vm.call @step const(%[[W]], %[[W]]) mut(%[[T:[0-9a-z_]+]])
// CHECK-NEXT:  vm.copy %[[T]] to %[[W]]
func.func @tie() attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %v = weir.read @tied : tensor<4xf32>
  %new = kernel.call @step(%w, %v) {in_place = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  weir.assign @tied, %new : tensor<4xf32>
  return
}

// -----

// What can't be written in place of a result is copied there: inputs, constants, old values, a value returned twice, a
// value that is assigned too.
func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
// CHECK-LABEL: vm.program @copies kind(job)
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0
// CHECK-DAG:   %[[R0:[0-9a-z_]+]] = vm.result 0
// CHECK-DAG:   %[[R1:[0-9a-z_]+]] = vm.result 1
// CHECK-DAG:   %[[R2:[0-9a-z_]+]] = vm.result 2
// CHECK-DAG:   %[[R3:[0-9a-z_]+]] = vm.result 3
// CHECK-DAG:   %[[R4:[0-9a-z_]+]] = vm.result 4
// CHECK-DAG:   %[[C:[0-9a-z_]+]] = vm.constant dense<[1.0{{.*}}, 2.0{{.*}}, 3.0{{.*}}, 4.0{{.*}}]>
// CHECK-DAG:   %[[W:[0-9a-z_]+]] = vm.variable @w
// CHECK:       vm.copy %[[X]] to %[[R0]]
// CHECK-NEXT:  vm.copy %[[C]] to %[[R1]]
// CHECK-NEXT:  vm.copy %[[W]] to %[[R2]]
// CHECK-NEXT:  vm.call @exp const(%[[X]]) mut(%[[R3]])
// CHECK-NEXT:  vm.copy %[[R3]] to %[[R4]]
// CHECK-NEXT:  vm.copy %[[R3]] to %[[W]]
// CHECK-NEXT:  {{^  }}}
func.func @copies(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %c = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = kernel.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %y : tensor<4xf32>
  return %x, %c, %w, %y, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Reshapes are views of whatever storage was chosen, the caller's result among them.
func.func private @k(%x: tensor<6xf32>) -> tensor<6xf32> attributes {kernel.kernel} {
  return %x : tensor<6xf32>
}
// CHECK-LABEL: vm.program @views kind(job)
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0 "arg0" : <2x3xf32>
// CHECK-DAG:   %[[Y:[0-9a-z_]+]] = vm.result 0 "result0" : <3x2xf32>
// CHECK-DAG:   %[[FLAT:[0-9a-z_]+]] = vm.view %[[X]] : <2x3xf32> to <6xf32>
// CHECK-DAG:   %[[OUT:[0-9a-z_]+]] = vm.view %[[Y]] : <3x2xf32> to <6xf32>
// CHECK:       vm.call @k const(%[[FLAT]]) mut(%[[OUT]])
// CHECK-NEXT:  {{^  }}}
func.func @views(%x: tensor<2x3xf32>) -> tensor<3x2xf32> attributes {weir.job} {
  %flat = weir.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %y = kernel.call @k(%flat) : (tensor<6xf32>) -> tensor<6xf32>
  %r = weir.reshape %y : tensor<6xf32> -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Sizes become host scalars over sizes of inputs; a constant of unknown size is filled in.
func.func private @k(%x: tensor<?x3xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {kernel.kernel} {
  return %y : tensor<?xf32>
}
// CHECK-LABEL: vm.program @dynamic kind(job)
// CHECK:       %[[X:[0-9a-z_]+]] = vm.input 0 "arg0" : <?x3xf32>
// CHECK:       %[[N:[0-9a-z_]+]] = vm.size %[[X]], 0
// CHECK:       %[[C3:[0-9a-z_]+]] = arith.constant 3 : index
// CHECK:       %[[M:[0-9a-z_]+]] = arith.muli %[[N]], %[[C3]]
// CHECK:       %[[Y:[0-9a-z_]+]] = vm.result 0 "result0" sizes(%[[M]]) : <?xf32>
// CHECK:       %[[Z:[0-9a-z_]+]] = vm.arena sizes(%[[M]]) : <?xf32>
// CHECK:       %[[T:[0-9a-z_]+]] = vm.arena sizes(%[[M]]) : <?xf32>
// CHECK:       %[[R:[0-9a-z_]+]] = vm.view %[[T]] sizes(%[[N]]) : <?xf32> to <?x3xf32>
// CHECK:       vm.fill %[[Z]], 0.000000e+00 : f32 : <?xf32>
// CHECK-NEXT:  vm.call @k const(%[[X]], %[[Z]]) mut(%[[T]]) scalars(%[[M]])
// CHECK-NEXT:  vm.call @k const(%[[R]], %[[T]]) mut(%[[Y]]) scalars(%[[N]])
// CHECK-NEXT:  {{^  }}}
func.func @dynamic(%x: tensor<?x3xf32>) -> tensor<?xf32> attributes {weir.job} {
  %n = weir.dim %x, 0 : tensor<?x3xf32>
  %c3 = arith.constant 3 : index
  %m = arith.muli %n, %c3 : index
  %zero = weir.constant dense<0.0> : tensor<f32> sizes(%m) -> tensor<?xf32>
  %t = kernel.call @k(%x, %zero, %m) sizes(%m) : (tensor<?x3xf32>, tensor<?xf32>, index) -> tensor<?xf32>
  %r = weir.reshape %t sizes(%n) : tensor<?xf32> -> tensor<?x3xf32>
  %rows = weir.dim %r, 0 : tensor<?x3xf32>
  %y = kernel.call @k(%r, %t, %rows) sizes(%m) : (tensor<?x3xf32>, tensor<?xf32>, index) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// A strided input is copied for a kernel that expects rows, and for a view; a kernel for strides gets it as it is.
func.func private @rows(%x: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {kernel.kernel} {
  return %x : tensor<2x3xf32>
}
func.func private @any(%x: tensor<2x3xf32> {kernel.strided}) -> tensor<2x3xf32> attributes {kernel.kernel} {
  return %x : tensor<2x3xf32>
}
func.func private @flat(%x: tensor<6xf32>) -> tensor<6xf32> attributes {kernel.kernel} {
  return %x : tensor<6xf32>
}
// CHECK-LABEL: vm.program @strided kind(job)
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0 "arg0" strided : <2x3xf32>
// CHECK-DAG:   %[[T:[0-9a-z_]+]] = vm.arena : <2x3xf32>
// CHECK-DAG:   %[[V:[0-9a-z_]+]] = vm.view %[[T]] : <2x3xf32> to <6xf32>
// CHECK:       vm.copy %[[X]] to %[[T]]
// CHECK-NEXT:  vm.call @rows const(%[[T]])
// CHECK-NEXT:  vm.call @any const(%[[X]])
// CHECK-NEXT:  vm.call @flat const(%[[V]])
// CHECK-NEXT:  {{^  }}}
func.func @strided(%x: tensor<2x3xf32> {kernel.strided}) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>)
    attributes {weir.job} {
  %0 = kernel.call @rows(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = kernel.call @any(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %v = weir.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %2 = kernel.call @flat(%v) : (tensor<6xf32>) -> tensor<6xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>
}

// -----

// A result may have the bytes of a donated input; of two calls that could write over it, one does.
func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
// CHECK-LABEL: vm.program @donate kind(job)
// CHECK-DAG:   %[[X:[0-9a-z_]+]] = vm.input 0 "arg0" donated
// CHECK-DAG:   %[[Y:[0-9a-z_]+]] = vm.result 0 "result0" in_place_of(%[[X]] : !vm.buffer<4xf32>)
// CHECK-DAG:   %[[Z:[0-9a-z_]+]] = vm.result 1 "result1" : <4xf32>
// CHECK:       vm.call @exp const(%[[X]]) mut(%[[Z]])
// CHECK-NEXT:  vm.call @exp const(%[[X]]) mut(%[[Y]])
func.func @donate(%x: tensor<4xf32> {weir.donated}) -> (tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  %0 = kernel.call @exp(%x) {in_place = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.call @exp(%x) {in_place = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @pack(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
weir.variable @w : tensor<4xf32>
weir.variable @packed : tensor<4xf32>
// CHECK-LABEL: vm.program @derive_packed kind(derive)
// CHECK:       vm.call @pack
func.func @derive_packed() attributes {weir.job, weir.derive} {
  %w = weir.read @w : tensor<4xf32>
  %p = kernel.call @pack(%w) : (tensor<4xf32>) -> tensor<4xf32>
  weir.assign @packed, %p : tensor<4xf32>
  return
}
