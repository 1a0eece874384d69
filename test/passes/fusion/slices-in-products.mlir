// RUN: weir-compile %s --machine=x86-64-v3 --to=group | FileCheck %s
// The product of a vector and a matrix reads a slice of what is in memory where it lies: attention of one token reads
// its caches, which are written in place.

// CHECK-LABEL: func.func @token(
// CHECK: kernel.group({{.*}}) -> tensor<1x12x64x16xf32> {
// CHECK-NEXT: weir.write_slice
// CHECK-NEXT: kernel.yield
// CHECK: kernel.group({{.*}}) -> tensor<1x12x1x33xf32> {
// CHECK-NEXT: weir.slice
// CHECK-NEXT: weir.matmul
// CHECK-NEXT: kernel.yield
weir.variable @keys : tensor<1x12x64x16xf32>
func.func @token(%q: tensor<1x12x1x16xf32>, %key: tensor<1x12x1x16xf32>) -> tensor<1x12x1x33xf32> attributes {weir.job} {
  %old = weir.read @keys : tensor<1x12x64x16xf32>
  %new = weir.slice_scatter %old, %key {starts = array<i64: 0, 0, 32, 0>, steps = array<i64: 1, 1, 1, 1>}
      : (tensor<1x12x64x16xf32>, tensor<1x12x1x16xf32>) -> tensor<1x12x64x16xf32>
  %seen = weir.slice %new {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>}
      : tensor<1x12x64x16xf32> -> tensor<1x12x33x16xf32>
  %y = weir.matmul %q, %seen {transpose_b} : (tensor<1x12x1x16xf32>, tensor<1x12x33x16xf32>) -> tensor<1x12x1x33xf32>
  weir.assign @keys, %new : tensor<1x12x64x16xf32>
  return %y : tensor<1x12x1x33xf32>
}

// What several rows read many times over is copied first, as its elements are computed: a sum of caches is no slice.

// CHECK-LABEL: func.func @others(
// CHECK: kernel.group({{.*}}) -> tensor<33x16xf32> {
// CHECK-NEXT: weir.slice
// CHECK-NEXT: kernel.yield
// CHECK: kernel.group({{.*}}) -> tensor<4x33xf32> {
// CHECK-NEXT: weir.matmul
// CHECK: kernel.group({{.*}}) -> tensor<33x16xf32> {
// CHECK: weir.exp
// CHECK: kernel.group({{.*}}) -> tensor<1x33xf32> {
// CHECK-NEXT: weir.matmul
func.func @others(%q: tensor<4x16xf32>, %p: tensor<1x16xf32>, %keys: tensor<64x16xf32>)
    -> (tensor<4x33xf32>, tensor<1x33xf32>) attributes {weir.job} {
  %seen = weir.slice %keys {starts = array<i64: 3, 0>, steps = array<i64: 1, 1>} : tensor<64x16xf32> -> tensor<33x16xf32>
  %y = weir.matmul %q, %seen {transpose_b} : (tensor<4x16xf32>, tensor<33x16xf32>) -> tensor<4x33xf32>
  %exp = weir.exp %keys : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %part = weir.slice %exp {starts = array<i64: 3, 0>, steps = array<i64: 1, 1>} : tensor<64x16xf32> -> tensor<33x16xf32>
  %z = weir.matmul %p, %part {transpose_b} : (tensor<1x16xf32>, tensor<33x16xf32>) -> tensor<1x33xf32>
  return %y, %z : tensor<4x33xf32>, tensor<1x33xf32>
}
