// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(weir-lower-collectives))" | FileCheck %s
// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(weir-lower-collectives,weir-lower-collectives))" | FileCheck %s

// Small terms go to all, large ones in parts that are gathered then.
// CHECK-LABEL: func.func @sums
func.func @sums(%small: tensor<8xf32>, %large: tensor<30x50xf32>) -> (tensor<8xf32>, tensor<30x50xf32>) {
  // CHECK: %[[ROW:.*]] = weir.reshape %{{.*}} : tensor<8xf32> -> tensor<1x8xf32>
  // CHECK: %[[ALL:.*]] = comm.exchange %[[ROW]] : tensor<1x8xf32> -> tensor<2x8xf32> of tensor<2x8xf32>
  // CHECK-SAME: from #sbp.split<0> to #sbp.broadcast on [2]
  // CHECK: weir.reduce_sum %[[ALL]] {dims = array<i64: 0>}
  %0 = comm.all_reduce %small : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: %[[FLAT:.*]] = weir.reshape %{{.*}} -> tensor<1x1500xf32>
  // CHECK: %[[PARTS:.*]] = comm.exchange %[[FLAT]] : tensor<1x1500xf32> -> tensor<2x750xf32> of tensor<2x1500xf32>
  // CHECK-SAME: from #sbp.split<0> to #sbp.split<1> on [2]
  // CHECK: %[[MINE:.*]] = weir.reduce_max %[[PARTS]] {dims = array<i64: 0>}
  // CHECK: comm.exchange %[[MINE]] : tensor<750xf32> -> tensor<1500xf32> of tensor<1500xf32>
  // CHECK: weir.reshape %{{.*}} : tensor<1500xf32> -> tensor<30x50xf32>
  %1 = comm.all_reduce %large : tensor<30x50xf32> by #sbp.partial<max> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0, %1 : tensor<8xf32>, tensor<30x50xf32>
}

// -----

// Members whose parts would differ join as many elements: those behind the last are zeros.
// CHECK-LABEL: func.func @padded
func.func @padded(%x: tensor<1501xf32>) -> tensor<1501xf32> {
  // CHECK: weir.pad {{.*}} : tensor<1501xf32> -> tensor<1504xf32>
  // CHECK: comm.exchange {{.*}} : tensor<1x1504xf32> -> tensor<4x376xf32>
  // CHECK: weir.slice {{.*}} : tensor<1504xf32> -> tensor<1501xf32>
  %0 = comm.all_reduce %x : tensor<1501xf32> by #sbp.partial<sum> among dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>
  return %0 : tensor<1501xf32>
}

// -----

// CHECK-LABEL: func.func @parts
func.func @parts(%part: tensor<4x6xf32>, %term: tensor<8x6xi1>) {
  // CHECK: comm.exchange %{{.*}} : tensor<4x6xf32> -> tensor<8x6xf32> of tensor<8x6xf32> from #sbp.split<0> to #sbp.broadcast on [2]
  %0 = comm.all_gather %part : tensor<4x6xf32> -> tensor<8x6xf32> from #sbp.split<0>
      among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  // CHECK: comm.exchange %{{.*}} : tensor<4x6xf32> -> tensor<8x3xf32> of tensor<8x6xf32> from #sbp.split<0> to #sbp.split<1> on [2]
  %1 = comm.all_to_all %part : tensor<4x6xf32> -> tensor<8x3xf32> from #sbp.split<0> to #sbp.split<1>
      among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  // CHECK: comm.exchange %{{.*}} : tensor<1x8x6xi1> -> tensor<2x8x3xi1> of tensor<2x8x6xi1> from #sbp.split<0> to #sbp.split<2, 3, 1> on [2]
  // CHECK: weir.reduce_any
  %2 = comm.reduce_scatter %term : tensor<8x6xi1> -> tensor<8x3xi1> by #sbp.partial<or> to #sbp.split<1, 3, 1>
      among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  // CHECK: %[[FIRST:.*]] = weir.constant dense<[true, false]>
  // CHECK: comm.cut %[[FIRST]] : tensor<2xi1> -> tensor<1xi1> to #sbp.split<0>
  // CHECK: weir.select
  %3 = comm.keep %part : tensor<4x6xf32> for #sbp.partial<min> among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  return
}
