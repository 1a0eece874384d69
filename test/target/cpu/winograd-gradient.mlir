// RUN: weir-compile %s --machine=x86-64-v4 --to=launch | FileCheck %s
// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=LOOPS < %t/conv_kernel_gradient.02.loops.mlir

// Gradients of kernels of 3 x 3 are summed by Winograd's tiles where channels fill vectors and tiles the image.

// CHECK-DAG: func.func private @conv_kernel_gradient({{.*}}form = "winograd_gradient"
// A phase joins the sums of several parts; each part's are added up block by block.
// LOOPS: func.func @run(
// LOOPS: scf.for {{.*}} iter_args({{.*}}vector<16xf32>
// LOOPS: vector.fma
// LOOPS: func.func @run1(
func.func @tiles(%x: tensor<8x14x14x64xf32>, %dy: tensor<8x14x14x32xf32>) -> tensor<32x64x3x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<8x14x14x64xf32>, tensor<8x14x14x32xf32>) -> tensor<32x64x3x3xf32>
  return %0 : tensor<32x64x3x3xf32>
}

// Neither other strides, nor channels that don't fill a vector, nor narrow floats, nor images of a few tiles.

// CHECK-DAG: func.func private @conv_kernel_gradient_0({{.*}}form = "gathered_product"
func.func @strides(%x: tensor<8x28x28x64xf32>, %dy: tensor<8x14x14x32xf32>) -> tensor<32x64x3x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<8x28x28x64xf32>, tensor<8x14x14x32xf32>) -> tensor<32x64x3x3xf32>
  return %0 : tensor<32x64x3x3xf32>
}

// CHECK-DAG: func.func private @conv_kernel_gradient_1({{.*}}form = "gathered_product"
func.func @channels(%x: tensor<8x14x14x24xf32>, %dy: tensor<8x14x14x32xf32>) -> tensor<32x24x3x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<8x14x14x24xf32>, tensor<8x14x14x32xf32>) -> tensor<32x24x3x3xf32>
  return %0 : tensor<32x24x3x3xf32>
}

// CHECK-DAG: func.func private @conv_kernel_gradient_2({{.*}}form = "gathered_product"
func.func @narrow(%x: tensor<8x14x14x64xbf16>, %dy: tensor<8x14x14x32xbf16>) -> tensor<32x64x3x3xbf16> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<8x14x14x64xbf16>, tensor<8x14x14x32xbf16>) -> tensor<32x64x3x3xbf16>
  return %0 : tensor<32x64x3x3xbf16>
}

// CHECK-DAG: func.func private @conv_kernel_gradient_3({{.*}}form = "gathered_product"
func.func @few(%x: tensor<1x4x4x64xf32>, %dy: tensor<1x4x4x32xf32>) -> tensor<32x64x3x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x4x4x64xf32>, tensor<1x4x4x32xf32>) -> tensor<32x64x3x3xf32>
  return %0 : tensor<32x64x3x3xf32>
}
