// RUN: %op_runs
// Batches of products large enough for register tiles, against the sums written out.

func.func @batch_ab() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %a0 = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3x10x17xi32>
  %a1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x10x17xi32>
  %a2 = weir.bitwise_and %a0, %a1 : (tensor<2x3x10x17xi32>, tensor<2x3x10x17xi32>) -> tensor<2x3x10x17xi32>
  %a = weir.cast %a2 {to = f32} : (tensor<2x3x10x17xi32>) -> tensor<2x3x10x17xf32>
  %other = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %b0 = weir.random_bits %seed, %step, %other : tensor<i64> -> tensor<2x3x17x9xi32>
  %b1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x17x9xi32>
  %b2 = weir.bitwise_and %b0, %b1 : (tensor<2x3x17x9xi32>, tensor<2x3x17x9xi32>) -> tensor<2x3x17x9xi32>
  %b = weir.cast %b2 {to = f32} : (tensor<2x3x17x9xi32>) -> tensor<2x3x17x9xf32>
  %bn = weir.transpose %b {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x3x17x9xf32>) -> tensor<2x3x9x17xf32>
  %y = weir.matmul %a, %b : (tensor<2x3x10x17xf32>, tensor<2x3x17x9xf32>) -> tensor<2x3x10x9xf32>
  %wa = weir.broadcast %a {dims = array<i64: 0, 1, 2, 4>} : tensor<2x3x10x17xf32> -> tensor<2x3x10x9x17xf32>
  %wb = weir.broadcast %bn {dims = array<i64: 0, 1, 3, 4>} : tensor<2x3x9x17xf32> -> tensor<2x3x10x9x17xf32>
  %terms = weir.mul %wa, %wb : (tensor<2x3x10x9x17xf32>, tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9x17xf32>
  %expected = weir.reduce_sum %terms {dims = array<i64: 4>} : (tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9xf32>
  check.expect_eq %y, %expected : tensor<2x3x10x9xf32>
  return
}

// The same with fewer elements than a warp has threads.
func.func @small_batch_ab() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %a0 = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3x5x8xi32>
  %a1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x5x8xi32>
  %a2 = weir.bitwise_and %a0, %a1 : (tensor<2x3x5x8xi32>, tensor<2x3x5x8xi32>) -> tensor<2x3x5x8xi32>
  %a = weir.cast %a2 {to = f32} : (tensor<2x3x5x8xi32>) -> tensor<2x3x5x8xf32>
  %other = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %b0 = weir.random_bits %seed, %step, %other : tensor<i64> -> tensor<2x3x8x3xi32>
  %b1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x8x3xi32>
  %b2 = weir.bitwise_and %b0, %b1 : (tensor<2x3x8x3xi32>, tensor<2x3x8x3xi32>) -> tensor<2x3x8x3xi32>
  %b = weir.cast %b2 {to = f32} : (tensor<2x3x8x3xi32>) -> tensor<2x3x8x3xf32>
  %bn = weir.transpose %b {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x3x8x3xf32>) -> tensor<2x3x3x8xf32>
  %y = weir.matmul %a, %b : (tensor<2x3x5x8xf32>, tensor<2x3x8x3xf32>) -> tensor<2x3x5x3xf32>
  %wa = weir.broadcast %a {dims = array<i64: 0, 1, 2, 4>} : tensor<2x3x5x8xf32> -> tensor<2x3x5x3x8xf32>
  %wb = weir.broadcast %bn {dims = array<i64: 0, 1, 3, 4>} : tensor<2x3x3x8xf32> -> tensor<2x3x5x3x8xf32>
  %terms = weir.mul %wa, %wb : (tensor<2x3x5x3x8xf32>, tensor<2x3x5x3x8xf32>) -> tensor<2x3x5x3x8xf32>
  %expected = weir.reduce_sum %terms {dims = array<i64: 4>} : (tensor<2x3x5x3x8xf32>) -> tensor<2x3x5x3xf32>
  check.expect_eq %y, %expected : tensor<2x3x5x3xf32>
  return
}

func.func @batch_ta() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %a0 = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3x17x10xi32>
  %a1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x17x10xi32>
  %a2 = weir.bitwise_and %a0, %a1 : (tensor<2x3x17x10xi32>, tensor<2x3x17x10xi32>) -> tensor<2x3x17x10xi32>
  %a = weir.cast %a2 {to = f32} : (tensor<2x3x17x10xi32>) -> tensor<2x3x17x10xf32>
  %other = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %b0 = weir.random_bits %seed, %step, %other : tensor<i64> -> tensor<2x3x17x9xi32>
  %b1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x17x9xi32>
  %b2 = weir.bitwise_and %b0, %b1 : (tensor<2x3x17x9xi32>, tensor<2x3x17x9xi32>) -> tensor<2x3x17x9xi32>
  %b = weir.cast %b2 {to = f32} : (tensor<2x3x17x9xi32>) -> tensor<2x3x17x9xf32>
  %am = weir.transpose %a {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x3x17x10xf32>) -> tensor<2x3x10x17xf32>
  %bn = weir.transpose %b {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x3x17x9xf32>) -> tensor<2x3x9x17xf32>
  %y = weir.matmul %a, %b {transpose_a} : (tensor<2x3x17x10xf32>, tensor<2x3x17x9xf32>) -> tensor<2x3x10x9xf32>
  %wa = weir.broadcast %am {dims = array<i64: 0, 1, 2, 4>} : tensor<2x3x10x17xf32> -> tensor<2x3x10x9x17xf32>
  %wb = weir.broadcast %bn {dims = array<i64: 0, 1, 3, 4>} : tensor<2x3x9x17xf32> -> tensor<2x3x10x9x17xf32>
  %terms = weir.mul %wa, %wb : (tensor<2x3x10x9x17xf32>, tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9x17xf32>
  %expected = weir.reduce_sum %terms {dims = array<i64: 4>} : (tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9xf32>
  check.expect_eq %y, %expected : tensor<2x3x10x9xf32>
  return
}

func.func @batch_tb() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %a0 = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3x10x17xi32>
  %a1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x10x17xi32>
  %a2 = weir.bitwise_and %a0, %a1 : (tensor<2x3x10x17xi32>, tensor<2x3x10x17xi32>) -> tensor<2x3x10x17xi32>
  %a = weir.cast %a2 {to = f32} : (tensor<2x3x10x17xi32>) -> tensor<2x3x10x17xf32>
  %other = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %b0 = weir.random_bits %seed, %step, %other : tensor<i64> -> tensor<2x3x9x17xi32>
  %b1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x9x17xi32>
  %b2 = weir.bitwise_and %b0, %b1 : (tensor<2x3x9x17xi32>, tensor<2x3x9x17xi32>) -> tensor<2x3x9x17xi32>
  %b = weir.cast %b2 {to = f32} : (tensor<2x3x9x17xi32>) -> tensor<2x3x9x17xf32>
  %y = weir.matmul %a, %b {transpose_b} : (tensor<2x3x10x17xf32>, tensor<2x3x9x17xf32>) -> tensor<2x3x10x9xf32>
  %wa = weir.broadcast %a {dims = array<i64: 0, 1, 2, 4>} : tensor<2x3x10x17xf32> -> tensor<2x3x10x9x17xf32>
  %wb = weir.broadcast %b {dims = array<i64: 0, 1, 3, 4>} : tensor<2x3x9x17xf32> -> tensor<2x3x10x9x17xf32>
  %terms = weir.mul %wa, %wb : (tensor<2x3x10x9x17xf32>, tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9x17xf32>
  %expected = weir.reduce_sum %terms {dims = array<i64: 4>} : (tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9xf32>
  check.expect_eq %y, %expected : tensor<2x3x10x9xf32>
  return
}

func.func @batch_ta_tb() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %a0 = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3x17x10xi32>
  %a1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x17x10xi32>
  %a2 = weir.bitwise_and %a0, %a1 : (tensor<2x3x17x10xi32>, tensor<2x3x17x10xi32>) -> tensor<2x3x17x10xi32>
  %a = weir.cast %a2 {to = f32} : (tensor<2x3x17x10xi32>) -> tensor<2x3x17x10xf32>
  %other = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %b0 = weir.random_bits %seed, %step, %other : tensor<i64> -> tensor<2x3x9x17xi32>
  %b1 = weir.constant dense<15> : tensor<i32> -> tensor<2x3x9x17xi32>
  %b2 = weir.bitwise_and %b0, %b1 : (tensor<2x3x9x17xi32>, tensor<2x3x9x17xi32>) -> tensor<2x3x9x17xi32>
  %b = weir.cast %b2 {to = f32} : (tensor<2x3x9x17xi32>) -> tensor<2x3x9x17xf32>
  %am = weir.transpose %a {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x3x17x10xf32>) -> tensor<2x3x10x17xf32>
  %y = weir.matmul %a, %b {transpose_a, transpose_b} : (tensor<2x3x17x10xf32>, tensor<2x3x9x17xf32>) -> tensor<2x3x10x9xf32>
  %wa = weir.broadcast %am {dims = array<i64: 0, 1, 2, 4>} : tensor<2x3x10x17xf32> -> tensor<2x3x10x9x17xf32>
  %wb = weir.broadcast %b {dims = array<i64: 0, 1, 3, 4>} : tensor<2x3x9x17xf32> -> tensor<2x3x10x9x17xf32>
  %terms = weir.mul %wa, %wb : (tensor<2x3x10x9x17xf32>, tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9x17xf32>
  %expected = weir.reduce_sum %terms {dims = array<i64: 4>} : (tensor<2x3x10x9x17xf32>) -> tensor<2x3x10x9xf32>
  check.expect_eq %y, %expected : tensor<2x3x10x9xf32>
  return
}

// Products of one row and one column each are no windows.
func.func @batch_of_ones() {
  %a = weir.constant dense<[[[[2.0]], [[3.0]]], [[[4.0]], [[5.0]]], [[[6.0]], [[7.0]]]]> : tensor<3x2x1x1xf32> -> tensor<3x2x1x1xf32>
  %y = weir.matmul %a, %a : (tensor<3x2x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<3x2x1x1xf32>
  %expected = weir.mul %a, %a : (tensor<3x2x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<3x2x1x1xf32>
  check.expect_eq %y, %expected : tensor<3x2x1x1xf32>
  return
}

func.func @batch_and_ones() {
  %a = weir.constant dense<[[[[2.0]]], [[[3.0]]], [[[4.0]]]]> : tensor<3x1x1x1xf32> -> tensor<3x1x1x1xf32>
  %y = weir.matmul %a, %a : (tensor<3x1x1x1xf32>, tensor<3x1x1x1xf32>) -> tensor<3x1x1x1xf32>
  %expected = weir.mul %a, %a : (tensor<3x1x1x1xf32>, tensor<3x1x1x1xf32>) -> tensor<3x1x1x1xf32>
  check.expect_eq %y, %expected : tensor<3x1x1x1xf32>
  return
}
