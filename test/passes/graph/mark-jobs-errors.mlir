// RUN: weir-opt %s --split-input-file --weir-mark-jobs --verify-diagnostics

// expected-error @+2 {{expects a job, which is written func.func @name(...) -> ... attributes {weir.job}, got a module without}}
// expected-note @+1 {{@private can't be one: it is private}}
func.func private @private(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-note @+1 {{@elements can't be one: 'func.func' op expects argument #0 to have one of the element types f64 f32 f16 bf16 i64 i32 i8 ui8 i1, got 'i16'}}
func.func @elements(%x: tensor<4xi16>) -> tensor<4xi16> {
  return %x : tensor<4xi16>
}
// expected-note @+1 {{@index can't be one: 'func.func' op expects the arguments of a job to be ranked tensors, got 'index' as argument #0}}
func.func @index(%x: index) -> index {
  return %x : index
}
// expected-note @+1 {{@nothing can't be one: it has neither a result nor a weir.assign}}
func.func @nothing(%x: tensor<4xf32>) {
  return
}
// expected-note @+1 {{@external can't be one: it is private}}
func.func private @external(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

// expected-error @+2 {{expects a job}}
// expected-note @+1 {{@called can't be one: it is called}}
func.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = weir.call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @job(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op expects calls to be written as weir.call, which the stage graph replaces by what is called}}
  %y = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
