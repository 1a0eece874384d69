// The stage autograd gives twice the gradient. Labels stay below the number of classes, so that the gather is defined.
// RUN: weir-compile %s --verify-numerics | FileCheck %s --check-prefix=CLEAN
// RUN: not weir-compile %s --verify-numerics --test-plant=autograd 2>&1 | FileCheck %s

// CLEAN-NOT: left out
// CLEAN: autograd autograd {{[1-9][0-9]*$}}
// CLEAN: weir -> weir autograd {{[1-9][0-9]*$}}

weir.variable @w : tensor<4x6xf32>

func.func @train(%x: tensor<?x4xf32>, %labels: tensor<?x1xi64>) -> (tensor<f32>, tensor<4x6xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<4x6xf32>
  %n = weir.dim %x, 0 : tensor<?x4xf32>
  %h = weir.matmul %x, %w : (tensor<?x4xf32>, tensor<4x6xf32>) -> tensor<?x6xf32>
  %r = weir.relu %h : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %max = weir.reduce_max %r {dims = array<i64: 1>} : (tensor<?x6xf32>) -> tensor<?xf32>
  %maxes = weir.broadcast %max sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x6xf32>
  %0 = weir.sub %r, %maxes : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = weir.exp %0 : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = weir.reduce_sum %1 {dims = array<i64: 1>} : (tensor<?x6xf32>) -> tensor<?xf32>
  %3 = weir.log %2 : (tensor<?xf32>) -> tensor<?xf32>
  %4 = weir.gather %0, %labels {dim = 1 : i64} : (tensor<?x6xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  %5 = weir.reduce_sum %4 {dims = array<i64: 0, 1>} : (tensor<?x1xf32>) -> tensor<f32>
  %6 = weir.reduce_sum %3 {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %loss = weir.sub %6, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: {{.*}}autograd.mlir:[[#@LINE+3]]:{{.*}} error: expects stage 'autograd' to give the slope of the loss with respect to
  // CHECK-SAME: operand #1 along a random direction: expected {{.*}}, got {{.*}}, off by {{.*}} where {{.*}} is allowed
  // CHECK-SAME: (row autograd, op 'weir.gradient', seed 0)
  %dw = weir.gradient %loss wrt %w : (tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %loss, %dw : tensor<f32>, tensor<4x6xf32>
}
