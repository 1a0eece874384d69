// RUN: weir-opt %s --split-input-file --weir-sink-transposes | FileCheck %s

// Nothing is left between two layers: operands that are repeated are so along other dimensions, and pooling has its
// windows elsewhere.

// CHECK-LABEL: func.func @between
// CHECK-NEXT: %[[B:.*]] = weir.broadcast %arg1 {dims = array<i64: 3>} : tensor<4xf32> -> tensor<1x8x8x4xf32>
// CHECK-NEXT: %[[S:.*]] = weir.add %arg0, %[[B]]
// CHECK-NEXT: %[[R:.*]] = weir.relu %[[S]]
// CHECK-NEXT: %[[P:.*]] = weir.window_max %[[R]] {dilations = array<i64: 1, 1, 1, 1>, padding_high = array<i64: 0, 1, 2, 0>, padding_low = array<i64: 0, 0, 1, 0>, strides = array<i64: 1, 2, 3, 1>, window = array<i64: 1, 3, 4, 1>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x3x4xf32>
// CHECK-NEXT: return %[[P]]
func.func @between(%x: tensor<1x8x8x4xf32>, %b: tensor<4xf32>) -> tensor<1x4x3x4xf32> attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 0, 3, 1, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
  %1 = weir.broadcast %b {dims = array<i64: 1>} : tensor<4xf32> -> tensor<1x4x8x8xf32>
  %2 = weir.add %0, %1 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = weir.relu %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = weir.window_max %3 {window = array<i64: 1, 1, 3, 4>, strides = array<i64: 1, 1, 2, 3>, padding_low = array<i64: 0, 0, 0, 1>, padding_high = array<i64: 0, 0, 1, 2>, dilations = array<i64: 1, 1, 1, 1>}
      : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x3xf32>
  %5 = weir.transpose %4 {permutation = array<i64: 0, 2, 3, 1>} : (tensor<1x4x4x3xf32>) -> tensor<1x4x3x4xf32>
  return %5 : tensor<1x4x3x4xf32>
}

// -----

// Sizes of gradients of pooling follow their dimensions.

// CHECK-LABEL: func.func @spread
// CHECK-NEXT: %[[Y:.*]] = weir.window_spread_to %arg0, %arg1 sizes(%arg2, %arg3) {dilations = array<i64: 1, 1, 1>, padding_high = array<i64: 0, 0, 0>, padding_low = array<i64: 0, 0, 0>, strides = array<i64: 1, 2, 1>, window = array<i64: 1, 2, 1>} : (tensor<?x?x4xf32>, tensor<?x?x4xi64>) -> tensor<?x?x4xf32>
// CHECK-NEXT: weir.transpose %[[Y]] {permutation = array<i64: 0, 2, 1>} : (tensor<?x?x4xf32>) -> tensor<?x4x?xf32>
func.func @spread(%x: tensor<?x?x4xf32>, %j: tensor<?x?x4xi64>, %n: index, %l: index) -> tensor<?x4x?xf32> attributes {weir.job} {
  %i = weir.transpose %j {permutation = array<i64: 0, 2, 1>} : (tensor<?x?x4xi64>) -> tensor<?x4x?xi64>
  %0 = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<?x?x4xf32>) -> tensor<?x4x?xf32>
  %y = weir.window_spread_to %0, %i sizes(%n, %l) {window = array<i64: 1, 1, 2>, strides = array<i64: 1, 1, 2>, padding_low = array<i64: 0, 0, 0>, padding_high = array<i64: 0, 0, 0>, dilations = array<i64: 1, 1, 1>}
      : (tensor<?x4x?xf32>, tensor<?x4x?xi64>) -> tensor<?x4x?xf32>
  return %y : tensor<?x4x?xf32>
}

// -----

// With one spatial dimension the way there is the way back. One operand of two is not enough for the transposition to
// move, else it would without end; scalars have nothing to transpose.

// CHECK-LABEL: func.func @one_spatial_dimension
// CHECK-NEXT: %[[T:.*]] = weir.transpose %arg0
// CHECK-NEXT: %[[Y:.*]] = weir.minimum %[[T]], %arg1
// CHECK-NEXT: %[[U:.*]] = weir.sgd_update %arg0, %arg0, %arg2, %arg2
// CHECK-NEXT: %[[V:.*]] = weir.transpose %[[U]]
// CHECK-NEXT: return %[[Y]], %[[V]]
func.func @one_spatial_dimension(%x: tensor<2x9x4xf32>, %other: tensor<2x4x9xf32>, %rate: tensor<f32>)
    -> (tensor<2x4x9xf32>, tensor<2x4x9xf32>) attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<2x9x4xf32>) -> tensor<2x4x9xf32>
  %y = weir.minimum %0, %other : (tensor<2x4x9xf32>, tensor<2x4x9xf32>) -> tensor<2x4x9xf32>
  %u = weir.sgd_update %0, %0, %rate, %rate : (tensor<2x4x9xf32>, tensor<2x4x9xf32>, tensor<f32>, tensor<f32>) -> tensor<2x4x9xf32>
  return %y, %u : tensor<2x4x9xf32>, tensor<2x4x9xf32>
}

// -----

// CHECK-LABEL: func.func @reductions
// CHECK-NEXT: weir.reduce_sum %arg0 {dims = array<i64: 0, 1, 2>} : (tensor<2x8x9x4xf32>) -> tensor<4xf32>
// CHECK-NEXT: weir.reduce_max %arg0 {dims = array<i64: 1, 2>} : (tensor<2x8x9x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %[[M:.*]] = weir.reduce_min %arg0 {dims = array<i64: 0>} : (tensor<2x8x9x4xf32>) -> tensor<8x9x4xf32>
// CHECK-NEXT: weir.transpose %[[M]] {permutation = array<i64: 2, 0, 1>} : (tensor<8x9x4xf32>) -> tensor<4x8x9xf32>
func.func @reductions(%x: tensor<2x8x9x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>, tensor<4x8x9xf32>) attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 0, 3, 1, 2>} : (tensor<2x8x9x4xf32>) -> tensor<2x4x8x9xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 0, 2, 3>} : (tensor<2x4x8x9xf32>) -> tensor<4xf32>
  %2 = weir.reduce_max %0 {dims = array<i64: 2, 3>} : (tensor<2x4x8x9xf32>) -> tensor<2x4xf32>
  %3 = weir.reduce_min %0 {dims = array<i64: 0>} : (tensor<2x4x8x9xf32>) -> tensor<4x8x9xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<2x4xf32>, tensor<4x8x9xf32>
}

// -----

// Of one pixel, the order of channels and pixels is no order.

// CHECK-LABEL: func.func @flatten
// CHECK-NEXT: weir.reshape %arg0 : tensor<2x1x1x4xf32> -> tensor<2x4xf32>
func.func @flatten(%x: tensor<2x1x1x4xf32>) -> tensor<2x4xf32> attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 0, 3, 1, 2>} : (tensor<2x1x1x4xf32>) -> tensor<2x4x1x1xf32>
  %1 = weir.reshape %0 : tensor<2x4x1x1xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

// Two of three operands are transposed: the third is transposed the other way. Of two, one is not enough.

// CHECK-LABEL: func.func @some
// CHECK-NEXT: %[[C:.*]] = weir.transpose %arg2 {permutation = array<i64: 0, 2, 1>} : (tensor<2x4x8xi1>) -> tensor<2x8x4xi1>
// CHECK-NEXT: %[[S:.*]] = weir.select %[[C]], %arg0, %arg1
// CHECK-NEXT: %[[T:.*]] = weir.transpose %[[S]] {permutation = array<i64: 0, 2, 1>}
// CHECK-NEXT: weir.add %[[T]], %arg3
func.func @some(%x: tensor<2x8x4xf32>, %y: tensor<2x8x4xf32>, %c: tensor<2x4x8xi1>, %z: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<2x8x4xf32>) -> tensor<2x4x8xf32>
  %1 = weir.transpose %y {permutation = array<i64: 0, 2, 1>} : (tensor<2x8x4xf32>) -> tensor<2x4x8xf32>
  %2 = weir.select %c, %0, %1 : (tensor<2x4x8xi1>, tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %3 = weir.add %2, %z : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %3 : tensor<2x4x8xf32>
}

// -----

// Transpositions of another kind stay where they are.

// CHECK-LABEL: func.func @others
// CHECK-NEXT: %[[T:.*]] = weir.transpose
// CHECK-NEXT: weir.relu %[[T]]
func.func @others(%x: tensor<2x3x4xf32>) -> tensor<3x2x4xf32> attributes {weir.job} {
  %0 = weir.transpose %x {permutation = array<i64: 1, 0, 2>} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = weir.relu %0 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %1 : tensor<3x2x4xf32>
}

// -----

// Elementwise ops behind a convolution of each channel come before the reshape that leaves its last dimension out.

// CHECK-LABEL: func.func @unit
// CHECK: %[[Y:.*]] = weir.conv
// CHECK-NEXT: %[[B:.*]] = weir.broadcast %arg2 {dims = array<i64: 2>} : tensor<4xf32> -> tensor<1x6x4x1xf32>
// CHECK-NEXT: %[[Z:.*]] = weir.mul %[[Y]], %[[B]] : (tensor<1x6x4x1xf32>, tensor<1x6x4x1xf32>) -> tensor<1x6x4x1xf32>
// CHECK-NEXT: %[[R:.*]] = weir.reshape %arg3 : tensor<1x6x4xf32> -> tensor<1x6x4x1xf32>
// CHECK-NEXT: %[[S:.*]] = weir.add %[[Z]], %[[R]]
// CHECK-NEXT: weir.reshape %[[S]] : tensor<1x6x4x1xf32> -> tensor<1x6x4xf32>
// CHECK-NEXT: return
func.func @unit(%x: tensor<1x8x4x1xf32>, %w: tensor<3x4x1x1xf32>, %b: tensor<4xf32>, %r: tensor<1x6x4xf32>) -> tensor<1x6x4xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {grouped, channels_last, kernel_channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x8x4x1xf32>, tensor<3x4x1x1xf32>) -> tensor<1x6x4x1xf32>
  %c = weir.reshape %y : tensor<1x6x4x1xf32> -> tensor<1x6x4xf32>
  %f = weir.broadcast %b {dims = array<i64: 2>} : tensor<4xf32> -> tensor<1x6x4xf32>
  %z = weir.mul %c, %f : (tensor<1x6x4xf32>, tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %s = weir.add %z, %r : (tensor<1x6x4xf32>, tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return %s : tensor<1x6x4xf32>
}

// -----

// Not where others read it, too: they would have it in two shapes.

// CHECK-LABEL: func.func @unit_of_two
// CHECK: %[[C:.*]] = weir.reshape
// CHECK: weir.relu %[[C]] : (tensor<1x6x4xf32>)
func.func @unit_of_two(%x: tensor<1x8x4x1xf32>, %w: tensor<3x4x1x1xf32>) -> (tensor<1x6x4xf32>, tensor<1x6x4xf32>) attributes {weir.job} {
  %y = weir.conv %x, %w {grouped, channels_last, kernel_channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x8x4x1xf32>, tensor<3x4x1x1xf32>) -> tensor<1x6x4x1xf32>
  %c = weir.reshape %y : tensor<1x6x4x1xf32> -> tensor<1x6x4xf32>
  %z = weir.relu %c : (tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return %c, %z : tensor<1x6x4xf32>, tensor<1x6x4xf32>
}
