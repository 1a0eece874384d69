// RUN: weir-opt %s --canonicalize | FileCheck %s

// Elementwise ops that do nothing go away, if they do nothing to any bit. CanonicalizeTest runs each function here before
// and after.

// CHECK-LABEL: @neutral
// CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
func.func @neutral(%x: tensor<?x3xf32>, %n: tensor<?xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %d = weir.dim %x, 0 : tensor<?x3xf32>
  %minus0 = weir.constant dense<-0.0> : tensor<f32> sizes(%d) -> tensor<?x3xf32>
  %plus0 = weir.constant dense<0.0> : tensor<f32> sizes(%d) -> tensor<?x3xf32>
  %one = weir.constant dense<1.0> : tensor<f32> sizes(%d) -> tensor<?x3xf32>
  %0 = weir.add %x, %minus0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = weir.add %minus0, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = weir.sub %x, %plus0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = weir.mul %x, %one : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = weir.mul %one, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = weir.div %x, %one : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %m = weir.neg %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = weir.neg %m : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6
    : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: @neutral_integers
// CHECK-NEXT: return %arg0, %arg0, %arg0
func.func @neutral_integers(%x: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %zero = weir.constant dense<0> : tensor<i64> -> tensor<4xi64>
  %one = weir.constant dense<1> : tensor<i64> -> tensor<4xi64>
  %0 = weir.add %x, %zero : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %1 = weir.sub %0, %zero : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %2 = weir.div %x, %one : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// A power of one is x, squares and cubes are products, an inverse is a quotient; other powers stay.
// CHECK-LABEL: @powers
// CHECK: %[[SQUARE:.*]] = weir.mul %arg0, %arg0
// CHECK: %[[OF_CUBE:.*]] = weir.mul %arg0, %arg0
// CHECK: %[[CUBE:.*]] = weir.mul %[[OF_CUBE]], %arg0
// CHECK: %[[INVERSE:.*]] = weir.div %{{.*}}, %arg0
// CHECK: %[[FOURTH:.*]] = weir.pow %arg0,
// CHECK: return %arg0, %[[SQUARE]], %[[CUBE]], %[[INVERSE]], %[[FOURTH]]
func.func @powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  %two = weir.constant dense<2.0> : tensor<f32> -> tensor<4xf32>
  %three = weir.constant dense<3.0> : tensor<f32> -> tensor<4xf32>
  %less = weir.constant dense<-1.0> : tensor<f32> -> tensor<4xf32>
  %four = weir.constant dense<4.0> : tensor<f32> -> tensor<4xf32>
  %0 = weir.pow %x, %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = weir.pow %x, %two : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = weir.pow %x, %three : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = weir.pow %x, %less : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = weir.pow %x, %four : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// 0.0 + -0.0 is 0.0; 0.0 - (-0.0) is 0.0; NaN and infinity times 0 are NaN; 0 - x is not -x; (x + y) - y is not x.
// CHECK-LABEL: @not_neutral
// CHECK: weir.add %arg0, %[[PLUS:.*]] :
// CHECK: weir.sub %arg0, %[[MINUS:.*]] :
// CHECK: weir.mul %arg0, %[[PLUS]] :
// CHECK: weir.sub %[[PLUS]], %arg0
// CHECK: %[[SUM:.*]] = weir.add %arg0, %arg1
// CHECK: weir.sub %[[SUM]], %arg1
// CHECK: weir.div %arg0, %arg0
func.func @not_neutral(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus0 = weir.constant dense<-0.0> : tensor<f32> -> tensor<4xf32>
  %plus0 = weir.constant dense<0.0> : tensor<f32> -> tensor<4xf32>
  %0 = weir.add %x, %plus0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = weir.sub %x, %minus0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = weir.mul %x, %plus0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = weir.sub %plus0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %sum = weir.add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = weir.sub %sum, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = weir.div %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5
    : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Casts join where the type in between holds every value.
// CHECK-LABEL: @casts_join
// CHECK: %[[A:.*]] = weir.cast %arg0 {to = f64} : (tensor<4xbf16>) -> tensor<4xf64>
// CHECK: %[[B:.*]] = weir.cast %arg1 {to = bf16} : (tensor<4xi32>) -> tensor<4xbf16>
// CHECK: %[[C:.*]] = weir.cast %arg2 {to = i32} : (tensor<4xi1>) -> tensor<4xi32>
// CHECK: %[[D:.*]] = weir.cast %arg1 {to = i8} : (tensor<4xi32>) -> tensor<4xi8>
// CHECK: return %arg0, %[[A]], %[[B]], %[[C]], %[[D]]
func.func @casts_join(%x: tensor<4xbf16>, %i: tensor<4xi32>, %b: tensor<4xi1>)
    -> (tensor<4xbf16>, tensor<4xf64>, tensor<4xbf16>, tensor<4xi32>, tensor<4xi8>) {
  %wide = weir.cast %x {to = f32} : (tensor<4xbf16>) -> tensor<4xf32>
  %0 = weir.cast %wide {to = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = weir.cast %wide {to = f64} : (tensor<4xf32>) -> tensor<4xf64>
  %double = weir.cast %i {to = f64} : (tensor<4xi32>) -> tensor<4xf64>
  %2 = weir.cast %double {to = bf16} : (tensor<4xf64>) -> tensor<4xbf16>
  %f = weir.cast %b {to = f16} : (tensor<4xi1>) -> tensor<4xf16>
  %3 = weir.cast %f {to = i32} : (tensor<4xf16>) -> tensor<4xi32>
  %long = weir.cast %i {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %4 = weir.cast %long {to = i8} : (tensor<4xi64>) -> tensor<4xi8>
  return %0, %1, %2, %3, %4 : tensor<4xbf16>, tensor<4xf64>, tensor<4xbf16>, tensor<4xi32>, tensor<4xi8>
}

// f32 doesn't hold every i32; bf16 not every f16; an integer that i32 doesn't hold wraps in i8, but not by way of
// a float; a rounding stays.
// CHECK-LABEL: @casts_stay
// CHECK-COUNT-8: weir.cast
// CHECK: return
func.func @casts_stay(%x: tensor<4xf32>, %i: tensor<4xi32>, %h: tensor<4xf16>)
    -> (tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xi8>) {
  %narrow = weir.cast %x {to = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  %0 = weir.cast %narrow {to = f32} : (tensor<4xbf16>) -> tensor<4xf32>
  %single = weir.cast %i {to = f32} : (tensor<4xi32>) -> tensor<4xf32>
  %1 = weir.cast %single {to = f64} : (tensor<4xf32>) -> tensor<4xf64>
  %b = weir.cast %h {to = bf16} : (tensor<4xf16>) -> tensor<4xbf16>
  %2 = weir.cast %b {to = f32} : (tensor<4xbf16>) -> tensor<4xf32>
  %double = weir.cast %i {to = f64} : (tensor<4xi32>) -> tensor<4xf64>
  %3 = weir.cast %double {to = i8} : (tensor<4xf64>) -> tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xi8>
}

// Arithmetic on splats is done when compiled, as it would round. exp is our own expansion and no business of a folder.
// CHECK-LABEL: @splats
// CHECK-DAG: %[[N:.*]] = weir.dim %arg0, 0
// CHECK-DAG: %[[A:.*]] = weir.constant dense<-0.333333343> : tensor<f32> sizes(%[[N]]) -> tensor<?xf32>
// CHECK-DAG: %[[B:.*]] = weir.constant dense<0.000000e+00> : tensor<f32> -> tensor<f32>
// CHECK-DAG: %[[C:.*]] = weir.constant dense<true> : tensor<i1> sizes(%[[N]]) -> tensor<?xi1>
// CHECK-DAG: %[[D:.*]] = weir.constant dense<1.000000e+00> : tensor<f32> sizes(%[[N]]) -> tensor<?xf32>
// CHECK-DAG: %[[E:.*]] = weir.exp %[[D]]
// CHECK-DAG: %[[F:.*]] = weir.constant dense<-9> : tensor<i64> -> tensor<4xi64>
// CHECK: return %[[A]], %[[B]], %[[C]], %[[E]], %[[F]]
func.func @splats(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>, tensor<?xi1>, tensor<?xf32>, tensor<4xi64>) {
  %n = weir.dim %x, 0 : tensor<?xf32>
  %one = weir.constant dense<1.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %three = weir.constant dense<3.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  %third = weir.div %one, %three : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = weir.neg %third : (tensor<?xf32>) -> tensor<?xf32>
  %plus = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %minus = weir.constant dense<-0.0> : tensor<f32> -> tensor<f32>
  %1 = weir.add %plus, %minus : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = weir.compare lt %one, %three : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %s = weir.select %2, %one, %three : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = weir.exp %s : (tensor<?xf32>) -> tensor<?xf32>
  %i = weir.constant dense<[3, 3, 3, 3]> : tensor<4xi64> -> tensor<4xi64>
  %j = weir.constant dense<-3> : tensor<i64> -> tensor<4xi64>
  %4 = weir.mul %i, %j : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<f32>, tensor<?xi1>, tensor<?xf32>, tensor<4xi64>
}

// CHECK-LABEL: @cast_of_splat
// CHECK: weir.constant dense<3.339840e-01> : tensor<bf16> -> tensor<4xbf16>
// CHECK-NOT: weir.cast
func.func @cast_of_splat() -> tensor<4xbf16> {
  %third = weir.constant dense<0.3333333> : tensor<f32> -> tensor<4xf32>
  %0 = weir.cast %third {to = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
