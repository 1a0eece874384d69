// RUN: weir-compile %s --machine=x86-64-v3 --to=group | FileCheck %s
// The gradient of attention is one kernel, which computes the weights once more from the scores: they are stored nowhere.

// CHECK-LABEL: func.func @attention(
// CHECK: kernel.group({{.*}} -> tensor<8x48x32xf32> {
// CHECK-COUNT-2: weir.matmul
// CHECK-NOT: weir.matmul
// CHECK: kernel.group
// CHECK-NOT: weir.matmul
// CHECK: kernel.group({{.*}} -> (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>) {
// CHECK-COUNT-2: transpose_b
// CHECK-NOT: transpose_a
// CHECK: weir.matmul
// CHECK-COUNT-2: transpose_a
// CHECK-NOT: kernel.group
// CHECK: return
func.func @attention(%q: tensor<8x48x32xf32>, %k: tensor<8x48x32xf32>, %v: tensor<8x48x32xf32>)
    -> (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>) attributes {weir.job} {
  %y = weir.attention %q, %k, %v {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64>}
      : (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
  %loss = weir.reduce_max %y {dims = array<i64: 0, 1, 2>} : (tensor<8x48x32xf32>) -> tensor<f32>
  %d:3 = weir.gradient %loss wrt %q, %k, %v
      : (tensor<f32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>)
      -> (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>)
  return %d#0, %d#1, %d#2 : tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>
}

// Of single matrices, too: rows that a group has from several sources are multiplied once.

// CHECK-LABEL: func.func @matrices(
// CHECK: kernel.group({{.*}} -> (tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>) {
// CHECK-COUNT-2: transpose_b
// CHECK-COUNT-2: transpose_a
// CHECK-NOT: weir.matmul
// CHECK: return
func.func @matrices(%q: tensor<33x32xf32>, %k: tensor<48x32xf32>, %v: tensor<48x32xf32>)
    -> (tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>) attributes {weir.job} {
  %y = weir.attention %q, %k, %v {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64>}
      : (tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>) -> tensor<33x32xf32>
  %loss = weir.reduce_max %y {dims = array<i64: 0, 1>} : (tensor<33x32xf32>) -> tensor<f32>
  %d:3 = weir.gradient %loss wrt %q, %k, %v
      : (tensor<f32>, tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>)
      -> (tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>)
  return %d#0, %d#1, %d#2 : tensor<33x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>
}

// Weights are dropped where random bits say so, which each kernel draws for itself.

// CHECK-LABEL: func.func @dropped(
// CHECK-NOT: -> tensor<8x48x48xi1> {
// CHECK: return
func.func @dropped(%q: tensor<8x48x32xf32>, %k: tensor<8x48x32xf32>, %v: tensor<8x48x32xf32>, %seed: tensor<i64>,
                   %step: tensor<i64>) -> (tensor<8x48x32xf32>, tensor<8x48x32xf32>) attributes {weir.job} {
  %y = weir.attention %q, %k, %v, %seed, %step
      {dropout_p = 0.25 : f64, ordinal = 0 : i64, present = array<i64: 1, 2>}
      : (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<i64>, tensor<i64>)
      -> tensor<8x48x32xf32>
  %loss = weir.reduce_max %y {dims = array<i64: 0, 1, 2>} : (tensor<8x48x32xf32>) -> tensor<f32>
  %d:2 = weir.gradient %loss wrt %q, %v : (tensor<f32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>)
      -> (tensor<8x48x32xf32>, tensor<8x48x32xf32>)
  return %d#0, %d#1 : tensor<8x48x32xf32>, tensor<8x48x32xf32>
}

// The gradient of value alone is made of the weights of the first kernel, computed once more.

// CHECK-LABEL: func.func @of_value(
// CHECK: kernel.group({{.*}} -> tensor<8x48x32xf32> {
// CHECK: kernel.group({{.*}} -> tensor<8x48x32xf32> {
// CHECK: transpose_b
// CHECK: weir.reduce_sum
// CHECK: transpose_a
// CHECK: return
func.func @of_value(%q: tensor<8x48x32xf32>, %k: tensor<8x48x32xf32>, %v: tensor<8x48x32xf32>)
    -> tensor<8x48x32xf32> attributes {weir.job} {
  %y = weir.attention %q, %k, %v {dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64>}
      : (tensor<8x48x32xf32>, tensor<8x48x32xf32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
  %loss = weir.reduce_max %y {dims = array<i64: 0, 1, 2>} : (tensor<8x48x32xf32>) -> tensor<f32>
  %d = weir.gradient %loss wrt %v : (tensor<f32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
  return %d : tensor<8x48x32xf32>
}

// A product that reads what another one makes of the same rows stays outside, and the rows are kept for it.

// CHECK-LABEL: func.func @twice(
// CHECK: kernel.group({{.*}} -> (tensor<8x48x32xf32>, tensor<8x48x48xf32>) {
// CHECK: kernel.group
// CHECK-NOT: kernel.group
// CHECK: return
func.func @twice(%q: tensor<8x48x32xf32>, %k: tensor<8x48x32xf32>, %v: tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k {transpose_b} : (tensor<8x48x32xf32>, tensor<8x48x32xf32>) -> tensor<8x48x48xf32>
  %p = weir.softmax %s {dim = 2 : i64} : (tensor<8x48x48xf32>) -> tensor<8x48x48xf32>
  %y = weir.matmul %p, %v : (tensor<8x48x48xf32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
  %z = weir.matmul %p, %y : (tensor<8x48x48xf32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
  return %z : tensor<8x48x32xf32>
}
