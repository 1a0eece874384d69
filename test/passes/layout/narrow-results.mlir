// RUN: weir-compile %s --machine=x86-64-v4 --to=layout | FileCheck %s
// Of a few channels vectors lie along pixels: what gives them has its channels first. One pixel's window is no work.

// CHECK-LABEL: func.func @narrow
// CHECK-NOT: weir.transpose
// CHECK: weir.conv %arg0
// CHECK-NOT: channels_last
func.func @narrow(%x: tensor<1x16x8x8xf32>, %w: tensor<2x16x3x3xf32>) -> tensor<1x2x6x6xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x16x8x8xf32>, tensor<2x16x3x3xf32>) -> tensor<1x2x6x6xf32>
  return %z : tensor<1x2x6x6xf32>
}

// The gradient of an image of three channels.
// CHECK-LABEL: func.func @gradient
// CHECK: weir.conv %arg0
// CHECK-NOT: channels_last
func.func @gradient(%x: tensor<2x45x8x8xf32>, %w: tensor<45x3x3x3xf32>) -> tensor<2x3x10x10xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x45x8x8xf32>, tensor<45x3x3x3xf32>) -> tensor<2x3x10x10xf32>
  return %y : tensor<2x3x10x10xf32>
}

// CHECK-LABEL: func.func @one_pixel
// CHECK: weir.transpose %arg0 {permutation = array<i64: 0, 2, 3, 1>}
// CHECK: weir.conv_packed
func.func @one_pixel(%x: tensor<1x16x8x8xf32>, %w: tensor<2x16x1x1xf32>) -> tensor<1x2x8x8xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x16x8x8xf32>, tensor<2x16x1x1xf32>) -> tensor<1x2x8x8xf32>
  return %z : tensor<1x2x8x8xf32>
}
