// RUN: not weir-run %s 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not weir-run %s --interpret --device=cpu 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not weir-run %s --device=cpu, 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not weir-run %s --interpret --strided 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not weir-run %s --device=abacus | FileCheck %s --check-prefix=TARGET
// RUN: not weir-run %s --device=cpu --machine=abacus | FileCheck %s --check-prefix=MACHINE
// RUN: not weir-run %s --device=cpu --dynamic --shared-kernels | FileCheck %s --check-prefix=SHARED
// RUN: weir-run %s --device=cpu --dynamic --strided | FileCheck %s --check-prefix=MODES
// RUN: not weir-run %s --device=naive,abacus,sim | FileCheck %s --check-prefix=DEVICES
// RUN: not weir-run %s --device=naive,cpu --machine=x86-64-v3 2>&1 | FileCheck %s --check-prefix=ONE

// NEITHER: weir-run: expects either --interpret or --device
// STRIDES: weir-run: expects a device for strided inputs, got --interpret, which has no strides
// TARGET: test.static: {{.*}}expects a target, one of: cpu, cuda, naive, sim; got abacus
// MACHINE: test.static: {{.*}}expects a machine that target cpu knows, got abacus
// SHARED: kernels of dynamic: expects a dynamic kernel that functions of different sizes share, got 2 kernels of one size each
// MODES: test.dynamic: ok
// MODES-NEXT: other_op.dynamic: ok
// MODES-NEXT: test.strided: ok
// MODES-NEXT: other_op.strided: ok
// DEVICES: test.static on naive: ok
// DEVICES-NEXT: other_op.static on naive: ok
// DEVICES-NEXT: test.static on abacus: {{.*}}expects a target, one of: cpu, cuda, naive, sim; got abacus
// DEVICES: test.static on sim: ok
// DEVICES-NEXT: other_op.static on sim: ok
// ONE: weir-run: expects one device for --machine, got naive,cpu
func.func @test() {
  %x = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[2.0, 4.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @other_op() {
  %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.sub %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %expected : tensor<3xf32>
  return
}
