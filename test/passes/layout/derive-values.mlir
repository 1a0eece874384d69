// RUN: weir-opt %s --split-input-file --weir-derive-values --canonicalize --weir-verify-normal-form | FileCheck %s

// What variables alone make is computed in a derive job, and repeated where it is used.

// CHECK: func.func @[[D:w.derived.[0-9a-f]*]].derive() attributes {weir.derive, weir.job} {
// CHECK: weir.rsqrt
// CHECK: %[[S:.*]] = weir.mul
// CHECK: weir.assign @[[D]], %[[S]] : tensor<4xf32>
// CHECK-LABEL: func.func @eval
// CHECK-NEXT: %[[R:.*]] = weir.read @[[D]] : tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = weir.broadcast %[[R]] {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4xf32>
// CHECK-NEXT: weir.mul %arg0, %[[B]]
weir.variable @v : tensor<4xf32>
weir.variable @w : tensor<4xf32>
func.func @eval(%x: tensor<2x4xf32>) -> tensor<2x4xf32> attributes {weir.job} {
  %v = weir.read @v : tensor<4xf32>
  %w = weir.read @w : tensor<4xf32>
  %0 = weir.rsqrt %v : (tensor<4xf32>) -> tensor<4xf32>
  %1 = weir.mul %0, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = weir.broadcast %1 {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4xf32>
  %y = weir.mul %x, %2 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// Not so where a job assigns a variable, where inputs take part, or where nothing is computed.

// CHECK-LABEL: func.func @train
// CHECK-NOT: weir.read @{{.*}}derived
// CHECK: return
weir.variable @v : tensor<4xf32>
weir.variable @w : tensor<4xf32>
func.func @train(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) attributes {weir.job} {
  %v = weir.read @v : tensor<4xf32>
  %w = weir.read @w : tensor<4xf32>
  %0 = weir.rsqrt %v : (tensor<4xf32>) -> tensor<4xf32>
  %1 = weir.mul %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = weir.reshape %w : tensor<4xf32> -> tensor<2x2xf32>
  weir.assign @v, %1 : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}
