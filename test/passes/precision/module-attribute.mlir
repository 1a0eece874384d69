// RUN: weir-opt %s --weir-mixed-precision | FileCheck %s
// RUN: weir-opt %s --weir-mixed-precision --weir-mixed-precision --canonicalize | FileCheck %s --check-prefix=TWICE

// On the module the attribute is for all jobs; it is gone afterwards, so a second run changes nothing.
// CHECK: module {
module attributes {weir.amp = bf16} {
  // CHECK-LABEL: func.func @job
  // CHECK: weir.matmul {{.*}} {out = f32} : (tensor<4x4xbf16>, tensor<4x4xbf16>)
  // TWICE-COUNT-1: weir.cast
  // TWICE: weir.matmul {{.*}} {out = f32} : (tensor<4x4xbf16>, tensor<4x4xbf16>)
  func.func @job(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job} {
    %y = weir.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %y : tensor<4x4xf32>
  }
}
