// The stage precision sums products in bf16. That changes no meaning in f64, and is far off in the types as they are.
// RUN: weir-compile %s --amp --verify-numerics | FileCheck %s --check-prefix=CLEAN
// RUN: not weir-compile %s --amp --verify-numerics --test-plant=precision 2>&1 | FileCheck %s

// CLEAN: precision precision {{[1-9][0-9]*$}}
// CLEAN: precision native {{[1-9][0-9]*$}}

// CHECK: {{.*}}precision.mlir:{{.*}} error: expects stage 'precision' to keep job 'f' within the bounds of its ops, got result #0
// CHECK-SAME: of op 'weir.matmul' differing most at {{.*}} (row precision, seed 0)
func.func @f(%x: tensor<?x512xf32>, %y: tensor<512x?xf32>) -> tensor<?x?xf32> attributes {weir.job} {
  %0 = weir.exp %x : (tensor<?x512xf32>) -> tensor<?x512xf32>
  %1 = weir.exp %y : (tensor<512x?xf32>) -> tensor<512x?xf32>
  %2 = weir.matmul %0, %1 : (tensor<?x512xf32>, tensor<512x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
