// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(weir-join-collectives))" | FileCheck %s

// The first two are one sum, in the place of the second. What is used before goes alone, and so does what is large, or
// of another kind.
// CHECK-LABEL: func.func @sums
func.func @sums(%a: tensor<8xf32>, %b: tensor<2x2xf32>, %c: tensor<4xf32>, %d: tensor<10000xf32>)
    -> (tensor<8xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<10000xf32>)
    attributes {comm.ranks = #comm.ranks<"sums" mesh [2] devices [0, 1] places [0, 1]>, weir.job} {
  // CHECK-NEXT: %[[EXP:.*]] = weir.exp
  // CHECK-NEXT: %[[A:.*]] = weir.reshape %{{.*}} : tensor<8xf32> -> tensor<8xf32>
  // CHECK-NEXT: %[[B:.*]] = weir.reshape %[[EXP]] : tensor<2x2xf32> -> tensor<4xf32>
  // CHECK-NEXT: %[[ROW:.*]] = weir.concat %[[A]], %[[B]] {dim = 0 : i64}
  // CHECK-NEXT: %[[SUM:.*]] = comm.all_reduce %[[ROW]] : tensor<12xf32> by #sbp.partial<sum>
  // CHECK: weir.slice %[[SUM]] {starts = array<i64: 0>
  // CHECK: weir.slice %[[SUM]] {starts = array<i64: 8>
  // CHECK: weir.neg
  %0 = comm.all_reduce %a : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %1 = weir.exp %b : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = comm.all_reduce %1 : tensor<2x2xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %3 = weir.neg %2 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: comm.all_reduce %{{.*}} : tensor<4xf32> by #sbp.partial<sum>
  // CHECK: comm.all_reduce %{{.*}} : tensor<4xf32> by #sbp.partial<max>
  // CHECK: comm.all_reduce %{{.*}} : tensor<10000xf32> by #sbp.partial<sum>
  %4 = comm.all_reduce %c : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  %5 = comm.all_reduce %c : tensor<4xf32> by #sbp.partial<max> among dense<[[0, 1]]> : tensor<1x2xi64>
  %6 = comm.all_reduce %d : tensor<10000xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0, %3, %4, %5, %6 : tensor<8xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<10000xf32>
}
