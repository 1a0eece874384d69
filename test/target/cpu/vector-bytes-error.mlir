// RUN: not weir-compile %s -o %t 2>&1 | FileCheck %s
// A dump may have been edited.

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "x86-64-v3", vector_bytes = -8 : i64}>} {
  // CHECK: :[[# @LINE + 2]]:10: error: expects vector_bytes of the target to be 16, 32 or 64, got -8
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
    %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
