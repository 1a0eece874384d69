// The stage group yields one result of a group in the place of another.
// RUN: weir-compile %s --verify-numerics=7 | FileCheck %s --check-prefix=CLEAN
// RUN: not weir-compile %s --verify-numerics=7 --test-plant=group 2>&1 | FileCheck %s

// CLEAN: weir -> weir group {{[1-9][0-9]*$}}

// CHECK: error: expects stage 'group' to keep what job 'f' computes, got result #0 of op 'kernel.group' differing most at
// CHECK-SAME: (row weir -> weir, seed 7)
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) attributes {weir.job} {
  %0 = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = weir.mul %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
