// A job that can't repeat is refused before inputs are drawn for it.
// RUN: not weir-opt %s --run-reference 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op expects 'weir.sliced' on tensors with a dimension, got 'tensor<f32>' as argument #0
func.func @run(%x: tensor<f32> {weir.sliced}) -> tensor<f32> attributes {weir.job, weir.repeat = 3 : i32} {
  return %x : tensor<f32>
}
