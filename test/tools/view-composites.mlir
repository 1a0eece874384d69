// RUN: weir-compile %s --to=graph | weir-opt --view=dot | FileCheck %s
// RUN: weir-compile %s --to=schedule | weir-opt --view=dot | FileCheck %s --check-prefix=PROGRAM

// The picture of a later stage says what the user wrote, too.

// CHECK: [label="weir.exp\nof softmax\ntensor<4x8xf32>\nview-composites.mlir:[[# @LINE + 5]]"];
// CHECK: [label="weir.div\nof softmax\n
// CHECK: [label="weir.neg\ntensor<4x8xf32>
// PROGRAM: [label="vm.call @softmax_neg\nview-composites.mlir:
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {weir.job} {
  %0 = weir.softmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = weir.neg %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
