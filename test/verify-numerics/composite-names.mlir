// RUN: not weir-compile %s --verify-numerics --test-plant=graph 2>&1 | FileCheck %s

// An error of a later stage says which composite op of the user's it is about.

// CHECK: model.py:3:0: error: in softmax: expects stage 'graph' to keep what job 'f' computes, got result #0 of op
// CHECK-SAME: 'weir.div' differing
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {weir.job} {
  %0 = weir.softmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("model.py":3:0)
  return %0 : tensor<4x8xf32>
}
