// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(weir-join-moments))" | FileCheck %s

// Each rank gives its mean, what its elements are around it, the squares of that, and their number; of all rows there are
// the sum and, around the mean of all, the squares.
// CHECK-LABEL: func.func @moments
func.func @moments(%x: tensor<6x8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    attributes {comm.ranks = #comm.ranks<"moments" mesh [2] devices [0, 1] places [0, 1]>, weir.job} {
  // CHECK: %[[SUM:.*]] = weir.reduce_sum %arg0
  // CHECK: %[[COUNT:.*]] = weir.constant dense<6.000000e+00>
  // CHECK: %[[OWN:.*]] = weir.div %[[SUM]], %[[COUNT]]
  // CHECK: %[[EACH:.*]] = weir.broadcast %[[OWN]] {dims = array<i64: 1>}
  // CHECK: %[[AROUND:.*]] = weir.sub %arg0, %[[EACH]]
  // CHECK: weir.reduce_sum %[[AROUND]]
  // CHECK: %[[SQUARE:.*]] = weir.mul %[[AROUND]], %[[AROUND]]
  // CHECK: weir.reduce_sum %[[SQUARE]]
  // CHECK: %[[ROWS:.*]] = comm.all_gather %{{.*}} : tensor<1x32xf32> -> tensor<2x32xf32> from #sbp.split<0>
  // CHECK: weir.cast %[[ROWS]] {to = f64}
  // CHECK: %[[ALL:.*]] = weir.cast %{{.*}} {to = f32} : (tensor<8xf64>) -> tensor<8xf32>
  // CHECK: weir.div %[[ALL]]
  // CHECK-NOT: comm.
  // CHECK: weir.cast %{{.*}} {to = f64} : (tensor<8xf32>) -> tensor<8xf64>
  // CHECK: %[[SQUARES:.*]] = weir.reduce_sum %{{.*}} {dims = array<i64: 0>} : (tensor<2x8xf64>) -> tensor<8xf64>
  // CHECK: weir.cast %[[SQUARES]] {to = f32}
  // CHECK-NOT: comm.
  %sum = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<6x8xf32>) -> tensor<8xf32>
  %all = comm.all_reduce %sum : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %count = weir.constant dense<12.0> : tensor<8xf32> -> tensor<8xf32>
  %mean = weir.div %all, %count : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %each = weir.broadcast %mean {dims = array<i64: 1>} : tensor<8xf32> -> tensor<6x8xf32>
  %around = weir.sub %x, %each : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %square = weir.mul %around, %around : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %squares = weir.reduce_sum %square {dims = array<i64: 0>} : (tensor<6x8xf32>) -> tensor<8xf32>
  %y = comm.all_reduce %squares : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %mean, %y : tensor<8xf32>, tensor<8xf32>
}

// -----

// Ranks that are around means of their own have no mean of all.
// CHECK-LABEL: func.func @own_means
// CHECK-NOT: comm.all_gather
// CHECK: comm.all_reduce
// CHECK: comm.all_reduce
func.func @own_means(%x: tensor<6x8xf32>, %mean: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    attributes {comm.ranks = #comm.ranks<"own_means" mesh [2] devices [0, 1] places [0, 1]>, weir.job} {
  %sum = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<6x8xf32>) -> tensor<8xf32>
  %all = comm.all_reduce %sum : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %each = weir.broadcast %mean {dims = array<i64: 1>} : tensor<8xf32> -> tensor<6x8xf32>
  %around = weir.sub %x, %each : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %square = weir.mul %around, %around : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %squares = weir.reduce_sum %square {dims = array<i64: 0>} : (tensor<6x8xf32>) -> tensor<8xf32>
  %y = comm.all_reduce %squares : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %all, %y : tensor<8xf32>, tensor<8xf32>
}

// -----

// So have sums over other dimensions, and among other ranks.
// CHECK-LABEL: func.func @other_dims
// CHECK-NOT: comm.all_gather
func.func @other_dims(%x: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    attributes {comm.ranks = #comm.ranks<"other_dims" mesh [2] devices [0, 1] places [0, 1]>, weir.job} {
  %sum = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<8x8xf32>) -> tensor<8xf32>
  %all = comm.all_reduce %sum : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %each = weir.broadcast %all {dims = array<i64: 1>} : tensor<8xf32> -> tensor<8x8xf32>
  %around = weir.sub %x, %each : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %square = weir.mul %around, %around : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %squares = weir.reduce_sum %square {dims = array<i64: 0>} : (tensor<8x8xf32>) -> tensor<8xf32>
  %y = comm.all_reduce %squares : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %all, %y : tensor<8xf32>, tensor<8xf32>
}
