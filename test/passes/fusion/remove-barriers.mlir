// RUN: weir-opt %s --canonicalize --cse --weir-remove-barriers | FileCheck %s
// A barrier keeps equal ops from being merged, and goes when they are.

// CHECK-LABEL: @apart(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = weir.exp %[[X]]
// CHECK-NEXT: %[[B:.*]] = weir.exp %[[X]]
// CHECK-NEXT: weir.add %[[A]], %[[B]]
func.func @apart(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %0 = weir.optimization_barrier %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = weir.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %y = weir.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
