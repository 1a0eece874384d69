// RUN: rm -rf %t && mkdir %t
// RUN: weir-compile %s --target=cpu,sim -o %t/both.weir --dump-stages=%t/stages --dump-kernels=%t/kernels
// RUN: weir-run %t/both.weir --device=cpu | FileCheck %s --check-prefix=RESULT
// RUN: weir-run %t/both.weir --device=sim | FileCheck %s --check-prefix=RESULT
// RUN: weir-run %t/both.weir --device=sim --job=count | FileCheck %s --check-prefix=ONE
// RUN: env WEIR_CUDA_DRIVER=/none.so not weir-run %t/both.weir --device=cuda 2>&1 | FileCheck %s --check-prefix=DRIVER
// RUN: not weir-run %t/both.weir --device=abacus 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not weir-run %t/both.weir --device=cpu --job=walk 2>&1 | FileCheck %s --check-prefix=JOB
// RUN: not weir-run %t/both.weir --interpret 2>&1 | FileCheck %s --check-prefix=INTERPRET
// RUN: not weir-run %t/none.weir --device=cpu 2>&1 | FileCheck %s --check-prefix=FILE

// RUN: weir-compile %s --target=sim -o %t/sim.weir
// RUN: not weir-run %t/sim.weir --device=cpu 2>&1 | FileCheck %s --check-prefix=OTHER

// A folder for each target, whose dumps resume.
// RUN: FileCheck %s --check-prefix=CPU < %t/stages/cpu/several-targets.07.group.mlir
// RUN: FileCheck %s --check-prefix=SIM < %t/stages/sim/several-targets.07.group.mlir
// RUN: ls %t/kernels/sim | FileCheck %s --check-prefix=STEPS
// RUN: weir-compile %t/stages/sim/several-targets.07.group.mlir --from=group -o %t/resumed.weir
// RUN: weir-run %t/resumed.weir --device=sim | FileCheck %s --check-prefix=RESULT
// RUN: not weir-compile %t/stages/sim/several-targets.07.group.mlir --from=group --target=cpu,sim -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=OWN

// RUN: not weir-compile %s --target=cpu,cpu -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not weir-compile %s --target=cpu,abacus -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not weir-compile %s --target=sim,cuda --machine=sm_80 -o %t/a.weir 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not weir-compile %s --target=cpu,sim --to=group 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not weir-compile %s --target=cpu,sim --verify-numerics 2>&1 | FileCheck %s --check-prefix=STAGE

// RESULT: run result0 tensor<4x1xf32>: 2 2 2 2
// RESULT-NEXT: run result1 tensor<3x4xi64>: 1 1 1 1 1 1 1 1 ...
// RESULT-NEXT: count result0 tensor<i64>: 2
// ONE-NOT: run
// ONE: count result0 tensor<i64>: 2
// DRIVER: weir-run: expects NVIDIA's driver to be installed, can't open /none.so
// DEVICE: weir-run: expects a kind of device (cpu, sim, cuda), got 'abacus'
// JOB: weir-run: expects a job of the artifact, got 'walk'
// INTERPRET: weir-run: expects a device for an artifact, got --interpret
// FILE: weir-run: expects a file that can be read, got {{.*}}none.weir
// OTHER: weir-run: expects an artifact with jobs for device cpu, got jobs for 'sim'
// CPU: #kernel.target<"cpu"
// SIM: #kernel.target<"sim"
// STEPS: {{.*}}.01.linalg.mlir
// OWN: weir-compile: expects a module without a target where several are named, got one for sim and cpu,sim
// TWICE: weir-compile: expects targets with commas between, each once, got 'cpu,cpu'
// TARGET: several-targets.mlir: error: expects a target, one of: cpu, cuda, naive, sim; got abacus
// MACHINE: weir-compile: expects one target where a machine is named, got sim,cuda for sm_80
// STAGE: several-targets.mlir: error: expects a target, one of: cpu, cuda, naive, sim; got cpu,sim

func.func @run(%x: tensor<4x?xf32>, %i: tensor<3x4xi64>) -> (tensor<4x?xf32>, tensor<3x4xi64>) attributes {weir.job} {
  %y = weir.add %x, %x : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %j = weir.mul %i, %i : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  return %y, %j : tensor<4x?xf32>, tensor<3x4xi64>
}

func.func @count(%x: tensor<2xi64>) -> tensor<i64> attributes {weir.job} {
  %sum = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2xi64>) -> tensor<i64>
  return %sum : tensor<i64>
}
