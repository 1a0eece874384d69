// RUN: weir-compile %s --verify-numerics
// RUN: not weir-compile %s --verify-numerics --test-plant=partition-origin 2>&1 | FileCheck %s
// RUN: not weir-compile %s --verify-numerics --test-plant=partition-combiner 2>&1 | FileCheck %s
// RUN: not weir-compile %s --verify-numerics --test-plant=partition-group 2>&1 | FileCheck %s
// Where a part begins, how partial values are joined, and who joins them.

// CHECK: stage 'partition'{{.*}} (row partition, seed

sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
func.func @step(%x: tensor<8x6xf32>, %w: tensor<6x5xf32>) -> tensor<8x5xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>, #sbp.nd<[#sbp.broadcast, #sbp.split<0>]>) -> (#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>)>} {
  %0 = sbp.constrain %x : tensor<8x6xf32> to #sbp.nd<[#sbp.split<0>, #sbp.split<1>]>
  %y = weir.matmul %0, %w : (tensor<8x6xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}
