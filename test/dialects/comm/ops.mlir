// RUN: weir-opt %s | weir-opt | FileCheck %s

// CHECK-LABEL: func.func @parts
func.func @parts(%whole: tensor<8x4xf32>, %part: tensor<4x4xf32>) {
  // CHECK: comm.cut %{{.*}} : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0>
  %0 = comm.cut %whole : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // Of three parts of eight the first two have three rows.
  %1 = comm.cut %whole : tensor<8x4xf32> -> tensor<3x4xf32> to #sbp.split<0>
      among dense<[[0, 1, 2]]> : tensor<1x3xi64>
  %2 = comm.cut %whole : tensor<8x4xf32> -> tensor<2x4xf32> to #sbp.split<0>
      among dense<[[0, 1, 2]]> : tensor<1x3xi64>
  // CHECK: comm.cut {{.*}} to #sbp.split<0, 2, 1>
  %3 = comm.cut %whole : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0, 2, 1>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: comm.keep %{{.*}} : tensor<8x4xf32> for #sbp.partial<sum> among
  %4 = comm.keep %whole : tensor<8x4xf32> for #sbp.partial<sum> among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  // CHECK: comm.all_gather {{.*}} from #sbp.split<0> among
  %5 = comm.all_gather %part : tensor<4x4xf32> -> tensor<8x4xf32> from #sbp.split<0>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: comm.all_reduce {{.*}} by #sbp.partial<sum> among
  %6 = comm.all_reduce %part : tensor<4x4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: comm.reduce_scatter {{.*}} by #sbp.partial<max> to #sbp.split<1> among
  %7 = comm.reduce_scatter %whole : tensor<8x4xf32> -> tensor<8x2xf32> by #sbp.partial<max> to #sbp.split<1>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: comm.all_to_all {{.*}} from #sbp.split<0> to #sbp.split<1> among
  %8 = comm.all_to_all %part : tensor<4x4xf32> -> tensor<8x2xf32> from #sbp.split<0> to #sbp.split<1>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // CHECK: comm.exchange {{.*}} of tensor<8x4xf32> from #sbp.split<0> to #sbp.split<0, 2, 1> on [2] among
  %9 = comm.exchange %part : tensor<4x4xf32> -> tensor<4x4xf32> of tensor<8x4xf32> from #sbp.split<0> to #sbp.split<0, 2, 1> on [2]
      among dense<[[0, 1]]> : tensor<1x2xi64>
  // Groups along one axis of a mesh of two: each has a value of its own.
  %10 = comm.exchange %part : tensor<4x4xf32> -> tensor<8x4xf32> of tensor<8x4xf32> from #sbp.split<0> to #sbp.broadcast on [2]
      among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  return
}
