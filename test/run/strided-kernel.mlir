// RUN: weir-compile %s --to=schedule | FileCheck %s
// A kernel reads a strided input where it lies; what sees it under another shape reads a copy in rows.

// CHECK-LABEL: vm.program @read
// CHECK: %[[X:.*]] = vm.input 0 "arg0" strided
// CHECK: %[[Y:.*]] = vm.result 0
// CHECK-NOT: vm.copy
// CHECK: vm.call @relu const(%[[X]]) mut(%[[Y]])
func.func @read(%x: tensor<4x?xf32> {kernel.strided}) -> tensor<4x?xf32> attributes {weir.job} {
  %y = weir.relu %x : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}

// CHECK-LABEL: vm.program @reshaped
// CHECK: %[[X:.*]] = vm.input 0 "arg0" strided
// CHECK: %[[ROWS:.*]] = vm.arena
// CHECK: %[[VIEW:.*]] = vm.view %[[ROWS]]
// CHECK: vm.copy %[[X]] to %[[ROWS]]
// CHECK: vm.call @relu_0 const(%[[VIEW]])
func.func @reshaped(%x: tensor<4x2xf32> {kernel.strided}) -> tensor<8xf32> attributes {weir.job} {
  %y = weir.reshape %x : tensor<4x2xf32> -> tensor<8xf32>
  %z = weir.relu %y : (tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}
