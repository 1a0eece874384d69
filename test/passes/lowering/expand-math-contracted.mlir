// RUN: weir-opt %s --weir-expand-math | FileCheck %s

// The power is not computed by itself, where it would overflow: no sum is left.
// CHECK-LABEL: func.func @logistic(
// CHECK-NOT: arith.addf
// CHECK: %[[QUOTIENT:.+]] = arith.divf {{.*}} : vector<8xf32>
// CHECK-NEXT: arith.mulf %[[QUOTIENT]]
// CHECK-NEXT: return
func.func @logistic(%a: vector<8xf32>, %x: vector<8xf32>) -> vector<8xf32> {
  %one = arith.constant 1.0 : f32
  %ones = vector.broadcast %one : f32 to vector<8xf32>
  %power = math.exp %x : vector<8xf32>
  %sum = arith.addf %ones, %power fastmath<contract> : vector<8xf32>
  %y = arith.divf %a, %sum fastmath<contract> : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @logistic_turned(
// CHECK-NOT: arith.addf
// CHECK: %[[QUOTIENT:.+]] = arith.divf {{.*}} : f64
// CHECK-NEXT: arith.mulf %[[QUOTIENT]]
// CHECK-NEXT: return
func.func @logistic_turned(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %power = math.exp %x : f64
  %sum = arith.addf %power, %one fastmath<contract> : f64
  %y = arith.divf %one, %sum fastmath<contract> : f64
  return %y : f64
}

// A power that is needed beside the quotient is computed once.
// CHECK-LABEL: func.func @logistic_and_power(
// CHECK: %[[SUM:.+]] = arith.addf
// CHECK-NEXT: arith.divf {{.*}}, %[[SUM]]
// CHECK: return
func.func @logistic_and_power(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %power = math.exp %x : f32
  %sum = arith.addf %power, %one fastmath<contract> : f32
  %y = arith.divf %one, %sum fastmath<contract> : f32
  return %y, %power : f32, f32
}

// Ops that may not be contracted round one by one.
// CHECK-LABEL: func.func @not_contracted(
// CHECK: %[[SUM:.+]] = arith.addf
// CHECK-NEXT: arith.divf {{.*}}, %[[SUM]]
// CHECK: return
func.func @not_contracted(%a: f32, %x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %power = math.exp %x : f32
  %sum = arith.addf %power, %one : f32
  %y = arith.divf %a, %sum : f32
  return %y : f32
}

// Tensors are left alone.
// CHECK-LABEL: func.func @tensors(
// CHECK: math.exp
// CHECK: arith.divf
func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %power = math.exp %x : tensor<4xf32>
  %sum = arith.addf %power, %one fastmath<contract> : tensor<4xf32>
  %y = arith.divf %one, %sum fastmath<contract> : tensor<4xf32>
  return %y : tensor<4xf32>
}

// The sum with 1 needs no digits of erf near zero: there is one polynomial beside that of exp.
// CHECK-LABEL: func.func @normal(
// CHECK-NOT: arith.addf
// CHECK: %[[TWO:.+]] = arith.constant dense<2.000000e+00>
// CHECK-NEXT: %[[ABOVE:.+]] = arith.subf %[[TWO]], %[[REST:.+]] : vector<8xf32>
// CHECK-NEXT: arith.select %{{.+}}, %[[REST]], %[[ABOVE]]
// CHECK-NEXT: return
func.func @normal(%x: vector<8xf32>) -> vector<8xf32> {
  %ones = arith.constant dense<1.0> : vector<8xf32>
  %erf = math.erf %x : vector<8xf32>
  %sum = arith.addf %erf, %ones fastmath<contract> : vector<8xf32>
  return %sum : vector<8xf32>
}
