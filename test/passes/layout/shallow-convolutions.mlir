// RUN: weir-opt %s --weir-channels-last | FileCheck %s
// A convolution alone of few products for each element of its result takes less time than two transpositions.

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "x86-64-v3", features = ""}>} {
  // CHECK-LABEL: func @shallow
  // CHECK-NOT: weir.transpose
  // CHECK: weir.conv %arg0, %arg1
  func.func @shallow(%x: tensor<2x3x32x64xf32>, %w: tensor<16x3x3x3xf32>) -> tensor<2x16x32x64xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x3x32x64xf32>, tensor<16x3x3x3xf32>) -> tensor<2x16x32x64xf32>
    return %y : tensor<2x16x32x64xf32>
  }

  // CHECK-LABEL: func @deep
  // CHECK: weir.conv {{.*}} {channels_last
  func.func @deep(%x: tensor<2x12x32x64xf32>, %w: tensor<16x12x3x3xf32>) -> tensor<2x16x32x64xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x12x32x64xf32>, tensor<16x12x3x3xf32>) -> tensor<2x16x32x64xf32>
    return %y : tensor<2x16x32x64xf32>
  }

  // CHECK-LABEL: func @short_lines
  // CHECK: weir.conv {{.*}} {channels_last
  func.func @short_lines(%x: tensor<2x3x32x32xf32>, %w: tensor<16x3x3x3xf32>) -> tensor<2x16x32x32xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x3x32x32xf32>, tensor<16x3x3x3xf32>) -> tensor<2x16x32x32xf32>
    return %y : tensor<2x16x32x32xf32>
  }

  // Two share their transpositions.
  // CHECK-LABEL: func @not_alone
  // CHECK-COUNT-2: weir.conv {{.*}} {channels_last
  func.func @not_alone(%x: tensor<2x3x32x64xf32>, %w: tensor<16x3x3x3xf32>, %v: tensor<16x16x3x3xf32>) -> tensor<2x16x32x64xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x3x32x64xf32>, tensor<16x3x3x3xf32>) -> tensor<2x16x32x64xf32>
    %z = weir.conv %y, %v {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x16x32x64xf32>, tensor<16x16x3x3xf32>) -> tensor<2x16x32x64xf32>
    return %z : tensor<2x16x32x64xf32>
  }

  // What other jobs have makes no network of this one.
  // CHECK-LABEL: func @each_channel
  // CHECK-NOT: channels_last
  // CHECK: return
  func.func @each_channel(%x: tensor<2x16x1x8x64xf32>, %w: tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x8x64xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {grouped, strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x16x1x8x64xf32>, tensor<16x1x1x3x3xf32>) -> tensor<2x16x1x8x64xf32>
    return %y : tensor<2x16x1x8x64xf32>
  }
}
