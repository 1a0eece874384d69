// RUN: weir-opt %s --canonicalize | FileCheck %s

// One update per row into zeros, with an index that a gather checks, is a select.

// CHECK-LABEL: @one_per_row
// CHECK-DAG: %[[N:.*]] = weir.dim %arg0, 0
// CHECK-DAG: %[[ZEROS:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> sizes(%[[N]]) -> tensor<?x3xf32>
// CHECK-DAG: %[[ZERO:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> sizes(%{{.*}}) -> tensor<?x1xf32>
// CHECK-DAG: %[[ROW:.*]] = weir.iota -> tensor<3xi64>
// CHECK-DAG: %[[U:.*]] = weir.add %[[ZERO]], %arg2
// CHECK-DAG: %[[POS:.*]] = weir.broadcast %[[ROW]] sizes(%[[N]]) {dims = array<i64: 1>}
// CHECK-DAG: %[[I1:.*]] = weir.reshape %arg1 sizes(%{{.*}}) : tensor<?x1xi64> -> tensor<?xi64>
// CHECK-DAG: %[[I:.*]] = weir.broadcast %[[I1]] sizes(%[[N]]) {dims = array<i64: 0>}
// CHECK-DAG: %[[HIT:.*]] = weir.compare  eq %[[POS]], %[[I]]
// CHECK-DAG: %[[U1:.*]] = weir.reshape %[[U]] sizes(%{{.*}}) : tensor<?x1xf32> -> tensor<?xf32>
// CHECK-DAG: %[[UB:.*]] = weir.broadcast %[[U1]] sizes(%[[N]]) {dims = array<i64: 0>}
// CHECK: %[[S:.*]] = weir.select %[[HIT]], %[[UB]], %[[ZEROS]]
// CHECK: return %{{.*}}, %[[S]]
func.func @one_per_row(%x: tensor<?x3xf32>, %index: tensor<?x1xi64>, %update: tensor<?x1xf32>)
    -> (tensor<?x1xf32>, tensor<?x3xf32>) {
  %n = weir.dim %x, 0 : tensor<?x3xf32>
  %zeros = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?x3xf32>
  %0 = weir.gather %x, %index {dim = 1 : i64} : (tensor<?x3xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  %1 = weir.scatter_add %zeros, %index, %update {dim = 1 : i64}
      : (tensor<?x3xf32>, tensor<?x1xi64>, tensor<?x1xf32>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x1xf32>, tensor<?x3xf32>
}

// The last zero counts, too, and the dimension may be the first.
// CHECK-LABEL: @negative_zeros
// CHECK-NOT: weir.scatter_add
func.func @negative_zeros(%x: tensor<4x2xf64>, %index: tensor<1x2xi64>, %update: tensor<1x2xf64>)
    -> (tensor<1x2xf64>, tensor<4x2xf64>) {
  %zeros = weir.constant dense<-0.0> : tensor<f64> -> tensor<4x2xf64>
  %0 = weir.gather %x, %index {dim = 0 : i64} : (tensor<4x2xf64>, tensor<1x2xi64>) -> tensor<1x2xf64>
  %1 = weir.scatter_add %zeros, %index, %update {dim = 0 : i64}
      : (tensor<4x2xf64>, tensor<1x2xi64>, tensor<1x2xf64>) -> tensor<4x2xf64>
  return %0, %1 : tensor<1x2xf64>, tensor<4x2xf64>
}

// Nobody else would notice an index outside; several updates may meet; x is no constant; the row's length is unknown.
// CHECK-LABEL: @stays
// CHECK-COUNT-4: weir.scatter_add
func.func @stays(%x: tensor<?x3xf32>, %one: tensor<?x1xi64>, %u1: tensor<?x1xf32>, %two: tensor<?x2xi64>,
                 %u2: tensor<?x2xf32>, %y: tensor<?x?xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x?xf32>, tensor<?x2xf32>, tensor<?x1xf32>) {
  %n = weir.dim %x, 0 : tensor<?x3xf32>
  %m = weir.dim %y, 1 : tensor<?x?xf32>
  %zeros = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?x3xf32>
  %long = weir.constant dense<0.0> : tensor<f32> sizes(%n, %m) -> tensor<?x?xf32>
  %g2 = weir.gather %x, %two {dim = 1 : i64} : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
  %g1 = weir.gather %y, %one {dim = 1 : i64} : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  %0 = weir.scatter_add %zeros, %one, %u1 {dim = 1 : i64}
      : (tensor<?x3xf32>, tensor<?x1xi64>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %1 = weir.scatter_add %zeros, %two, %u2 {dim = 1 : i64}
      : (tensor<?x3xf32>, tensor<?x2xi64>, tensor<?x2xf32>) -> tensor<?x3xf32>
  %2 = weir.scatter_add %x, %two, %u2 {dim = 1 : i64}
      : (tensor<?x3xf32>, tensor<?x2xi64>, tensor<?x2xf32>) -> tensor<?x3xf32>
  %3 = weir.scatter_add %long, %one, %u1 {dim = 1 : i64}
      : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %g2, %g1
    : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x?xf32>, tensor<?x2xf32>, tensor<?x1xf32>
}
