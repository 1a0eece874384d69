// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/conv_packed.02.loops.mlir

// One tile asks for all weights that the next panel's needs: in a loop, so that code doesn't grow with the channels.

// CHECK-LABEL: func.func @run
// CHECK: memref.prefetch
// CHECK-NOT: memref.prefetch
func.func @pixel(%x: tensor<1x11000x1x1xf32>, %w: tensor<64x11000x1x1xf32>) -> tensor<1x64x1x1xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>,
      padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x11000x1x1xf32>, tensor<64x11000x1x1xf32>) ->
      tensor<1x64x1x1xf32>
  return %y : tensor<1x64x1x1xf32>
}
