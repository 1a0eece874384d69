// A job that repeats: a run hands a sum from iteration to iteration, counts them for good, and steps once.
// RUN: weir-run %s --interpret | FileCheck %s --check-prefixes=SUMS,VARIABLES
// RUN: weir-run %s --device=naive | FileCheck %s --check-prefix=SUMS
// RUN: weir-run %s --device=cpu | FileCheck %s --check-prefix=SUMS
// RUN: weir-run %s --device=sim | FileCheck %s --check-prefix=SUMS
// RUN: weir-compile %s --verify-numerics | FileCheck %s --check-prefix=VERIFY
// RUN: weir-compile %s -o %t.weir
// RUN: weir-run %t.weir --device=cpu | FileCheck %s --check-prefix=ONES

// SUMS: run y tensor<6xf32>: [[Y0:[-0-9.]+]] [[Y1:[-0-9.]+]] [[Y2:[-0-9.]+]] [[Y3:[-0-9.]+]] [[Y4:[-0-9.]+]] [[Y5:[-0-9.]+$]]
// VARIABLES-NEXT: run @n tensor<i64>: 3
// VARIABLES-NEXT: run @w tensor<2xf32>: [[Y4]] [[Y5]]
// VARIABLES-NOT: @sum
// VERIFY: weir -> weir graph {{[1-9][0-9]*$}}
// VERIFY: weir -> weir launch {{[1-9][0-9]*$}}
// ONES: run y tensor<6xf32>: 1 1 2 2 3 3
weir.variable @w : tensor<2xf32>
weir.variable @n : tensor<i64>
weir.variable @sum carried : tensor<2xf32>

func.func @run(%x: tensor<2xf32> {weir.name = "x", weir.sliced}, %scale: tensor<f32> {weir.name = "scale"})
    -> (tensor<2xf32> {weir.name = "y", weir.stacked}) attributes {weir.job, weir.repeat = 3 : i32} {
  %n = weir.read @n : tensor<i64>
  %one = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %next = weir.add %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %s = weir.read @sum : tensor<2xf32>
  %all = weir.broadcast %scale {dims = array<i64>} : tensor<f32> -> tensor<2xf32>
  %scaled = weir.mul %x, %all : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %t = weir.add %s, %scaled : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  weir.assign @n, %next : tensor<i64>
  weir.assign @sum, %t : tensor<2xf32>
  return %t : tensor<2xf32>
}
func.func @run.epilogue() attributes {weir.job, weir.epilogue_of = @run} {
  %w = weir.read @w : tensor<2xf32>
  %s = weir.read @sum : tensor<2xf32>
  %v = weir.add %w, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  weir.assign @w, %v : tensor<2xf32>
  return
}
