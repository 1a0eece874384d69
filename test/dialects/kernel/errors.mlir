// RUN: weir-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.group' op expects a kernel.yield of the results' types at the end of its region}}
  %0 = kernel.group(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %b = weir.cast %a {to = f64} : (tensor<4xf32>) -> tensor<4xf64>
    kernel.yield %b : tensor<4xf64>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(%x: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
  return %x : tensor<?xf32>
}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'kernel.call' op expects one size per `?` dimension of its results, got 0 for 1}}
  %0 = kernel.call @k(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expects in_place to have one entry per result, got 2 for 1}}
  %0 = kernel.call @k(%x) {in_place = array<i64: 0, 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expects in_place to hold -1 or the position of an operand of the result's type 'tensor<4xf32>', got 1}}
  %0 = kernel.call @k(%x) {in_place = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf64>) -> tensor<4xf32> attributes {kernel.kernel} {
  %0 = weir.cast %x {to = f32} : (tensor<4xf64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf64>) -> tensor<4xf32> {
  // expected-error @below {{operand of the result's type 'tensor<4xf32>', got 0}}
  %0 = kernel.call @k(%x) {in_place = array<i64: 0>} : (tensor<4xf64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expects a function with the attribute 'kernel.kernel' named @missing}}
  %0 = kernel.call @missing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expects a function with the attribute 'kernel.kernel' named @plain}}
  %0 = kernel.call @plain(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> attributes {kernel.kernel} {
  return %x : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expects the types of @k, which are '(tensor<4xf32>, index) -> tensor<4xf32>'}}
  %0 = kernel.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'linalg.generic' op expects 'kernel.loops' to have a number for each loop, got 1 for 2}}
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<4x4xf32>)
      attrs = {kernel.loops = array<i64: 0>} {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{expects 'kernel.loops' to have -1 and different numbers, got array<i64: 1, 1>}}
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<4x4xf32>)
      attrs = {kernel.loops = array<i64: 1, 1>} {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// expected-error @below {{expects 'kernel.loops' to be an array of i64 on an op of linalg, got array<i64: 0>}}
func.func private @f() attributes {kernel.loops = array<i64: 0>}
