// RUN: weir-opt %s --weir-verify-launches | FileCheck %s

// Everything that jobs and kernels may hold.

weir.variable @w : tensor<4xf32>

func.func private @add(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {kernel.kernel} {
  %one = weir.constant dense<1.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %0 = weir.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = weir.add %0, %one : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @job
func.func @job(%x: tensor<?x2xf32>) -> tensor<?xf32> attributes {weir.job} {
  %two = arith.constant 2 : index
  %n = weir.dim %x, 0 : tensor<?x2xf32>
  %m = arith.muli %n, %two : index
  %flat = weir.reshape %x sizes(%m) : tensor<?x2xf32> -> tensor<?xf32>
  %0 = kernel.call @add(%flat, %flat, %m) sizes(%m) {in_place = array<i64: -1>}
      : (tensor<?xf32>, tensor<?xf32>, index) -> tensor<?xf32>
  %stored = weir.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  weir.assign @w, %stored : tensor<4xf32>
  return %0 : tensor<?xf32>
}

func.func @derive() attributes {weir.derive, weir.job} {
  %w = weir.read @w : tensor<4xf32>
  return
}

// What is neither job nor kernel may be anything but a group.
func.func private @helper(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
