// RUN: weir-compile %s --to=graph | weir-opt | FileCheck %s --check-prefixes=CHECK,GRAPH
// RUN: weir-compile %s --to=autograd | weir-opt | FileCheck %s --check-prefixes=CHECK,AUTOGRAD

// Without a gradient to build, the stage graph expands an op that has one of its own.

// CHECK-LABEL: @forward(
// CHECK-NOT: weir.softmax
// CHECK: weir.exp
// CHECK: return
func.func @forward(%x: tensor<2x?xf32>) -> tensor<2x?xf32> attributes {weir.job} {
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}

// Until autograd it stays, and the gradient is y * (dy - sum(dy * y)): the exponentials are those of the op itself.

// CHECK-LABEL: @backward(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>, %[[DY:.*]]: tensor<2x?xf32>
// GRAPH: weir.softmax %[[X]]
// GRAPH: weir.gradient
// AUTOGRAD-COUNT-1: weir.exp
// AUTOGRAD: %[[Y:.*]] = weir.div
// AUTOGRAD-NOT: weir.exp
// AUTOGRAD: %[[SHARES:.*]] = weir.mul %[[DY]], %[[Y]]
// AUTOGRAD: %[[SUM:.*]] = weir.reduce_sum %[[SHARES]] {dims = array<i64: 1>}
// AUTOGRAD: %[[SPREAD:.*]] = weir.broadcast %[[SUM]]
// AUTOGRAD: %[[LESS:.*]] = weir.sub %[[DY]], %[[SPREAD]]
// AUTOGRAD: %[[DX:.*]] = weir.mul %[[Y]], %[[LESS]]
// AUTOGRAD: return %[[DX]]
func.func @backward(%x: tensor<2x?xf32>, %dy: tensor<2x?xf32>) -> tensor<2x?xf32> attributes {weir.job} {
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %shares = weir.mul %y, %dy : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %loss = weir.reduce_sum %shares {dims = array<i64: 0, 1>} : (tensor<2x?xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %dx : tensor<2x?xf32>
}

// The gradient of a narrow op is computed of the result as it was before it was rounded, and rounded once.

// CHECK-LABEL: @narrow(
// AUTOGRAD: %[[WIDE:.*]] = weir.div
// AUTOGRAD-NOT: weir.div
// AUTOGRAD: weir.mul %{{.*}}, %[[WIDE]] : (tensor<4xf32>, tensor<4xf32>)
// AUTOGRAD: %[[LAST:.*]] = weir.mul %[[WIDE]]
// AUTOGRAD: %[[ROUNDED:.*]] = weir.cast %[[LAST]] {{.*}} -> tensor<4xf16>
// AUTOGRAD: return %[[ROUNDED]]
func.func @narrow(%x: tensor<4xf16>, %dy: tensor<4xf16>) -> tensor<4xf16> attributes {weir.job} {
  %y = weir.softmax %x {dim = 0 : i64} : (tensor<4xf16>) -> tensor<4xf16>
  %shares = weir.mul %y, %dy : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %loss = weir.reduce_sum %shares {dims = array<i64: 0>} : (tensor<4xf16>) -> tensor<f16>
  %dx = weir.gradient %loss wrt %x : (tensor<f16>, tensor<4xf16>) -> tensor<4xf16>
  return %dx : tensor<4xf16>
}

// An op that is made of such ops has their gradient, too.

// CHECK-LABEL: @attention(
// GRAPH-NOT: weir.attention
// GRAPH: weir.masked_softmax
// AUTOGRAD-COUNT-1: weir.exp
// AUTOGRAD-NOT: weir.exp
// CHECK: return
func.func @attention(%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
    attributes {weir.job} {
  %y = weir.attention %q, %k, %v {present = array<i64>, dropout_p = 0.0 : f64, ordinal = 0 : i64}
      : (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0, 1, 2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  %dq = weir.gradient %loss wrt %q : (tensor<f32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %dq : tensor<2x3x4xf32>
}

// The sums that the gradient of a norm needs know nothing of each other.

// CHECK-LABEL: @layer_norm(
// CHECK-SAME: %{{.*}}: tensor<3x4xf32>{{.*}}, %[[DY:.*]]: tensor<3x4xf32>
// GRAPH-NOT: weir.layer_norm
// GRAPH: weir.standardize
// AUTOGRAD: weir.rsqrt
// AUTOGRAD: %[[SHARES:.*]] = weir.mul %[[DY]]
// AUTOGRAD: weir.reduce_sum %[[SHARES]] {dims = array<i64: 1>}
// AUTOGRAD: weir.reduce_sum %[[DY]] {dims = array<i64: 1>}
// AUTOGRAD-NOT: weir.reduce_sum
// CHECK: return
func.func @layer_norm(%x: tensor<3x4xf32>, %dy: tensor<3x4xf32>) -> tensor<3x4xf32> attributes {weir.job} {
  %y = weir.layer_norm %x {present = array<i64>, normalized_shape = array<i64: 4>, eps = 0.1}
      : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %shares = weir.mul %y, %dy : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %loss = weir.reduce_sum %shares {dims = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %dx : tensor<3x4xf32>
}
