// What the stages from sbp to launch may do wrong is found at the stage, in what a job assigns.
// RUN: not weir-compile %s --verify-numerics --test-plant=sbp 2>&1 | FileCheck %s -DSTAGE=sbp
// RUN: not weir-compile %s --verify-numerics --test-plant=partition 2>&1 | FileCheck %s -DSTAGE=partition
// RUN: not weir-compile %s --verify-numerics --test-plant=layout 2>&1 | FileCheck %s -DSTAGE=layout
// RUN: not weir-compile %s --verify-numerics --test-plant=launch 2>&1 | FileCheck %s -DSTAGE=launch

// CHECK: error: expects stage '[[STAGE]]' to keep what job 'f' computes, got variable @v of op {{.*}} differing most at
// CHECK-SAME: (row weir -> weir, seed 0)
weir.variable @v : tensor<5xf32>

func.func @f(%x: tensor<5xf32>) attributes {weir.job} {
  %v = weir.read @v : tensor<5xf32>
  %0 = weir.sub %v, %x : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  weir.assign @v, %0 : tensor<5xf32>
  return
}
