// RUN: rm -rf %t && mkdir %t
// RUN: not weir-compile %s --reproducers=%t/found -o %t/a.weir > %t/error 2>&1
// RUN: FileCheck %s --check-prefix=COMPILE < %t/error
// RUN: ls %t/found | count 1
// RUN: cat %t/found/weir-*.mlir | FileCheck %s --check-prefix=FILE
// RUN: not weir-opt --run-reproducer %t/found/weir-*.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not weir-compile %s --to=group --reproducers=%t/found 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: ls %t/found | count 1
// RUN: env TMPDIR=%t/temporary not weir-compile %s -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ls %t/temporary
// RUN: not weir-compile %s -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=run-reproducer
// RUN: not weir-compile %s --reproducers=%s -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=FAILED

// weir-opt has MLIR's own option for all passes together.
// RUN: not weir-opt %s --weir-inline-calls --weir-verify-normal-form --mlir-pass-pipeline-crash-reproducer=%t/opt.mlir 2>&1 | FileCheck %s --check-prefix=OPT
// RUN: not weir-opt --run-reproducer %t/opt.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN

// What the pass is given stands in the file, behind the passes before it and with the target; running it shows the
// error at the same line.
// COMPILE: {{.*}}reproducer.mlir:[[# @LINE + 24]]:3: error: 'weir.assign' op expects at most one weir.assign
// COMPILE: note: the pass fails again by: weir-opt --run-reproducer {{.*}}found/weir-{{[0-9a-f]+}}.mlir
// FILE: module attributes {kernel.target = #kernel.target<"cpu"
// FILE: func.func @f
// FILE-NOT: weir.call
// FILE: mlir_reproducer: {
// FILE-NEXT: pipeline: "builtin.module(
// FILE-SAME: weir-verify-normal-form
// AGAIN: expects at most one weir.assign
// NONE: expects at most one weir.assign
// FAILED: expects at most one weir.assign
// FAILED: note: no reproducer: expects to write {{.*}}reproducer.mlir
// OPT: expects at most one weir.assign
// OPT: reproducer generated at `{{.*}}opt.mlir`
weir.variable @w : tensor<4xf32>

func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  %y = weir.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %x : tensor<4xf32>
  weir.assign @w, %y : tensor<4xf32>
  return
}
