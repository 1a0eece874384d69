// RUN: rm -rf %t && weir-compile %s --target=cuda --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/conv_packed_add_relu.02.blocks.mlir
// RUN: FileCheck %s --input-file=%t/conv_packed_add_relu.02.blocks.mlir --check-prefix=ONCE
// RUN: FileCheck %s --input-file=%t/conv_packed_add_relu.01.linalg.mlir --check-prefix=PACK
// A convolution is a product whose first factor's tiles are copied from the image, 16 bytes of channels at a time, none
// of which where the window is outside. Its kernel is packed to one matrix; bias and relu are in the same kernel.

// PACK: func.func {{.*}}@conv_packed_add_relu({{.*}}: tensor<1x576x96xbf16>

// CHECK: gpu.func @phase0
// The row of the tile as image, line and pixel.
// CHECK: arith.remui %{{.*}}, %{{.*}} : i32
// The element of the window and the channel at a depth, and whether that is inside of the image.
// CHECK: scf.for
// CHECK: arith.remui %[[DEPTH:.*]], %c64_i32{{.*}} : i32
// CHECK: %[[POINT:.*]] = arith.divui %[[DEPTH]], %c64_i32{{.*}} : i32
// CHECK: arith.remui %[[POINT]], %c3_i32{{.*}} : i32
// CHECK: arith.cmpi ult, %{{.*}}, %c28_i32{{.*}} : i32
// CHECK: arith.cmpi ult, %{{.*}}, %c28_i32{{.*}} : i32
// CHECK: %[[BYTES:.*]] = arith.select {{.*}}, %c16_i32{{.*}}, %c0_i32{{.*}} : i32
// CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache =  cg, %[[BYTES]]
// CHECK: nvvm.ldmatrix
// CHECK: nvvm.mma.sync
// CHECK: arith.maximumf {{.*}} : vector<8xf32>
// CHECK: vector.store {{.*}} : memref<?xbf16, 1>, vector<8xbf16>

// The sizes are known to take large tiles: there are no phases for others.
// ONCE-COUNT-1: gpu.func @phase
// ONCE-NOT: gpu.func @phase

func.func @job(%x: tensor<64x28x28x64xbf16>, %w: tensor<96x64x3x3xbf16>, %bias: tensor<96xbf16>)
    -> tensor<64x28x28x96xbf16> attributes {weir.job} {
  %p = weir.conv %x, %w {channels_last, dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
      padding_low = array<i64: 1, 1>, strides = array<i64: 1, 1>}
      : (tensor<64x28x28x64xbf16>, tensor<96x64x3x3xbf16>) -> tensor<64x28x28x96xbf16>
  %b = weir.broadcast %bias {dims = array<i64: 3>} : tensor<96xbf16> -> tensor<64x28x28x96xbf16>
  %s = weir.add %p, %b
      : (tensor<64x28x28x96xbf16>, tensor<64x28x28x96xbf16>) -> tensor<64x28x28x96xbf16>
  %y = weir.relu %s : (tensor<64x28x28x96xbf16>) -> tensor<64x28x28x96xbf16>
  return %y : tensor<64x28x28x96xbf16>
}
