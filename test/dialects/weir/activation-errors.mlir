// RUN: weir-opt %s --split-input-file --verify-diagnostics

// What inference of activations, comparisons and layers refuses.

func.func @f(%gates: tensor<2x7xf32>, %cell: tensor<2x2xf32>) {
  // expected-error @below {{expects gates of cell's dtype and shape with 4 times its last size, which is known, got (2, 7) and (2, 2)}}
  %h, %c = weir.lstm_update %gates, %cell : (tensor<2x7xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @f(%gates: tensor<2x?xf32>, %cell: tensor<2x?xf32>) {
  // expected-error @below {{expects gates of cell's dtype and shape with 4 times its last size, which is known, got (2, ?) and (2, ?)}}
  %h, %c = weir.lstm_update %gates, %cell : (tensor<2x?xf32>, tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xf32>)
  return
}

// -----

func.func @f(%x0: tensor<3xf32>) {
  // expected-error @below {{expects min_val to be at most max_val, got 0.500000 and -0.500000}}
  %y0 = weir.hardtanh %x0 {min_val = 0.5 : f64, max_val = -0.5 : f64} :
      (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%of_input: tensor<2x6xf32>, %of_state: tensor<3x6xf32>, %hidden: tensor<2x2xf32>) {
  // expected-error @below {{expects of_state of hidden's dtype and shape with 3 times its last size, which is known, got (3, 6) and (2, 2)}}
  %h = weir.gru_update %of_input, %of_state, %hidden : (tensor<2x6xf32>, tensor<3x6xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x0: tensor<3xf32>) {
  // expected-error @below {{expects lambd to be at least 0, got -0.500000}}
  %y0 = weir.softshrink %x0 {lambd = -0.5 : f64} :
      (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x0: tensor<3xf32>) {
  // expected-error @below {{expects atol to be at least 0, got -0.250000}}
  %y0 = weir.isclose %x0, %x0 {rtol = 0.5 : f64, atol = -0.25 : f64} :
      (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @f(%x0: tensor<3x3xi1>) {
  // expected-error @below {{expects input, mat1 and mat2 to be of numbers, got bool}}
  %y0 = weir.addmm %x0, %x0, %x0 {beta = 1.0 : f64, alpha = 1.0 : f64} :
      (tensor<3x3xi1>, tensor<3x3xi1>, tensor<3x3xi1>) -> tensor<3x3xi1>
  return
}
