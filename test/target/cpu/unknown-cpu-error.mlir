// A dump says for which machine it is. LLVM ends the process for one that it doesn't know, so its name is looked at.
// RUN: split-file %s %t
// RUN: not weir-compile %t/name.mlir -o %t.weir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not weir-compile %t/features.mlir -o %t.weir 2>&1 | FileCheck %s --check-prefix=FEATURES

//--- name.mlir
module attributes {kernel.target = #kernel.target<"cpu", {cpu = "x86-64-v30", features = "+avx2,+fma"}>} {
  // NAME: name.mlir:{{[0-9]+:[0-9]+}}: error: expects the target's cpu to be an x86-64 one that LLVM knows, got x86-64-v30
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
    %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}

//--- features.mlir
module attributes {kernel.target = #kernel.target<"naive", {cpu = "x86-64-v3", features = "+avx2,-sse2"}>} {
  // FEATURES: expects the target's cpu to have what each x86-64 one has, got -sse2
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
    %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
