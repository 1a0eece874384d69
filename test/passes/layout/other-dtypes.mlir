// RUN: weir-compile %s --machine=x86-64-v4 --to=layout | FileCheck %s
// Where kernels of a dtype are not packed, images stay as they are; a transposed convolution is a dense one all the same.

// CHECK-LABEL: func.func @narrow_floats
// CHECK-NOT: weir.conv_transpose
// CHECK: weir.conv {{.*}} : (tensor<2x16x8x8xbf16>, tensor<{{[0-9]+}}x16x{{[0-9]+}}x{{[0-9]+}}xbf16>)
// CHECK-NOT: weir.conv_transpose
// CHECK: return
func.func @narrow_floats(%x: tensor<2x16x8x8xbf16>, %w: tensor<16x8x4x4xbf16>) -> tensor<2x8x16x16xbf16> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x8x8xbf16>, tensor<16x8x4x4xbf16>) -> tensor<2x8x16x16xbf16>
  return %y : tensor<2x8x16x16xbf16>
}
