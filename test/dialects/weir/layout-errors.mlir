// RUN: weir-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3x4xf32>) {
  // expected-error @below {{expects x to be a matrix, got tensor<2x3x4xf32>}}
  %y = weir.pack %x {panel = 4 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{expects panel and group to be at least 1, got 0 and 1}}
  %y = weir.pack %x {panel = 0 : i64} : (tensor<2x3xf32>) -> tensor<1x2x0xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %p: tensor<1x3x4xf64>) {
  // expected-error @below {{expects a and packed to be numbers of one dtype, got f32 and f64}}
  %y = weir.matmul_packed %a, %p {columns = 4 : i64, panel = 4 : i64} : (tensor<2x3xf32>, tensor<1x3x4xf64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<3xf32>, %p: tensor<1x3x4xf32>) {
  // expected-error @below {{expects a to be a matrix and packed to have three dimensions, got tensor<3xf32> and tensor<1x3x4xf32>}}
  %y = weir.matmul_packed %a, %p {columns = 4 : i64, panel = 4 : i64} : (tensor<3xf32>, tensor<1x3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<3x2xf32>, %p: tensor<1x2x4xf32>) {
  // expected-error @below {{expects a and packed to agree in the summed dimension, got tensor<3x2xf32> and tensor<1x2x4xf32>}}
  %y = weir.matmul_packed %a, %p {columns = 4 : i64, panel = 4 : i64, transpose_a} : (tensor<3x2xf32>, tensor<1x2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %p: tensor<1x3x4xf32>) {
  // expected-error @below {{expects packed to hold 2 panels of 4 columns in groups of 1, got tensor<1x3x4xf32>}}
  %y = weir.matmul_packed %a, %p {columns = 5 : i64, panel = 4 : i64} : (tensor<2x3xf32>, tensor<1x3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %p: tensor<1x3x4xf32>) {
  // expected-error @below {{expects columns to be at least 0, got -1}}
  %y = weir.matmul_packed %a, %p {columns = -1 : i64, panel = 4 : i64} : (tensor<2x3xf32>, tensor<1x3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{expects panel and group to be at least 1, got 4 and 0}}
  %y = weir.pack %x {group = 0 : i64, panel = 4 : i64} : (tensor<2x3xf32>) -> tensor<1x2x0xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{expects a row of a panel to have fewer elements than 2^63}}
  %y = weir.pack %x {group = 4 : i64, panel = 4611686018427387904 : i64} : (tensor<2x3xf32>) -> tensor<1x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x7xbf16>, %p: tensor<1x3x8xbf16>) {
  // expected-error @below {{expects a and packed to agree in the summed dimension, got tensor<2x7xbf16> and tensor<1x3x8xbf16>}}
  %y = weir.matmul_packed %a, %p {columns = 4 : i64, group = 2 : i64, panel = 4 : i64} : (tensor<2x7xbf16>, tensor<1x3x8xbf16>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x3xbf16>, %p: tensor<1x2x4xbf16>) {
  // expected-error @below {{expects packed to hold 1 panels of 4 columns in groups of 2, got tensor<1x2x4xbf16>}}
  %y = weir.matmul_packed %a, %p {columns = 4 : i64, group = 2 : i64, panel = 4 : i64} : (tensor<2x3xbf16>, tensor<1x2x4xbf16>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x6xf32>, %p: tensor<1x24x16xf32>) {
  // expected-error @below {{expects whole blocks of 4 channels, got 6 channels}}
  %y = weir.conv_packed %x, %p {block = 4 : i64, channels = 6 : i64, columns = 16 : i64, panel = 16 : i64, window = array<i64: 2, 2>, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x6xf32>, tensor<1x24x16xf32>) -> tensor<1x7x7x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x6xf32>, %p: tensor<1x20x16xf32>) {
  // expected-error @below {{expects packed to hold 2 panels of 16 columns and 24 rows, got tensor<1x20x16xf32>}}
  %y = weir.conv_packed %x, %p {block = 3 : i64, channels = 6 : i64, columns = 17 : i64, panel = 16 : i64, window = array<i64: 2, 2>, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x6xf32>, tensor<1x20x16xf32>) -> tensor<1x7x7x17xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x6xf32>, %p: tensor<1x24x16xf16>) {
  // expected-error @below {{expects x and packed to be numbers of one dtype, got f32 and f16}}
  %y = weir.conv_packed %x, %p {block = 3 : i64, channels = 6 : i64, columns = 16 : i64, panel = 16 : i64, window = array<i64: 2, 2>, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x6xf32>, tensor<1x24x16xf16>) -> tensor<1x7x7x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x5xf32>, %p: tensor<1x24x16xf32>) {
  // expected-error @below {{expects x to have 6 channels, got tensor<1x8x8x5xf32>}}
  %y = weir.conv_packed %x, %p {block = 3 : i64, channels = 6 : i64, columns = 16 : i64, panel = 16 : i64, window = array<i64: 2, 2>, strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x5xf32>, tensor<1x24x16xf32>) -> tensor<1x7x7x16xf32>
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>, %part: tensor<2x4xf32>) {
  // expected-error @below {{expects src to lie inside of input, got (2, 4) from 5 in steps of 3 for (8, 4) in dimension 0}}
  %y = weir.write_slice %x, %part {starts = array<i64: 5, 0>, steps = array<i64: 3, 1>} : (tensor<8x4xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>, %part: tensor<2xf32>) {
  // expected-error @below {{expects src, starts and steps for each dimension of (8, 4), got (2,), 1 and 1}}
  %y = weir.write_slice %x, %part {starts = array<i64: 5>, steps = array<i64: 3>} : (tensor<8x4xf32>, tensor<2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %part: tensor<2xf64>) {
  // expected-error @below {{expects operands 0 and 1 to have one dtype, got f32 and f64}}
  %y = weir.write_slice %x, %part {starts = array<i64: 5>, steps = array<i64: 3>} : (tensor<8xf32>, tensor<2xf64>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %part: tensor<2xf32>) {
  // expected-error @below {{expects src to lie inside of input, got (2,) from -1 in steps of 1 for (8,) in dimension 0}}
  %y = weir.write_slice %x, %part {starts = array<i64: -1>, steps = array<i64: 1>} : (tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>
  return
}
