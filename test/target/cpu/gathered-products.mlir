// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=KERNEL < %t/conv_kernel_gradient.02.loops.mlir
// RUN: FileCheck %s --check-prefix=GROUPS < %t/conv_relu.02.loops.mlir
// RUN: FileCheck %s --check-prefix=POINT < %t/conv_kernel_gradient_0.02.loops.mlir

// A kernel's gradient is a product of pixels: dy is a matrix of them, windows of the image are gathered to panels whose
// columns are neighbours in memory, and results go where kernels have them.

// KERNEL: func.func @product_run(
// KERNEL-SAME: memref<32x32xf32, strided<[32, 1],
// KERNEL-SAME: memref<32x48xf32,
// KERNEL: call @product.gather_b
// KERNEL: func.func private @product.gather_b
// KERNEL: vector.store
// KERNEL: vector.scatter
func.func @gradient(%x: tensor<4x10x16xf32>, %dy: tensor<4x8x32xf32>) -> tensor<32x16x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<4x10x16xf32>, tensor<4x8x32xf32>) -> tensor<32x16x3xf32>
  return %0 : tensor<32x16x3xf32>
}

// With channels first each image and group is a product of its own, of the kernel by windows. Every second pixel is
// taken out of vectors of neighbours; the epilogue works on the accumulators.

// GROUPS: func.func @product_run(
// GROUPS-SAME: memref<?x?x8x36xf32,
// GROUPS-SAME: memref<?x?x36x196xf32,
// GROUPS-SAME: memref<?x?x8x196xf32,
// GROUPS: func.func private @product.gather_b
// GROUPS: vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// GROUPS: func.func private @product.block
// GROUPS: vector.fma
// GROUPS-NOT: vector.scatter
func.func @groups(%x: tensor<2x3x4x28x28xf32>, %w: tensor<3x8x4x3x3xf32>) -> tensor<2x3x8x14x14xf32> attributes {weir.job} {
  %0 = weir.conv %x, %w {grouped, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x3x4x28x28xf32>, tensor<3x8x4x3x3xf32>) -> tensor<2x3x8x14x14xf32>
  %1 = weir.relu %0 : (tensor<2x3x8x14x14xf32>) -> tensor<2x3x8x14x14xf32>
  return %1 : tensor<2x3x8x14x14xf32>
}

// Windows of one element need nothing gathered.

// POINT: func.func @product_run(
// POINT-NOT: product.gather
func.func @point(%x: tensor<2x8x8x16xf32>, %dy: tensor<2x8x8x32xf32>) -> tensor<32x16x1x1xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x8x8x16xf32>, tensor<2x8x8x32xf32>) -> tensor<32x16x1x1xf32>
  return %0 : tensor<32x16x1x1xf32>
}
