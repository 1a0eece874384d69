// A step of the lowering turns a sum into a difference: the kernel differs, and the step is named, on both targets.
// RUN: weir-compile %s --verify-numerics | FileCheck %s --check-prefix=CLEAN
// RUN: weir-compile %s --target=naive --verify-numerics | FileCheck %s --check-prefix=CLEAN
// RUN: not weir-compile %s --verify-numerics --test-plant=inside-linalg 2>&1 | FileCheck %s -DSTEP=linalg
// RUN: not weir-compile %s --verify-numerics --test-plant=inside-loops 2>&1 | FileCheck %s -DSTEP=loops
// RUN: not weir-compile %s --verify-numerics --test-plant=inside-expanded 2>&1 | FileCheck %s -DSTEP=expanded
// RUN: not weir-compile %s --verify-numerics --test-plant=inside-llvm 2>&1 | FileCheck %s -DSTEP=llvm
// RUN: not weir-compile %s --target=naive --verify-numerics --test-plant=inside-loops 2>&1 | FileCheck %s -DSTEP=loops

// CLEAN: kernel mul_add {{[1-9][0-9]*$}}

// CHECK: {{.*}}inside-lowering.mlir:{{.*}} error: expects kernel 'mul_add' to compute what its body means, got result #0 differing
// CHECK-SAME: most at {{.*}} expected {{.*}}, got {{.*}} (row kernel, seed 0)
// CHECK: note: the first step of the lowering that differs is '[[STEP]]' (row inside lowering)
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {weir.job} {
  %0 = weir.mul %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = weir.add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
