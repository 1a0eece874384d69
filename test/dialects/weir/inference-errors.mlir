// RUN: weir-opt %s --split-input-file --verify-diagnostics

// What inference refuses, for each op that has rules of its own; and what holds for all ops.

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'weir.add' op expects size of factor *0 to agree, got 4 (operand 0, dimension 0) and 5 (operand 1, dimension 0)}}
  %z = weir.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @below {{'weir.mul' op expects operands 0 and 1 to have one dtype, got f32 and f64}}
  %z = weir.mul %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// A bool is not a number.
func.func @f(%x: tensor<4xi1>) {
  // expected-error @below {{'weir.add' op expects operands to be of numbers, got bool}}
  %z = weir.add %x, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @below {{'weir.neg' op expects operands to be of numbers, got bool}}
  %z = weir.neg %x : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xi1>, %index: tensor<4xi64>) {
  // expected-error @below {{'weir.scatter_add' op expects x and updates to be of numbers, got bool}}
  %z = weir.scatter_add %x, %index, %x {dim = 0 : i64} : (tensor<4xi1>, tensor<4xi64>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @below {{'weir.select' op expects operands 1 and 2 to have one dtype, got f32 and f64}}
  %z = weir.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xui16>) {
  // expected-error @below {{expects operand #0 to have one of the element types f64 f32 f16 bf16 i64 i32 i8 ui8 i1, got 'ui16'}}
  %z = weir.neg %x : (tensor<4xui16>) -> tensor<4xui16>
  return
}

// -----

func.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @below {{expects at most 16 dimensions, got 17 in operand #0}}
  %r = weir.relu %x : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects dims to increase within [0, 2), got 2 at 0}}
  %z = weir.broadcast %x {dims = array<i64: 2>} : tensor<4xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects size 4 of dimension 0 of x to be kept, got 3 in dimension 0 of the result}}
  %z = weir.broadcast %x {dims = array<i64: 0>} : tensor<4xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects one size operand per `?` of its result, got 0 for 1}}
  %z = weir.broadcast %x {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects one start, one step and one size of the result per dimension of x, got 1, 2 and 2 for tensor<4x3xf32>}}
  %z = weir.slice %x {starts = array<i64: 0>, steps = array<i64: 1, 1>} : tensor<4x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects steps in [1, 2^48], got 0 in dimension 0}}
  %z = weir.slice %x {starts = array<i64: 0>, steps = array<i64: 0>} : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32>) {
  // expected-error @below {{expects starts of at least 0, got -1 in dimension 0}}
  %z = weir.slice %x {starts = array<i64: -1>, steps = array<i64: 1>} : tensor<?xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{expects the slice to lie within dimension 1 of x, got 2 elements from 1 by 3 of tensor<2x4xf32>}}
  %z = weir.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 3>} : tensor<2x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects starts in [-2^48, 2^48], got 9223372036854775807 in dimension 0}}
  %z = weir.pad %x {starts = array<i64: 9223372036854775807>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects one start, one step and one size of the result per dimension of x, got 1, 1 and 2 for tensor<4xf32>}}
  %z = weir.pad %x {starts = array<i64: 0>, steps = array<i64: 1>, value = 0.0 : f64} : tensor<4xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects dims to be in [0, 2), got 2}}
  %z = weir.flip %x {dims = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects each dimension once in dims, got 0 twice}}
  %z = weir.flip %x {dims = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x3xf64>) {
  // expected-error @below {{expects lhs and rhs to have one dtype, got f32 and f64}}
  %z = weir.concat %x, %y {dim = 0 : i64} : (tensor<4x3xf32>, tensor<4x3xf64>) -> tensor<8x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects dim to be in [0, 2), got -1}}
  %z = weir.concat %x, %x {dim = -1 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects lhs and rhs to agree in all dimensions but 0, got tensor<4x3xf32> and tensor<4x2xf32>}}
  %z = weir.concat %x, %y {dim = 0 : i64} : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects x and the result to have as many elements, got tensor<4xf32> with 4 and tensor<3xf32> with 3}}
  %z = weir.reshape %x : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{expects permutation to name each dimension of x once, got [1, 1] for tensor<4x2xf32>}}
  %z = weir.transpose %x {permutation = array<i64: 1, 1>} : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'weir.dim' op expects dim to be in [0, 1), got 1}}
  %n = weir.dim %x, 1 : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{expects value and result to have one element type, got 'f32' and 'f64'}}
  %z = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf64>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{expects dim to be in [0, 2), got 2}}
  %z = weir.cumsum %x {dim = 2 : i64} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xi1>) {
  // expected-error @below {{expects x to be of numbers, got bool}}
  %z = weir.cumprod %x {dim = 1 : i64} : (tensor<4x2xi1>) -> tensor<4x2xi1>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @below {{expects dim to be in [0, 0), got 0}}
  %v, %i = weir.sort %x {dim = 0 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i64>)
  return
}

// -----

func.func @f() {
  // expected-error @below {{expects a result of one dimension, got tensor<4x2xi64>}}
  %z = weir.iota -> tensor<4x2xi64>
  return
}

// -----

func.func @f() {
  // expected-error @below {{expects a value of the result's type unless it is a splat, got 'tensor<2xf32>' and 'tensor<4xf32>'}}
  %z = weir.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{expects dims to be in [0, 2), got 2}}
  %z = weir.reduce_sum %x {dims = array<i64: 2>} : (tensor<4x2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{expects dims to be distinct, got 1 twice}}
  %z = weir.reduce_max %x {dims = array<i64: 1, 1>} : (tensor<4x2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xi1>) {
  // expected-error @below {{expects x to be of numbers, got bool}}
  %z = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<4x2xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4x2xi1>) {
  // expected-error @below {{expects dims to be in [0, 2), got 2}}
  %z = weir.reduce_any %x {dims = array<i64: 2>} : (tensor<4x2xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x3xf64>) {
  // expected-error @below {{expects a and b to have one dtype, got f32 and f64}}
  %z = weir.matmul %a, %b : (tensor<4x2xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>, %i: tensor<3x2xi64>) {
  // expected-error @below {{expects index to agree with x in all dimensions but 1, got tensor<4x2xf32> and tensor<3x2xi64>}}
  %z = weir.gather %x, %i {dim = 1 : i64} : (tensor<4x2xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>, %i: tensor<4x1xi64>, %u: tensor<4x1xf64>) {
  // expected-error @below {{expects x and updates to have one dtype, got f32 and f64}}
  %z = weir.scatter %x, %i, %u {dim = 1 : i64} : (tensor<4x2xf32>, tensor<4x1xi64>, tensor<4x1xf64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>, %i: tensor<4x1xi64>, %u: tensor<4x2xf32>) {
  // expected-error @below {{expects index and updates to have equal shapes, got tensor<4x1xi64> and tensor<4x2xf32>}}
  %z = weir.scatter_add %x, %i, %u {dim = 1 : i64} : (tensor<4x2xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%seed: tensor<1xi64>, %step: tensor<1xi64>, %ordinal: tensor<1xi64>) {
  // expected-error @below {{expects seed and step to be scalars, got tensor<1xi64> and tensor<1xi64>}}
  %z = weir.random_bits %seed, %step, %ordinal : tensor<1xi64> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  // expected-error @below {{'weir.matmul' op expects allow_tf32 with a and b of f32, got bf16}}
  %y = weir.matmul %x, %x {allow_tf32} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %y : tensor<4x4xbf16>
}

// -----

// What ops convert to or compute in are dtypes that tensors have.

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{attribute 'to' failed to satisfy constraint: a dtype of tensors}}
  %y = weir.cast %x {to = i16} : (tensor<8xf32>) -> tensor<8xf64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{attribute 'accumulator' failed to satisfy constraint: a dtype of tensors}}
  %y = weir.reduce_sum %x {dims = array<i64: 0>, accumulator = tensor<2xf32>} : (tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<i1>) {
  // expected-error@+1 {{'weir.nansum' op expects input to be of numbers, got bool}}
  %y = weir.nansum %x {dims = array<i64>} : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @f(%x: tensor<3x?xf32>) {
  // expected-error@+1 {{'weir.sort_first' op expects count to be in [0, 3], which is known, got 4}}
  %y:2 = weir.sort_first %x {count = 4 : i64, dim = 0 : i64} : (tensor<3x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  return
}
