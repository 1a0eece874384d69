// RUN: weir-opt %s --weir-expand-gradients --weir-verify-normal-form="amp=true sbp=true" --split-input-file | FileCheck %s

// The smallest program for each thing that differentiation does. Numbers are checked in unittests/Autograd.

// Gradients of several uses are summed.
// CHECK-LABEL: @fan_out(
// CHECK-SAME: %[[X:.*]]: tensor<f32>
// CHECK-NEXT: %[[E:.*]] = weir.exp %[[X]]
// CHECK-NEXT: %[[Y:.*]] = weir.mul %[[E]], %[[X]]
// CHECK-NEXT: %[[ONE:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> -> tensor<f32>
// CHECK-NEXT: %[[DE:.*]] = weir.mul %[[ONE]], %[[X]]
// CHECK-NEXT: %[[DX1:.*]] = weir.mul %[[ONE]], %[[E]]
// CHECK-NEXT: %[[DX2:.*]] = weir.mul %[[DE]], %[[E]]
// CHECK-NEXT: %[[DX:.*]] = weir.add %[[DX1]], %[[DX2]]
// CHECK-NEXT: return %[[DX]]
func.func @fan_out(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %e = weir.exp %x : (tensor<f32>) -> tensor<f32>
  %y = weir.mul %e, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// What the loss doesn't depend on gets zeros of its own sizes; the loss itself gets 1.
// CHECK-LABEL: @unused(
// CHECK-DAG: %[[ONE:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> -> tensor<f32>
// CHECK-DAG: %[[N:.*]] = weir.dim %arg1, 0 : tensor<?x2xf64>
// CHECK-DAG: %[[ZEROS:.*]] = weir.constant dense<0.000000e+00> : tensor<f64> sizes(%[[N]]) -> tensor<?x2xf64>
// CHECK: return %[[ONE]], %[[ZEROS]]
func.func @unused(%x: tensor<f32>, %z: tensor<?x2xf64>) -> (tensor<f32>, tensor<?x2xf64>) attributes {weir.job} {
  %d:2 = weir.gradient %x wrt %x, %z : (tensor<f32>, tensor<f32>, tensor<?x2xf64>) -> (tensor<f32>, tensor<?x2xf64>)
  return %d#0, %d#1 : tensor<f32>, tensor<?x2xf64>
}

// -----

// Only the path to the values asked for is differentiated: mul builds gradients of both operands, but sqrt is not asked.
// CHECK-LABEL: @only_what_is_asked(
// CHECK: %[[S:.*]] = weir.sqrt
// CHECK: weir.constant dense<1.0
// CHECK-NEXT: %[[D:.*]] = weir.mul %{{.*}}, %[[S]]
// CHECK-NEXT: weir.mul
// CHECK-NEXT: return %[[D]]
func.func @only_what_is_asked(%x: tensor<f32>, %c: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %s = weir.sqrt %c : (tensor<f32>) -> tensor<f32>
  %y = weir.mul %x, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// A value on the way may be asked for together with what it was computed from.
// CHECK-LABEL: @inner_value(
// CHECK: %[[H:.*]] = weir.exp %arg0
// CHECK: %[[Y:.*]] = weir.exp %[[H]]
// CHECK: %[[DH:.*]] = weir.mul %{{.*}}, %[[Y]]
// CHECK: %[[DX:.*]] = weir.mul %[[DH]], %[[H]]
// CHECK: return %[[DH]], %[[DX]]
func.func @inner_value(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) attributes {weir.job} {
  %h = weir.exp %x : (tensor<f32>) -> tensor<f32>
  %y = weir.exp %h : (tensor<f32>) -> tensor<f32>
  %d:2 = weir.gradient %y wrt %h, %x : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %d#0, %d#1 : tensor<f32>, tensor<f32>
}

// -----

// A gradient can be differentiated: the first is expanded before the second is looked at. (x^2)' = x + x, (x^2)'' = 1 + 1.
// CHECK-LABEL: @second_order(
// CHECK: weir.mul %arg0, %arg0
// CHECK: %[[ONE:.*]] = weir.constant dense<1.000000e+00>
// CHECK: %[[A:.*]] = weir.mul %[[ONE]], %arg0
// CHECK: %[[B:.*]] = weir.mul %[[ONE]], %arg0
// CHECK: weir.add %[[A]], %[[B]]
// CHECK: %[[ONE2:.*]] = weir.constant dense<1.000000e+00>
// CHECK: %[[P:.*]] = weir.mul %[[ONE2]], %[[ONE]]
// CHECK: %[[Q:.*]] = weir.mul %[[ONE2]], %[[ONE]]
// CHECK: %[[D:.*]] = weir.add %[[P]], %[[Q]]
// CHECK: return %[[D]]
func.func @second_order(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %y = weir.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %dd = weir.gradient %d wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %dd : tensor<f32>
}

// -----

// No gradient flows through integers, bools and sizes, and none is missed: the index of a gather, a comparison, a cast.
// CHECK-LABEL: @integers(
// CHECK: weir.cast %arg0 {to = i64}
// CHECK: weir.compare
// CHECK: weir.select
// CHECK-NOT: weir.compare
// CHECK: weir.gather
// CHECK: %[[D:.*]] = weir.add
// CHECK-NEXT: return %[[D]]
func.func @integers(%x: tensor<?xf32>, %t: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %i = weir.cast %x {to = i64} : (tensor<?xf32>) -> tensor<?xi64>
  %p = weir.compare gt %x, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %s = weir.select %p, %x, %t : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %g = weir.gather %x, %i {dim = 0 : i64} : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  %y = weir.mul %s, %g : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %d = weir.gradient %loss wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}

// -----

// What depends on a value's size alone doesn't depend on the value: the constant needs no gradient.
// CHECK-LABEL: @sizes(
// CHECK: %[[C:.*]] = weir.constant dense<2.0{{.*}}> : tensor<f32> sizes
// CHECK: %[[B:.*]] = weir.broadcast
// CHECK: %[[D:.*]] = weir.mul %[[B]], %[[C]]
// CHECK: return %[[D]]
func.func @sizes(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %n = weir.dim %x, 0 : tensor<?xf32>
  %two = weir.constant dense<2.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %y = weir.mul %x, %two : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %d = weir.gradient %loss wrt %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}

// -----

// The gradient of a constraint is the constraint of the gradient.
// CHECK-LABEL: @constraint(
// CHECK: sbp.constrain %arg0 : tensor<4xf32> to #sbp.split<0>
// CHECK: %[[DY:.*]] = weir.broadcast
// CHECK: %[[DX:.*]] = sbp.constrain %[[DY]] : tensor<4xf32> to #sbp.split<0>
// CHECK: return %[[DX]]
func.func @constraint(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %y = sbp.constrain %x : tensor<4xf32> to #sbp.split<0>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %d = weir.gradient %loss wrt %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

// A detached value counts as a constant: neither it nor what it is computed from is differentiated, and what is made of
// it needs no gradient.
// CHECK-LABEL: @detached(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[E:.*]] = weir.exp %[[X]]
// CHECK: %[[D:.*]] = weir.detach %[[E]]
// CHECK: %[[S:.*]] = weir.sqrt %[[D]]
// CHECK: %[[DY:.*]] = weir.broadcast
// CHECK-NEXT: %[[DX:.*]] = weir.mul %[[DY]], %[[S]]
// CHECK-NEXT: weir.mul %[[DY]], %[[X]]
// CHECK-NEXT: return %[[DX]]
func.func @detached(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %e = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %d = weir.detach %e : (tensor<4xf32>) -> tensor<4xf32>
  %s = weir.sqrt %d : (tensor<4xf32>) -> tensor<4xf32>
  %y = weir.mul %x, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %dx = weir.gradient %loss wrt %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %dx : tensor<4xf32>
}

// -----

// A loss that depends on a value through weir.detach alone doesn't depend on it.
// CHECK-LABEL: @only_detached(
// CHECK: %[[ZERO:.*]] = weir.constant dense<0.0
// CHECK: return %[[ZERO]]
func.func @only_detached(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %d = weir.detach %x : (tensor<f32>) -> tensor<f32>
  %y = weir.exp %d : (tensor<f32>) -> tensor<f32>
  %dx = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %dx : tensor<f32>
}

// -----

// A checkpoint is computed again, from what it reads behind barriers and the same weights; its parts share the copies.
// What a gradient does not need of it is left to go.
// CHECK-LABEL: @checkpoint(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[W:.*]] = weir.read @w
// CHECK-NEXT: %[[A:.*]] = weir.mul %[[X]], %[[W]] : (tensor<4xf32>
// CHECK-NEXT: %[[E:.*]] = weir.exp %[[A]] : (tensor<4xf32>
// CHECK-NEXT: %[[Y:.*]] = weir.mul %[[E]], %[[E]] : (tensor<4xf32>
// CHECK: %[[BARRIER:.*]] = weir.optimization_barrier %[[X]]
// CHECK-NEXT: %[[A2:.*]] = weir.mul %[[BARRIER]], %[[W]]
// CHECK-NEXT: %[[E2:.*]] = weir.exp %[[A2]]
// CHECK-NEXT: weir.mul %[[E2]], %[[E2]]
// CHECK: %[[DE:.*]] = weir.add
// CHECK: %[[DA:.*]] = weir.mul %[[DE]], %[[E2]]
// CHECK-NOT: %[[E]]
// CHECK: %[[DW:.*]] = weir.mul %[[DA]], %[[BARRIER]]
// CHECK: return %[[DW]]
// CHECK-NOT: weir.checkpoint
weir.variable @w : tensor<4xf32>
func.func @checkpoint(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<4xf32>
  %a = weir.mul %x, %w {weir.checkpoint = 7 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = weir.exp %a {weir.checkpoint = 7 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %y = weir.mul %e, %e {weir.checkpoint = 7 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %d = weir.gradient %loss wrt %w : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
