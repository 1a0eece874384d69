// RUN: not weir-opt %s --run-reference | FileCheck %s --check-prefix=ALL
// RUN: weir-opt %s --run-reference=train | FileCheck %s --check-prefix=JOB
// RUN: weir-opt %s --run-reference=train --seed=1 | FileCheck %s --check-prefix=SEED
// RUN: weir-opt %s --run-reference=helper | FileCheck %s --check-prefix=HELPER
// Passes run first, and the meaning stays.
// RUN: weir-compile %s --to=launch | weir-opt --run-reference=train | FileCheck %s --check-prefix=JOB
// RUN: weir-opt %s --weir-inline-calls --canonicalize --run-reference=train | FileCheck %s --check-prefix=JOB
// RUN: weir-compile %S/view.mlir --to=schedule | not weir-opt --run-reference 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not weir-opt %s --run-reference=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not weir-opt %s --run-reference=train --input=%s 2>&1 | FileCheck %s --check-prefix=NPY
// RUN: not weir-opt %s --run-reference=train --input=%t.none 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not weir-opt %s --run-reference=train --input=%S --input=%S 2>&1 | FileCheck %s --check-prefix=FOLDER

// ALL-DAG: passes: ok
// ALL-DAG: fails: {{.*}}run-reference.mlir:[[# @LINE + 24]]:3: 'check.expect_eq' op expects actual to equal expected, got 2 of 2 elements that differ
// ALL-DAG: train loss tensor<f32>: 0.539037

// A job's results come under their names, and each variable that it changes.
// JOB: train loss tensor<f32>: 0.539037
// JOB-NEXT: train @w tensor<2xf32>: -0.403814 0.942851
// JOB-NOT: @kept
// SEED-NOT: 0.539037
// SEED: train @w tensor<2xf32>: {{[-0-9.]+ [-0-9.]+$}}
// HELPER: helper result0 tensor<2xf32>: -0.403814 0.942851
// NOTHING: weir-opt: expects a job or a public function without arguments, got none
// NONE: weir-opt: expects a function named none, got none
// NPY: train: {{.*}}run-reference.mlir: expects a .npy file, got other bytes
// FILE: train: expects to read {{.*}}: No such file or directory
// FOLDER: train: expects to read {{.*}}: Is a directory
func.func @passes() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %x, %x : tensor<2xf32>
  return
}

func.func @fails() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %x, %y : tensor<2xf32>
  return
}

weir.variable @w : tensor<2xf32>
weir.variable @kept {initial = dense<1.0> : tensor<2xf32>} : tensor<2xf32>

func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  %kept = weir.read @kept : tensor<2xf32>
  %y = weir.mul %x, %kept : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @train(%x: tensor<2xf32> {weir.name = "x"}) -> (tensor<f32> {weir.name = "loss"}) attributes {weir.job} {
  %y = weir.call @helper(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %loss = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  weir.assign @w, %y : tensor<2xf32>
  return %loss : tensor<f32>
}
