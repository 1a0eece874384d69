// RUN: rm -f %t.tuning
// RUN: weir-compile %s --tune=0.5 --tuning=%t.tuning | FileCheck %s
// RUN: weir-compile %s --tuning=%t.tuning -o %t.weir
// RUN: env WEIR_TUNING=%t.tuning weir-compile %s -o %t.again
// RUN: cmp %t.weir %t.again
// RUN: FileCheck %s --check-prefix=FILE < %t.tuning
// RUN: not weir-compile %s --tune=1 -o %t.none 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not weir-compile %s --tuning=%t.missing -o %t.none 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: echo nonsense > %t.bad
// RUN: not weir-compile %s --tuning=%t.bad -o %t.none 2>&1 | FileCheck %s --check-prefix=BAD

// The tuner says what it has measured, and leaves a file that compilations take.

// CHECK: before us after us launches tried kernel
// CHECK: 1 {{[0-9]+}} matmul
// CHECK: all kernels: {{[0-9.]+}} us before, {{[0-9.]+}} us after, of that {{[01]\.[0-9]+}}
// FILE: # Weir's schedules, measured by weir-compile --tune
// NOWHERE: expects --tuning=FILE or WEIR_TUNING with --tune, for where schedules are kept
// MISSING: error: expects to read the tuning file {{.*}}.missing: No such file or directory
// BAD: error: expects line 1 of the tuning file {{.*}}.bad to be a key, a schedule and a remark with tabs between, got 'nonsense'
func.func @job(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32> attributes {weir.job} {
  %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
  return %0 : tensor<96x80xf32>
}
