// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: weir-compile %t/code.mlir --machine=x86-64-v4 --dump-kernels=%t -o %t/code.weir
// RUN: FileCheck %t/code.mlir --input-file=%t/matmul.02.loops.mlir
// RUN: weir-compile %t/sizes.mlir --verify-numerics -o /dev/null
// RUN: weir-compile %t/sizes.mlir --machine=x86-64-v3 --verify-numerics -o /dev/null

// The vector is loaded once for eight rows of the matrix, which lie eight apart, as there are eight such blocks. What is
// left goes row by row.

//--- code.mlir
// CHECK-LABEL: func.func @run
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK: scf.for {{.*}} {
// CHECK: scf.for {{.*}} -> (vector<8xf64>) {
func.func @job(%x: tensor<1x4096xf32>, %w: tensor<67x4096xf32>) -> tensor<1x67xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x4096xf32>, tensor<67x4096xf32>) -> tensor<1x67xf32>
  return %y : tensor<1x67xf32>
}

//--- sizes.mlir
func.func @whole_blocks(%x: tensor<1x40xf32>, %w: tensor<24x40xf32>) -> tensor<1x24xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x40xf32>, tensor<24x40xf32>) -> tensor<1x24xf32>
  return %y : tensor<1x24xf32>
}
func.func @ragged(%x: tensor<1x333xf32>, %w: tensor<1021x333xf32>) -> tensor<1x1021xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x333xf32>, tensor<1021x333xf32>) -> tensor<1x1021xf32>
  return %y : tensor<1x1021xf32>
}
func.func @few(%x: tensor<1x7xbf16>, %w: tensor<3x7xbf16>) -> tensor<1x3xbf16> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x7xbf16>, tensor<3x7xbf16>) -> tensor<1x3xbf16>
  return %y : tensor<1x3xbf16>
}
func.func @batches(%x: tensor<3x1x64xf64>, %w: tensor<3x13x64xf64>) -> tensor<3x1x13xf64> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<3x1x64xf64>, tensor<3x13x64xf64>) -> tensor<3x1x13xf64>
  return %y : tensor<3x1x13xf64>
}
func.func @column(%w: tensor<37x50xf32>, %x: tensor<50x1xf32>) -> tensor<37x1xf32> attributes {weir.job} {
  %y = weir.matmul %w, %x : (tensor<37x50xf32>, tensor<50x1xf32>) -> tensor<37x1xf32>
  return %y : tensor<37x1xf32>
}
func.func @one_more(%x: tensor<1x64xf32>, %w: tensor<57x64xf32>) -> tensor<1x57xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x64xf32>, tensor<57x64xf32>) -> tensor<1x57xf32>
  return %y : tensor<1x57xf32>
}
func.func @unknown(%x: tensor<1x?xf32>, %w: tensor<?x?xf32>) -> tensor<1x?xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x?xf32>, tensor<?x?xf32>) -> tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}
func.func @bias_and_function(%x: tensor<1x65xf32>, %w: tensor<30x65xf32>, %b: tensor<30xf32>) -> tensor<1x30xf32>
    attributes {weir.job} {
  %y = weir.linear %x, %w, %b {present = array<i64: 0>}
      : (tensor<1x65xf32>, tensor<30x65xf32>, tensor<30xf32>) -> tensor<1x30xf32>
  %z = weir.gelu %y {approximate = "none"} : (tensor<1x30xf32>) -> tensor<1x30xf32>
  return %z : tensor<1x30xf32>
}
func.func @parts_of_rows(%x: tensor<1x5000xf32>, %w: tensor<11x5000xf32>) -> tensor<1x11xf32> attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<1x5000xf32>, tensor<11x5000xf32>) -> tensor<1x11xf32>
  return %y : tensor<1x11xf32>
}
func.func @parts_of_rows_of_batches(%x: tensor<3x1x9000xf32>, %w: tensor<3x4x9000xf32>) -> tensor<3x1x4xf32>
    attributes {weir.job} {
  %y = weir.matmul %x, %w {transpose_b} : (tensor<3x1x9000xf32>, tensor<3x4x9000xf32>) -> tensor<3x1x4xf32>
  return %y : tensor<3x1x4xf32>
}
