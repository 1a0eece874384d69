// RUN: weir-compile %s --machine=x86-64-v3 --from=layout --to=group | FileCheck %s --check-prefixes=ALL,CPU
// RUN: weir-compile %s --target=naive --from=layout --to=group | FileCheck %s --check-prefixes=ALL,NAIVE
// Rows pass from product to product inside a kernel, with what is computed of each row between them, where the target
// holds them in scratch.

// ALL-LABEL: func.func @softmax_between(
// CPU: kernel.group
// CPU-NEXT: weir.matmul
// CPU: weir.reduce_max
// CPU: weir.reduce_sum
// CPU: weir.matmul
// CPU-NOT: kernel.group
// NAIVE-COUNT-3: kernel.group
// ALL: return
func.func @softmax_between(%q: tensor<?x64x32xf32>, %k: tensor<?x32x48xf32>, %v: tensor<?x48x40xf32>)
    -> tensor<?x64x40xf32> attributes {weir.job} {
  %b = weir.dim %q, 0 : tensor<?x64x32xf32>
  %s = weir.matmul %q, %k : (tensor<?x64x32xf32>, tensor<?x32x48xf32>) -> tensor<?x64x48xf32>
  %max = weir.reduce_max %s {dims = array<i64: 2>} : (tensor<?x64x48xf32>) -> tensor<?x64xf32>
  %wide = weir.broadcast %max sizes(%b) {dims = array<i64: 0, 1>} : tensor<?x64xf32> -> tensor<?x64x48xf32>
  %d = weir.sub %s, %wide : (tensor<?x64x48xf32>, tensor<?x64x48xf32>) -> tensor<?x64x48xf32>
  %e = weir.exp %d : (tensor<?x64x48xf32>) -> tensor<?x64x48xf32>
  %sum = weir.reduce_sum %e {dims = array<i64: 2>} : (tensor<?x64x48xf32>) -> tensor<?x64xf32>
  %all = weir.broadcast %sum sizes(%b) {dims = array<i64: 0, 1>} : tensor<?x64xf32> -> tensor<?x64x48xf32>
  %p = weir.div %e, %all : (tensor<?x64x48xf32>, tensor<?x64x48xf32>) -> tensor<?x64x48xf32>
  %y = weir.matmul %p, %v : (tensor<?x64x48xf32>, tensor<?x48x40xf32>) -> tensor<?x64x40xf32>
  return %y : tensor<?x64x40xf32>
}

// The mask is computed with the scores.

// ALL-LABEL: func.func @masked(
// CPU: kernel.group
// CPU-DAG: weir.compare
// CPU-DAG: weir.matmul
// CPU: weir.select
// CPU-NOT: kernel.group
// ALL: return
func.func @masked(%q: tensor<64x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x40xf32>) -> tensor<64x40xf32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  %i = weir.iota -> tensor<64xi64>
  %j = weir.iota -> tensor<48xi64>
  %row = weir.broadcast %i {dims = array<i64: 0>} : tensor<64xi64> -> tensor<64x48xi64>
  %column = weir.broadcast %j {dims = array<i64: 1>} : tensor<48xi64> -> tensor<64x48xi64>
  %sees = weir.compare le %column, %row : (tensor<64x48xi64>, tensor<64x48xi64>) -> tensor<64x48xi1>
  %nothing = weir.constant dense<0.0> : tensor<f32> -> tensor<64x48xf32>
  %m = weir.select %sees, %s, %nothing : (tensor<64x48xi1>, tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %sum = weir.reduce_sum %m {dims = array<i64: 1>} : (tensor<64x48xf32>) -> tensor<64xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x48xf32>
  %p = weir.div %m, %all : (tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %y = weir.matmul %p, %v : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32>
  return %y : tensor<64x40xf32>
}

// Weights that others read, too, as training keeps them, are a second result.

// ALL-LABEL: func.func @kept(
// CPU: kernel.group({{.*}} -> (tensor<64x40xf32>, tensor<64x48xf32>) {
// CPU-NOT: kernel.group
// NAIVE-COUNT-3: kernel.group
// ALL: return
func.func @kept(%q: tensor<64x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x40xf32>)
    -> (tensor<64x40xf32>, tensor<64x48xf32>) attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<64x48xf32>) -> tensor<64xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x48xf32>
  %p = weir.div %s, %all : (tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %y = weir.matmul %p, %v : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32>
  return %y, %p : tensor<64x40xf32>, tensor<64x48xf32>
}

// Sums down the columns need all rows; small products are nests of loops.

// ALL-LABEL: func.func @down_columns(
// ALL-COUNT-3: kernel.group
// ALL: return
func.func @down_columns(%q: tensor<64x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x40xf32>) -> tensor<64x40xf32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 0>} : (tensor<64x48xf32>) -> tensor<48xf32>
  %all = weir.broadcast %sum {dims = array<i64: 1>} : tensor<48xf32> -> tensor<64x48xf32>
  %p = weir.div %s, %all : (tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %y = weir.matmul %p, %v : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32>
  return %y : tensor<64x40xf32>
}

// Rows that are the second product's columns are a sum over blocks.

// ALL-LABEL: func.func @transposed(
// CPU: kernel.group
// CPU-NOT: kernel.group
// NAIVE-COUNT-3: kernel.group
// ALL: return
func.func @transposed(%q: tensor<64x32xf32>, %k: tensor<32x64xf32>, %v: tensor<64x40xf32>) -> tensor<64x40xf32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x64xf32>
  %p = weir.div %s, %all : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = weir.matmul %p, %v {transpose_a} : (tensor<64x64xf32>, tensor<64x40xf32>) -> tensor<64x40xf32>
  return %y : tensor<64x40xf32>
}

// ALL-LABEL: func.func @one_row(
// ALL-COUNT-3: kernel.group
// ALL: return
func.func @one_row(%q: tensor<1x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x40xf32>) -> tensor<1x40xf32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<1x32xf32>, tensor<32x48xf32>) -> tensor<1x48xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<1x48xf32>) -> tensor<1xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<1xf32> -> tensor<1x48xf32>
  %p = weir.div %s, %all : (tensor<1x48xf32>, tensor<1x48xf32>) -> tensor<1x48xf32>
  %y = weir.matmul %p, %v : (tensor<1x48xf32>, tensor<48x40xf32>) -> tensor<1x40xf32>
  return %y : tensor<1x40xf32>
}

// What a product multiplies is in memory, even where it has the scores' shape.

// ALL-LABEL: func.func @factor(
// CPU-COUNT-2: kernel.group
// CPU-NOT: kernel.group
// ALL: return
func.func @factor(%q: tensor<64x48xf32>, %k: tensor<48x48xf32>, %v: tensor<48x40xf32>) -> tensor<64x40xf32>
    attributes {weir.job} {
  %e = weir.exp %q : (tensor<64x48xf32>) -> tensor<64x48xf32>
  %s = weir.matmul %e, %k : (tensor<64x48xf32>, tensor<48x48xf32>) -> tensor<64x48xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<64x48xf32>) -> tensor<64xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x48xf32>
  %p = weir.div %s, %all : (tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %y = weir.matmul %p, %v : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32>
  return %y : tensor<64x40xf32>
}

// ALL-LABEL: func.func @integers(
// ALL-COUNT-3: kernel.group
// ALL: return
func.func @integers(%q: tensor<64x32xi32>, %k: tensor<32x48xi32>, %v: tensor<48x40xi32>) -> tensor<64x40xi32>
    attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xi32>, tensor<32x48xi32>) -> tensor<64x48xi32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<64x48xi32>) -> tensor<64xi32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xi32> -> tensor<64x48xi32>
  %p = weir.sub %s, %all : (tensor<64x48xi32>, tensor<64x48xi32>) -> tensor<64x48xi32>
  %y = weir.matmul %p, %v : (tensor<64x48xi32>, tensor<48x40xi32>) -> tensor<64x40xi32>
  return %y : tensor<64x40xi32>
}

// Scores that are stored in any case are read from there: to multiply once more would take longer.

// ALL-LABEL: func.func @stored_scores(
// CPU-COUNT-3: kernel.group
// CPU-NOT: kernel.group
// ALL: return
func.func @stored_scores(%q: tensor<64x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x40xf32>)
    -> (tensor<64x40xf32>, tensor<64x48xf32>) attributes {weir.job} {
  %s = weir.matmul %q, %k : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  %sum = weir.reduce_sum %s {dims = array<i64: 1>} : (tensor<64x48xf32>) -> tensor<64xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0>} : tensor<64xf32> -> tensor<64x48xf32>
  %p = weir.div %s, %all : (tensor<64x48xf32>, tensor<64x48xf32>) -> tensor<64x48xf32>
  %y = weir.matmul %p, %v : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32>
  return %y, %s : tensor<64x40xf32>, tensor<64x48xf32>
}
