// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s < %t/conv_relu.02.loops.mlir

// A convolution of each channel by its own window: eight pixels in registers. Of a line of windows of 3, ten elements of
// the image are loaded, each once, and three of the kernel, for the pixels inside; fewer at the border.

// CHECK-LABEL: func.func @run
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-12: vector.load
// CHECK-NOT: vector.load
// CHECK: scf.yield
// CHECK-COUNT-8: arith.maximumf
// CHECK-COUNT-8: vector.store
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-13: vector.load
// CHECK-NOT: vector.load
// CHECK: scf.yield
func.func @f(%x: tensor<2x32x32x48x1xf32>, %w: tensor<3x3x48x1x1xf32>) -> tensor<2x32x32x48x1xf32> attributes {weir.job} {
  %0 = weir.conv %x, %w {grouped, channels_last, kernel_channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x32x32x48x1xf32>, tensor<3x3x48x1x1xf32>) -> tensor<2x32x32x48x1xf32>
  %1 = weir.relu %0 : (tensor<2x32x32x48x1xf32>) -> tensor<2x32x32x48x1xf32>
  return %1 : tensor<2x32x32x48x1xf32>
}
