// RUN: weir-opt %s --weir-to-linalg | FileCheck %s
// Generics carry the numbers of the kernel's loops, which iteration rules make one.

// The maximum's row and column are those of the value that it reduces; the second loop over columns is one that no value
// connects with the first.
// CHECK-LABEL: @softmax_numerator
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 2>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 2>
func.func @softmax_numerator(%x: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> attributes {kernel.kernel} {
  %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<4x?xf32>) -> tensor<4xf32>
  %1 = weir.broadcast %0 sizes(%n) {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x?xf32>
  %2 = weir.sub %x, %1 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %2 : tensor<4x?xf32>
}

// e is read at [i, j] and at [j, i]: its loops are those of the reader that comes last.
// CHECK-LABEL: @two_positions
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: arith.addf
func.func @two_positions(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {kernel.kernel} {
  %e = weir.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = weir.transpose %e {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = weir.add %e, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// A product of bf16 is summed in f32 and stored by a generic of its own, over the rows and columns of the product.
// CHECK-LABEL: @product
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: kernel.loops = array<i64: 0, 1, 2>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 2>
// CHECK: arith.truncf
func.func @product(%a: tensor<4x8xbf16>, %b: tensor<8x6xbf16>) -> tensor<4x6xbf16> attributes {kernel.kernel} {
  %c = weir.matmul %a, %b : (tensor<4x8xbf16>, tensor<8x6xbf16>) -> tensor<4x6xbf16>
  return %c : tensor<4x6xbf16>
}

// Along the sliced dimension the whole has a loop of its own.
// CHECK-LABEL: @slice
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: tensor.extract_slice
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 2>
func.func @slice(%x: tensor<4x8xf32>) -> tensor<4x3xf32> attributes {kernel.kernel} {
  %e = weir.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = weir.slice %e {starts = array<i64: 0, 1>, steps = array<i64: 1, 2>} : tensor<4x8xf32> -> tensor<4x3xf32>
  return %s : tensor<4x3xf32>
}

// What reads the same splat, or the same operand, shares no loops by it.
// CHECK-LABEL: @splat
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: [[# LOOP:]]>
// CHECK: linalg.generic
// CHECK-NOT: kernel.loops = array<i64: [[# LOOP]]>
// CHECK: return
func.func @splat(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {kernel.kernel} {
  %two = weir.constant dense<2.0> : tensor<f32> -> tensor<8xf32>
  %0 = weir.mul %x, %two : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = weir.mul %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = weir.mul %1, %two : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}

// Columns in panels: the product's columns are one loop, and no other generic has the loop over pairs of rows.
// CHECK-LABEL: @packed
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 5, -1>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 5>
// CHECK: arith.maximumf
func.func @packed(%a: tensor<?x8xf32>, %b: tensor<1x4x32xf32>) -> tensor<?x16xf32> attributes {kernel.kernel} {
  %c = weir.matmul_packed %a, %b {columns = 16 : i64, panel = 16 : i64, group = 2 : i64}
      : (tensor<?x8xf32>, tensor<1x4x32xf32>) -> tensor<?x16xf32>
  %y = weir.relu %c : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// A concatenation keeps the rows of both sides, whether sizes are known or not.
// CHECK-LABEL: @concat
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: math.exp
// CHECK: tensor.insert_slice
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 2>
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {kernel.kernel} {
  %e = weir.exp %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = weir.concat %e, %y {dim = 1 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

// Data say which rows of a table are read: it has loops of its own.
// CHECK-LABEL: @gather
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 0, 1>
// CHECK: linalg.generic
// CHECK-SAME: kernel.loops = array<i64: 2, 3>
func.func @gather(%x: tensor<9x4xf32>, %i: tensor<5x4xi64>) -> tensor<5x4xf32> attributes {kernel.kernel} {
  %e = weir.exp %x : (tensor<9x4xf32>) -> tensor<9x4xf32>
  %y = weir.gather %e, %i {dim = 0 : i64} : (tensor<9x4xf32>, tensor<5x4xi64>) -> tensor<5x4xf32>
  return %y : tensor<5x4xf32>
}
