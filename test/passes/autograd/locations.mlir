// RUN: weir-opt %s --weir-expand-gradients --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Each op of a gradient carries the line of the op that it belongs to.

func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %h = weir.exp %x : (tensor<f32>) -> tensor<f32> loc("model.py":1:0)
  %y = weir.log %h : (tensor<f32>) -> tensor<f32> loc("model.py":2:0)
  // CHECK: weir.constant {{.*}} loc("train.py":3:0)
  // CHECK: weir.div {{.*}} loc("model.py":2:0)
  // CHECK: weir.mul {{.*}} loc("model.py":1:0)
  %d = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("train.py":3:0)
  return %d : tensor<f32>
}
