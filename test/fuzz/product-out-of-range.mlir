// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Some of 288 factors are 0; the others' product is beyond the type, and 0 times that is NaN: by the order, either is right.
module attributes {fuzz.seed = 1795358713559 : i64} {
  weir.variable @v2 {fuzz.input = array<i64: 2, 1, 4, 0>} : tensor<3x16x1x1xbf16>
  func.func @job(%x: tensor<3x6x1x2xbf16>) -> tensor<2xbf16> attributes {weir.job} {
    %0 = weir.read @v2 : tensor<3x16x1x1xbf16>
    %1 = weir.conv_kernel_gradient %x, %0 {accumulator = f64, dilations = array<i64: 2, 2>, padding_high = array<i64: 1, 1>, padding_low = array<i64: 2, 2>, strides = array<i64: 3, 1>} : (tensor<3x6x1x2xbf16>, tensor<3x16x1x1xbf16>) -> tensor<16x6x2x3xbf16>
    %2 = weir.reduce_prod %1 {dims = array<i64: 0, 1, 3>} : (tensor<16x6x2x3xbf16>) -> tensor<2xbf16>
    return %2 : tensor<2xbf16>
  }
}
