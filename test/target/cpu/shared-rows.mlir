// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=ROWS < %t/reduce_sum_sub.02.loops.mlir
// RUN: FileCheck %s --check-prefix=TOGETHER < %t/conv_kernel_gradient.02.loops.mlir

// What is reduced over pixels is reduced once for the channels of a vector, not once for each pixel that it is taken from.

// ROWS-LABEL: func.func @run
// ROWS: scf.for
// ROWS: scf.for %[[C:.*]] = {{.*}} {
// ROWS: scf.for {{.*}} -> (vector<16xf64>)
// ROWS: vector.load %{{.*}}[%{{.*}}, %{{.*}}, %[[C]]]
// ROWS: %[[SUM:.*]] = arith.truncf
// ROWS: scf.for
// ROWS: scf.for
// ROWS: arith.subf %{{.*}}, %[[SUM]]
// ROWS: vector.store
func.func @center(%x: tensor<8x9x32xf32>) -> tensor<8x9x32xf32> attributes {weir.job} {
  %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<8x9x32xf32>) -> tensor<32xf32>
  %1 = weir.broadcast %0 {dims = array<i64: 2>} : tensor<32xf32> -> tensor<8x9x32xf32>
  %2 = weir.sub %x, %1 : (tensor<8x9x32xf32>, tensor<8x9x32xf32>) -> tensor<8x9x32xf32>
  return %2 : tensor<8x9x32xf32>
}

// A kernel's gradient: vectors of result channels, eight channels of the image with each.

// TOGETHER-LABEL: func.func @run
// TOGETHER: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// TOGETHER: %[[DY:.*]] = vector.load
// TOGETHER-COUNT-8: arith.mulf %{{.*}}, %[[DY]]
// TOGETHER-NOT: vector.load
// TOGETHER: scf.yield
func.func @gradient(%x: tensor<4x10x16xf32>, %dy: tensor<4x8x32xf32>) -> tensor<32x16x3xf32> attributes {weir.job} {
  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<4x10x16xf32>, tensor<4x8x32xf32>) -> tensor<32x16x3xf32>
  return %0 : tensor<32x16x3xf32>
}
