// RUN: weir-opt %s --weir-verify-normal-form --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op expects the arguments of a job to be ranked tensors, got 'index' as argument #1}}
func.func @job(%x: tensor<f32>, %n: index) attributes {weir.job} {
  return
}

// -----

// expected-error @below {{'func.func' op expects the results of a job to be ranked tensors, got 'index' as result #0}}
func.func @job(%x: tensor<?xf32>) -> index attributes {weir.job} {
  %n = weir.dim %x, 0 : tensor<?xf32>
  return %n : index
}

// -----

// expected-error @below {{'func.func' op expects a job to have one block, got 0}}
func.func private @job(tensor<f32>) attributes {weir.job}

// -----

// expected-error @below {{'func.func' op expects a derive job to have neither arguments nor results, got '(tensor<f32>) -> ()'}}
func.func @job(%x: tensor<f32>) attributes {weir.derive, weir.job} {
  return
}

// -----

func.func @job(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'kernel.group' op expects ops of a job to be of the dialects weir, sbp, comm, arith or func}}
  %y = kernel.group(%a = %x : tensor<f32>) -> tensor<f32> {
    kernel.yield %a : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

func.func @job() attributes {weir.job} {
  // expected-error @below {{'arith.constant' op expects arithmetic of a job to be on index values, got 'f32'}}
  %c = arith.constant 1.0 : f32
  return
}

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @job(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.call' op expects no calls after the stage graph}}
  %y = weir.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

weir.variable @w : tensor<4xf32>
func.func @job(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-note @below {{the first one is here}}
  weir.assign @w, %x : tensor<4xf32>
  // expected-error @below {{'weir.assign' op expects at most one weir.assign per variable and job, got a second one of the storage of @w}}
  weir.assign @w, %x : tensor<4xf32>
  return
}

// -----

// Two names of one storage.
weir.variable @w : tensor<4xf32>
weir.variable @tied {alias = @w} : tensor<4xf32>
func.func @job(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-note @below {{the first one is here}}
  weir.assign @w, %x : tensor<4xf32>
  // expected-error @below {{got a second one of the storage of @w}}
  weir.assign @tied, %x : tensor<4xf32>
  return
}

// -----

weir.variable @w : tensor<4xf32>
func.func @job(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-note @below {{the first assign is here}}
  weir.assign @w, %x : tensor<4xf32>
  // expected-error @below {{'weir.read' op expects only assigns between the first weir.assign and the return}}
  %old = weir.read @w : tensor<4xf32>
  return
}

// -----

weir.variable @w : tensor<4xf32>
// expected-note @below {{this function lacks the attribute 'weir.job'}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'weir.assign' op expects to stand in a job}}
  weir.assign @w, %x : tensor<4xf32>
  return
}

// -----

weir.variable @w : tensor<4xf32>
weir.variable @derived : tensor<4xf32>
func.func @derive() attributes {weir.derive, weir.job} {
  %w = weir.read @w : tensor<4xf32>
  // expected-note @below {{it is derived here}}
  weir.assign @derived, %w : tensor<4xf32>
  return
}
func.func @job(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-error @below {{'weir.assign' op expects a derived variable to be assigned by its derive job alone, got another assign of the storage of @derived}}
  weir.assign @derived, %x : tensor<4xf32>
  return
}

// -----

weir.variable @derived : tensor<4xf32>
func.func @derive() attributes {weir.derive, weir.job} {
  %x = weir.constant dense<1.0> : tensor<f32> -> tensor<4xf32>
  // expected-note @below {{it is derived here}}
  weir.assign @derived, %x : tensor<4xf32>
  return
}
func.func @derive_too() attributes {weir.derive, weir.job} {
  %x = weir.constant dense<2.0> : tensor<f32> -> tensor<4xf32>
  // expected-error @below {{'weir.assign' op expects a derived variable to be assigned by its derive job alone, got another assign of the storage of @derived}}
  weir.assign @derived, %x : tensor<4xf32>
  return
}

// -----

// What the stages autograd, precision and partition remove.
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.gradient' op expects no gradients to ask for after the stage autograd}}
  %d = weir.gradient %x wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// expected-error @below {{'func.func' op expects no attribute 'weir.amp' after the stage precision}}
func.func @f() attributes {weir.job, weir.amp = bf16} {
  return
}

// -----

// expected-error @below {{expects no attribute 'weir.amp' after the stage precision}}
module attributes {weir.amp = bf16} {
}

// -----

// expected-error @below {{'sbp.mesh' op expects no ops of the dialect sbp after the stage partition}}
sbp.mesh @device shape [1] devices [0]

// -----

func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-error @below {{'weir.relu' op expects no attribute 'sbp.signature' after the stage partition}}
  %0 = weir.relu %x {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) attributes {weir.job} {
  // expected-error @below {{'sbp.constrain' op expects no ops of the dialect sbp after the stage partition}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.split<0>
  return
}

// -----

// expected-error @below {{'func.func' op expects result #0 to have one of the element types f64 f32 f16 bf16 i64 i32 i8 ui8 i1, got 'i16'}}
func.func @element_types(%x: tensor<4xf32>) -> tensor<4xi16> attributes {weir.job} {
  %y = arith.constant dense<0> : tensor<4xi16>
  return %y : tensor<4xi16>
}

// -----

func.func @foreign_call(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @below {{'func.call' op expects calls to be written as weir.call}}
  %y = func.call @foreign_call(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
