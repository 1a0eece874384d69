// RUN: weir-opt %s --canonicalize | FileCheck %s

// Ops that only say where elements are: they join with their like, and carry splats through. CanonicalizeTest runs each
// function here before and after.

// CHECK-LABEL: @transposes
// CHECK: %[[T:.*]] = weir.transpose %arg0 {permutation = array<i64: 1, 2, 0>} : (tensor<2x?x4xf32>) -> tensor<?x4x2xf32>
// CHECK: return %arg0, %[[T]]
func.func @transposes(%x: tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?x4x2xf32>) {
  %a = weir.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x?x4xf32>) -> tensor<4x2x?xf32>
  %0 = weir.transpose %a {permutation = array<i64: 1, 2, 0>} : (tensor<4x2x?xf32>) -> tensor<2x?x4xf32>
  %1 = weir.transpose %a {permutation = array<i64: 2, 0, 1>} : (tensor<4x2x?xf32>) -> tensor<?x4x2xf32>
  return %0, %1 : tensor<2x?x4xf32>, tensor<?x4x2xf32>
}

// CHECK-LABEL: @broadcasts
// CHECK: %[[N:.*]] = weir.dim %arg1, 0
// CHECK: %[[B:.*]] = weir.broadcast %arg0 sizes(%[[N]]) {dims = array<i64: 2>} : tensor<4xf32> -> tensor<3x?x4xf32>
// CHECK: return %[[B]], %arg0
func.func @broadcasts(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<3x?x4xf32>, tensor<4xf32>) {
  %n = weir.dim %y, 0 : tensor<?xf32>
  %a = weir.broadcast %x sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  %0 = weir.broadcast %a sizes(%n) {dims = array<i64: 1, 2>} : tensor<?x4xf32> -> tensor<3x?x4xf32>
  %1 = weir.broadcast %x {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4xf32>
  return %0, %1 : tensor<3x?x4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @reshapes
// CHECK: %[[R:.*]] = weir.reshape %arg0 : tensor<2x6xf32> -> tensor<3x4xf32>
// CHECK: return %[[R]], %arg0, %arg1
func.func @reshapes(%x: tensor<2x6xf32>, %y: tensor<?x3xf32>) -> (tensor<3x4xf32>, tensor<2x6xf32>, tensor<?x3xf32>) {
  %n = weir.dim %y, 0 : tensor<?x3xf32>
  %flat = weir.reshape %x : tensor<2x6xf32> -> tensor<12xf32>
  %0 = weir.reshape %flat : tensor<12xf32> -> tensor<3x4xf32>
  %1 = weir.reshape %flat : tensor<12xf32> -> tensor<2x6xf32>
  %2 = weir.reshape %y sizes(%n) : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2 : tensor<3x4xf32>, tensor<2x6xf32>, tensor<?x3xf32>
}

// Two unknown sizes may trade factors: 2x6 and 3x4 both are ?x?. Beside a 0 an unknown size may become any other.
// CHECK-LABEL: @reshape_of_unknown
// CHECK-COUNT-2: weir.reshape
func.func @reshape_of_unknown(%x: tensor<?x?xf32>, %y: tensor<?x0xf32>) -> (tensor<?x?xf32>, tensor<?x0xf32>) {
  %m = weir.dim %x, 0 : tensor<?x?xf32>
  %n = weir.dim %x, 1 : tensor<?x?xf32>
  %0 = weir.reshape %x sizes(%n, %m) : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = weir.reshape %y sizes(%m) : tensor<?x0xf32> -> tensor<?x0xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x0xf32>
}

// A slice of everything is x; of unknown sizes nobody knows. A slice of a slice is one.
// CHECK-LABEL: @slices
// CHECK: %[[D:.*]] = weir.slice %arg1
// CHECK: %[[S:.*]] = weir.slice %arg0 {starts = array<i64: 5>, steps = array<i64: 6>} : tensor<20xf32> -> tensor<2xf32>
// CHECK: return %arg0, %[[D]], %[[S]]
func.func @slices(%x: tensor<20xf32>, %y: tensor<?xf32>) -> (tensor<20xf32>, tensor<?xf32>, tensor<2xf32>) {
  %0 = weir.slice %x {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<20xf32> -> tensor<20xf32>
  %n = weir.dim %y, 0 : tensor<?xf32>
  %1 = weir.slice %y sizes(%n) {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<?xf32> -> tensor<?xf32>
  %by_three = weir.slice %x {starts = array<i64: 2>, steps = array<i64: 3>} : tensor<20xf32> -> tensor<6xf32>
  %2 = weir.slice %by_three {starts = array<i64: 1>, steps = array<i64: 2>} : tensor<6xf32> -> tensor<2xf32>
  return %0, %1, %2 : tensor<20xf32>, tensor<?xf32>, tensor<2xf32>
}

// Padding with nothing is x, and padding that only cuts off is a slice.
// CHECK-LABEL: @pads
// CHECK: %[[S:.*]] = weir.slice %arg0 {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : tensor<4x3xf32> -> tensor<2x3xf32>
// CHECK: %[[P:.*]] = weir.pad %arg0
// CHECK: return %arg0, %[[S]], %[[P]]
func.func @pads(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<2x3xf32>, tensor<4x3xf32>) {
  %0 = weir.pad %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, value = 1.0 : f64} : tensor<4x3xf32> -> tensor<4x3xf32>
  %1 = weir.pad %x {starts = array<i64: -1, 0>, steps = array<i64: 1, 1>, value = 1.0 : f64} : tensor<4x3xf32> -> tensor<2x3xf32>
  %2 = weir.pad %x {starts = array<i64: -1, 0>, steps = array<i64: 1, 1>, value = 1.0 : f64} : tensor<4x3xf32> -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<4x3xf32>, tensor<2x3xf32>, tensor<4x3xf32>
}

// Around a splat lies more of it, if the padding is its number.
// CHECK-LABEL: @padded_splats
// CHECK-DAG: %[[ONES:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> -> tensor<8xf32>
// CHECK-DAG: %[[FOUR:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> -> tensor<4xf32>
// CHECK-DAG: %[[P:.*]] = weir.pad %[[FOUR]]
// CHECK-DAG: %[[TWO:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> -> tensor<2xf32>
// CHECK: return %[[ONES]], %[[P]], %[[TWO]]
func.func @padded_splats() -> (tensor<8xf32>, tensor<8xf32>, tensor<2xf32>) {
  %x = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  %0 = weir.pad %x {starts = array<i64: 1>, steps = array<i64: 1>, value = 1.0 : f64} : tensor<4xf32> -> tensor<8xf32>
  %1 = weir.pad %x {starts = array<i64: 1>, steps = array<i64: 1>, value = 2.0 : f64} : tensor<4xf32> -> tensor<8xf32>
  %2 = weir.slice %x {starts = array<i64: 1>, steps = array<i64: 2>} : tensor<4xf32> -> tensor<2xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<2xf32>
}

// Twice reversed is as before; one element has no order.
// CHECK-LABEL: @flips
// CHECK: %[[F:.*]] = weir.flip %arg0 {dims = array<i64: 0>} : (tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
// CHECK: %[[C:.*]] = weir.constant dense<2.000000e+00> : tensor<f32> -> tensor<3xf32>
// CHECK: return %arg0, %[[F]], %arg0, %[[C]]
func.func @flips(%x: tensor<?x4x1xf32>)
    -> (tensor<?x4x1xf32>, tensor<?x4x1xf32>, tensor<?x4x1xf32>, tensor<3xf32>) {
  %a = weir.flip %x {dims = array<i64: 0, 1>} : (tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
  %0 = weir.flip %a {dims = array<i64: 1, 0>} : (tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
  %1 = weir.flip %a {dims = array<i64: 1, 2>} : (tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
  %2 = weir.flip %x {dims = array<i64: 2>} : (tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
  %two = weir.constant dense<2.0> : tensor<3xf32> -> tensor<3xf32>
  %3 = weir.flip %two {dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<?x4x1xf32>, tensor<?x4x1xf32>, tensor<?x4x1xf32>, tensor<3xf32>
}

// CHECK-LABEL: @concats
// CHECK-NEXT: return %arg0, %arg0
func.func @concats(%x: tensor<?x4xf32>, %y: tensor<?x0xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = weir.concat %x, %y {dim = 1 : i64} : (tensor<?x4xf32>, tensor<?x0xf32>) -> tensor<?x4xf32>
  %1 = weir.concat %y, %x {dim = 1 : i64} : (tensor<?x0xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: @splats
// CHECK-DAG: %[[N:.*]] = weir.dim %arg0, 0
// CHECK-DAG: %[[A:.*]] = weir.constant dense<2.000000e+00> : tensor<f32> sizes(%[[N]]) -> tensor<?x4xf32>
// CHECK-DAG: %[[B:.*]] = weir.constant dense<2.000000e+00> : tensor<f32> sizes(%[[N]]) -> tensor<4x?xf32>
// CHECK-DAG: %[[C:.*]] = weir.constant dense<2.000000e+00> : tensor<f32> sizes(%[[N]]) -> tensor<2x?x2xf32>
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @splats(%x: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<4x?xf32>, tensor<2x?x2xf32>) {
  %n = weir.dim %x, 0 : tensor<?xf32>
  %two = weir.constant dense<2.0> : tensor<4xf32> -> tensor<4xf32>
  %0 = weir.broadcast %two sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  %1 = weir.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %2 = weir.reshape %1 sizes(%n) : tensor<4x?xf32> -> tensor<2x?x2xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<4x?xf32>, tensor<2x?x2xf32>
}

// A maximum over no dimension is the value; a sum is 0.0 plus the value, and so turns -0.0 into 0.0.
// CHECK-LABEL: @reductions
// CHECK-NEXT: %[[SUM:.*]] = weir.reduce_sum %arg0
// CHECK-NEXT: return %[[SUM]], %arg0
func.func @reductions(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = weir.reduce_sum %x {dims = array<i64>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = weir.reduce_max %x {dims = array<i64>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: @matmul_of_transposed
// CHECK-NOT: weir.transpose
// CHECK: weir.matmul %arg0, %arg1 {transpose_a, transpose_b} :
// CHECK-NEXT: weir.matmul %arg0, %arg2 {transpose_a} :
func.func @matmul_of_transposed(%a: tensor<3x5x2xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3x5x4xf32>)
    -> (tensor<3x2x4xf32>, tensor<3x2x4xf32>) {
  %at = weir.transpose %a {permutation = array<i64: 0, 2, 1>} : (tensor<3x5x2xf32>) -> tensor<3x2x5xf32>
  %bt = weir.transpose %b {permutation = array<i64: 0, 2, 1>} : (tensor<3x4x5xf32>) -> tensor<3x5x4xf32>
  %0 = weir.matmul %at, %bt : (tensor<3x2x5xf32>, tensor<3x5x4xf32>) -> tensor<3x2x4xf32>
  %ct = weir.transpose %c {permutation = array<i64: 0, 2, 1>} : (tensor<3x5x4xf32>) -> tensor<3x4x5xf32>
  %1 = weir.matmul %at, %ct {transpose_b} : (tensor<3x2x5xf32>, tensor<3x4x5xf32>) -> tensor<3x2x4xf32>
  return %0, %1 : tensor<3x2x4xf32>, tensor<3x2x4xf32>
}

// A transposition that moves another dimension is no flag.
// CHECK-LABEL: @matmul_of_permuted
// CHECK: weir.transpose
// CHECK: weir.matmul %{{.*}}, %arg1 :
func.func @matmul_of_permuted(%a: tensor<2x3x5xf32>, %b: tensor<3x5x4xf32>) -> tensor<3x2x4xf32> {
  %at = weir.transpose %a {permutation = array<i64: 1, 0, 2>} : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32>
  %0 = weir.matmul %at, %b : (tensor<3x2x5xf32>, tensor<3x5x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// What differs from a computed value in dimensions of size 1 alone is computed in that value's shape: here the sums'.
// CHECK-LABEL: @elementwise_of_ones
// CHECK: %[[SUM:.*]] = weir.reduce_sum %arg0
// CHECK: %[[HALF:.*]] = weir.mul %[[SUM]], %{{.*}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[LESS:.*]] = weir.sub %[[HALF]], %[[SUM]] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[R:.*]] = weir.reshape %[[LESS]] sizes(%{{.*}}) : tensor<?xf32> -> tensor<1x?x1xf32>
// CHECK: return %[[LESS]], %[[R]]
func.func @elementwise_of_ones(%x: tensor<?x3xf32>) -> (tensor<?xf32>, tensor<1x?x1xf32>) {
  %n = weir.dim %x, 0 : tensor<?x3xf32>
  %half = weir.constant dense<0.5> : tensor<f32> sizes(%n) -> tensor<1x?x1xf32>
  %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?xf32>
  %1 = weir.reshape %0 sizes(%n) : tensor<?xf32> -> tensor<1x?x1xf32>
  %2 = weir.mul %1, %half : (tensor<1x?x1xf32>, tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
  %3 = weir.sub %2, %1 : (tensor<1x?x1xf32>, tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
  %4 = weir.reshape %3 sizes(%n) : tensor<1x?x1xf32> -> tensor<?xf32>
  return %4, %3 : tensor<?xf32>, tensor<1x?x1xf32>
}

// Not so where another operand has the dimensions by itself, nothing is computed, or sizes could trade factors.
// CHECK-LABEL: @elementwise_stays
// CHECK: weir.add %{{.*}} -> tensor<3x1xf32>
// CHECK: weir.exp %{{.*}} -> tensor<3x1xf32>
// CHECK: weir.exp %{{.*}} -> tensor<?x1x?xf32>
func.func @elementwise_stays(%x: tensor<3xf32>, %y: tensor<3x1xf32>, %z: tensor<?x?xf32>)
    -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<?x1x?xf32>) {
  %0 = weir.neg %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = weir.reshape %0 : tensor<3xf32> -> tensor<3x1xf32>
  %2 = weir.add %1, %y : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %3 = weir.reshape %x : tensor<3xf32> -> tensor<3x1xf32>
  %4 = weir.exp %3 : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %m = weir.dim %z, 0 : tensor<?x?xf32>
  %n = weir.dim %z, 1 : tensor<?x?xf32>
  %5 = weir.neg %z : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = weir.reshape %5 sizes(%n, %m) : tensor<?x?xf32> -> tensor<?x1x?xf32>
  %7 = weir.exp %6 : (tensor<?x1x?xf32>) -> tensor<?x1x?xf32>
  return %2, %4, %7 : tensor<3x1xf32>, tensor<3x1xf32>, tensor<?x1x?xf32>
}

// What stands in memory between kernels is of the narrower type.

// CHECK-LABEL: func @reshape_before_widening
// CHECK: %[[SHAPED:.*]] = weir.reshape %arg0 : tensor<4x6xbf16> -> tensor<4x2x3xbf16>
// CHECK: weir.cast %[[SHAPED]] {to = f32}
func.func @reshape_before_widening(%x: tensor<4x6xbf16>) -> tensor<4x2x3xf32> {
  %wide = weir.cast %x {to = f32} : (tensor<4x6xbf16>) -> tensor<4x6xf32>
  %y = weir.reshape %wide : tensor<4x6xf32> -> tensor<4x2x3xf32>
  return %y : tensor<4x2x3xf32>
}

// CHECK-LABEL: func @reshape_behind_narrowing
// CHECK: %[[NARROW:.*]] = weir.cast %{{.*}} {to = bf16} : (tensor<4x6xf32>) -> tensor<4x6xbf16>
// CHECK: weir.reshape %[[NARROW]] : tensor<4x6xbf16> -> tensor<4x2x3xbf16>
func.func @reshape_behind_narrowing(%x: tensor<4x6xf32>) -> tensor<4x2x3xbf16> {
  %e = weir.exp %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %shaped = weir.reshape %e : tensor<4x6xf32> -> tensor<4x2x3xf32>
  %y = weir.cast %shaped {to = bf16} : (tensor<4x2x3xf32>) -> tensor<4x2x3xbf16>
  return %y : tensor<4x2x3xbf16>
}
