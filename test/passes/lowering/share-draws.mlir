// RUN: weir-opt %s --weir-outline-kernels --split-input-file | FileCheck %s
// Draws that differ by their numbers share a kernel, which is told the number. What else is 3 in the kernel stays there.

// CHECK-LABEL: func.func @two_layers
// CHECK: %[[FIRST:.*]] = weir.constant dense<3>
// CHECK: kernel.call @[[KERNEL:[a-z_]+]](%arg1, %arg2, %[[FIRST]], %arg0)
// CHECK: %[[SECOND:.*]] = weir.constant dense<4>
// CHECK: kernel.call @[[KERNEL]](%arg1, %arg2, %[[SECOND]], {{.*}})
// CHECK: func.func private @[[KERNEL]]
// CHECK: weir.random_bits %arg0, %arg1, %arg2
// CHECK: %[[THREE:.*]] = weir.constant dense<3>
// CHECK: weir.add {{.*}}, %[[THREE]]
// CHECK-NOT: func.func
func.func @two_layers(%x: tensor<i64>, %seed: tensor<i64>, %step: tensor<i64>) -> tensor<i64> {
  %0 = kernel.group(%a = %x : tensor<i64>, %s = %seed : tensor<i64>, %t = %step : tensor<i64>) -> tensor<i64> {
    %n = weir.constant dense<3> : tensor<i64> -> tensor<i64>
    %bits = weir.random_bits %s, %t, %n : tensor<i64> -> tensor<i32>
    %1 = weir.cast %bits {to = i64} : (tensor<i32>) -> tensor<i64>
    %2 = weir.mul %a, %1 : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = weir.add %2, %n : (tensor<i64>, tensor<i64>) -> tensor<i64>
    kernel.yield %3 : tensor<i64>
  }
  %4 = kernel.group(%a = %0 : tensor<i64>, %s = %seed : tensor<i64>, %t = %step : tensor<i64>) -> tensor<i64> {
    %n = weir.constant dense<4> : tensor<i64> -> tensor<i64>
    %c = weir.constant dense<3> : tensor<i64> -> tensor<i64>
    %bits = weir.random_bits %s, %t, %n : tensor<i64> -> tensor<i32>
    %1 = weir.cast %bits {to = i64} : (tensor<i32>) -> tensor<i64>
    %2 = weir.mul %a, %1 : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = weir.add %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i64>
    kernel.yield %3 : tensor<i64>
  }
  return %4 : tensor<i64>
}

// -----

// The number of a program's only draw stays where it is.

// CHECK-LABEL: func.func @one_layer
// CHECK: kernel.call @{{.*}}(%arg0, %arg1) :
// CHECK: func.func private
// CHECK: weir.constant dense<3>
func.func @one_layer(%seed: tensor<i64>, %step: tensor<i64>) -> tensor<4xi32> {
  %0 = kernel.group(%s = %seed : tensor<i64>, %t = %step : tensor<i64>) -> tensor<4xi32> {
    %n = weir.constant dense<3> : tensor<i64> -> tensor<i64>
    %bits = weir.random_bits %s, %t, %n : tensor<i64> -> tensor<4xi32>
    kernel.yield %bits : tensor<4xi32>
  }
  return %0 : tensor<4xi32>
}
