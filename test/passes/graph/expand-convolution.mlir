// RUN: weir-opt %s --pass-pipeline='builtin.module(func.func(weir-expand-composites))' | FileCheck %s
// The weight knows the channels of each group where the types of image and bias leave their number open.

// CHECK-LABEL: @convolution(
func.func @convolution(%x: tensor<?x?x?xf32>, %w: tensor<4x3x3xf32>, %b: tensor<?xf32>) -> tensor<?x4x?xf32> {
  // CHECK: weir.reshape %{{.*}} : tensor<?x?x?xf32> -> tensor<?x2x3x?xf32>
  // CHECK: weir.conv {{.*}} -> tensor<?x2x2x?xf32>
  // CHECK: weir.reshape %{{.*}} : tensor<?xf32> -> tensor<2x2xf32>
  // CHECK: return %{{.*}} : tensor<?x4x?xf32>
  %y = weir.convolution %x, %w, %b {dilations = array<i64: 1>, groups = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, present = array<i64: 0>, strides = array<i64: 2>} : (tensor<?x?x?xf32>, tensor<4x3x3xf32>, tensor<?xf32>) -> tensor<?x4x?xf32>
  return %y : tensor<?x4x?xf32>
}

// CHECK-LABEL: @transposed(
func.func @transposed(%x: tensor<?x?x?xf32>, %w: tensor<6x1x2xf32>, %b: tensor<?xf32>) -> tensor<?x2x?xf32> {
  // CHECK: weir.reshape %{{.*}} : tensor<?x?x?xf32> -> tensor<?x2x3x?xf32>
  // CHECK: weir.conv_transpose {{.*}} -> tensor<?x2x1x?xf32>
  // CHECK: weir.reshape %{{.*}} : tensor<?xf32> -> tensor<2x1xf32>
  %y = weir.transposed_convolution %x, %w, %b {dilations = array<i64: 1>, groups = 2 : i64, output_padding = array<i64: 0>, padding = array<i64: 0>, present = array<i64: 0>, strides = array<i64: 1>} : (tensor<?x?x?xf32>, tensor<6x1x2xf32>, tensor<?xf32>) -> tensor<?x2x?xf32>
  return %y : tensor<?x2x?xf32>
}
