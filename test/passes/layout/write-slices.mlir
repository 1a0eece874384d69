// RUN: weir-opt %s --split-input-file --weir-write-slices --canonicalize --weir-verify-normal-form | FileCheck %s

// A token in a cache.

// CHECK-LABEL: func.func @token
// CHECK-NEXT: %[[OLD:.*]] = weir.read @keys
// CHECK-NEXT: %[[NEW:.*]] = weir.write_slice %[[OLD]], %arg0 {starts = array<i64: 0, 7, 0>, steps = array<i64: 1, 1, 1>}
// CHECK-NEXT: weir.assign @keys, %[[NEW]]
weir.variable @keys : tensor<2x64x4xf32>
func.func @token(%key: tensor<2x1x4xf32>) attributes {weir.job} {
  %old = weir.read @keys : tensor<2x64x4xf32>
  %all = weir.constant dense<true> : tensor<i1> -> tensor<2x1x4xi1>
  %here = weir.pad %all {starts = array<i64: 0, 7, 0>, steps = array<i64: 1, 1, 1>, value = 0.0 : f64} : tensor<2x1x4xi1> -> tensor<2x64x4xi1>
  %put = weir.pad %key {starts = array<i64: 0, 7, 0>, steps = array<i64: 1, 1, 1>, value = 0.0 : f64} : tensor<2x1x4xf32> -> tensor<2x64x4xf32>
  %new = weir.select %here, %put, %old : (tensor<2x64x4xi1>, tensor<2x64x4xf32>, tensor<2x64x4xf32>) -> tensor<2x64x4xf32>
  weir.assign @keys, %new : tensor<2x64x4xf32>
  return
}

// -----

// Two writes, one behind the other: zeros in steps of 2, then a row.

// CHECK-LABEL: func.func @twice
// CHECK-DAG: %[[ZEROS:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> -> tensor<3xf32>
// CHECK-DAG: %[[OLD:.*]] = weir.read @state
// CHECK: %[[FIRST:.*]] = weir.write_slice %[[OLD]], %[[ZEROS]] {starts = array<i64: 1>, steps = array<i64: 2>}
// CHECK: %[[NEW:.*]] = weir.write_slice %[[FIRST]], %arg0 {starts = array<i64: 0>, steps = array<i64: 1>}
// CHECK: weir.assign @state, %[[NEW]]
// CHECK: return %[[FIRST]]
weir.variable @state : tensor<8xf32>
func.func @twice(%row: tensor<2xf32>) -> tensor<8xf32> attributes {weir.job} {
  %old = weir.read @state : tensor<8xf32>
  %true = weir.constant dense<true> : tensor<i1> -> tensor<3xi1>
  %odd = weir.pad %true {starts = array<i64: 1>, steps = array<i64: 2>, value = 0.0 : f64} : tensor<3xi1> -> tensor<8xi1>
  %zeros = weir.constant dense<0.0> : tensor<f32> -> tensor<8xf32>
  %first = weir.select %odd, %zeros, %old : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %both = weir.constant dense<true> : tensor<i1> -> tensor<2xi1>
  %front = weir.pad %both {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xi1> -> tensor<8xi1>
  %put = weir.pad %row {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xf32> -> tensor<8xf32>
  %new = weir.select %front, %put, %first : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  weir.assign @state, %new : tensor<8xf32>
  return %first : tensor<8xf32>
}

// -----

// What replaces half of a variable goes over all of it, in one kernel with its neighbours; so does what becomes
// another variable, and what is cut off.

// CHECK-LABEL: func.func @others
// CHECK-NOT: weir.write_slice
weir.variable @state : tensor<4xf32>
weir.variable @other : tensor<8xf32>
weir.variable @third : tensor<8xf32>
func.func @others(%row: tensor<2xf32>, %x: tensor<8xf32>) attributes {weir.job} {
  %both = weir.constant dense<true> : tensor<i1> -> tensor<2xi1>
  %old = weir.read @state : tensor<4xf32>
  %half = weir.pad %both {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xi1> -> tensor<4xi1>
  %put = weir.pad %row {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xf32> -> tensor<4xf32>
  %new = weir.select %half, %put, %old : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %here = weir.pad %both {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xi1> -> tensor<8xi1>
  %row8 = weir.pad %row {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xf32> -> tensor<8xf32>
  %mixed = weir.select %here, %row8, %x : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %third = weir.read @third : tensor<8xf32>
  %cut = weir.pad %both {starts = array<i64: -1>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xi1> -> tensor<8xi1>
  %rest = weir.pad %row {starts = array<i64: -1>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<2xf32> -> tensor<8xf32>
  %last = weir.select %cut, %rest, %third : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  weir.assign @state, %new : tensor<4xf32>
  weir.assign @other, %mixed : tensor<8xf32>
  weir.assign @third, %last : tensor<8xf32>
  return
}

// -----

// What lies behind the end is left out, as by the padding.

// CHECK-LABEL: func.func @behind
// CHECK-NOT: weir.write_slice
weir.variable @state : tensor<8xf32>
func.func @behind(%row: tensor<3xf32>) attributes {weir.job} {
  %old = weir.read @state : tensor<8xf32>
  %all = weir.constant dense<true> : tensor<i1> -> tensor<3xi1>
  %here = weir.pad %all {starts = array<i64: 6>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<3xi1> -> tensor<8xi1>
  %put = weir.pad %row {starts = array<i64: 6>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<3xf32> -> tensor<8xf32>
  %new = weir.select %here, %put, %old : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  weir.assign @state, %new : tensor<8xf32>
  return
}
