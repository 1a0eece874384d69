// RUN: weir-compile %s --time --memory -o %t.weir 2>&1 | FileCheck %s
// RUN: weir-compile %s --to=group --time -o %t.mlir 2>&1 | FileCheck %s --check-prefix=STAGES
// RUN: weir-compile %s --target=cpu,naive --time --memory -o %t.weir 2>&1 | FileCheck %s --check-prefix=TARGETS
// RUN: not weir-compile %s --to=group --memory 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: weir-compile --help | FileCheck %s --check-prefix=HELP --implicit-check-not=amdgpu --implicit-check-not=inline

// CHECK: ms {{.*}} % parse
// CHECK-NEXT: ms {{.*}} % graph
// CHECK: ms {{.*}} % schedule
// CHECK-NEXT: ms {{.*}} % kernels
// CHECK-NEXT: ms {{.*}} % emission
// CHECK-NEXT: ms all

// Two rows of buffers that are not in use at the same time share bytes.
// CHECK-NEXT: cpu:
// CHECK-NEXT: @f: 4 instructions, bytes of arena 320 (live bound 320), inputs 4096, results 4, variables 256, constants 0
// CHECK-NEXT: offset bytes instructions buffer
// CHECK-NEXT: {{ }}0 256 0 to 1 !vm.buffer<64xf32> of reduce_sum, {{.*}}compile-report.mlir:[[# @LINE + 25]]
// CHECK-NEXT: 256 32 1 to 2 !vm.buffer<8xf32> of
// CHECK-NEXT: {{ }}0 16 2 to 3 !vm.buffer<4xf32> of
// CHECK-NEXT: @dynamic: {{.*}} arena ?, planned when sizes are known, inputs 0 + ?, results 4
// CHECK-NEXT: offset
// CHECK-NEXT: ? ? 0 to 1 !vm.buffer<?xf32>

// STAGES: parse
// STAGES-NEXT: graph
// STAGES: group
// STAGES-NEXT: all
// TARGETS: cpu parse
// TARGETS: naive parse
// TARGETS: cpu emission
// TARGETS: naive graph
// TARGETS: cpu:
// TARGETS-NEXT: @f
// TARGETS: naive:
// TARGETS-NEXT: @f
// EARLY: weir-compile: expects --memory without --to, as memory is planned behind the last stage
// HELP: weir-compile options:
// HELP: --emit=<value>
weir.variable @w : tensor<64xf32>
func.func @f(%x: tensor<16x64xf32>) -> tensor<f32> attributes {weir.job} {
  %w = weir.read @w : tensor<64xf32>
  %a = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<16x64xf32>) -> tensor<64xf32>
  %b = weir.reshape %a : tensor<64xf32> -> tensor<8x8xf32>
  %c = weir.reduce_sum %b {dims = array<i64: 0>} : (tensor<8x8xf32>) -> tensor<8xf32>
  %d = weir.reshape %c : tensor<8xf32> -> tensor<2x4xf32>
  %e = weir.reduce_sum %d {dims = array<i64: 0>} : (tensor<2x4xf32>) -> tensor<4xf32>
  %s = weir.reduce_sum %e {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %t = weir.reduce_sum %w {dims = array<i64: 0>} : (tensor<64xf32>) -> tensor<f32>
  %u = weir.add %s, %t : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %u : tensor<f32>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<f32> attributes {weir.job} {
  %a = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
  %b = weir.reduce_sum %a {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  return %b : tensor<f32>
}
