// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=SOFTMAX < %t/reduce_max_exp_reduce_sum_div.02.loops.mlir
// RUN: FileCheck %s --check-prefix=LONG < %t/exp_reduce_sum_div.02.loops.mlir
// RUN: FileCheck %s --check-prefix=ANY < %t/neg_exp_reduce_sum_div.02.loops.mlir
// RUN: FileCheck %s --check-prefix=CENTER < %t/mul_reduce_sum_sub.02.loops.mlir

// The exponentials of a row are computed once, into scratch, where the sum and the quotients read them.

// SOFTMAX-LABEL: func.func @run
// SOFTMAX: %[[ROW:.*]] = memref.view {{.*}} to memref<96xf32>
// SOFTMAX: math.exp
// SOFTMAX: vector.store %{{.*}}, %[[ROW]]
// SOFTMAX-NOT: math.exp
// SOFTMAX: vector.load %[[ROW]]
// SOFTMAX: arith.addf
// SOFTMAX-NOT: math.exp
// SOFTMAX: vector.load %[[ROW]]
// SOFTMAX: arith.divf
// SOFTMAX-NOT: math.exp
// SOFTMAX: return
func.func @softmax(%x: tensor<64x96xf32>) -> tensor<64x96xf32> attributes {weir.job} {
  %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<64x96xf32>) -> tensor<64xf32>
  %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x96xf32>
  %2 = weir.sub %x, %1 : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  %3 = weir.exp %2 : (tensor<64x96xf32>) -> tensor<64x96xf32>
  %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<64x96xf32>) -> tensor<64xf32>
  %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x96xf32>
  %6 = weir.div %3, %5 : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %6 : tensor<64x96xf32>
}

// What costs no more than memory is computed where it is needed.

// CENTER-LABEL: func.func @run
// CENTER-NOT: memref.view
// CENTER: return
func.func @center(%x: tensor<64x96xf32>) -> tensor<64x96xf32> attributes {weir.job} {
  %k = weir.constant dense<2.0> : tensor<f32> -> tensor<64x96xf32>
  %0 = weir.mul %x, %k : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 1>} : (tensor<64x96xf32>) -> tensor<64xf32>
  %2 = weir.broadcast %1 {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x96xf32>
  %3 = weir.sub %0, %2 : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %3 : tensor<64x96xf32>
}

// Nor is a row kept that would not stay in the cache.

// LONG-LABEL: func.func @run
// LONG-NOT: memref.view
// LONG: return
func.func @long(%x: tensor<4000000xf32>) -> tensor<4000000xf32> attributes {weir.job} {
  %0 = weir.exp %x : (tensor<4000000xf32>) -> tensor<4000000xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 0>} : (tensor<4000000xf32>) -> tensor<f32>
  %2 = weir.broadcast %1 {dims = array<i64>} : tensor<f32> -> tensor<4000000xf32>
  %3 = weir.div %0, %2 : (tensor<4000000xf32>, tensor<4000000xf32>) -> tensor<4000000xf32>
  return %3 : tensor<4000000xf32>
}

// A row of a length that the call says has as much scratch as it needs.

// ANY-LABEL: func.func @prepare
// ANY: %[[LINES:.*]] = arith.ceildivui
// ANY: arith.muli %[[LINES]]
// ANY-LABEL: func.func @run
// ANY: %[[ROW:.*]] = memref.view {{.*}} to memref<?xf32>
// ANY: math.exp
// ANY: vector.store %{{.*}}, %[[ROW]]
// ANY: vector.maskedstore %[[ROW]]
// ANY-NOT: math.exp
// ANY: return
func.func @any(%x: tensor<64x?xf32>) -> tensor<64x?xf32> attributes {weir.job} {
  %n = weir.dim %x, 1 : tensor<64x?xf32>
  %e = weir.neg %x : (tensor<64x?xf32>) -> tensor<64x?xf32>
  %0 = weir.exp %e : (tensor<64x?xf32>) -> tensor<64x?xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 1>} : (tensor<64x?xf32>) -> tensor<64xf32>
  %2 = weir.broadcast %1 sizes(%n) {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x?xf32>
  %3 = weir.div %0, %2 : (tensor<64x?xf32>, tensor<64x?xf32>) -> tensor<64x?xf32>
  return %3 : tensor<64x?xf32>
}
