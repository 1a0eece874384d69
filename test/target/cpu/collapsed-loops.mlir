// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=IMAGES --input-file=%t/add_exp.02.loops.mlir
// RUN: FileCheck %s --check-prefix=LINES --input-file=%t/add_neg.02.loops.mlir
// RUN: FileCheck %s --check-prefix=TURNED --input-file=%t/add_transpose.02.loops.mlir

// Height and width are one loop, whose vectors go on from one line to the next.
// IMAGES: func.func @run
// IMAGES: vector.load {{.*}} : memref<4x21x196xf32>
// IMAGES-NOT: memref<4x21x14x14xf32>, vector
func.func @images(%x: tensor<4x21x14x14xf32>, %b: tensor<21xf32>) -> tensor<4x21x14x14xf32> attributes {weir.job} {
  %0 = weir.broadcast %b {dims = array<i64: 1>} : tensor<21xf32> -> tensor<4x21x14x14xf32>
  %1 = weir.add %x, %0 : (tensor<4x21x14x14xf32>, tensor<4x21x14x14xf32>) -> tensor<4x21x14x14xf32>
  %2 = weir.exp %1 : (tensor<4x21x14x14xf32>) -> tensor<4x21x14x14xf32>
  return %2 : tensor<4x21x14x14xf32>
}

// Not where something has a number for each line.
// LINES: func.func @run
// LINES: vector.load {{.*}} : memref<84x14x14xf32>
func.func @lines(%x: tensor<4x21x14x14xf32>, %b: tensor<14xf32>) -> tensor<4x21x14x14xf32> attributes {weir.job} {
  %0 = weir.broadcast %b {dims = array<i64: 2>} : tensor<14xf32> -> tensor<4x21x14x14xf32>
  %1 = weir.add %x, %0 : (tensor<4x21x14x14xf32>, tensor<4x21x14x14xf32>) -> tensor<4x21x14x14xf32>
  %2 = weir.neg %1 : (tensor<4x21x14x14xf32>) -> tensor<4x21x14x14xf32>
  return %2 : tensor<4x21x14x14xf32>
}

// Dimensions that change places do so together: a transposition of matrices.
// TURNED: func.func @run
// TURNED: vector.{{(masked)?}}load {{.*}} memref<4x21x196xf32>
// TURNED: vector.{{(masked)?}}store {{.*}} memref<4x196x21xf32>
func.func @turned(%x: tensor<4x21x14x14xf32>) -> tensor<4x14x14x21xf32> attributes {weir.job} {
  %0 = weir.add %x, %x : (tensor<4x21x14x14xf32>, tensor<4x21x14x14xf32>) -> tensor<4x21x14x14xf32>
  %1 = weir.transpose %0 {permutation = array<i64: 0, 2, 3, 1>} : (tensor<4x21x14x14xf32>) -> tensor<4x14x14x21xf32>
  return %1 : tensor<4x14x14x21xf32>
}
