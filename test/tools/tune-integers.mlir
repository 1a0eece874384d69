// RUN: rm -f %t.tuning
// RUN: weir-compile %s --tune=0.1 --tuning=%t.tuning | FileCheck %s
// RUN: not weir-compile %s --tune=0.1 --tuning=%t.tuning --to=group 2>&1 | FileCheck %s --check-prefix=BOTH

// A kernel that fails on what is drawn is left alone.

// CHECK-NOT: div
// CHECK: matmul
// BOTH: expects --tune without --to and --emit, as it leaves a tuning file
func.func @job(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %i: tensor<32xi64>, %j: tensor<32xi64>)
    -> (tensor<64x64xf32>, tensor<32xi64>) attributes {weir.job} {
  %0 = weir.matmul %a, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = weir.floor_divide %i, %j : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi64>
  return %0, %1 : tensor<64x64xf32>, tensor<32xi64>
}
