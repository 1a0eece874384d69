// RUN: weir-fuzz %s --targets=naive,cpu
// The weight knows the channels of each group where the image's type leaves their number open.
module attributes {fuzz.dynamic = array<i64: 6>, fuzz.seed = 88025 : i64} {
  func.func @job(%x: tensor<2x6x3xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x4x2xf32> attributes {weir.job} {
    %0 = weir.convolution %x, %w {dilations = array<i64: 1>, groups = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, present = array<i64>, strides = array<i64: 2>} : (tensor<2x6x3xf32>, tensor<4x3x3xf32>) -> tensor<2x4x2xf32>
    return %0 : tensor<2x4x2xf32>
  }
}
