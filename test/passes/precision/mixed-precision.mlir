// RUN: weir-opt %s --weir-mixed-precision --canonicalize --cse --weir-verify-normal-form=sbp=true | FileCheck %s

// Products read bf16 and sum in f32; what another op than a product sees is not rounded.
// CHECK-LABEL: func.func @product
// CHECK-SAME: attributes {weir.job} {
// CHECK-DAG: %[[X:.*]] = weir.cast %arg0 {to = bf16} : (tensor<?x8xf32>) -> tensor<?x8xbf16>
// CHECK-DAG: %[[W:.*]] = weir.cast %arg1 {to = bf16} : (tensor<8x4xf32>) -> tensor<8x4xbf16>
// CHECK: %[[Y:.*]] = weir.matmul %[[X]], %[[W]] {out = f32} : (tensor<?x8xbf16>, tensor<8x4xbf16>) -> tensor<?x4xf32>
// CHECK: %[[E:.*]] = weir.exp %[[Y]] : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK: return %[[Y]], %[[E]]
func.func @product(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>)
    attributes {weir.job, weir.amp = bf16} {
  %y = weir.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %e = weir.exp %y : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y, %e : tensor<?x4xf32>, tensor<?x4xf32>
}

// Users share a value's cast, which stands right behind it; a product's flags stay.
// CHECK-LABEL: func.func @shared
// CHECK: %[[S:.*]] = weir.sqrt %arg0
// CHECK-NEXT: %[[C:.*]] = weir.cast %[[S]] {to = bf16}
// CHECK-NOT: weir.cast
// CHECK: weir.matmul %[[C]], %[[C]] {accumulator = f32, out = f32, transpose_b}
// CHECK: weir.matmul %[[C]], %[[C]] {out = f32, transpose_a}
func.func @shared(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) attributes {weir.job, weir.amp = bf16} {
  %s = weir.sqrt %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = weir.matmul %s, %s {accumulator = f32, transpose_b} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = weir.matmul %s, %s {transpose_a} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// Between two products a chain of Follow ops is narrow; constants become narrow with it.
// CHECK-LABEL: func.func @between_products
// CHECK-DAG: %[[HALF:.*]] = weir.constant dense<5.000000e-01> : tensor<bf16> -> tensor<4x4xbf16>
// CHECK: %[[Y:.*]] = weir.matmul %{{.*}}, %{{.*}} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
// CHECK: %[[R:.*]] = weir.relu %[[Y]] : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
// CHECK: %[[M:.*]] = weir.mul %[[R]], %[[HALF]] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
// CHECK: weir.matmul %[[M]], %{{.*}} {out = f32}
func.func @between_products(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job, weir.amp = bf16} {
  %half = weir.constant dense<0.5> : tensor<f32> -> tensor<4x4xf32>
  %y = weir.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = weir.relu %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = weir.mul %r, %half : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = weir.matmul %m, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// One wide user anywhere behind keeps a whole chain wide.
// CHECK-LABEL: func.func @wide_user
// CHECK: %[[Y:.*]] = weir.matmul {{.*}} {out = f32}
// CHECK: %[[R:.*]] = weir.relu %[[Y]] : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: %[[M:.*]] = weir.neg %[[R]] : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: %[[C:.*]] = weir.cast %[[M]] {to = bf16}
// CHECK: weir.exp %[[M]] : (tensor<4x4xf32>)
// CHECK: weir.matmul %[[C]], %{{.*}} {out = f32}
func.func @wide_user(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) attributes {weir.job, weir.amp = bf16} {
  %y = weir.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = weir.relu %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = weir.neg %r : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = weir.exp %m : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = weir.matmul %m, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %e, %z : tensor<4x4xf32>, tensor<4x4xf32>
}

// A bias is not rounded: the sum is formed in f32 and rounded once. What asks for a size rounds nothing. The comparison
// reads what the next product reads anyway.
// CHECK-LABEL: func.func @bias
// CHECK: %[[Y:.*]] = weir.matmul {{.*}} {out = f32}
// CHECK: %[[B:.*]] = weir.broadcast %arg2 {{.*}} : tensor<4xf32> -> tensor<?x4xf32>
// CHECK: %[[S:.*]] = weir.add %[[Y]], %[[B]] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK: %[[R:.*]] = weir.relu %[[S]] : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK: %[[C:.*]] = weir.cast %[[R]] {to = bf16}
// CHECK-DAG: weir.matmul %[[C]], %{{.*}} {out = f32}
// CHECK-DAG: weir.compare  gt %[[C]], %{{.*}} : (tensor<?x4xbf16>, tensor<?x4xbf16>) -> tensor<?x4xi1>
func.func @bias(%x: tensor<?x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<?x4xi1>)
    attributes {weir.job, weir.amp = bf16} {
  %y = weir.matmul %x, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %n = weir.dim %y, 0 : tensor<?x4xf32>
  %bb = weir.broadcast %b sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  %s = weir.add %y, %bb : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = weir.relu %s : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %z = weir.matmul %r, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %zero = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?x4xf32>
  %p = weir.compare gt %r, %zero : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %z, %p : tensor<?x4xf32>, tensor<?x4xi1>
}

// The master weight stays f32, and its optimizer sees an unrounded gradient.
// CHECK-LABEL: func.func @optimizer
// CHECK: %[[G:.*]] = weir.matmul {{.*}} -> tensor<4x4xf32>
// CHECK: %[[P:.*]], %{{.*}}, %{{.*}} = weir.adamw_update %[[W:.*]], %[[G]]
// CHECK: weir.assign @w, %[[P]] : tensor<4x4xf32>
weir.variable @w : tensor<4x4xf32>
func.func @optimizer(%x: tensor<4x4xf32>, %h: tensor<f32>) attributes {weir.job, weir.amp = bf16} {
  %w = weir.read @w : tensor<4x4xf32>
  %g = weir.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %p:3 = weir.adamw_update %w, %g, %x, %x, %h, %h, %h, %h, %h, %h
      : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>,
         tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
  weir.assign @w, %p#0 : tensor<4x4xf32>
  return
}

// A cast of the user's own to bf16 and back rounds, and stays; one from bf16 meets ours and both go.
// CHECK-LABEL: func.func @users_casts
// CHECK: %[[A:.*]] = weir.cast %arg0 {to = bf16}
// CHECK-NEXT: weir.matmul %[[A]], %arg1 {out = f32}
func.func @users_casts(%x: tensor<4x4xf32>, %n: tensor<4x4xbf16>) -> tensor<4x4xf32> attributes {weir.job, weir.amp = bf16} {
  %a = weir.cast %x {to = bf16} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %b = weir.cast %a {to = f32} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %c = weir.cast %n {to = f32} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %y = weir.matmul %b, %c : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// Other floats and integers are none of its business.
// CHECK-LABEL: func.func @other_types
// CHECK-NOT: bf16
// CHECK: return
func.func @other_types(%x: tensor<4x4xf64>, %i: tensor<4x4xi64>) -> (tensor<4x4xf64>, tensor<4x4xi64>)
    attributes {weir.job, weir.amp = bf16} {
  %a = weir.matmul %x, %x : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %b = weir.matmul %i, %i : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
  return %a, %b : tensor<4x4xf64>, tensor<4x4xi64>
}

// CHECK-LABEL: func.func @not_asked
// CHECK-NOT: bf16
// CHECK: return
func.func @not_asked(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {weir.job} {
  %y = weir.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
