// RUN: weir-opt %s --weir-mark-stage=stage=group | FileCheck %s
// RUN: weir-opt %s --weir-stage=graph | FileCheck %s --check-prefix=GRAPH

// CHECK: module attributes {weir.stage = "group"}
// GRAPH: module attributes {weir.stage = "graph"}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}
