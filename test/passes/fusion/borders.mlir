// RUN: weir-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(weir-form-groups,weir-verify-groups))" | FileCheck %s

// What is sent, and what is made of what has come, are two groups, although each is small.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
// CHECK-LABEL: func.func @sent
func.func @sent(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // CHECK: %[[A:.*]] = kernel.group
  // CHECK: weir.exp
  // CHECK: %[[GOT:.*]] = comm.exchange %[[A]]
  // CHECK: kernel.group(%{{.*}} = %[[GOT]]
  // CHECK: weir.add
  %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %got = comm.exchange %a : tensor<4xf32> -> tensor<8xf32> of tensor<8xf32>
      from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
  %s = weir.slice %got {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<8xf32> -> tensor<4xf32>
  %y = weir.add %s, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
}

// -----

// The second exchange follows the first by their order alone: no group may stand both in front of the first and behind
// the second.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
// CHECK-LABEL: func.func @ordered
func.func @ordered(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) attributes {weir.job} {
  // CHECK: %[[A:.*]] = kernel.group
  // CHECK: comm.exchange %[[A]]
  // CHECK: %[[GOT:.*]] = comm.exchange %{{.*}} : tensor<4xf32> -> tensor<4xf32> of tensor<8xf32> from #sbp.split<0> to #sbp.split<0, 2, 1>
  // CHECK: kernel.group(%{{.*}} = %[[GOT]]
  %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %first = comm.exchange %a : tensor<4xf32> -> tensor<8xf32> of tensor<8xf32>
      from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
  %second = comm.exchange %z : tensor<4xf32> -> tensor<4xf32> of tensor<8xf32>
      from #sbp.split<0> to #sbp.split<0, 2, 1> on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
  %y = weir.add %second, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %first, %y : tensor<8xf32>, tensor<4xf32>
}
}

// -----

// Two kernels, though nobody reads the results of either: what has come first is not to wait for what comes last. The
// two that take nothing from others are one.
module attributes {kernel.target = #kernel.target<"cpu", {}>} {
// CHECK-LABEL: func.func @come
func.func @come(%x: tensor<4xf32>, %z: tensor<4xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  // CHECK: %[[FIRST:.*]] = comm.exchange
  // CHECK: %[[SECOND:.*]] = comm.exchange
  // CHECK: kernel.group(%{{.*}} = %[[FIRST]]
  // CHECK-NEXT: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group(%{{.*}} = %[[SECOND]]
  // CHECK-NEXT: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.tanh
  // CHECK-NEXT: weir.abs
  // CHECK-NEXT: kernel.yield
  %first = comm.exchange %x : tensor<4xf32> -> tensor<8xf32> of tensor<8xf32>
      from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
  %second = comm.exchange %z : tensor<4xf32> -> tensor<8xf32> of tensor<8xf32>
      from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
  %a = weir.exp %first : (tensor<8xf32>) -> tensor<8xf32>
  %b = weir.exp %second : (tensor<8xf32>) -> tensor<8xf32>
  %c = weir.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  %d = weir.abs %z : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %c, %d : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>
}
}
