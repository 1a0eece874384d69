// A power of what should be below 1 leaves f32's range on the way, and with it the step: in f64 it is a number.
// RUN: weir-fuzz %s --targets=naive,cpu
module attributes {fuzz.seed = 1795455024484 : i64} {
  func.func @job(%arg0: tensor<3x3x1x16xf32> {fuzz.input = array<i64: 2, 0, 1, 0>}, %arg1: tensor<3x3x1x16xf32> {fuzz.input = array<i64: 4, 0, 1, 0>}, %arg2: tensor<f32> {fuzz.input = array<i64: 5, 1, 4, 0>, weir.donated}, %arg3: tensor<f32>, %arg4: tensor<3x3x1x16xf32>) -> tensor<3x3x1x16xf32> attributes {weir.job} {
    %0 = weir.flip %arg0 {dims = array<i64: 1, 3>} : (tensor<3x3x1x16xf32>) -> tensor<3x3x1x16xf32>
    %1 = weir.l1_loss %arg0, %0 {reduction = "mean"} : (tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>) -> tensor<f32>
    %2 = weir.broadcast %1 {dims = array<i64>} : tensor<f32> -> tensor<8x19x2xf32>
    %3 = weir.average_pool %2 {divisor_override = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, strides = array<i64: 2>, window = array<i64: 3>} : (tensor<8x19x2xf32>) -> tensor<8x19x1xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 0, 1, 2>} : (tensor<8x19x1xf32>) -> tensor<f32>
    %new_parameter, %new_m, %new_v = weir.adam_update %arg0, %0, %arg4, %arg1, %1, %4, %4, %arg3, %arg2, %4 : (tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>, tensor<3x3x1x16xf32>)
    return %new_parameter : tensor<3x3x1x16xf32>
  }
}
