// RUN: rm -rf %t && weir-compile %s --dump-kernels=%t -o %t.weir && ls %t | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=LOOPS --input-file=%t/add.02.loops.mlir
// RUN: not weir-compile %s --dump-kernels=%s -o %t.weir 2>&1 | FileCheck %s --check-prefix=ERROR
// Every step of a kernel's lowering, as a file.

// FILES: add.01.linalg.mlir
// FILES: add.02.loops.mlir
// FILES: add.03.expanded.mlir
// FILES: add.04.llvm.mlir
// LOOPS: func.func @run
// LOOPS: vector.load
// ERROR: {{.*}}dump-kernels.mlir:[[# @LINE + 4]]:8: error: expects to write {{.*}}/add.01.linalg.mlir: Not a directory
// ERROR-NOT: error

func.func @double(%x: tensor<64xf32>) -> tensor<64xf32> attributes {weir.job} {
  %y = weir.add %x, %x : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
