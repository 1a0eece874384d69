// RUN: weir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'weir.variable' op expects a tensor type of static shape, got 'tensor<?xf32>'}}
weir.variable @w : tensor<?xf32>

// -----

// expected-error @below {{'weir.variable' op expects the initial value to have the variable's type, got 'tensor<2xf32>' and 'tensor<3xf32>'}}
weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<3xf32>

// -----

func.func @f() -> tensor<4xf32> {
  // expected-error @below {{'weir.read' op expects a weir.variable named @w}}
  %w = weir.read @w : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

// expected-note @below {{the variable is here}}
weir.variable @w : tensor<4xf32>
func.func @f(%x: tensor<4xf64>) {
  // expected-error @below {{'weir.assign' op expects the variable's type 'tensor<4xf32>', got 'tensor<4xf64>'}}
  weir.assign @w, %x : tensor<4xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'weir.gradient' op expects loss to be a scalar, got 'tensor<4xf32>'}}
  %d = weir.gradient %x wrt %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'weir.gradient' op expects one gradient of the type of each value}}
  %d = weir.gradient %x wrt %x : (tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'weir.call' op expects a function named @g}}
  %y = weir.call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func private @g(tensor<f64>) -> tensor<f32>
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'weir.call' op expects the types of @g, which are '(tensor<f64>) -> tensor<f32>'}}
  %y = weir.call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// expected-error @below {{'weir.variable' op expects a weir.variable named @missing}}
weir.variable @tied {alias = @missing} : tensor<4xf32>

// -----

// expected-note @below {{the variable is here}}
weir.variable @w : tensor<4xf32>
// expected-error @below {{'weir.variable' op expects to be the alias of a variable of type 'tensor<2xf32>' that is none itself and is not carried}}
weir.variable @tied {alias = @w} : tensor<2xf32>

// -----

// A ring of aliases has no storage.
// expected-error @below {{'weir.variable' op expects to be the alias of a variable of type 'tensor<4xf32>' that is none itself and is not carried}}
weir.variable @one {alias = @other} : tensor<4xf32>
// expected-note @below {{the variable is here}}
weir.variable @other {alias = @one} : tensor<4xf32>
