// RUN: weir-opt %s --weir-remove-detach | FileCheck %s --check-prefixes=CHECK,GONE
// RUN: weir-compile %s --to=graph | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: weir-compile %s --to=autograd | FileCheck %s --check-prefixes=CHECK,GONE

// Clean-up before autograd leaves weir.detach where it is; nothing of it leaves the stage autograd.

// CHECK-LABEL: @between(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
func.func @between(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  // KEPT: %[[D:.*]] = weir.detach %[[X]]
  // KEPT: weir.exp %[[D]]
  // GONE-NOT: weir.detach
  // GONE: weir.exp %[[X]]
  %0 = weir.detach %x : (tensor<?xf32>) -> tensor<?xf32>
  %y = weir.exp %0 : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
