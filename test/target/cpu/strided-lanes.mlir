// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/slice_exp.02.loops.mlir --check-prefix=SECOND
// RUN: FileCheck %s --input-file=%t/slice_sin.02.loops.mlir --check-prefix=FOURTH
// RUN: FileCheck %s --input-file=%t/slice_tanh.02.loops.mlir --check-prefix=FIFTH
// RUN: FileCheck %s --input-file=%t/conv.02.loops.mlir --check-prefix=PADDED
// Where lanes read every second to fourth element, all between the first and the last one are loaded, and no other:
// a gather takes as long as ten loads.

// SECOND: func.func @run
// SECOND-NOT: vector.gather
// SECOND-COUNT-2: vector.shuffle
// SECOND-NOT: vector.shuffle
// SECOND: vector.store
// The last 7 elements:
// SECOND: vector.gather
func.func @second(%x: tensor<16x206xf32>) -> tensor<16x103xf32> attributes {weir.job} {
  %0 = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 2>} : tensor<16x206xf32> -> tensor<16x103xf32>
  %1 = weir.exp %0 : (tensor<16x103xf32>) -> tensor<16x103xf32>
  return %1 : tensor<16x103xf32>
}

// FOURTH: func.func @run
// FOURTH-NOT: vector.gather
// FOURTH-COUNT-4: vector.shuffle
// FOURTH-NOT: vector.gather
func.func @fourth(%x: tensor<16x256xf32>) -> tensor<16x64xf32> attributes {weir.job} {
  %0 = weir.slice %x {starts = array<i64: 0, 3>, steps = array<i64: 1, 4>} : tensor<16x256xf32> -> tensor<16x64xf32>
  %1 = weir.sin %0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %1 : tensor<16x64xf32>
}

// FIFTH: func.func @run
// FIFTH-NOT: vector.shuffle
// FIFTH: vector.gather
func.func @fifth(%x: tensor<16x320xf32>) -> tensor<16x64xf32> attributes {weir.job} {
  %0 = weir.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 5>} : tensor<16x320xf32> -> tensor<16x64xf32>
  %1 = weir.tanh %0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %1 : tensor<16x64xf32>
}

// What lies in the padding isn't read, which most vectors don't touch.
// PADDED: func.func @run
// PADDED: vector.reduction <and>
// PADDED: scf.if
// PADDED-COUNT-2: vector.shuffle
// PADDED: } else {
// PADDED: vector.gather
func.func @padded(%x: tensor<2x16x1x64x64xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x32x32xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {grouped, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x64x64xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x32x32xf32>
  return %y : tensor<2x16x1x32x32xf32>
}
