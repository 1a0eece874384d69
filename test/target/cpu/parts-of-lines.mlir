// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/pad_exp.02.loops.mlir --check-prefix=PADDED
// RUN: FileCheck %s --input-file=%t/concat_sin.02.loops.mlir --check-prefix=PARTS
// Between the first vector of a line and the last whole one it is known what lies inside a padding, and of which part an
// element is: nothing is asked there.

// PADDED: func.func @run
// PADDED: scf.for
// PADDED: vector.maskedload
// PADDED: scf.for
// PADDED-NOT: mask
// PADDED: vector.load {{.*}} memref<16x64xf32>
// PADDED-NOT: mask
// PADDED: scf.for
// PADDED: vector.maskedload
func.func @padded(%x: tensor<16x64xf32>) -> tensor<16x68xf32> attributes {weir.job} {
  %0 = weir.pad %x {starts = array<i64: 0, 2>, steps = array<i64: 1, 1>, value = 0.000000e+00 : f64} : tensor<16x64xf32> -> tensor<16x68xf32>
  %1 = weir.exp %0 : (tensor<16x68xf32>) -> tensor<16x68xf32>
  return %1 : tensor<16x68xf32>
}

// PARTS: func.func @run
// PARTS: scf.for
// PARTS: arith.cmpi ult, {{.*}} vector<8xindex>
// PARTS: scf.for
// PARTS-NOT: arith.cmpi
// PARTS: vector.load {{.*}} memref<16x60xf32>
// PARTS-NOT: arith.cmpi
// PARTS: scf.for
func.func @parts(%x: tensor<16x4xf32>, %y: tensor<16x60xf32>) -> tensor<16x64xf32> attributes {weir.job} {
  %0 = weir.concat %x, %y {dim = 1 : i64} : (tensor<16x4xf32>, tensor<16x60xf32>) -> tensor<16x64xf32>
  %1 = weir.sin %0 : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %1 : tensor<16x64xf32>
}
