// RUN: weir-opt %s --canonicalize --cse --weir-form-groups | FileCheck %s
// The dimensions of size 1 that a user keeps for broadcasting do not part a kernel.

module attributes {kernel.target = #kernel.target<"cpu", {}>} {

// CHECK-LABEL: @layer_norm
// CHECK-NOT: weir.reshape
// CHECK: kernel.group
// CHECK-NOT: kernel.group
// CHECK-NOT: weir.reshape
// CHECK: return
func.func @layer_norm(%x: tensor<?x128xf32>) -> tensor<?x128xf32> attributes {weir.job} {
  %n = weir.dim %x, 0 : tensor<?x128xf32>
  %count = weir.constant dense<128.0> : tensor<f32> sizes(%n) -> tensor<?x1xf32>
  %eps = weir.constant dense<1.0e-5> : tensor<f32> sizes(%n) -> tensor<?x1xf32>
  %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<?x128xf32>) -> tensor<?xf32>
  %1 = weir.reshape %0 sizes(%n) : tensor<?xf32> -> tensor<?x1xf32>
  %2 = weir.div %1, %count : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %3 = weir.reshape %2 sizes(%n) : tensor<?x1xf32> -> tensor<?xf32>
  %4 = weir.broadcast %3 sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x128xf32>
  %5 = weir.sub %x, %4 : (tensor<?x128xf32>, tensor<?x128xf32>) -> tensor<?x128xf32>
  %6 = weir.mul %5, %5 : (tensor<?x128xf32>, tensor<?x128xf32>) -> tensor<?x128xf32>
  %7 = weir.reduce_sum %6 {dims = array<i64: 1>} : (tensor<?x128xf32>) -> tensor<?xf32>
  %8 = weir.reshape %7 sizes(%n) : tensor<?xf32> -> tensor<?x1xf32>
  %9 = weir.div %8, %count : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %10 = weir.add %9, %eps : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %11 = weir.sqrt %10 : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %12 = weir.reshape %11 sizes(%n) : tensor<?x1xf32> -> tensor<?xf32>
  %13 = weir.broadcast %12 sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x128xf32>
  %14 = weir.div %5, %13 : (tensor<?x128xf32>, tensor<?x128xf32>) -> tensor<?x128xf32>
  return %14 : tensor<?x128xf32>
}

}
