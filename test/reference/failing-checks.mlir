// RUN: not weir-run %s --interpret > %t; FileCheck %s < %t
// RUN: weir-run %s --interpret --job passes | FileCheck %s --check-prefix=ONE --implicit-check-not=expects
// A failing check is reported at its line, with the first element that differs; the other functions still run.

func.func @passes() {
  // CHECK: passes: ok
  // ONE: passes: ok
  %x = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %x, %x : tensor<f32>
  return
}

func.func @different() {
  %x = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.constant dense<[[1.0, 2.0], [3.5, 4.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  // CHECK: different: {{.*}}failing-checks.mlir:[[@LINE+1]]:3: 'check.expect_eq' op expects actual to equal expected, got 2 of 4 elements that differ, the first at [1, 0]: 3 and 3.5
  check.expect_eq %x, %y : tensor<2x2xf32>
  return
}

func.func @sign_of_zero() {
  %x = weir.constant dense<[0.0, 0.0]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.constant dense<[0.0, -0.0]> : tensor<2xf64> -> tensor<2xf64>
  check.expect_close %x, %y : tensor<2xf64>
  // CHECK: sign_of_zero: {{.*}}:[[@LINE+1]]:3: {{.*}} got 1 of 2 elements that differ, the first at [1]: 0 and -0
  check.expect_eq %x, %y : tensor<2xf64>
  return
}

func.func @integers() {
  %x = weir.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.constant dense<[1, 3]> : tensor<2xi64> -> tensor<2xi64>
  // CHECK: integers: {{.*}}:[[@LINE+1]]:3: {{.*}} the first at [1]: 2 and 3
  check.expect_eq %x, %y : tensor<2xi64>
  return
}

// 8 ulps of f32 at 1.
func.func @not_close() {
  %x = weir.constant dense<1.00000095> : tensor<f32> -> tensor<f32>
  %y = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_close %x, %y {ulps = 8 : i64} : tensor<f32>
  check.expect_close %x, %y {length = 4 : i64} : tensor<f32>
  check.expect_close %x, %y {atol = 1.0e-6 : f64} : tensor<f32>
  check.expect_close %x, %y {rtol = 1.0e-6 : f64} : tensor<f32>
  // CHECK: not_close: {{.*}}:[[@LINE+1]]:3: 'check.expect_close' op expects actual to be close to expected, got 1 of 1 elements that differ, the first at []: 1.000001 and 1, off by 9.536743e-07 where 4.7683716e-07 is allowed
  check.expect_close %x, %y : tensor<f32>
  return
}

func.func @infinite() {
  %x = weir.constant dense<0x7F800000> : tensor<f32> -> tensor<f32>
  %y = weir.constant dense<3.0e38> : tensor<f32> -> tensor<f32>
  // CHECK: infinite: {{.*}}:[[@LINE+1]]:3: {{.*}} the first at []: inf and 3e+38
  check.expect_close %x, %y {rtol = 1.0e10 : f64} : tensor<f32>
  return
}

func.func @another_shape() {
  %three = arith.constant 3 : index
  %x = weir.constant dense<1.0> : tensor<f32> sizes(%three) -> tensor<?xf32>
  %y = weir.constant dense<1.0> : tensor<2xf32> -> tensor<2xf32>
  // CHECK: another_shape: {{.*}} expects actual to be tensor<2xf32>, got tensor<3xf32>
  check.expect_eq %x, %y : tensor<?xf32>, tensor<2xf32>
  return
}

// CHECK: no_check: {{.*}}:[[@LINE+1]]:1: expects a check op in a test function, got none
func.func @no_check() {
  return
}
