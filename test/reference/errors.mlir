// RUN: not weir-run %s --interpret > %t; FileCheck %s < %t
// RUN: not weir-run %s --interpret --job missing 2>&1 | FileCheck %s --check-prefix=MISSING
// What goes wrong while running is told with the op, its line and the rule.
// MISSING: weir-run: expects a job or a public function without arguments named missing in

weir.variable @w : tensor<2xf32>

func.func @gather_index() {
  %x = weir.constant dense<0.0> : tensor<10x1xf32> -> tensor<10x1xf32>
  %index = weir.constant dense<[[0], [9], [1], [12]]> : tensor<4x1xi64> -> tensor<4x1xi64>
  // CHECK: gather_index: {{.*}}errors.mlir:[[@LINE+1]]:8: 'weir.gather' op expects index to be in [0, 10), got 12 at position [3, 0]
  %y = weir.gather %x, %index {dim = 0 : i64} : (tensor<10x1xf32>, tensor<4x1xi64>) -> tensor<4x1xf32>
  check.expect_eq %y, %y : tensor<4x1xf32>
  return
}

func.func @scatter_index() {
  %x = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %index = weir.constant dense<[0, -1]> : tensor<2xi64> -> tensor<2xi64>
  // CHECK: scatter_index: {{.*}}:[[@LINE+1]]:8: 'weir.scatter_add' op expects index to be in [0, 2), got -1 at position [1]
  %y = weir.scatter_add %x, %index, %x {dim = 0 : i64} : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %y : tensor<2xf32>
  return
}

func.func @replacement() {
  %x = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %index = weir.constant dense<[2, 0]> : tensor<2xi64> -> tensor<2xi64>
  // CHECK: replacement: {{.*}}:[[@LINE+1]]:8: 'weir.scatter' op expects index to be in [0, 2), got 2 at position [0]
  %y = weir.scatter %x, %index, %x {dim = 0 : i64} : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %y : tensor<2xf32>
  return
}

func.func @divisor() {
  %x = weir.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y = weir.constant dense<[[1, 2], [3, 0]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  // CHECK: divisor: {{.*}}:[[@LINE+1]]:8: 'weir.div' op expects rhs to be nonzero, got 0 at position [1, 1]
  %z = weir.div %x, %y : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq %z, %z : tensor<2x2xi64>
  return
}

func.func @unequal_sizes() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%two) -> tensor<?xf32>
  %y = weir.constant dense<0.0> : tensor<f32> sizes(%three) -> tensor<?xf32>
  // CHECK: unequal_sizes: {{.*}}:[[@LINE+1]]:8: 'weir.add' op expects size of factor *0 to agree, got 2 (operand 0, dimension 0) and 3 (operand 1, dimension 0)
  %z = weir.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  check.expect_eq %z, %z : tensor<?xf32>
  return
}

func.func @kept_size() {
  %two = arith.constant 2 : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%two) -> tensor<?xf32>
  // CHECK: kept_size: {{.*}}:[[@LINE+1]]:8: 'weir.broadcast' op expects size 2 of dimension 0 of x to be kept, got 3 in dimension 1 of the result
  %y = weir.broadcast %x {dims = array<i64: 1>} : tensor<?xf32> -> tensor<1x3xf32>
  check.expect_eq %y, %y : tensor<1x3xf32>
  return
}

func.func @elements_of_reshape() {
  %five = arith.constant 5 : index
  %x = weir.constant dense<0.0> : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: elements_of_reshape: {{.*}}:[[@LINE+1]]:8: 'weir.reshape' op expects x and the result to have as many elements, got tensor<2x3xf32> with 6 and tensor<5xf32> with 5
  %y = weir.reshape %x sizes(%five) : tensor<2x3xf32> -> tensor<?xf32>
  check.expect_eq %y, %y : tensor<?xf32>
  return
}

func.func @negative_size() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %less = arith.subi %one, %two : index
  // CHECK: negative_size: {{.*}}:[[@LINE+1]]:8: 'weir.constant' op expects sizes to be at least 0, got -1
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%less) -> tensor<?xf32>
  check.expect_eq %x, %x : tensor<?xf32>
  return
}

func.func @memory() {
  %many = arith.constant 1000000000 : index
  // CHECK: memory: {{.*}}:[[@LINE+1]]:8: 'weir.constant' op expects the values of a run to take at most 4294967296 bytes, got tensor<1000000000xf32> beside 0 bytes
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%many) -> tensor<?xf32>
  check.expect_eq %x, %x : tensor<?xf32>
  return
}

func.func @number_of_elements() {
  %many = arith.constant 5000000000 : index
  // CHECK: number_of_elements: {{.*}}:[[@LINE+1]]:8: 'weir.constant' op expects {{.*}}5000000000x5000000000
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%many, %many) -> tensor<?x?xf32>
  check.expect_eq %x, %x : tensor<?x?xf32>
  return
}

func.func @index_arithmetic() {
  %large = arith.constant 9223372036854775807 : index
  // CHECK: index_arithmetic: {{.*}}:[[@LINE+1]]:8: 'arith.muli' op expects index arithmetic to stay in 64 bits
  %n = arith.muli %large, %large : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  check.expect_eq %x, %x : tensor<?xf32>
  return
}

func.func @index_natural() {
  %one = arith.constant 1 : index
  %negative = arith.constant -7 : index
  // CHECK: index_natural: {{.*}}:[[@LINE+1]]:8: 'arith.divui' op expects unsigned arithmetic of numbers from 0 on, got -7
  %n = arith.divui %negative, %one : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  check.expect_eq %x, %x : tensor<?xf32>
  return
}

func.func @index_divisor() {
  %one = arith.constant 1 : index
  %zero = arith.subi %one, %one : index
  // CHECK: index_divisor: {{.*}}:[[@LINE+1]]:8: 'arith.divsi' op expects a nonzero divisor, got 1 / 0
  %n = arith.divsi %one, %zero : index
  %x = weir.constant dense<0.0> : tensor<f32> sizes(%n) -> tensor<?xf32>
  check.expect_eq %x, %x : tensor<?xf32>
  return
}

func.func @two_assignments() {
  %x = weir.read @w : tensor<2xf32>
  weir.assign @w, %x : tensor<2xf32>
  // CHECK: two_assignments: {{.*}}:[[@LINE+1]]:3: 'weir.assign' op expects at most one assignment of a variable in a run, got a second one of w
  weir.assign @w, %x : tensor<2xf32>
  check.expect_eq %x, %x : tensor<2xf32>
  return
}

func.func @unknown_op() {
  %x = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  // CHECK: unknown_op: {{.*}}:[[@LINE+1]]:9: 'weir.gradient' op expects an op that the interpreter knows
  %dx = weir.gradient %x wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq %dx, %dx : tensor<f32>
  return
}

func.func private @endless(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: endless_calls: {{.*}}:[[@LINE+1]]:8: 'weir.call' op expects calls to nest at most 200 deep
  %y = weir.call @endless(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @endless_calls() {
  %x = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %y = weir.call @endless(%x) : (tensor<f32>) -> tensor<f32>
  check.expect_eq %y, %y : tensor<f32>
  return
}
