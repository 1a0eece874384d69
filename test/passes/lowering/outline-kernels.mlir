// RUN: weir-opt %s --weir-outline-kernels | FileCheck %s

// Equal groups share a kernel; sizes of results are host scalars made of the sizes of inputs; an elementwise kernel may
// work in place.
// CHECK-LABEL: func.func @twice
// CHECK: %[[N:.*]] = weir.dim %arg0, 0
// CHECK: %[[A:.*]] = kernel.call @relu(%arg0) sizes(%[[N]]) {in_place = array<i64: 0>}
// CHECK: kernel.call @relu(%[[A]]) sizes(%[[N]])
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %0 = kernel.group(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
    %1 = weir.relu %a : (tensor<?xf32>) -> tensor<?xf32>
    kernel.yield %1 : tensor<?xf32>
  }
  %2 = kernel.group(%a = %0 : tensor<?xf32>) -> tensor<?xf32> {
    %3 = weir.relu %a : (tensor<?xf32>) -> tensor<?xf32>
    kernel.yield %3 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}

// Tensors come first, host scalars behind them; a reduction works in nobody's place.
// CHECK-LABEL: func.func @scalars
// CHECK: kernel.call @add_reduce_sum(%arg1, %arg0) : (tensor<4x?xf32>, index) -> tensor<4xf32>
func.func @scalars(%n: index, %x: tensor<4x?xf32>) -> tensor<4xf32> attributes {weir.job} {
  %0 = kernel.group(%m = %n : index, %a = %x : tensor<4x?xf32>) -> tensor<4xf32> {
    %b = weir.constant dense<1.0> : tensor<f32> sizes(%m) -> tensor<4x?xf32>
    %1 = weir.add %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %2 = weir.reduce_sum %1 {dims = array<i64: 1>} : (tensor<4x?xf32>) -> tensor<4xf32>
    kernel.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// The threads that share a row all compute what is there once per row: it is not written over what they read. The row
// itself is.
// CHECK-LABEL: func.func @rows
// CHECK: kernel.call @{{.*}} {in_place = array<i64: -1, 2>}
func.func @rows(%x: tensor<4x8xf32>, %s: tensor<4xf32>, %z: tensor<4x8xf32>)
    -> (tensor<4xf32>, tensor<4x8xf32>) attributes {weir.job} {
  %0:2 = kernel.group(%a = %x : tensor<4x8xf32>, %b = %s : tensor<4xf32>, %c = %z : tensor<4x8xf32>)
      -> (tensor<4xf32>, tensor<4x8xf32>) {
    %1 = weir.reduce_sum %a {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
    %2 = weir.add %1, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = weir.neg %c : (tensor<4x8xf32>) -> tensor<4x8xf32>
    kernel.yield %2, %3 : tensor<4xf32>, tensor<4x8xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4x8xf32>
}

// A variable's new value is written in the place of the old one, whatever else stands before it.
weir.variable @w : tensor<8xf32>
// CHECK-LABEL: func.func @step
// CHECK: kernel.call @{{.*}} {in_place = array<i64: 1>}
func.func @step(%x: tensor<8xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<8xf32>
  %0 = kernel.group(%a = %x : tensor<8xf32>, %b = %w : tensor<8xf32>) -> tensor<8xf32> {
    %1 = weir.sub %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    kernel.yield %1 : tensor<8xf32>
  }
  weir.assign @w, %0 : tensor<8xf32>
  return
}

// An input that may have any strides keeps them on its way into a kernel, which rows don't share.
// CHECK-LABEL: func.func @strided
// CHECK: %[[Y:.*]] = kernel.call @neg(%arg0) {in_place = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: kernel.call @neg_0(%[[Y]])
func.func @strided(%x: tensor<8xf32> {kernel.strided}) -> tensor<8xf32> attributes {weir.job} {
  %0 = kernel.group(%a = %x : tensor<8xf32>) -> tensor<8xf32> {
    %1 = weir.neg %a : (tensor<8xf32>) -> tensor<8xf32>
    kernel.yield %1 : tensor<8xf32>
  }
  %2 = kernel.group(%a = %0 : tensor<8xf32>) -> tensor<8xf32> {
    %3 = weir.neg %a : (tensor<8xf32>) -> tensor<8xf32>
    kernel.yield %3 : tensor<8xf32>
  }
  return %2 : tensor<8xf32>
}

// The size of a packed matrix is arithmetic on the size of the matrix, before the call and not in the kernel.
// CHECK-LABEL: func.func @packed
// CHECK: %[[N:.*]] = weir.dim %arg0, 1
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[PANELS:.*]] = arith.ceildivsi %[[N]], %[[C4]]
// CHECK: %[[ROWS:.*]] = weir.dim %arg0, 0
// CHECK: kernel.call @pack(%arg0) sizes(%[[PANELS]], %[[ROWS]])
func.func @packed(%x: tensor<?x?xf32>) -> tensor<?x?x4xf32> attributes {weir.job} {
  %0 = kernel.group(%a = %x : tensor<?x?xf32>) -> tensor<?x?x4xf32> {
    %1 = weir.pack %a {panel = 4 : i64} : (tensor<?x?xf32>) -> tensor<?x?x4xf32>
    kernel.yield %1 : tensor<?x?x4xf32>
  }
  return %0 : tensor<?x?x4xf32>
}

// What computes the same is one kernel, in whatever order its ops and operands stand.

// CHECK-LABEL: func.func @other_order
// CHECK: kernel.call @[[SAME:.*]](%arg0, %arg1)
// CHECK: kernel.call @[[SAME]](%arg1, %arg0)
func.func @other_order(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = kernel.group(%a = %x : tensor<4xf32>, %b = %y : tensor<4xf32>) -> tensor<4xf32> {
    %1 = weir.sin %a : (tensor<4xf32>) -> tensor<4xf32>
    %2 = weir.cos %b : (tensor<4xf32>) -> tensor<4xf32>
    %3 = weir.sub %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    kernel.yield %3 : tensor<4xf32>
  }
  %4 = kernel.group(%b = %x : tensor<4xf32>, %a = %y : tensor<4xf32>) -> tensor<4xf32> {
    %1 = weir.cos %b : (tensor<4xf32>) -> tensor<4xf32>
    %2 = weir.sin %a : (tensor<4xf32>) -> tensor<4xf32>
    %3 = weir.sub %2, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    kernel.yield %3 : tensor<4xf32>
  }
  return %0, %4 : tensor<4xf32>, tensor<4xf32>
}

// Parts of a group have nothing to do with each other: what one reduces doesn't keep another from working in place,
// though they share a number. A row's own results are in nobody's place.

// CHECK-LABEL: func.func @parts
// CHECK: kernel.call {{.*}}(%arg3, %arg0, %arg1, %arg2) {in_place = array<i64: 1, -1>}
func.func @parts(%w: tensor<4x5xf32>, %x: tensor<2x3x5xf32>, %b: tensor<5xf32>, %n: tensor<f32>)
    -> (tensor<4x5xf32>, tensor<5xf32>) {
  %0:2 = kernel.group(%a = %w : tensor<4x5xf32>, %c = %x : tensor<2x3x5xf32>, %d = %b : tensor<5xf32>, %e = %n : tensor<f32>)
      -> (tensor<4x5xf32>, tensor<5xf32>) {
    %1 = weir.neg %e : (tensor<f32>) -> tensor<f32>
    %2 = weir.broadcast %1 {dims = array<i64>} : tensor<f32> -> tensor<4x5xf32>
    %3 = weir.mul %a, %2 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %4 = weir.broadcast %1 {dims = array<i64>} : tensor<f32> -> tensor<5xf32>
    %5 = weir.reduce_sum %c {dims = array<i64: 0, 1>} : (tensor<2x3x5xf32>) -> tensor<5xf32>
    %6 = weir.mul %5, %4 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %7 = weir.add %d, %6 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    kernel.yield %3, %7 : tensor<4x5xf32>, tensor<5xf32>
  }
  return %0#0, %0#1 : tensor<4x5xf32>, tensor<5xf32>
}

// What writes into an operand may do so in its place; what the same kernel reads otherwise stays.

// CHECK-LABEL: func.func @writes
// CHECK: kernel.call @write_slice(%arg0, %arg1) {in_place = array<i64: 0>}
// CHECK: kernel.call @scatter_add(%arg0, %arg2, %arg1) {in_place = array<i64: 0>}
// CHECK: kernel.call @scatter({{.*}}) : (tensor<8xf32>, tensor<8xi64>) -> tensor<8xf32>
func.func @writes(%x: tensor<8xf32>, %part: tensor<2xf32>, %at: tensor<2xi64>, %all: tensor<8xi64>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = kernel.group(%a = %x : tensor<8xf32>, %b = %part : tensor<2xf32>) -> tensor<8xf32> {
    %1 = weir.write_slice %a, %b {starts = array<i64: 3>, steps = array<i64: 1>} : (tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>
    kernel.yield %1 : tensor<8xf32>
  }
  %2 = kernel.group(%a = %x : tensor<8xf32>, %b = %part : tensor<2xf32>, %c = %at : tensor<2xi64>) -> tensor<8xf32> {
    %1 = weir.scatter_add %a, %c, %b {dim = 0 : i64} : (tensor<8xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<8xf32>
    kernel.yield %1 : tensor<8xf32>
  }
  %3 = kernel.group(%a = %x : tensor<8xf32>, %c = %all : tensor<8xi64>) -> tensor<8xf32> {
    %1 = weir.scatter %a, %c, %a {dim = 0 : i64} : (tensor<8xf32>, tensor<8xi64>, tensor<8xf32>) -> tensor<8xf32>
    kernel.yield %1 : tensor<8xf32>
  }
  return %0, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK: func.func private @relu(%arg0: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel}
// CHECK-NEXT: weir.relu
// CHECK-NEXT: return
// CHECK-NOT: func.func private @relu
