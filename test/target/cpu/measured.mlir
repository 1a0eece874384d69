// Figures that were measured on a machine stand in its description, in the place of the table's.
// RUN: weir-compile %s --machine=znver4,memory_bytes_per_cycle=4,l2_bytes=524288 --to=graph | FileCheck %s
// RUN: not weir-compile %s --machine=znver4,speed=4 -o %t.weir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not weir-compile %s --machine=znver4,fma_per_cycle=fast -o %t.weir 2>&1 | FileCheck %s --check-prefix=NUMBER

// CHECK: cpu = "znver4"
// CHECK-SAME: measured = {l2_bytes = 5.242880e+05 : f64, memory_bytes_per_cycle = 4.000000e+00 : f64}
// NAME: expects a machine's figures like fma_per_cycle=2, got 'speed=4'
// NUMBER: expects a machine's figures like fma_per_cycle=2, got 'fma_per_cycle=fast'
func.func @job(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}
