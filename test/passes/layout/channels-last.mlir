// RUN: weir-opt %s --split-input-file --weir-channels-last=force | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK-NEXT: %[[X:.*]] = weir.transpose %arg0 {permutation = array<i64: 0, 2, 3, 1>} : (tensor<?x3x8x9xf32>) -> tensor<?x8x9x3xf32>
// CHECK-NEXT: %[[Y:.*]] = weir.conv %[[X]], %arg1 {channels_last, {{.*}}} : (tensor<?x8x9x3xf32>, tensor<4x3x3x3xf32>) -> tensor<?x8x9x4xf32>
// CHECK-NEXT: weir.transpose %[[Y]] {permutation = array<i64: 0, 3, 1, 2>} : (tensor<?x8x9x4xf32>) -> tensor<?x4x8x9xf32>
func.func @conv(%x: tensor<?x3x8x9xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<?x4x8x9xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x3x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x8x9xf32>
  return %y : tensor<?x4x8x9xf32>
}

// -----

// Without strides the gradient of an image is a convolution with the kernel the other way round.

// CHECK-LABEL: func.func @transposed
// CHECK-NEXT: %[[X:.*]] = weir.transpose %arg0 {permutation = array<i64: 0, 2, 1>}
// CHECK-NEXT: %[[W:.*]] = weir.transpose %arg1 {permutation = array<i64: 1, 0, 2>} : (tensor<4x3x5xf32>) -> tensor<3x4x5xf32>
// CHECK-NEXT: %[[F:.*]] = weir.flip %[[W]] {dims = array<i64: 2>}
// CHECK-NEXT: weir.conv %[[X]], %[[F]] {channels_last, dilations = array<i64: 1>, padding_high = array<i64: 2>, padding_low = array<i64: 3>, strides = array<i64: 1>} : (tensor<2x8x4xf32>, tensor<3x4x5xf32>) -> tensor<2x9x3xf32>
func.func @transposed(%x: tensor<2x4x8xf32>, %w: tensor<4x3x5xf32>) -> tensor<2x3x9xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {strides = array<i64: 1>, padding_low = array<i64: 1>, padding_high = array<i64: 2>, dilations = array<i64: 1>}
      : (tensor<2x4x8xf32>, tensor<4x3x5xf32>) -> tensor<2x3x9xf32>
  return %y : tensor<2x3x9xf32>
}

// -----

// Positions that meet equally many taps are channels of one convolution.

// CHECK-LABEL: func.func @merged
// CHECK: %[[W:.*]] = weir.reshape %arg1 : tensor<4x3x2x2xf32> -> tensor<4x3x1x2x1x2xf32>
// CHECK: weir.transpose %[[W]] {permutation = array<i64: 3, 5, 1, 0, 2, 4>}
// CHECK: weir.conv {{.*}} {channels_last, {{.*}}, strides = array<i64: 1, 1>} : (tensor<?x4x4x4xf32>, tensor<12x4x1x1xf32>) -> tensor<?x4x4x12xf32>
// CHECK: weir.transpose {{.*}} {permutation = array<i64: 0, 1, 3, 2, 4, 5>} : (tensor<?x4x4x2x2x3xf32>) -> tensor<?x4x2x4x2x3xf32>
// CHECK-NOT: weir.pad
// CHECK-NOT: weir.conv
func.func @merged(%x: tensor<?x4x4x4xf32>, %w: tensor<4x3x2x2xf32>, %n: index) -> tensor<?x3x8x8xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w sizes(%n) {strides = array<i64: 2, 2>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<?x4x4x4xf32>, tensor<4x3x2x2xf32>) -> tensor<?x3x8x8xf32>
  return %y : tensor<?x3x8x8xf32>
}

// -----

// Others have a convolution for each residue of the stride, and results lie among each other's.

// CHECK-LABEL: func.func @residues
// CHECK: weir.slice %arg1 {starts = array<i64: 0, 0, 1>, steps = array<i64: 1, 1, 2>} : tensor<4x3x3xf32> -> tensor<4x3x1xf32>
// CHECK: %[[EVEN:.*]] = weir.conv {{.*}} {channels_last, dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>} : (tensor<2x4x4xf32>, tensor<3x4x1xf32>) -> tensor<2x4x3xf32>
// CHECK: weir.pad %[[EVEN]] {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 2, 1>, {{.*}}} : tensor<2x4x3xf32> -> tensor<2x8x3xf32>
// CHECK: weir.slice %arg1 {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 2>} : tensor<4x3x3xf32> -> tensor<4x3x2xf32>
// CHECK: %[[ODD:.*]] = weir.conv {{.*}} {channels_last, dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 0>, strides = array<i64: 1>} : (tensor<2x4x4xf32>, tensor<3x4x2xf32>) -> tensor<2x4x3xf32>
// CHECK: weir.pad %[[ODD]] {starts = array<i64: 0, 1, 0>, steps = array<i64: 1, 2, 1>, {{.*}}} : tensor<2x4x3xf32> -> tensor<2x8x3xf32>
func.func @residues(%x: tensor<2x4x4xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x3x8xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x4x4xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return %y : tensor<2x3x8xf32>
}

// -----

// Of sizes that aren't known, one for each residue, with as many positions as there may be: what lies behind the result
// is left out.

// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-2: weir.conv %{{.*}} {channels_last, {{.*}} strides = array<i64: 1>} : (tensor<2x?x4xf32>, tensor<3x4x1xf32>) -> tensor<2x?x3xf32>
func.func @unknown(%x: tensor<2x4x?xf32>, %w: tensor<4x3x2xf32>, %n: index) -> tensor<2x3x?xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w sizes(%n) {strides = array<i64: 2>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<2x4x?xf32>, tensor<4x3x2xf32>) -> tensor<2x3x?xf32>
  return %y : tensor<2x3x?xf32>
}

// -----

// A kernel's gradient stays in the order of kernels.

// CHECK-LABEL: func.func @kernel
// CHECK-NEXT: %[[X:.*]] = weir.transpose %arg0
// CHECK-NEXT: %[[DY:.*]] = weir.transpose %arg1
// CHECK-NEXT: %[[DW:.*]] = weir.conv_kernel_gradient %[[X]], %[[DY]] {channels_last, {{.*}}} : (tensor<2x8x8x3xf32>, tensor<2x8x8x4xf32>) -> tensor<4x3x1x1xf32>
// CHECK-NEXT: return %[[DW]]
func.func @kernel(%x: tensor<2x3x8x8xf32>, %dy: tensor<2x4x8x8xf32>) -> tensor<4x3x1x1xf32> attributes {weir.job} {
  %dw = weir.conv_kernel_gradient %x, %dy {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x3x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<4x3x1x1xf32>
  return %dw : tensor<4x3x1x1xf32>
}

// -----

// Groups stay as they are, with their channels first, but transposed convolutions become dense ones, too.

// CHECK-LABEL: func.func @groups
// CHECK-NOT: weir.transpose
func.func @groups(%x: tensor<1x2x3x8xf32>, %w: tensor<2x4x3x1xf32>) -> tensor<1x2x4x8xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {grouped, strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x2x3x8xf32>, tensor<2x4x3x1xf32>) -> tensor<1x2x4x8xf32>
  return %y : tensor<1x2x4x8xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_groups
// CHECK-NOT: weir.conv_transpose
// CHECK: weir.slice %arg1 {starts = array<i64: 0, 0, 0, 1>, steps = array<i64: 1, 1, 1, 2>} : tensor<2x4x3x3xf32> -> tensor<2x4x3x1xf32>
// CHECK: weir.transpose {{.*}} {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x4x3x1xf32>) -> tensor<2x3x4x1xf32>
// CHECK: %[[EVEN:.*]] = weir.conv {{.*}} {dilations = array<i64: 1>, grouped, {{.*}}, strides = array<i64: 1>} : (tensor<1x2x4x4xf32>, tensor<2x3x4x1xf32>) -> tensor<1x2x3x4xf32>
// CHECK: weir.pad %[[EVEN]] {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 2>, {{.*}}} : tensor<1x2x3x4xf32> -> tensor<1x2x3x8xf32>
// CHECK: weir.conv {{.*}} : (tensor<1x2x4x4xf32>, tensor<2x3x4x2xf32>) -> tensor<1x2x3x4xf32>
func.func @transposed_groups(%x: tensor<1x2x4x4xf32>, %w: tensor<2x4x3x3xf32>) -> tensor<1x2x3x8xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {grouped, strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x2x4x4xf32>, tensor<2x4x3x3xf32>) -> tensor<1x2x3x8xf32>
  return %y : tensor<1x2x3x8xf32>
}

// -----

// Residues that are channels are so in each group.

// CHECK-LABEL: func.func @merged_groups
// CHECK: weir.transpose {{.*}} {permutation = array<i64: 0, 4, 2, 1, 3>} : (tensor<2x4x3x1x2xf32>) -> tensor<2x2x3x4x1xf32>
// CHECK: weir.conv {{.*}} {{{.*}}grouped, {{.*}}} : (tensor<1x2x4x4xf32>, tensor<2x6x4x1xf32>) -> tensor<1x2x6x4xf32>
// CHECK: weir.transpose {{.*}} {permutation = array<i64: 0, 1, 3, 4, 2>} : (tensor<1x2x2x3x4xf32>) -> tensor<1x2x3x4x2xf32>
// CHECK-NOT: weir.pad
func.func @merged_groups(%x: tensor<1x2x4x4xf32>, %w: tensor<2x4x3x2xf32>) -> tensor<1x2x3x8xf32> attributes {weir.job} {
  %y = weir.conv_transpose %x, %w {grouped, strides = array<i64: 2>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>}
      : (tensor<1x2x4x4xf32>, tensor<2x4x3x2xf32>) -> tensor<1x2x3x8xf32>
  return %y : tensor<1x2x3x8xf32>
}

// -----

// The image of a kernel's gradient has its padding in memory.

// CHECK-LABEL: func.func @padded
// CHECK: %[[X:.*]] = weir.transpose %arg0 {permutation = array<i64: 0, 2, 1>}
// CHECK: %[[N:.*]] = weir.dim %[[X]], 0
// CHECK: %[[P:.*]] = weir.pad %[[X]] sizes(%[[N]]) {starts = array<i64: 0, 2, 0>, steps = array<i64: 1, 1, 1>, value = 0.000000e+00 : f64} : tensor<?x8x3xf32> -> tensor<?x11x3xf32>
// CHECK: weir.conv_kernel_gradient %[[P]], %{{.*}} {channels_last, dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 1>} : (tensor<?x11x3xf32>, tensor<?x8x4xf32>) -> tensor<4x3x4xf32>
func.func @padded(%x: tensor<?x3x8xf32>, %dy: tensor<?x4x8xf32>) -> tensor<4x3x4xf32> attributes {weir.job} {
  %dw = weir.conv_kernel_gradient %x, %dy {strides = array<i64: 1>, padding_low = array<i64: 2>, padding_high = array<i64: 1>, dilations = array<i64: 1>}
      : (tensor<?x3x8xf32>, tensor<?x4x8xf32>) -> tensor<4x3x4xf32>
  return %dw : tensor<4x3x4xf32>
}

// -----

// Groups of one channel have their channels last in networks, and their kernels, too.

// CHECK-LABEL: func.func @each_channel
// CHECK: %[[Y:.*]] = weir.conv %{{.*}}, %arg1 {channels_last, {{.*}}} : (tensor<2x8x8x3xf32>, tensor<16x3x1x1xf32>) -> tensor<2x8x8x16xf32>
// CHECK: %[[W:.*]] = weir.transpose %arg2 {permutation = array<i64: 3, 4, 0, 1, 2>} : (tensor<16x1x1x3x3xf32>) -> tensor<3x3x16x1x1xf32>
// CHECK: %[[Z:.*]] = weir.conv %{{.*}}, %[[W]] {channels_last, {{.*}}, grouped, kernel_channels_last, {{.*}}} : (tensor<2x8x8x16x1xf32>, tensor<3x3x16x1x1xf32>) -> tensor<2x4x4x16x1xf32>
// CHECK: weir.transpose {{.*}} {permutation = array<i64: 0, 3, 1, 2>} : (tensor<2x4x4x16xf32>) -> tensor<2x16x4x4xf32>
func.func @each_channel(%x: tensor<2x3x8x8xf32>, %p: tensor<16x3x1x1xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x4x4xf32> attributes {weir.job} {
  %y = weir.conv %x, %p {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<2x16x8x8xf32>
  %g = weir.reshape %y : tensor<2x16x8x8xf32> -> tensor<2x16x1x8x8xf32>
  %z = weir.conv %g, %w {grouped, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x8x8xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x4x4xf32>
  return %z : tensor<2x16x1x4x4xf32>
}

// -----

// Their gradients do so anywhere: what is summed over pixels is summed along channels.

// CHECK-LABEL: func.func @each_kernel
// CHECK: weir.pad {{.*}} : tensor<2x8x8x16xf32> -> tensor<2x9x9x16xf32>
// CHECK: %[[DW:.*]] = weir.conv_kernel_gradient {{.*}} {channels_last, {{.*}}grouped, kernel_channels_last, padding_high = array<i64: 0, 0>, {{.*}}} : (tensor<2x9x9x16x1xf32>, tensor<2x4x4x16x1xf32>) -> tensor<3x3x16x1x1xf32>
// CHECK: weir.transpose %[[DW]] {permutation = array<i64: 2, 3, 4, 0, 1>} : (tensor<3x3x16x1x1xf32>) -> tensor<16x1x1x3x3xf32>
func.func @each_kernel(%x: tensor<2x16x1x8x8xf32>, %dy: tensor<2x16x1x4x4xf32>) -> tensor<16x1x1x3x3xf32> attributes {weir.job} {
  %dw = weir.conv_kernel_gradient %x, %dy {grouped, strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x8x8xf32>, tensor<2x16x1x4x4xf32>) -> tensor<16x1x1x3x3xf32>
  return %dw : tensor<16x1x1x3x3xf32>
}

// -----

// An image alone stays as it is for a small window: two transpositions would cost more. So it does for every other one.

// CHECK-LABEL: func.func @alone
// CHECK-NOT: weir.transpose
func.func @alone(%x: tensor<2x16x1x8x66xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x6x64xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {grouped, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x8x66xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x6x64xf32>
  return %z : tensor<2x16x1x6x64xf32>
}

// -----

// CHECK-LABEL: func.func @every_other
// CHECK-NOT: weir.transpose
func.func @every_other(%x: tensor<2x16x1x7x65xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x3x32xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {grouped, strides = array<i64: 2, 2>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x7x65xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x3x32xf32>
  return %z : tensor<2x16x1x3x32xf32>
}

// -----

// Lines of less than a few vectors, narrow floats and windows far apart are worth them.

// CHECK-LABEL: func.func @short_lines
// CHECK: weir.conv {{.*}}channels_last
func.func @short_lines(%x: tensor<2x16x1x8x33xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x6x31xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {grouped, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x8x33xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x6x31xf32>
  return %z : tensor<2x16x1x6x31xf32>
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK: weir.conv {{.*}}channels_last
func.func @narrow(%x: tensor<2x16x1x8x130xbf16>, %w: tensor<16x1x1x3x3xbf16>) -> tensor<2x16x1x6x128xbf16> attributes {weir.job} {
  %z = weir.conv %x, %w {grouped, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x8x130xbf16>, tensor<16x1x1x3x3xbf16>) -> tensor<2x16x1x6x128xbf16>
  return %z : tensor<2x16x1x6x128xbf16>
}

// -----

// CHECK-LABEL: func.func @every_third
// CHECK: weir.conv {{.*}}channels_last
func.func @every_third(%x: tensor<2x16x1x9x192xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x3x64xf32> attributes {weir.job} {
  %z = weir.conv %x, %w {grouped, strides = array<i64: 3, 3>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x16x1x9x192xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x3x64xf32>
  return %z : tensor<2x16x1x3x64xf32>
}
