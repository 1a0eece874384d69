// RUN: rm -rf %t && weir-compile %s --machine=x86-64-v3 --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --check-prefix=ROWS --input-file=%t/scatter_add.02.loops.mlir
// RUN: FileCheck %s --check-prefix=COLUMNS --input-file=%t/cumsum.02.loops.mlir
// RUN: FileCheck %s --check-prefix=LINES --input-file=%t/cumprod.02.loops.mlir
// Loops of a kernel are its phases. Lines that are neighbours in memory are lanes; what is the same for all of them, such as
// the index of a row, is a scalar.

// ROWS: func.func @run1
// ROWS: scf.for
// ROWS: scf.for
// ROWS: %[[INDEX:.*]] = memref.load
// ROWS: kernel.check_index {{.*}} : index -> index
// ROWS: vector.load {{.*}} vector<32xf32>
// ROWS: arith.addf {{.*}} : vector<32xf32>
// ROWS: vector.store
func.func @rows(%x: tensor<100x256xf32>, %i: tensor<50xi64>, %u: tensor<50x256xf32>) -> tensor<100x256xf32>
    attributes {weir.job} {
  %index = weir.broadcast %i {dims = array<i64: 0>} : tensor<50xi64> -> tensor<50x256xi64>
  %y = weir.scatter_add %x, %index, %u {dim = 0 : i64}
      : (tensor<100x256xf32>, tensor<50x256xi64>, tensor<50x256xf32>) -> tensor<100x256xf32>
  return %y : tensor<100x256xf32>
}

// COLUMNS: func.func @run
// COLUMNS: scf.for {{.*}} -> (vector<32xf64>)
// COLUMNS: vector.store
func.func @columns(%x: tensor<50x256xf32>) -> tensor<50x256xf32> attributes {weir.job} {
  %y = weir.cumsum %x {dim = 0 : i64} : (tensor<50x256xf32>) -> tensor<50x256xf32>
  return %y : tensor<50x256xf32>
}

// LINES: func.func @run
// LINES-NOT: vector<
// LINES: memref.store
// LINES-NOT: vector<
func.func @lines(%x: tensor<256x50xf32>) -> tensor<256x50xf32> attributes {weir.job} {
  %y = weir.cumprod %x {dim = 1 : i64} : (tensor<256x50xf32>) -> tensor<256x50xf32>
  return %y : tensor<256x50xf32>
}
