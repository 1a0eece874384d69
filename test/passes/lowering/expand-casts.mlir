// RUN: weir-opt %s --weir-expand-casts | FileCheck %s

// CHECK-LABEL: func.func @f32_to_bf16(
// CHECK-NOT: arith.truncf
// CHECK: arith.trunci {{.*}} : vector<8xi32> to vector<8xi16>
// CHECK: arith.bitcast {{.*}} : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: return
func.func @f32_to_bf16(%x: vector<8xf32>) -> vector<8xbf16> {
  %y = arith.truncf %x : vector<8xf32> to vector<8xbf16>
  return %y : vector<8xbf16>
}

// CHECK-LABEL: func.func @bf16_to_f64(
// CHECK-NOT: bf16 to f
// CHECK: arith.shli {{.*}} : vector<8xi32>
// CHECK: arith.extf {{.*}} : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: return
func.func @bf16_to_f64(%x: vector<8xbf16>) -> vector<8xf64> {
  %y = arith.extf %x : vector<8xbf16> to vector<8xf64>
  return %y : vector<8xf64>
}

// f64 is rounded to odd in f32 first: towards zero, with the last digit set if anything was lost.
// CHECK-LABEL: func.func @f64_to_f16(
// CHECK-SAME: %[[X:.+]]: vector<8xf64>
// CHECK-NEXT: %[[NEAREST:.+]] = arith.truncf %[[X]] : vector<8xf64> to vector<8xf32>
// CHECK: arith.extf %[[NEAREST]] : vector<8xf32> to vector<8xf64>
// CHECK: arith.ori {{.*}} : vector<8xi32>
// CHECK-NEXT: %[[ODD:.+]] = arith.bitcast {{.*}} : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: arith.truncf %[[ODD]] : vector<8xf32> to vector<8xf16>
func.func @f64_to_f16(%x: vector<8xf64>) -> vector<8xf16> {
  %y = arith.truncf %x : vector<8xf64> to vector<8xf16>
  return %y : vector<8xf16>
}

// CHECK-LABEL: func.func @f64_to_bf16(
// CHECK-NOT: to bf16
// CHECK: arith.truncf {{.*}} : f64 to f32
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast {{.*}} : i16 to bf16
func.func @f64_to_bf16(%x: f64) -> bf16 {
  %y = arith.truncf %x : f64 to bf16
  return %y : bf16
}

// Narrow integers are exact in f32; wider ones are rounded to odd first.
// CHECK-LABEL: func.func @integer_to_bf16(
// CHECK-SAME: %[[X:.+]]: i1, %[[Y:.+]]: i64
// CHECK-NEXT: arith.uitofp %[[X]] : i1 to f32
// CHECK: %[[ODD:.+]] = arith.select {{.*}} %[[Y]] : i64
// CHECK: arith.sitofp %[[ODD]] : i64 to f64
// CHECK-NOT: arith.truncf {{.*}} to bf16
// CHECK: arith.bitcast {{.*}} : i16 to bf16
// CHECK-NEXT: return
func.func @integer_to_bf16(%x: i1, %y: i64) -> (bf16, bf16) {
  %0 = arith.uitofp %x : i1 to bf16
  %1 = arith.sitofp %y : i64 to bf16
  return %0, %1 : bf16, bf16
}

// These are instructions.
// CHECK-LABEL: func.func @f32_and_f16(
// CHECK-NEXT: arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// CHECK-NEXT: return
func.func @f32_and_f16(%x: vector<8xf32>) -> vector<8xf32> {
  %y = arith.truncf %x : vector<8xf32> to vector<8xf16>
  %z = arith.extf %y : vector<8xf16> to vector<8xf32>
  return %z : vector<8xf32>
}

// What emulation of sums in f16 makes: the canonicalizer would take the sum before it is rounded.
// CHECK-LABEL: func.func @rounded_sum(
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT: return
func.func @rounded_sum(%x: f32) -> f32 {
  %y = arith.truncf %x fastmath<contract> : f32 to f16
  %z = arith.extf %y fastmath<contract> : f16 to f32
  return %z : f32
}
