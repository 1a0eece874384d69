// RUN: weir-opt %s --weir-inline-calls --split-input-file --verify-diagnostics

func.func private @itself(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'weir.call' op expects calls without recursion, got @itself -> @itself}}
  %y = weir.call @itself(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// The cycle starts where it is entered; what leads to it is left out.
func.func @job(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  %y = weir.call @a(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @a(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'weir.call' op expects calls without recursion, got @a -> @b -> @c -> @a}}
  %y = weir.call @b(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @b(%x: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{calls @c}}
  %y = weir.call @c(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @c(%x: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{calls @a}}
  %y = weir.call @a(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// expected-note @below {{the function is here}}
func.func @other(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  return %x : tensor<f32>
}
func.func @job(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.call' op expects a function that is no job}}
  %y = weir.call @other(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// expected-note @below {{the function is here}}
func.func private @elsewhere(tensor<f32>) -> tensor<f32>
func.func @job(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.call' op expects a function whose body is one block}}
  %y = weir.call @elsewhere(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
