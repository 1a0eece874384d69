// A few programs, always the same; `./dev fuzz` tries others.
// RUN: %python %weir_source/tools/dev/fuzz.py --build %weir_build --seed=1 --programs=16 --targets=naive,cpu,sim:8 --out=%t.none --log=%t.log
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// LOG: commit {{.+}}, weir-fuzz --seed=1 --programs=16 --targets=naive,cpu,sim:8
// LOG: seeds 1-16: {{[0-9]+}} ops of {{[0-9]+}} kinds, {{[0-9]+}} with `?`, {{[0-9]+}} with gradients, 0 findings
// LOG: 16 programs, {{[0-9]+}} ops, 0 findings
// LOG: ops: {{[a-z0-9_]+ [0-9]+, }}

// With a fault planted, the file that is written holds what shows it and little else; without it, it is fine.
// RUN: rm -rf %t.found
// RUN: not weir-fuzz --weir-plant-fault=tail_mask --seed=1 --programs=100 --targets=cpu --max-findings=1 --processes=1 --out=%t.found | FileCheck %s --check-prefix=FOUND
// FOUND: seed {{[0-9]+}} (program {{[0-9]+}}): cpu: {{.*}}expected {{.*}}, got
// FOUND-NEXT: seed-{{[0-9]+}}.mlir
// RUN: cat %t.found/*.mlir | FileCheck %s --check-prefix=SMALL
// SMALL: // Seed {{[0-9]+}}, cpu: {{.*}}expected
// SMALL: // Run by: weir-fuzz seed-{{[0-9]+}}.mlir
// SMALL: func.func @job
// SMALL-NEXT: = weir.
// RUN: grep -c '= weir' %t.found/*.mlir | FileCheck %s --check-prefix=COUNT
// COUNT: {{^[1-3]$}}
// RUN: cp %t.found/*.mlir %t.one.mlir
// RUN: not weir-fuzz %t.one.mlir --targets=cpu --weir-plant-fault=tail_mask | FileCheck %s --check-prefix=AGAIN
// AGAIN: cpu: {{.*}}expected
// RUN: weir-fuzz %t.one.mlir --targets=naive,cpu

// What is not a program of this kind, and options that say nothing.
// RUN: not weir-fuzz %s 2>&1 | FileCheck %s --check-prefix=TYPES
// TYPES: program: expects one job, of arguments of static sizes
// RUN: not weir-fuzz --targets=cpu:0 2>&1 | FileCheck %s --check-prefix=TARGETS
// TARGETS: weir-fuzz: expects targets with commas between, as naive,cpu,sim:10, got 'cpu:0'
// RUN: not weir-fuzz --seed=x 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: weir-fuzz: expects --seed to be a number, got x
// RUN: weir-fuzz --print --seed=7 | weir-opt | FileCheck %s --check-prefix=PRINT
// PRINT: fuzz.seed = 7

func.func @job(%x: tensor<?xf32>) attributes {weir.job} {
  return
}
