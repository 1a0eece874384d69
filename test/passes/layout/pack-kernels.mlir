// RUN: weir-opt %s --split-input-file --weir-pack-kernels="panel=16 block=2" --weir-verify-normal-form | FileCheck %s

// The kernel is packed once, in a derive job.

// CHECK: func.func @[[P:w.packed.[0-9a-f]*]].derive() attributes {weir.derive, weir.job} {
// CHECK-NEXT: %[[W:.*]] = weir.read @w
// CHECK-NEXT: %[[C:.*]] = weir.reshape %[[W]] : tensor<20x4x3x5xf32> -> tensor<20x2x2x3x5xf32>
// CHECK-NEXT: %[[T:.*]] = weir.transpose %[[C]] {permutation = array<i64: 1, 3, 4, 2, 0>} : (tensor<20x2x2x3x5xf32>) -> tensor<2x3x5x2x20xf32>
// CHECK-NEXT: %[[M:.*]] = weir.reshape %[[T]] : tensor<2x3x5x2x20xf32> -> tensor<60x20xf32>
// CHECK-NEXT: %[[Q:.*]] = weir.pack %[[M]] {panel = 16 : i64} : (tensor<60x20xf32>) -> tensor<2x60x16xf32>
// CHECK-NEXT: weir.assign @[[P]], %[[Q]]
// CHECK-LABEL: func.func @eval
// CHECK-NEXT: %[[R:.*]] = weir.read @[[P]] : tensor<2x60x16xf32>
// CHECK: weir.conv_packed %arg0, %[[R]] {block = 2 : i64, channels = 4 : i64, columns = 20 : i64, dilations = array<i64: 1, 1>, padding_high = array<i64: 1, 2>, padding_low = array<i64: 1, 2>, panel = 16 : i64, strides = array<i64: 1, 1>, window = array<i64: 3, 5>} : (tensor<?x8x8x4xf32>, tensor<2x60x16xf32>) -> tensor<?x8x8x20xf32>
weir.variable @w : tensor<20x4x3x5xf32>
func.func @eval(%x: tensor<?x8x8x4xf32>) -> tensor<?x8x8x20xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<20x4x3x5xf32>
  %y = weir.conv %x, %w {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 2>, padding_high = array<i64: 1, 2>, dilations = array<i64: 1, 1>}
      : (tensor<?x8x8x4xf32>, tensor<20x4x3x5xf32>) -> tensor<?x8x8x20xf32>
  return %y : tensor<?x8x8x20xf32>
}

// -----

// A kernel that changes is packed in each run.

// CHECK-LABEL: func.func @train
// CHECK: %[[Q:.*]] = weir.pack
// CHECK: weir.conv_packed %arg0, %[[Q]]
// CHECK: weir.assign @w
weir.variable @w : tensor<20x4x1xf32>
func.func @train(%x: tensor<2x8x4xf32>) -> tensor<2x8x20xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<20x4x1xf32>
  %y = weir.conv %x, %w {channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x8x4xf32>, tensor<20x4x1xf32>) -> tensor<2x8x20xf32>
  %n = weir.neg %w : (tensor<20x4x1xf32>) -> tensor<20x4x1xf32>
  weir.assign @w, %n : tensor<20x4x1xf32>
  return %y : tensor<2x8x20xf32>
}

// -----

// Channels in front, sizes that aren't known: nothing is packed.

// CHECK-LABEL: func.func @not
// CHECK-NOT: weir.pack
func.func @not(%x: tensor<2x4x8xf32>, %z: tensor<2x?x4xf32>, %w: tensor<20x4x1xf32>) -> (tensor<2x20x8xf32>, tensor<2x?x20xf32>) attributes {weir.job} {
  %0 = weir.conv %x, %w {strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x4x8xf32>, tensor<20x4x1xf32>) -> tensor<2x20x8xf32>
  %1 = weir.conv %z, %w {channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x?x4xf32>, tensor<20x4x1xf32>) -> tensor<2x?x20xf32>
  return %0, %1 : tensor<2x20x8xf32>, tensor<2x?x20xf32>
}

// -----

// By Winograd's tiles: terms of a kernel of 3 x 3, which are computed once where it does not change.

// CHECK: func.func @[[P:w.winograd.[0-9a-f]*]].derive() attributes {weir.derive, weir.job} {
// CHECK-NEXT: %[[W:.*]] = weir.read @w
// CHECK-NEXT: %[[G:.*]] = weir.constant dense<{{.*}}> : tensor<9x16xf32>
// CHECK-NEXT: %[[E:.*]] = weir.reshape %[[W]] : tensor<20x4x3x3xf32> -> tensor<80x9xf32>
// CHECK-NEXT: %[[U:.*]] = weir.matmul %[[E]], %[[G]] : (tensor<80x9xf32>, tensor<9x16xf32>) -> tensor<80x16xf32>
// CHECK-NEXT: %[[S:.*]] = weir.reshape %[[U]] : tensor<80x16xf32> -> tensor<20x4x16xf32>
// CHECK-NEXT: %[[T:.*]] = weir.transpose %[[S]] {permutation = array<i64: 2, 1, 0>} : (tensor<20x4x16xf32>) -> tensor<16x4x20xf32>
// CHECK-NEXT: %[[M:.*]] = weir.reshape %[[T]] : tensor<16x4x20xf32> -> tensor<64x20xf32>
// CHECK-NEXT: %[[Q:.*]] = weir.pack %[[M]] {panel = 16 : i64} : (tensor<64x20xf32>) -> tensor<2x64x16xf32>
// CHECK-NEXT: weir.assign @[[P]], %[[Q]]
// CHECK-LABEL: func.func @eval
// CHECK-NEXT: %[[R:.*]] = weir.read @[[P]] : tensor<2x64x16xf32>
// CHECK: weir.conv_winograd %arg0, %[[R]] {channels = 4 : i64, columns = 20 : i64, padding_high = array<i64: 1, 1>, padding_low = array<i64: 1, 0>, panel = 16 : i64} : (tensor<?x8x8x4xf32>, tensor<2x64x16xf32>) -> tensor<?x8x7x20xf32>
weir.variable @w : tensor<20x4x3x3xf32>
func.func @eval(%x: tensor<?x8x8x4xf32>) -> tensor<?x8x7x20xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<20x4x3x3xf32>
  %y = weir.conv %x, %w {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 0>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x8x8x4xf32>, tensor<20x4x3x3xf32>) -> tensor<?x8x7x20xf32>
  return %y : tensor<?x8x7x20xf32>
}

// -----

// Neither strides nor dilations; of kernels that change, terms are computed in each run.

// CHECK-LABEL: func.func @others
// CHECK-NOT: weir.conv_winograd
// CHECK-LABEL: func.func @train
// CHECK: %[[V:.*]] = weir.read @v
// CHECK: %[[E:.*]] = weir.reshape %[[V]] : tensor<20x4x3x3xf32> -> tensor<80x9xf32>
// CHECK: weir.matmul %[[E]]
// CHECK: weir.conv_winograd
// CHECK: weir.assign @v
weir.variable @w : tensor<20x4x3x3xf32>
weir.variable @v : tensor<20x4x3x3xf32>
func.func @others(%x: tensor<2x8x8x4xf32>) -> (tensor<2x3x3x20xf32>, tensor<2x4x4x20xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<20x4x3x3xf32>
  %0 = weir.conv %x, %w {channels_last, strides = array<i64: 2, 2>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x8x8x4xf32>, tensor<20x4x3x3xf32>) -> tensor<2x3x3x20xf32>
  %1 = weir.conv %x, %w {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 2, 2>}
      : (tensor<2x8x8x4xf32>, tensor<20x4x3x3xf32>) -> tensor<2x4x4x20xf32>
  return %0, %1 : tensor<2x3x3x20xf32>, tensor<2x4x4x20xf32>
}
func.func @train(%x: tensor<2x8x8x4xf32>) -> tensor<2x6x6x20xf32> attributes {weir.job} {
  %v = weir.read @v : tensor<20x4x3x3xf32>
  %y = weir.conv %x, %v {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x8x8x4xf32>, tensor<20x4x3x3xf32>) -> tensor<2x6x6x20xf32>
  %n = weir.neg %v : (tensor<20x4x3x3xf32>) -> tensor<20x4x3x3xf32>
  weir.assign @v, %n : tensor<20x4x3x3xf32>
  return %y : tensor<2x6x6x20xf32>
}

// -----

// Where a kernel has been exchanged and reversed, as for the gradient of an image, elements are taken as they stand
// before that: the matrix, or the transposition into panels, does the rest.

// CHECK-LABEL: func.func @gradients
// CHECK-DAG: %[[G:.*]] = weir.constant dense<"0x00000000{{.*}}> : tensor<9x16xf32>
// CHECK-DAG: %[[E:.*]] = weir.reshape %arg2 : tensor<4x20x3x3xf32> -> tensor<80x9xf32>
// CHECK: %[[U:.*]] = weir.matmul %[[E]], %[[G]]
// CHECK: %[[S:.*]] = weir.reshape %[[U]] : tensor<80x16xf32> -> tensor<4x20x16xf32>
// CHECK: weir.transpose %[[S]] {permutation = array<i64: 2, 0, 1>} : (tensor<4x20x16xf32>) -> tensor<16x4x20xf32>
// CHECK: weir.conv_winograd
// CHECK: %[[C:.*]] = weir.reshape %arg3 : tensor<4x32x5xf32> -> tensor<2x2x2x16x5xf32>
// CHECK: %[[T:.*]] = weir.transpose %[[C]] {permutation = array<i64: 2, 0, 4, 1, 3>} : (tensor<2x2x2x16x5xf32>) -> tensor<2x2x5x2x16xf32>
// CHECK: %[[F:.*]] = weir.flip %[[T]] {dims = array<i64: 2>}
// CHECK: weir.reshape %[[F]] : tensor<2x2x5x2x16xf32> -> tensor<2x20x16xf32>
// CHECK: weir.conv_packed
func.func @gradients(%x: tensor<2x8x8x4xf32>, %z: tensor<2x8x4xf32>, %w: tensor<4x20x3x3xf32>, %v: tensor<4x32x5xf32>)
    -> (tensor<2x8x8x20xf32>, tensor<2x8x32xf32>) attributes {weir.job} {
  %0 = weir.transpose %w {permutation = array<i64: 1, 0, 2, 3>} : (tensor<4x20x3x3xf32>) -> tensor<20x4x3x3xf32>
  %1 = weir.flip %0 {dims = array<i64: 2, 3>} : (tensor<20x4x3x3xf32>) -> tensor<20x4x3x3xf32>
  %2 = weir.conv %x, %1 {channels_last, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x8x8x4xf32>, tensor<20x4x3x3xf32>) -> tensor<2x8x8x20xf32>
  %3 = weir.transpose %v {permutation = array<i64: 1, 0, 2>} : (tensor<4x32x5xf32>) -> tensor<32x4x5xf32>
  %4 = weir.flip %3 {dims = array<i64: 2>} : (tensor<32x4x5xf32>) -> tensor<32x4x5xf32>
  %5 = weir.conv %z, %4 {channels_last, strides = array<i64: 1>, padding_low = array<i64: 2>, padding_high = array<i64: 2>, dilations = array<i64: 1>}
      : (tensor<2x8x4xf32>, tensor<32x4x5xf32>) -> tensor<2x8x32xf32>
  return %2, %5 : tensor<2x8x8x20xf32>, tensor<2x8x32xf32>
}

// -----

// Whole panels: one transposition, with the factors of columns on the way.

// CHECK: func.func @[[P:s.packed.[0-9a-f]*]].derive() attributes {weir.derive, weir.job} {
// CHECK: %[[W:.*]] = weir.read @w
// CHECK: %[[S:.*]] = weir.read @s
// CHECK: %[[F:.*]] = weir.reshape %[[S]] : tensor<32xf32> -> tensor<2x16xf32>
// CHECK: %[[K:.*]] = weir.reshape %[[W]] : tensor<32x4x3xf32> -> tensor<2x16x2x2x3xf32>
// CHECK: %[[B:.*]] = weir.broadcast %[[F]] {dims = array<i64: 0, 1>} : tensor<2x16xf32> -> tensor<2x16x2x2x3xf32>
// CHECK: %[[M:.*]] = weir.mul %[[K]], %[[B]]
// CHECK: %[[T:.*]] = weir.transpose %[[M]] {permutation = array<i64: 0, 2, 4, 3, 1>} : (tensor<2x16x2x2x3xf32>) -> tensor<2x2x3x2x16xf32>
// CHECK: %[[Q:.*]] = weir.reshape %[[T]] : tensor<2x2x3x2x16xf32> -> tensor<2x12x16xf32>
// CHECK: weir.assign @[[P]], %[[Q]]
weir.variable @w : tensor<32x4x3xf32>
weir.variable @s : tensor<32xf32>
func.func @scaled(%x: tensor<2x8x4xf32>) -> tensor<2x6x32xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<32x4x3xf32>
  %s = weir.read @s : tensor<32xf32>
  %b = weir.broadcast %s {dims = array<i64: 0>} : tensor<32xf32> -> tensor<32x4x3xf32>
  %k = weir.mul %w, %b : (tensor<32x4x3xf32>, tensor<32x4x3xf32>) -> tensor<32x4x3xf32>
  %y = weir.conv %x, %k {channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x8x4xf32>, tensor<32x4x3xf32>) -> tensor<2x6x32xf32>
  return %y : tensor<2x6x32xf32>
}

// -----

// A kernel that has its channels last already, as no frontend writes it, stays as it is.
// CHECK-LABEL: func.func @kernel_channels_last
// CHECK-NOT: conv_packed
// CHECK: weir.conv {{.*}}kernel_channels_last
func.func @kernel_channels_last(%x: tensor<3x4x8xf32>, %w: tensor<2x16x8xf32>) -> tensor<3x3x16xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {channels_last, kernel_channels_last, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<3x4x8xf32>, tensor<2x16x8xf32>) -> tensor<3x3x16xf32>
  return %y : tensor<3x3x16xf32>
}

// -----

// Windows across planes are packed as others are.
// CHECK-LABEL: func.func @planes
// CHECK: weir.conv_packed {{.*}} window = array<i64: 3, 2, 1>} : (tensor<2x5x6x7x4xf32>, tensor<2x24x16xf32>) -> tensor<2x3x5x7x32xf32>
func.func @planes(%x: tensor<2x5x6x7x4xf32>, %w: tensor<32x4x3x2x1xf32>) -> tensor<2x3x5x7x32xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {channels_last, strides = array<i64: 1, 1, 1>, padding_low = array<i64: 0, 0, 0>, padding_high = array<i64: 0, 0, 0>, dilations = array<i64: 1, 1, 1>}
      : (tensor<2x5x6x7x4xf32>, tensor<32x4x3x2x1xf32>) -> tensor<2x3x5x7x32xf32>
  return %y : tensor<2x3x5x7x32xf32>
}
