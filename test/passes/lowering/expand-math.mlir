// RUN: weir-opt %s --weir-expand-math | FileCheck %s --implicit-check-not=math.a{{[cst]}} --implicit-check-not=math.cos --implicit-check-not=math.e{{[rx]}} --implicit-check-not=math.log --implicit-check-not=math.powf --implicit-check-not=math.sin --implicit-check-not=math.tanh --implicit-check-not=fastmath

// One reduction, a polynomial of degree 6 and two scalings: no branch, no table.
// CHECK-LABEL: func.func @exp(
// CHECK-COUNT-2: arith.select
// CHECK: %[[SHIFTED:.+]] = math.fma
// CHECK-COUNT-8: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK-COUNT-2: arith.mulf {{.*}} : vector<16xf32>
// CHECK-NEXT: return
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x fastmath<contract> : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @exp_f64(
// CHECK-COUNT-14: math.fma {{.*}} : f64
// CHECK-NOT: math.fma
// CHECK: return
func.func @exp_f64(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// CHECK-LABEL: func.func @log(
// CHECK-NOT: arith.divf
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: arith.divf
// CHECK: return
func.func @log(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.log %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @log_f64(
// CHECK: arith.divf {{.*}} : f64
// CHECK-NOT: arith.divf
// CHECK: math.fma {{.*}} : f64
// CHECK: return
func.func @log_f64(%x: f64) -> f64 {
  %y = math.log %x : f64
  return %y : f64
}

// f32 is computed in f64.
// CHECK-LABEL: func.func @pow(
// CHECK-DAG: arith.extf {{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: math.fma {{.*}} : vector<8xf64>
// CHECK: arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: return
func.func @pow(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %z = math.powf %x, %y : vector<8xf32>
  return %z : vector<8xf32>
}

// CHECK-LABEL: func.func @pow_f64(
// CHECK: math.fma {{.*}} : f64
// CHECK: return
func.func @pow_f64(%x: f64, %y: f64) -> f64 {
  %z = math.powf %x, %y : f64
  return %z : f64
}

// A polynomial up to a half, the exponential beyond.
// CHECK-LABEL: func.func @tanh(
// CHECK-SAME: %[[X:.+]]: vector<16xf32>
// CHECK-COUNT-4: math.fma {{.*}} : vector<16xf32>
// CHECK: %[[SMALL:.+]] = math.fma {{.*}} : vector<16xf32>
// CHECK-NEXT: arith.constant
// CHECK: arith.divf {{.*}} : vector<16xf32>
// CHECK: %[[LARGE:.+]] = arith.subf {{.*}} : vector<16xf32>
// CHECK: arith.select %{{.+}}, %[[LARGE]], %[[SMALL]] : vector<16xi1>, vector<16xf32>
// CHECK: return
func.func @tanh(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.tanh %x fastmath<fast> : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @erf(
// CHECK-NOT: arith.divf
// CHECK: math.fma {{.*}} : vector<3xf32>
// CHECK-NOT: arith.divf
// CHECK: return
func.func @erf(%x: vector<3xf32>) -> vector<3xf32> {
  %y = math.erf %x : vector<3xf32>
  return %y : vector<3xf32>
}

// CHECK-LABEL: func.func @expm1_f64(
// CHECK-COUNT-17: math.fma {{.*}} : f64
// CHECK-NOT: math.fma
// CHECK: return
func.func @expm1_f64(%x: f64) -> f64 {
  %y = math.expm1 %x : f64
  return %y : f64
}

// What rounding 1 + x left is a quotient of its own.
// CHECK-LABEL: func.func @log1p(
// CHECK-COUNT-1: arith.divf {{.*}} : vector<8xf32>
// CHECK-NOT: arith.divf
// CHECK: return
func.func @log1p(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.log1p %x : vector<8xf32>
  return %y : vector<8xf32>
}

// f32 is computed in f64; the bits of 2/pi are multiplied as integers.
// CHECK-LABEL: func.func @sin(
// CHECK: arith.extf {{.*}} : vector<8xf32> to vector<8xf64>
// CHECK-COUNT-3: arith.muli {{.*}} : vector<8xi64>
// CHECK-NOT: arith.muli
// CHECK: arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: return
func.func @sin(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.sin %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @cos_f64(
// CHECK-COUNT-11: arith.muli {{.*}} : i64
// CHECK-NOT: arith.muli
// CHECK: return
func.func @cos_f64(%x: f64) -> f64 {
  %y = math.cos %x : f64
  return %y : f64
}

// CHECK-LABEL: func.func @asin(
// CHECK: math.sqrt {{.*}} : vector<8xf32>
// CHECK-NOT: arith.divf
// CHECK: return
func.func @asin(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.asin %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @acos_f64(
// CHECK: math.sqrt {{.*}} : f64
// CHECK-NOT: arith.divf
// CHECK: return
func.func @acos_f64(%x: f64) -> f64 {
  %y = math.acos %x : f64
  return %y : f64
}

// CHECK-LABEL: func.func @atan(
// CHECK-COUNT-1: arith.divf {{.*}} : vector<8xf32>
// CHECK-NOT: arith.divf
// CHECK: return
func.func @atan(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.atan %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @exp_f16(
// CHECK-SAME: %[[X:.+]]: vector<4xf16>
// CHECK-NEXT: arith.extf %[[X]] : vector<4xf16> to vector<4xf32>
// CHECK: math.fma {{.*}} : vector<4xf32>
// CHECK: %[[Y:.+]] = arith.truncf {{.*}} : vector<4xf32> to vector<4xf16>
// CHECK-NEXT: return %[[Y]]
func.func @exp_f16(%x: vector<4xf16>) -> vector<4xf16> {
  %y = math.exp %x : vector<4xf16>
  return %y : vector<4xf16>
}

// The square root is an instruction, but for the narrow types.
// CHECK-LABEL: func.func @sqrt(
// CHECK-SAME: %[[X:.+]]: vector<8xf32>, %[[Y:.+]]: bf16
// CHECK-NEXT: math.sqrt %[[X]] : vector<8xf32>
// CHECK-NEXT: %[[WIDE:.+]] = arith.extf %[[Y]] : bf16 to f32
// CHECK-NEXT: %[[ROOT:.+]] = math.sqrt %[[WIDE]] : f32
// CHECK-NEXT: arith.truncf %[[ROOT]] : f32 to bf16
func.func @sqrt(%x: vector<8xf32>, %y: bf16) -> (vector<8xf32>, bf16) {
  %0 = math.sqrt %x : vector<8xf32>
  %1 = math.sqrt %y : bf16
  return %0, %1 : vector<8xf32>, bf16
}
