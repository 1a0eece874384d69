// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v4 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/matmul.02.loops.mlir --check-prefix=LONG
// RUN: FileCheck %s --input-file=%t/matmul_0.02.loops.mlir --check-prefix=SHORT

// Of a transposed A that is read in place a tile takes pieces of lines, one of each row, far apart. With the first panel
// of columns it asks for its pieces of the next block of K. Where there is one block, nothing is asked for.

// LONG: memref.prefetch {{.*}}, read, locality<2>, data
// SHORT-NOT: memref.prefetch {{.*}}, read
func.func @long(%a: tensor<3000x48xf32>, %b: tensor<3000x80xf32>) -> tensor<48x80xf32> attributes {weir.job} {
  %y = weir.matmul %a, %b {transpose_a} : (tensor<3000x48xf32>, tensor<3000x80xf32>) -> tensor<48x80xf32>
  return %y : tensor<48x80xf32>
}
func.func @short(%a: tensor<40x48xf32>, %b: tensor<40x80xf32>) -> tensor<48x80xf32> attributes {weir.job} {
  %y = weir.matmul %a, %b {transpose_a} : (tensor<40x48xf32>, tensor<40x80xf32>) -> tensor<48x80xf32>
  return %y : tensor<48x80xf32>
}
