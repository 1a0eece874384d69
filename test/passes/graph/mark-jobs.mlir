// RUN: weir-opt %s --split-input-file --weir-mark-jobs | FileCheck %s

// CHECK: func.func @public(%{{.*}}) -> tensor<4xf32> attributes {weir.job}
// CHECK: func.func private @private(%{{.*}}) -> tensor<4xf32> {
// CHECK: func.func @called(%{{.*}}) -> tensor<4xf32> {
// CHECK: func.func @test() {
weir.variable @v : tensor<4xf32>
func.func @public(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = weir.call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @private(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @test() {
  %v = weir.read @v : tensor<4xf32>
  weir.assign @v, %v : tensor<4xf32>
  return
}

// -----

// What assigns a variable has something to say, too.
// CHECK: func.func @assigns(%{{.*}}) attributes {weir.job}
weir.variable @w : tensor<4xf32>
func.func @assigns(%x: tensor<4xf32>) {
  weir.assign @w, %x : tensor<4xf32>
  return
}

// -----

// One job says that its author knows of jobs.
// CHECK: func.func @job(%{{.*}}) -> tensor<4xf32> attributes {weir.job}
// CHECK: func.func @other(%{{.*}}) -> tensor<4xf32> {
func.func @job(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
