// RUN: weir-compile %s --machine=x86-64-v4 --to=layout | FileCheck %s
// Kernels of narrow floats are not packed, because products gather windows of them, along channels: images and kernels
// have these last. A transposed convolution is a dense one all the same. Integers stay as they are.

// CHECK-LABEL: func.func @narrow_floats
// CHECK-NOT: weir.conv_transpose
// CHECK: weir.conv %{{.*}} {channels_last, {{.*}}kernel_channels_last, {{.*}} : (tensor<2x8x8x16xbf16>, tensor<2x2x32x16xbf16>)
// CHECK-NOT: weir.conv_transpose
// CHECK: return
func.func @narrow_floats(%x: tensor<2x16x8x8xbf16>, %w: tensor<16x8x4x4xbf16>) -> tensor<2x8x16x16xbf16> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x8x8xbf16>, tensor<16x8x4x4xbf16>) -> tensor<2x8x16x16xbf16>
  return %y : tensor<2x8x16x16xbf16>
}

// CHECK-LABEL: func.func @volumes
// CHECK: weir.conv %{{.*}} {channels_last, {{.*}}kernel_channels_last, {{.*}} : (tensor<2x6x6x6x16xf16>, tensor<3x3x3x8x16xf16>)
func.func @volumes(%x: tensor<2x16x6x6x6xf16>, %w: tensor<8x16x3x3x3xf16>) -> tensor<2x8x4x4x4xf16> attributes {weir.job} {
  %y = weir.conv %x, %w {strides = array<i64: 1, 1, 1>, padding_low = array<i64: 0, 0, 0>, padding_high = array<i64: 0, 0, 0>, dilations = array<i64: 1, 1, 1>}
      : (tensor<2x16x6x6x6xf16>, tensor<8x16x3x3x3xf16>) -> tensor<2x8x4x4x4xf16>
  return %y : tensor<2x8x4x4x4xf16>
}

// CHECK-LABEL: func.func @integers
// CHECK-NOT: channels_last
// CHECK: return
func.func @integers(%x: tensor<2x16x8x8xi32>, %w: tensor<8x16x3x3xi32>) -> tensor<2x8x6x6xi32> attributes {weir.job} {
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x8x8xi32>, tensor<8x16x3x3xi32>) -> tensor<2x8x6x6xi32>
  return %y : tensor<2x8x6x6xi32>
}

// A variable's kernel is moved once, by a derive job.

// CHECK-LABEL: func.func @kernel.last.{{[0-9a-f]+}}.derive()
// CHECK: weir.transpose %{{.*}} {permutation = array<i64: 2, 3, 0, 1>} : (tensor<8x16x3x3xbf16>) -> tensor<3x3x8x16xbf16>
// CHECK-LABEL: func.func @variable
// CHECK: weir.read @kernel.last.
weir.variable @kernel : tensor<8x16x3x3xbf16>
func.func @variable(%x: tensor<2x16x8x8xbf16>) -> tensor<2x8x6x6xbf16> attributes {weir.job} {
  %w = weir.read @kernel : tensor<8x16x3x3xbf16>
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x8x8xbf16>, tensor<8x16x3x3xbf16>) -> tensor<2x8x6x6xbf16>
  return %y : tensor<2x8x6x6xbf16>
}
