// RUN: weir-opt %s --split-input-file --weir-allow-tf32 | FileCheck %s

// CHECK-LABEL: func.func @products
// CHECK-SAME: attributes {weir.job} {
// CHECK: weir.matmul %arg0, %arg0 {allow_tf32, transpose_b} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
// CHECK: weir.matmul %arg1, %arg1 {transpose_b} : (tensor<?x8xbf16>
// CHECK-LABEL: func.func @other
// CHECK: weir.matmul %arg0, %arg0 {transpose_b}
func.func @products(%x: tensor<?x8xf32>, %narrow: tensor<?x8xbf16>) -> (tensor<?x?xf32>, tensor<?x?xbf16>)
    attributes {weir.job, weir.allow_tf32} {
  %y = weir.matmul %x, %x {transpose_b} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
  %z = weir.matmul %narrow, %narrow {transpose_b} : (tensor<?x8xbf16>, tensor<?x8xbf16>) -> tensor<?x?xbf16>
  return %y, %z : tensor<?x?xf32>, tensor<?x?xbf16>
}
func.func @other(%x: tensor<?x8xf32>) -> tensor<?x?xf32> attributes {weir.job} {
  %y = weir.matmul %x, %x {transpose_b} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK: module {
// CHECK: weir.matmul %arg0, %arg0 {allow_tf32, transpose_b}
module attributes {weir.allow_tf32} {
  func.func @all(%x: tensor<?x8xf32>) -> tensor<?x?xf32> attributes {weir.job} {
    %y = weir.matmul %x, %x {transpose_b} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
    return %y : tensor<?x?xf32>
  }
}
