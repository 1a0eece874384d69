// Jobs that repeat keep their meaning, as the interpreter runs them, and the gradients of an iteration are its loss's
// slopes.
// RUN: weir-compile %s --verify-numerics | FileCheck %s
// RUN: not weir-compile %s --verify-numerics --test-plant=graph 2>&1 | FileCheck %s --check-prefix=PLANT

// CHECK: weir -> weir graph {{[1-9][0-9]*$}}
// CHECK: autograd autograd {{[1-9][0-9]*$}}
// CHECK: weir -> weir launch {{[1-9][0-9]*$}}
// PLANT: error: expects stage 'graph' to keep what job 'run' computes, got {{.*}} differing most at
weir.variable @w : tensor<3xf32>
weir.variable @sum carried : tensor<3xf32>
func.func @run(%x: tensor<3xf32> {weir.sliced}, %y: tensor<3xf32>) -> (tensor<1xf32> {weir.stacked})
    attributes {weir.job, weir.repeat = 4 : i32} {
  %w = weir.read @w : tensor<3xf32>
  %s = weir.read @sum : tensor<3xf32>
  %p = weir.mul %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %d = weir.sub %p, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %q = weir.exp %d : (tensor<3xf32>) -> tensor<3xf32>
  %loss = weir.reduce_sum %q {dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32>
  %g = weir.gradient %loss wrt %w : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %t = weir.add %s, %g : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %result = weir.reshape %loss : tensor<f32> -> tensor<1xf32>
  weir.assign @sum, %t : tensor<3xf32>
  return %result : tensor<1xf32>
}
func.func @run.epilogue() attributes {weir.job, weir.epilogue_of = @run} {
  %w = weir.read @w : tensor<3xf32>
  %s = weir.read @sum : tensor<3xf32>
  %v = weir.sub %w, %s : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  weir.assign @w, %v : tensor<3xf32>
  return
}
