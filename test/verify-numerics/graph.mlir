// The stage graph swaps the operands of a sub.
// RUN: weir-compile %s --verify-numerics | FileCheck %s --check-prefix=CLEAN
// RUN: not weir-compile %s --verify-numerics --test-plant=graph 2>&1 | FileCheck %s

// CLEAN: row stage or kernel numbers checked
// CLEAN: weir -> weir graph {{[1-9][0-9]*$}}
// CLEAN: weir -> weir launch {{[1-9][0-9]*$}}
// CLEAN: kernel sub_exp {{[1-9][0-9]*$}}

// CHECK: {{.*}}graph.mlir:[[#@LINE+5]]:{{.*}} error: expects stage 'graph' to keep what job 'f' computes, got result #0 of op
// CHECK-SAME: 'weir.exp' differing most at [{{.*}}]: expected {{.*}}, got {{.*}}, off by {{.*}} where {{.*}} is allowed
// CHECK-SAME: (row weir -> weir, seed 0)
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {weir.job} {
  %0 = weir.sub %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = weir.exp %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
