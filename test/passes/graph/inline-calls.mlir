// RUN: weir-opt %s --weir-inline-calls --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Callees are inlined before callers, and go away unless somebody else uses them. Locations name both lines.

// CHECK-NOT: @square
func.func private @square(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = weir.mul %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("layer.py":1:0)
  return %y : tensor<?xf32>
}
// CHECK-NOT: @fourth
func.func private @fourth(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y = weir.call @square(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("layer.py":2:0)
  %z = weir.call @square(%y) : (tensor<?xf32>) -> tensor<?xf32> loc("layer.py":3:0)
  return %z, %x : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: func.func @job
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>
// CHECK-NEXT: %[[B:.*]] = weir.mul %[[A]], %[[A]] {{.*}} loc(callsite(callsite("layer.py":1:0 at "layer.py":2:0) at "train.py":7:0))
// CHECK-NEXT: %[[C:.*]] = weir.mul %[[B]], %[[B]] {{.*}} loc(callsite(callsite("layer.py":1:0 at "layer.py":3:0) at "train.py":7:0))
// CHECK-NEXT: return %[[C]], %[[A]]
func.func @job(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) attributes {weir.job} {
  %b, %c = weir.call @fourth(%a) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) loc("train.py":7:0)
  return %b, %c : tensor<?xf32>, tensor<?xf32>
}

// A function that nobody calls is none of the pass' business.
// CHECK: func.func private @uncalled
func.func private @uncalled(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
