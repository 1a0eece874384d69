// Whether a value is as cheap as what it is made of is a question about tensors: sizes among an op's operands don't count.
// RUN: weir-compile %s --to=group | FileCheck %s

// CHECK: kernel.group
func.func @ties(%x: tensor<?x1x1xf32>) -> tensor<?x1x1xf32> attributes {weir.job} {
  %0 = weir.maximum %x, %x : (tensor<?x1x1xf32>, tensor<?x1x1xf32>) -> tensor<?x1x1xf32>
  %1 = weir.slice %0 {starts = array<i64: 6, 0, 0>, steps = array<i64: 2, 1, 1>} : tensor<?x1x1xf32> -> tensor<6x1x1xf32>
  %2 = weir.reduce_sum %1 {dims = array<i64: 0, 1, 2>} : (tensor<6x1x1xf32>) -> tensor<f32>
  %3 = weir.gradient %2 wrt %x : (tensor<f32>, tensor<?x1x1xf32>) -> tensor<?x1x1xf32>
  return %3 : tensor<?x1x1xf32>
}
