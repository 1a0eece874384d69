// RUN: weir-opt %s --split-input-file --verify-diagnostics

// What inference of composite ops over images, of einsum and of random draws refuses.

func.func @f(%x0: tensor<3x7xf32>) {
  // expected-error @below {{expects input (N, C, *) and window for each dimension behind C, got (3, 7) and (3,)}}
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>} :
      (tensor<3x7xf32>) -> (tensor<3x3xf32>, tensor<3x3xi64>)
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xi1>) {
  // expected-error @below {{expects x to be of numbers, got bool}}
  %y0, %y1 = weir.max_pool %x0 {window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = array<i64: 1>} :
      (tensor<2x3x7xi1>) -> (tensor<2x3x3xi1>, tensor<2x3x3xi64>)
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects input (N, C, *) and a size for each dimension behind C, got (2, 3, 7) and (2, 2)}}
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 2, 2>} :
      (tensor<2x3x7xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects sizes of at least 1, got (0,)}}
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 0>} :
      (tensor<2x3x7xf32>) -> tensor<2x3x0xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x?xf32>) {
  // expected-error @below {{expects known sizes of at least 1 behind C, got (2, 3, ?)}}
  %y0 = weir.adaptive_average_pool %x0 {size = array<i64: 2>} :
      (tensor<2x3x?xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x0xf32>) {
  // expected-error @below {{expects known sizes of at least 1 behind C, got (2, 3, 0)}}
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 1>} :
      (tensor<2x3x0xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x1xi64>)
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xi1>) {
  // expected-error @below {{expects input to be of numbers, got bool}}
  %y0, %i0 = weir.adaptive_max_pool %x0 {size = array<i64: 1>} :
      (tensor<2x3x7xi1>) -> (tensor<2x3x1xi1>, tensor<2x3x1xi64>)
  return
}

// -----

func.func @f(%x0: tensor<3x7xf32>) {
  // expected-error @below {{expects input (N, C, *) and a size for each dimension behind C, got (3, 7) and (4,)}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "linear"} :
      (tensor<3x7xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xi64>) {
  // expected-error @below {{expects input of floats for mode linear, got i64}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "linear"} :
      (tensor<2x3x7xi64>) -> tensor<2x3x4xi64>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects sizes of at least 1, got (0,)}}
  %y0 = weir.interpolate %x0 {size = array<i64: 0>, mode = "nearest"} :
      (tensor<2x3x7xf32>) -> tensor<2x3x0xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x?xf32>) {
  // expected-error @below {{expects known sizes of at least 1 behind C, got (2, 3, ?)}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "nearest"} :
      (tensor<2x3x?xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects a scale factor for each of the sizes, got 2 for 1}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "nearest", scale_factors = array<f64: 0.5, 2.0>} :
      (tensor<2x3x7xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects scale factors above 0, got 0.0}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "nearest", scale_factors = array<f64: 0.0>} :
      (tensor<2x3x7xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{attribute 'mode' failed to satisfy constraint: one of nearest, nearest_exact, linear, cubic}}
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "area"} :
      (tensor<2x3x7xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects two numbers for each dimension of input (2, 3), got (1,) and (1,)}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 1>, padding_high = array<i64: 1>, mode = "reflect"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects numbers of at least 0 for mode 'replicate', got -1 and 1 in dimension 1}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, -1>, padding_high = array<i64: 0, 1>, mode = "replicate"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x?xf32>) {
  // expected-error @below {{expects known sizes of padded dimensions, got (2, ?)}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1>, padding_high = array<i64: 0, 0>, mode = "replicate"} :
      (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x0xf32>) {
  // expected-error @below {{expects an element to repeat in dimension 1, got (2, 0)}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1>, padding_high = array<i64: 0, 0>, mode = "replicate"} :
      (tensor<2x0xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects less than the 3 elements of dimension 1, got 3 and 0}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 3>, padding_high = array<i64: 0, 0>, mode = "reflect"} :
      (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects at most the 3 elements of dimension 1, got 0 and 4}}
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 4>, mode = "circular"} :
      (tensor<2x3xf32>) -> tensor<2x7xf32>
  return
}

// -----

func.func @f(%x0: tensor<3x7xf32>) {
  // expected-error @below {{expects an image (N, C, *), got (3, 7)}}
  %y0 = weir.unfold %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>} :
      (tensor<3x7xf32>) -> tensor<3x9xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects window to be at least 1 for each dimension of an image (7,), got (0,)}}
  %y0 = weir.unfold %x0 {window = array<i64: 0>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>} :
      (tensor<2x3x7xf32>) -> tensor<2x9x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects dilations to be at least 1 for each dimension of an image (7,), got (2, 2)}}
  %y0 = weir.unfold %x0 {window = array<i64: 4>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2, 2>} :
      (tensor<2x3x7xf32>) -> tensor<2x9x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x?xf32>) {
  // expected-error @below {{expects known sizes behind C, got (?,)}}
  %y0 = weir.unfold %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>} :
      (tensor<2x3x?xf32>) -> tensor<2x9x?xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x7xf32>) {
  // expected-error @below {{expects windows within (7,), got windows of (9,)}}
  %y0 = weir.unfold %x0 {window = array<i64: 5>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>} :
      (tensor<2x3x7xf32>) -> tensor<2x15x1xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x4x3xf32>) {
  // expected-error @below {{expects input of shape (N, C, 3) with C a multiple of 3, got (2, 4, 3)}}
  %y0 = weir.fold %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>, size = array<i64: 7>} :
      (tensor<2x4x3xf32>) -> tensor<2x1x7xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x6x2xf32>) {
  // expected-error @below {{expects input of shape (N, C, 3) with C a multiple of 3, got (2, 6, 2)}}
  %y0 = weir.fold %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>, size = array<i64: 7>} :
      (tensor<2x6x2xf32>) -> tensor<2x2x7xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x6x3xi1>) {
  // expected-error @below {{expects input to be of numbers, got bool}}
  %y0 = weir.fold %x0 {window = array<i64: 3>, strides = array<i64: 1>, padding = array<i64: 0>, dilations = array<i64: 2>, size = array<i64: 7>} :
      (tensor<2x6x3xi1>) -> tensor<2x2x7xi1>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %x1: tensor<2x3xf64>) {
  // expected-error @below {{expects lhs and rhs to have one dtype, got f32 and f64}}
  %y0 = weir.cat %x0, %x1 {dim = 0 : i64} :
      (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %x1: tensor<2x3xf32>) {
  // expected-error @below {{expects dims to be in [0, 2), got 2}}
  %y0 = weir.cat %x0, %x1 {dim = 2 : i64} :
      (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects a shift for each of dims, got 1 and 2}}
  %y0 = weir.roll %x0 {shifts = array<i64: 1>, dims = array<i64: 0, 1>} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects dims to be in [0, 2), got 2}}
  %y0 = weir.roll %x0 {shifts = array<i64: 1>, dims = array<i64: 2>} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x?xf32>) {
  // expected-error @below {{expects known sizes along dims, got (2, ?)}}
  %y0 = weir.roll %x0 {shifts = array<i64: 1>, dims = array<i64: 1>} :
      (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects 2 operands for 'ij,jk', got 1}}
  %y0 = weir.einsum %x0 {equation = "ij,jk"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<1x5xf32>) {
  // expected-error @below {{expects 'i' to be of one size in an operand of 'ii->i', got 1 and 5}}
  %y0 = weir.einsum %x0 {equation = "ii->i"} :
      (tensor<1x5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects 'i' to name the dimensions of (2, 3) in 'i'}}
  %y0 = weir.einsum %x0 {equation = "i"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects 'ijk...' to name the dimensions of (2, 3) in 'ijk...'}}
  %y0 = weir.einsum %x0 {equation = "ijk..."} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects letters, ',', '...' and '->', got 'i1'}}
  %y0 = weir.einsum %x0 {equation = "i1"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects a result of distinct letters of operands, got 'ij->ik'}}
  %y0 = weir.einsum %x0 {equation = "ij->ik"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error @below {{expects a result of distinct letters of operands, got 'ij->ii'}}
  %y0 = weir.einsum %x0 {equation = "ij->ii"} :
      (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %x1: tensor<2x3xf32>) {
  // expected-error @below {{expects 'j' to be of one size in 'ij,jk', got 3 and 2}}
  %y0 = weir.einsum %x0, %x1 {equation = "ij,jk"} :
      (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %x1: tensor<5x2xf32>) {
  // expected-error @below {{expects '...' to be of one size in '...i,...j->...ij', got 2 and 5}}
  %y0 = weir.einsum %x0, %x1 {equation = "...i,...j->...ij"} :
      (tensor<2x3xf32>, tensor<5x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %x1: tensor<3xf64>) {
  // expected-error @below {{expects operands 0 and 1 to have one dtype, got f32 and f64}}
  %y0 = weir.einsum %x0, %x1 {equation = "ij,j"} :
      (tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x0: tensor<?x?xf32>) {
  // expected-error @below {{expects known sizes of letters that stand several times in an operand, got tensor<?x?xf32>}}
  %y0 = weir.einsum %x0 {equation = "ii"} :
      (tensor<?x?xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xi1>) {
  // expected-error @below {{expects factors and terms of sums to be numbers, got bool}}
  %y0 = weir.einsum %x0 {equation = "ij->i"} :
      (tensor<2x3xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%seed: tensor<1xi64>, %step: tensor<1xi64>) {
  // expected-error @below {{expects seed and step to be scalars, got tensor<1xi64> and tensor<1xi64>}}
  %y = weir.random_uniform %seed, %step {low = 0.0 : f64, high = 1.0 : f64, ordinal = 0 : i64} : tensor<1xi64> -> tensor<4xf32>
  return
}

// -----

func.func @f(%seed: tensor<i64>, %step: tensor<i64>) {
  // expected-error @below {{expects one size operand per `?` of its result, got 0 for 1}}
  %y = weir.random_normal %seed, %step {mean = 0.0 : f64, std = 1.0 : f64, ordinal = 0 : i64} : tensor<i64> -> tensor<?xf32>
  return
}

// -----

func.func @f(%seed: tensor<i64>, %step: tensor<i64>) {
  // expected-error @below {{expects high above low by at most 2^53, got low 3, high 3}}
  %y = weir.random_integers %seed, %step {low = 3 : i64, high = 3 : i64, ordinal = 0 : i64} : tensor<i64> -> tensor<4xi64>
  return
}

// -----

func.func @f(%seed: tensor<i64>, %step: tensor<i64>) {
  // expected-error @below {{expects high above low by at most 2^53, got low -1, high 9007199254740992}}
  %y = weir.random_integers %seed, %step {low = -1 : i64, high = 9007199254740992 : i64, ordinal = 0 : i64} : tensor<i64> -> tensor<4xi64>
  return
}

// -----

func.func @f(%seed: tensor<i64>, %step: tensor<i64>) {
  // expected-error @below {{expects the result to be a vector of i64, got tensor<2x2xi64>}}
  %y = weir.random_permutation %seed, %step {ordinal = 0 : i64} : tensor<i64> -> tensor<2x2xi64>
  return
}

// -----

func.func @f(%x0: tensor<4xf32>, %seed: tensor<i64>, %x1: tensor<1xi64>) {
  // expected-error @below {{expects seed and step to be scalars, got tensor<i64> and tensor<1xi64>}}
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = f32} :
      (tensor<4xf32>, tensor<i64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3x8xf32>) {
  // expected-error @below {{expects divisor_override to be other than 0}}
  %y0 = weir.average_pool %x0 {window = array<i64: 2>, strides = array<i64: 2>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, divisor_override = 0 : i64} :
      (tensor<2x3x8xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x0: tensor<2x3xi1>, %x1: tensor<4x3xi1>) {
  // expected-error @below {{expects input and weight to be numbers, got bool}}
  %y0 = weir.linear %x0, %x1 {present = array<i64>} : (tensor<2x3xi1>, tensor<4x3xi1>) -> tensor<2x4xi1>
  return
}
