// RUN: weir-opt %s --weir-sink-gathers | FileCheck %s

// The logarithms of a softmax at one class of each row.
// CHECK-LABEL: func.func @logarithms
// CHECK: %[[MAX:.*]] = weir.broadcast %{{.*}} : tensor<8xf32> -> tensor<8x1xf32>
// CHECK: %[[X:.*]] = weir.gather %arg0, %arg3
// CHECK: %[[SHIFTED:.*]] = weir.sub %[[X]], %{{.*}} : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
// CHECK: weir.sub %[[SHIFTED]], %{{.*}} : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
func.func @logarithms(%x: tensor<8x100xf32>, %max: tensor<8xf32>, %sum: tensor<8xf32>, %i: tensor<8x1xi64>) -> tensor<8x1xf32> {
  %0 = weir.broadcast %max {dims = array<i64: 0>} : tensor<8xf32> -> tensor<8x100xf32>
  %1 = weir.sub %x, %0 : (tensor<8x100xf32>, tensor<8x100xf32>) -> tensor<8x100xf32>
  %2 = weir.broadcast %sum {dims = array<i64: 0>} : tensor<8xf32> -> tensor<8x100xf32>
  %3 = weir.sub %1, %2 : (tensor<8x100xf32>, tensor<8x100xf32>) -> tensor<8x100xf32>
  %4 = weir.gather %3, %i {dim = 1 : i64} : (tensor<8x100xf32>, tensor<8x1xi64>) -> tensor<8x1xf32>
  return %4 : tensor<8x1xf32>
}

// CHECK-LABEL: func.func @splat
// CHECK: %[[K:.*]] = weir.constant dense<2.000000e+00> : tensor<f32> -> tensor<3x100xf32>
// CHECK: %[[X:.*]] = weir.gather %arg0
// CHECK: weir.mul %[[X]], %[[K]]
func.func @splat(%x: tensor<8x100xf32>, %i: tensor<3x100xi64>) -> tensor<3x100xf32> {
  %k = weir.constant dense<2.0> : tensor<f32> -> tensor<8x100xf32>
  %0 = weir.mul %x, %k : (tensor<8x100xf32>, tensor<8x100xf32>) -> tensor<8x100xf32>
  %1 = weir.gather %0, %i {dim = 0 : i64} : (tensor<8x100xf32>, tensor<3x100xi64>) -> tensor<3x100xf32>
  return %1 : tensor<3x100xf32>
}

// Two gathers for one, and as many elements as there are.
// CHECK-LABEL: func.func @stay
// CHECK: weir.add %arg0, %arg1
// CHECK: weir.gather
// CHECK: weir.exp %arg0
// CHECK: weir.gather
func.func @stay(%x: tensor<8x100xf32>, %y: tensor<8x100xf32>, %i: tensor<8x1xi64>, %j: tensor<8x99xi64>)
    -> (tensor<8x1xf32>, tensor<8x99xf32>) {
  %0 = weir.add %x, %y : (tensor<8x100xf32>, tensor<8x100xf32>) -> tensor<8x100xf32>
  %1 = weir.gather %0, %i {dim = 1 : i64} : (tensor<8x100xf32>, tensor<8x1xi64>) -> tensor<8x1xf32>
  %2 = weir.exp %x : (tensor<8x100xf32>) -> tensor<8x100xf32>
  %3 = weir.gather %2, %j {dim = 1 : i64} : (tensor<8x100xf32>, tensor<8x99xi64>) -> tensor<8x99xf32>
  return %1, %3 : tensor<8x1xf32>, tensor<8x99xf32>
}

// What lies beside the gathered tensor may have `?` where that has known sizes.
// CHECK-LABEL: func.func @unknown_beside
// CHECK-SAME: %[[X:.*]]: tensor<8x100xf32>, %[[R:.*]]: tensor<?xf32>
// CHECK: %[[K:.*]] = weir.broadcast %[[R]] {dims = array<i64: 1>} : tensor<?xf32> -> tensor<3x100xf32>
// CHECK: %[[G:.*]] = weir.gather %[[X]]
// CHECK: weir.mul %[[G]], %[[K]]
func.func @unknown_beside(%x: tensor<8x100xf32>, %r: tensor<?xf32>, %n: index, %i: tensor<3x100xi64>)
    -> tensor<3x100xf32> {
  %k = weir.broadcast %r sizes(%n) {dims = array<i64: 1>} : tensor<?xf32> -> tensor<?x100xf32>
  %0 = weir.mul %x, %k : (tensor<8x100xf32>, tensor<?x100xf32>) -> tensor<8x100xf32>
  %1 = weir.gather %0, %i {dim = 0 : i64} : (tensor<8x100xf32>, tensor<3x100xi64>) -> tensor<3x100xf32>
  return %1 : tensor<3x100xf32>
}

// Of rows of which the number is not known, whose sizes are given as before.
// CHECK-LABEL: func.func @rows
// CHECK: %[[MAX:.*]] = weir.broadcast %arg1 sizes(%arg3) {{.*}} : tensor<?xf32> -> tensor<?x1xf32>
// CHECK: %[[X:.*]] = weir.gather %arg0, %arg2
// CHECK: weir.sub %[[X]], %[[MAX]] : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
func.func @rows(%x: tensor<?x100xf32>, %max: tensor<?xf32>, %i: tensor<?x1xi64>, %n: index) -> tensor<?x1xf32> {
  %0 = weir.broadcast %max sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x100xf32>
  %1 = weir.sub %x, %0 : (tensor<?x100xf32>, tensor<?x100xf32>) -> tensor<?x100xf32>
  %2 = weir.gather %1, %i {dim = 1 : i64} : (tensor<?x100xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  return %2 : tensor<?x1xf32>
}

// Of columns of which the number is not known, maybe few are left out.
// CHECK-LABEL: func.func @columns
// CHECK: weir.exp %arg0 : (tensor<8x?xf32>) -> tensor<8x?xf32>
// CHECK: weir.gather
func.func @columns(%x: tensor<8x?xf32>, %i: tensor<8x2xi64>) -> tensor<8x2xf32> {
  %0 = weir.exp %x : (tensor<8x?xf32>) -> tensor<8x?xf32>
  %1 = weir.gather %0, %i {dim = 1 : i64} : (tensor<8x?xf32>, tensor<8x2xi64>) -> tensor<8x2xf32>
  return %1 : tensor<8x2xf32>
}

// One element of each row, of which the length is not known.
// CHECK-LABEL: func.func @one_of_any
// CHECK: %[[MAX:.*]] = weir.broadcast %arg1 sizes(%arg2) {{.*}} : tensor<?xf32> -> tensor<?x1xf32>
// CHECK: %[[X:.*]] = weir.gather %arg0, %arg4
// CHECK: weir.sub %[[X]], %[[MAX]] : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
func.func @one_of_any(%x: tensor<?x?xf32>, %max: tensor<?xf32>, %n: index, %c: index, %i: tensor<?x1xi64>)
    -> tensor<?x1xf32> {
  %0 = weir.broadcast %max sizes(%n, %c) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x?xf32>
  %1 = weir.sub %x, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = weir.gather %1, %i {dim = 1 : i64} : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  return %2 : tensor<?x1xf32>
}
