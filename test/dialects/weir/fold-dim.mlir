// RUN: weir-opt %s --canonicalize --cse | FileCheck %s

// A size is asked of the op that made the value until it is known, a size operand, or an argument's.

// CHECK-LABEL: @of_arguments
// CHECK-DAG: %[[M:.*]] = weir.dim %arg0, 0
// CHECK-DAG: %[[N:.*]] = weir.dim %arg1, 1
// CHECK-DAG: %[[C:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> sizes(%[[M]], %[[N]])
// CHECK: return %[[C]]
func.func @of_arguments(%a: tensor<?x5xf32>, %b: tensor<5x?xf32>) -> tensor<?x?xf32> {
  %p = weir.matmul %a, %b : (tensor<?x5xf32>, tensor<5x?xf32>) -> tensor<?x?xf32>
  %e = weir.exp %p : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = weir.transpose %e {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = weir.reduce_sum %t {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
  %m = weir.dim %s, 0 : tensor<?xf32>
  %n = weir.dim %t, 0 : tensor<?x?xf32>
  %0 = weir.constant dense<0.0> : tensor<f32> sizes(%m, %n) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @of_size_operands
// CHECK-NEXT: %[[M:.*]] = weir.dim %arg0, 0
// CHECK-NEXT: %[[C:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> sizes(%[[M]]) -> tensor<?xf32>
// CHECK-NEXT: return %[[C]]
func.func @of_size_operands(%a: tensor<?xf32>) -> tensor<?xf32> {
  %m = weir.dim %a, 0 : tensor<?xf32>
  %b = weir.broadcast %a sizes(%m, %m) {dims = array<i64: 2>} : tensor<?xf32> -> tensor<?x4x?xf32>
  %r = weir.relu %b : (tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %n = weir.dim %r, 2 : tensor<?x4x?xf32>
  %0 = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// One operand knows what the other doesn't.
// CHECK-LABEL: @known_elsewhere
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK: weir.constant dense<0.000000e+00> : tensor<f32> sizes(%[[SEVEN]])
func.func @known_elsewhere(%a: tensor<?xf32>, %b: tensor<7xf32>) -> tensor<?xf32> {
  %s = weir.add %a, %b : (tensor<?xf32>, tensor<7xf32>) -> tensor<7xf32>
  %n = weir.dim %s, 0 : tensor<7xf32>
  %0 = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What gather picks depends on the index; its size doesn't.
// CHECK-LABEL: @of_gather
// CHECK: weir.dim %arg1, 0
// CHECK-NOT: weir.gather
func.func @of_gather(%x: tensor<?x4xf32>, %i: tensor<?x4xi64>) -> tensor<?xf32> {
  %g = weir.gather %x, %i {dim = 0 : i64} : (tensor<?x4xf32>, tensor<?x4xi64>) -> tensor<?x4xf32>
  %n = weir.dim %g, 0 : tensor<?x4xf32>
  %0 = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @of_pieces
// CHECK-DAG: %[[M:.*]] = weir.dim %arg0, 0
// CHECK-DAG: %[[N:.*]] = weir.dim %arg1, 0
// CHECK-DAG: %[[SUM:.*]] = arith.addi %[[M]], %[[N]]
// CHECK-DAG: %[[K:.*]] = weir.dim %arg2, 0
// CHECK: return %[[SUM]], %[[M]], %[[K]]
func.func @of_pieces(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %z: tensor<?xf32>) -> (index, index, index) {
  %k = weir.dim %z, 0 : tensor<?xf32>
  %joined = weir.concat %x, %y {dim = 0 : i64} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = weir.dim %joined, 0 : tensor<?x4xf32>
  %flipped = weir.flip %x {dims = array<i64: 0>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = weir.dim %flipped, 0 : tensor<?x4xf32>
  %slice = weir.slice %x sizes(%k) {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>}
      : tensor<?x4xf32> -> tensor<?x4xf32>
  %2 = weir.dim %slice, 0 : tensor<?x4xf32>
  return %0, %1, %2 : index, index, index
}
