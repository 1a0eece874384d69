// RUN: rm -rf %t && mkdir %t
// RUN: weir-run %s --interpret | FileCheck %s --check-prefix=DRAWN
// RUN: weir-run %s --device=naive | FileCheck %s --check-prefix=DRAWN
// RUN: weir-run %s --device=cpu --job=rows --elements=2 | FileCheck %s --check-prefix=ROWS
// RUN: weir-run %s --device=cpu --seed=1 | FileCheck %s --check-prefix=SEED
// RUN: weir-compile %s -o %t/a.weir
// RUN: weir-run %t/a.weir --device=cpu | FileCheck %s --check-prefix=ONES
// RUN: weir-run %t/a.weir --device=cpu --seed=1 --job=pick | FileCheck %s --check-prefix=VALID
// RUN: weir-run %t/a.weir --device=cpu --job=rows --memory --workers=1 --trace=%t/t.json | FileCheck %s --check-prefix=MEMORY
// RUN: FileCheck %s --check-prefix=TRACE < %t/t.json
// RUN: weir-run %s --device=cpu --job=rows --benchmark --runs=3 | FileCheck %s --check-prefix=BENCHMARK

// RUN: not weir-run %s --interpret --benchmark 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not weir-run %s --device=cpu --dynamic 2>&1 | FileCheck %s --check-prefix=TESTS
// RUN: not weir-run %s --device=cpu,naive 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not weir-run %t/a.weir --device=cpu,naive 2>&1 | FileCheck %s --check-prefix=ARTIFACT
// RUN: not weir-run %S/large.mlir --device=cpu --input=a.npy 2>&1 | FileCheck %s --check-prefix=JOBS
// RUN: not weir-run %s --device=cpu --job=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not weir-run %t/a.weir --device=cpu --trace=%t/none/t.json 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not weir-run %t/a.weir --device=cpu --output=%s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: weir-run --help | FileCheck %s --check-prefix=HELP --implicit-check-not=amdgpu --implicit-check-not=inline

// The same numbers for interpreter and device, drawn so that the ops accept them: indices lie in the table, sizes that
// may be any agree.
// DRAWN: rows sums tensor<3xf32>: 0.3087{{[0-9]+}} 0.4178{{[0-9]+}} 0.2734{{[0-9]+$}}
// DRAWN-NEXT: pick result0 tensor<2xf32>: 1.88896 -0.403814
// ROWS: rows sums tensor<3xf32>: 0.3087{{[0-9]+}} 0.4178{{[0-9]+}} ...
// ROWS-NOT: pick
// SEED-NOT: 0.3087
// SEED: rows sums tensor<3xf32>: {{[0-9.]+ [0-9.]+ [0-9.]+$}}
// ONES: rows sums tensor<1xf32>: 1
// VALID: pick result0 tensor<2xf32>:
// MEMORY: rows sums tensor<1xf32>: 1
// MEMORY-NEXT: rows bytes: arena {{[1-9][0-9]*}} (live bound {{[1-9][0-9]*}}), scratch {{[0-9]+}}, all of the device {{[1-9][0-9]*}} (peak {{[1-9][0-9]*}})
// TRACE: "name":"exp_reduce_sum","cat":"kernel","args":{"job":"rows","stream":0,"op":"exp, reduce_sum","file":"{{[^"]*}}jobs.mlir","line":[[# @LINE + 17]]}
// BENCHMARK: rows: 3 runs, median {{[0-9.]+}} us, 10 % below {{[0-9.]+}} us, 90 % below
// BENCHMARK-NEXT: median us share launches kernel
// BENCHMARK-DAG: % 1 exp_reduce_sum: exp, reduce_sum of {{.*}}jobs.mlir:
// BENCHMARK-DAG: % 1 reduce_sum_div: reduce_sum, broadcast, div of {{.*}}jobs.mlir:

// DEVICE: weir-run: expects a device for --benchmark, --trace, --memory, --workers and --ranks, got --interpret
// TESTS: weir-run: expects test functions for --dynamic in {{.*}}jobs.mlir
// SEVERAL: weir-run: expects one device for jobs, got cpu,naive
// ARTIFACT: weir-run: expects one device for an artifact, got cpu,naive
// JOBS: weir-run: expects jobs and no test functions for --input in {{.*}}large.mlir
// NONE: weir-run: expects a job or a public function without arguments named none in {{.*}}jobs.mlir, got none
// WRITE: weir-run: can't write trace {{.*}}none/t.json
// OUTPUT: weir-run: expects to write {{.*}}rows.sums.npy
// HELP: Options for jobs:
// HELP: Options for test functions:
func.func @rows(%x: tensor<?x?xf32>) -> (tensor<?xf32> {weir.name = "sums"}) attributes {weir.job} {
  %e = weir.exp %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sums = weir.reduce_sum %e {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  %columns = weir.reduce_sum %sums {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  %n = weir.dim %x, 0 : tensor<?x?xf32>
  %all = weir.broadcast %columns sizes(%n) {dims = array<i64>} : tensor<f32> -> tensor<?xf32>
  %share = weir.div %sums, %all : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %share : tensor<?xf32>
}

func.func @pick(%x: tensor<3xf32>, %index: tensor<2xi64>) -> tensor<2xf32> attributes {weir.job} {
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
