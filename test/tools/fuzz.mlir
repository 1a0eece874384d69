// A few programs, always the same; `./dev fuzz` tries others.
// RUN: %python %weir_source/tools/dev/fuzz.py --build %weir_build --seed=1 --programs=8 --targets=naive,cpu,sim:8 --out=%t.none --log=%t.log
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// LOG: commit {{.+}}, weir-fuzz --seed=1 --programs=8 --targets=naive,cpu,sim:8
// LOG: seeds 1-8: {{[0-9]+}} ops of {{[0-9]+}} kinds, {{[0-9]+}} with `?` ({{[0-9]+}} more refuse it), {{[0-9]+}} with gradients ({{[0-9]+}} of {{[0-9]+}} not judged), bounds drawn again for {{[0-9]+}} of {{[0-9]+}} results, {{[0-9]+}} of {{[0-9]+}} elements unsettled, 0 findings
// LOG: 8 programs, {{[0-9]+}} ops, 0 findings
// LOG: bounds drawn again for {{[0-9]+}} of {{[0-9]+}} results, {{[0-9]+}} of {{[0-9]+}} elements unsettled
// LOG: ops: {{[a-z0-9_]+ [0-9]+, }}

// With a fault planted, the file that is written holds what shows it and little else; without it, it is fine.
// RUN: rm -rf %t.found
// RUN: not weir-fuzz-faulty --fault=convolution_border --seed=10 --programs=100 --targets=cpu --max-findings=1 --processes=1 --out=%t.found | FileCheck %s --check-prefix=FOUND
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
// RUN: not weir-fuzz-faulty %t.one.mlir --targets=cpu --fault=convolution_border | FileCheck %s --check-prefix=AGAIN
// AGAIN: cpu: {{.*}}expected
// RUN: weir-fuzz %t.one.mlir --targets=naive,cpu

// What a job writes to arguments is found.
// RUN: not weir-fuzz-faulty --fault=donation --seed=1 --programs=100 --targets=cpu --max-findings=1 --processes=1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: cpu: argument #{{[0-9]+}} was written to at [{{.*}}]: expected {{.*}}, got

// Without time to make it small, the file holds the whole program. A file that can't be written is said.
// RUN: rm -rf %t.whole %t.full
// RUN: not weir-fuzz-faulty --fault=convolution_border --seed=10 --programs=100 --targets=cpu --max-findings=1 --processes=1 --reduce-timeout=0 --out=%t.whole
// RUN: cp %t.whole/*.mlir %t.two.mlir
// RUN: not weir-fuzz-faulty %t.two.mlir --targets=cpu --fault=convolution_border | FileCheck %s --check-prefix=AGAIN
// RUN: %python -c "import os, sys; os.mkdir(sys.argv[1]); [os.symlink('/dev/full', sys.argv[1] + '/seed-%%i.mlir' %% i) for i in range(1, 101)]" %t.full
// RUN: not weir-fuzz-faulty --fault=convolution_border --seed=10 --programs=100 --targets=cpu --max-findings=1 --processes=1 --reduce-timeout=0 --out=%t.full | FileCheck %s --check-prefix=FULL
// FULL: expects to write {{.*}}.mlir: No space left on device

// A fault that nobody knows would never be found.
// RUN: not weir-fuzz-faulty --fault=folly 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: weir-fuzz-faulty: expects a fault of test/lib/Faults/faults.toml, got folly

// What is not a program of this kind, and options that say nothing.
// RUN: not weir-fuzz %s 2>&1 | FileCheck %s --check-prefix=TYPES
// TYPES: program: expects one job, of arguments of static sizes
// RUN: not weir-fuzz --targets=cpu:0 2>&1 | FileCheck %s --check-prefix=TARGETS
// TARGETS: weir-fuzz: expects targets with commas between, as naive,cpu,sim:10, got 'cpu:0'
// RUN: not weir-fuzz --targets=cpu,nvidia 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: weir-fuzz: expects targets of {{.*}}cpu{{.*}}; got nvidia
// RUN: not weir-fuzz --timeout=0 2>&1 | FileCheck %s --check-prefix=TIMEOUT
// TIMEOUT: weir-fuzz: expects --timeout to be at least 1, got 0
// RUN: not weir-fuzz --max-findings=0 2>&1 | FileCheck %s --check-prefix=FINDINGS
// FINDINGS: weir-fuzz: expects --max-findings to be at least 1, got 0
// RUN: not weir-fuzz --seed=x 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: weir-fuzz: expects --seed to be a number, got x
// RUN: weir-fuzz --print --seed=7 | weir-opt | FileCheck %s --check-prefix=PRINT
// PRINT: fuzz.seed = 7

func.func @job(%x: tensor<?xf32>) attributes {weir.job} {
  return
}
