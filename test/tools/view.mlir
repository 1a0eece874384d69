// RUN: weir-opt %s --view=dot | FileCheck %s --check-prefix=GRAPH
// RUN: weir-compile %s --to=group | weir-opt --view=dot | FileCheck %s --check-prefix=GROUP
// RUN: weir-compile %s --to=schedule | weir-opt --view=dot | FileCheck %s --check-prefix=PROGRAM
// RUN: not weir-opt %s --view=dot --symbol-dce --weir-form-groups 2>&1 | FileCheck %s --check-prefix=PASSES

// The picture is what Graphviz's program makes of the text; here, a program that counts its edges.
// RUN: rm -rf %t && mkdir -p %t/bin %t/empty
// RUN: printf '#!/bin/sh\nset -e\nfor last; do :; done\ntest "$1 $2" = "-Tsvg -o"\ngrep -c -e "->" "$last" > "$3"\n' > %t/bin/dot
// RUN: chmod +x %t/bin/dot
// RUN: env PATH=%t/bin:/bin:/usr/bin %weir_build/bin/weir-opt %s --view=svg -o %t/a.svg && FileCheck %s --check-prefix=SVG < %t/a.svg
// RUN: not env PATH=%t/empty %weir_build/bin/weir-opt %s --view=svg 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: printf '#!/bin/sh\nexit 3\n' > %t/bin/dot
// RUN: not env PATH=%t/bin %weir_build/bin/weir-opt %s --view=svg 2>&1 | FileCheck %s --check-prefix=FAILS

// Nodes say op, symbol, type and line; values are edges.
// GRAPH: digraph weir {
// GRAPH: n0 [label="weir.variable @w\nview.mlir:[[# @LINE + 40]]"];
// GRAPH: subgraph cluster_0 {
// GRAPH-NEXT: label="@f"
// GRAPH-NEXT: n1 [label="argument 0\ntensor<4x8xf32>", shape=ellipse
// GRAPH-NEXT: n2 [label="weir.read @w\ntensor<4x8xf32>\nview.mlir
// GRAPH-NEXT: n3 [label="weir.add\ntensor<4x8xf32>\nview.mlir
// GRAPH-NEXT: n4 [label="weir.reduce_sum\ntensor<8xf32>\nview.mlir
// GRAPH-NEXT: n5 [label="weir.reduce_sum\ntensor<f32>\nview.mlir
// GRAPH-NEXT: n6 [label="func.return\nview.mlir
// GRAPH-NEXT: }
// GRAPH-NEXT: n1 -> n3;
// GRAPH-NEXT: n2 -> n3;
// GRAPH-NEXT: n3 -> n4;
// GRAPH-NEXT: n4 -> n5;
// GRAPH-NEXT: n5 -> n6;
// GRAPH-NEXT: }
// PASSES: expects the module to have the attribute 'kernel.target'

// A group is a box, through which values pass.
// GROUP: label="kernel.group"
// GROUP-NEXT: n3 [label="weir.add
// GROUP: n2 -> n3;
// GROUP-NEXT: n3 -> n4;

// A program's edges are the bytes of buffers: variable and input are read, an arena buffer goes from one call to the
// next, the last call writes the result.
// PROGRAM: label="@f"
// PROGRAM-DAG: n[[W:[0-9]+]] [label="variable @w\n!vm.buffer<4x8xf32>"
// PROGRAM-DAG: n[[X:[0-9]+]] [label="input arg0\n!vm.buffer<4x8xf32>"
// PROGRAM: n[[FIRST:[0-9]+]] [label="vm.call @{{.*}}\nview.mlir:
// PROGRAM: n[[SECOND:[0-9]+]] [label="vm.call @{{.*}}\nview.mlir:
// PROGRAM: n[[RESULT:[0-9]+]] [label="result result0\n!vm.buffer<f32>"
// PROGRAM-DAG: n[[W]] -> n[[FIRST]];
// PROGRAM-DAG: n[[X]] -> n[[FIRST]];
// PROGRAM-DAG: n[[FIRST]] -> n[[SECOND]] [label="!vm.buffer<8xf32> at 0"];
// PROGRAM-DAG: n[[SECOND]] -> n[[RESULT]];

// SVG: {{^}}5{{$}}
// NONE: weir-opt: expects Graphviz's program dot in PATH (Debian's package graphviz) to draw SVG, got none
// FAILS: weir-opt: expects {{.*}}/bin/dot to draw the graph, got exit code 3
weir.variable @w : tensor<4x8xf32>
func.func @f(%x: tensor<4x8xf32>) -> tensor<f32> attributes {weir.job} {
  %w = weir.read @w : tensor<4x8xf32>
  %y = weir.add %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %rows = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
  %sum = weir.reduce_sum %rows {dims = array<i64: 0>} : (tensor<8xf32>) -> tensor<f32>
  return %sum : tensor<f32>
}
