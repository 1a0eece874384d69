// RUN: weir-compile %s --verify-numerics 2>&1 | FileCheck %s
// Rows that pass from product to product in a kernel: a batch that is not known, blocks of rows that are not even, bias
// and mask behind the scores, a residual behind the result, narrow floats.
// CHECK-NOT: differ
// CHECK: kernel {{ *}}matmul_div_matmul_add
// CHECK: kernel {{ *}}matmul_div_cast_matmul

func.func @softmax(%q: tensor<?x104x16xf32>, %k: tensor<?x16x16xf32>, %v: tensor<?x16x16xf32>, %bias: tensor<16xf32>,
                   %rest: tensor<?x104x16xf32>) -> tensor<?x104x16xf32> attributes {weir.job} {
  %b = weir.dim %q, 0 : tensor<?x104x16xf32>
  %s = weir.matmul %q, %k {transpose_b} : (tensor<?x104x16xf32>, tensor<?x16x16xf32>) -> tensor<?x104x16xf32>
  %wide_bias = weir.broadcast %bias sizes(%b) {dims = array<i64: 2>} : tensor<16xf32> -> tensor<?x104x16xf32>
  %t = weir.add %s, %wide_bias : (tensor<?x104x16xf32>, tensor<?x104x16xf32>) -> tensor<?x104x16xf32>
  %max = weir.reduce_max %t {dims = array<i64: 2>} : (tensor<?x104x16xf32>) -> tensor<?x104xf32>
  %wide = weir.broadcast %max sizes(%b) {dims = array<i64: 0, 1>} : tensor<?x104xf32> -> tensor<?x104x16xf32>
  %d = weir.sub %t, %wide : (tensor<?x104x16xf32>, tensor<?x104x16xf32>) -> tensor<?x104x16xf32>
  %e = weir.exp %d : (tensor<?x104x16xf32>) -> tensor<?x104x16xf32>
  %sum = weir.reduce_sum %e {dims = array<i64: 2>} : (tensor<?x104x16xf32>) -> tensor<?x104xf32>
  %all = weir.broadcast %sum sizes(%b) {dims = array<i64: 0, 1>} : tensor<?x104xf32> -> tensor<?x104x16xf32>
  %p = weir.div %e, %all : (tensor<?x104x16xf32>, tensor<?x104x16xf32>) -> tensor<?x104x16xf32>
  %y = weir.matmul %p, %v : (tensor<?x104x16xf32>, tensor<?x16x16xf32>) -> tensor<?x104x16xf32>
  %r = weir.add %y, %rest : (tensor<?x104x16xf32>, tensor<?x104x16xf32>) -> tensor<?x104x16xf32>
  return %r : tensor<?x104x16xf32>
}

func.func @narrow(%q: tensor<2x32x32xbf16>, %k: tensor<2x32x16xbf16>, %v: tensor<2x16x16xbf16>)
    -> tensor<2x32x16xbf16> attributes {weir.job} {
  %s = weir.matmul %q, %k {out = f32} : (tensor<2x32x32xbf16>, tensor<2x32x16xbf16>) -> tensor<2x32x16xf32>
  %e = weir.exp %s : (tensor<2x32x16xf32>) -> tensor<2x32x16xf32>
  %sum = weir.reduce_sum %e {dims = array<i64: 2>} : (tensor<2x32x16xf32>) -> tensor<2x32xf32>
  %all = weir.broadcast %sum {dims = array<i64: 0, 1>} : tensor<2x32xf32> -> tensor<2x32x16xf32>
  %p = weir.div %e, %all : (tensor<2x32x16xf32>, tensor<2x32x16xf32>) -> tensor<2x32x16xf32>
  %n = weir.cast %p {to = bf16} : (tensor<2x32x16xf32>) -> tensor<2x32x16xbf16>
  %y = weir.matmul %n, %v : (tensor<2x32x16xbf16>, tensor<2x16x16xbf16>) -> tensor<2x32x16xbf16>
  return %y : tensor<2x32x16xbf16>
}
