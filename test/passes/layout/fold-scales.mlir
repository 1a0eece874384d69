// RUN: weir-opt %s --split-input-file --weir-fold-scales | FileCheck %s

// Normalization by collected statistics: a factor and a summand for each channel, behind a convolution with a bias.

// CHECK-LABEL: func.func @eval
// CHECK-DAG: %[[W:.*]] = weir.read @w
// CHECK-DAG: %[[B:.*]] = weir.read @b
// CHECK-DAG: %[[S:.*]] = weir.read @s
// CHECK: %[[SW:.*]] = weir.broadcast %[[S]] {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x3x1x1xf32>
// CHECK: %[[V:.*]] = weir.mul %[[W]], %[[SW]]
// CHECK: %[[Y:.*]] = weir.conv %arg0, %[[V]]
// CHECK: %[[SB:.*]] = weir.mul %[[B]], %[[S]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[BB:.*]] = weir.broadcast %[[SB]] {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4x8x8xf32>
// CHECK: %[[R:.*]] = weir.add %[[Y]], %[[BB]]
// CHECK: return %[[R]]
weir.variable @w : tensor<4x3x1x1xf32>
weir.variable @b : tensor<4xf32>
weir.variable @s : tensor<4xf32>
func.func @eval(%x: tensor<2x3x8x8xf32>) -> tensor<2x4x8x8xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<4x3x1x1xf32>
  %b = weir.read @b : tensor<4xf32>
  %s = weir.read @s : tensor<4xf32>
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<2x4x8x8xf32>
  %0 = weir.broadcast %b {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4x8x8xf32>
  %1 = weir.add %y, %0 : (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  %2 = weir.broadcast %s {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4x8x8xf32>
  %3 = weir.mul %1, %2 : (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %3 : tensor<2x4x8x8xf32>
}

// -----

// A factor that is an input, or a convolution that others read, too: nothing is folded.

// CHECK-LABEL: func.func @not
// CHECK-COUNT-2: weir.mul {{.*}} tensor<2x4x8xf32>
weir.variable @w : tensor<4x3x1xf32>
weir.variable @s : tensor<4xf32>
func.func @not(%x: tensor<2x3x8xf32>, %t: tensor<4xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<4x3x1xf32>
  %s = weir.read @s : tensor<4xf32>
  %y = weir.conv %x, %w {strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x3x8xf32>, tensor<4x3x1xf32>) -> tensor<2x4x8xf32>
  %0 = weir.broadcast %s {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4x8xf32>
  %1 = weir.mul %y, %0 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %c = weir.conv %x, %w {strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 2>}
      : (tensor<2x3x8xf32>, tensor<4x3x1xf32>) -> tensor<2x4x8xf32>
  %2 = weir.broadcast %t {dims = array<i64: 1>} : tensor<4xf32> -> tensor<2x4x8xf32>
  %3 = weir.mul %c, %2 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %y, %1, %3 : tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>
}
