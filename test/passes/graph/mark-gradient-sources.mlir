// RUN: weir-opt %s --weir-mark-gradient-sources | FileCheck %s --check-prefixes=CHECK,MARKED
// RUN: weir-compile %s --to=autograd | FileCheck %s --check-prefixes=CHECK,EXPANDED

// Of two equal constants each has a gradient of its own.

// CHECK-LABEL: @constants(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @constants(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  %a = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  %b = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  // MARKED-DAG: %[[A:.*]] = weir.optimization_barrier %{{.*}} {weir.gradient_source = 0 : i64}
  // MARKED-DAG: %[[B:.*]] = weir.optimization_barrier %{{.*}} {weir.gradient_source = 1 : i64}
  // MARKED: weir.mul %[[X]], %[[A]]
  // MARKED: wrt %[[A]], %[[B]]
  // EXPANDED-NOT: weir.optimization_barrier
  // EXPANDED: %[[ONE:.*]] = weir.constant dense<1.000000e+00>
  // EXPANDED: return %[[X]], %[[ONE]]
  %ax = weir.mul %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = weir.add %ax, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %l = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %d:2 = weir.gradient %l wrt %a, %b : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %d#0, %d#1 : tensor<4xf32>, tensor<4xf32>
}

// A variable is one, however often it is read.

weir.variable @w : tensor<4xf32>

// CHECK-LABEL: @arguments_and_variables(
func.func @arguments_and_variables(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  // CHECK-NOT: weir.optimization_barrier
  // CHECK: return
  %w = weir.read @w : tensor<4xf32>
  %y = weir.mul %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %l = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %d:2 = weir.gradient %l wrt %x, %w : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %d#0, %d#1 : tensor<4xf32>, tensor<4xf32>
}
