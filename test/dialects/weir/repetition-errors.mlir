// RUN: weir-opt %s --weir-verify-normal-form --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op expects 'weir.repeat' to be an i32 of at least 1, got 0 : i32}}
func.func @job() attributes {weir.job, weir.repeat = 0 : i32} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.repeat' to be an i32 of at least 1, got "often"}}
func.func @job() attributes {weir.job, weir.repeat = "often"} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.repeat' on a job that derives nothing and is no epilogue}}
func.func @function() attributes {weir.repeat = 2 : i32} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.sliced' in a job with 'weir.repeat' alone, got argument #0}}
func.func @job(%x: tensor<4xf32> {weir.sliced}) attributes {weir.job} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.sliced' on tensors with a dimension, got 'tensor<f32>' as argument #0}}
func.func @job(%x: tensor<f32> {weir.sliced}) attributes {weir.job, weir.repeat = 2 : i32} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'weir.stacked' on tensors with a dimension, got 'tensor<f32>' as result #0}}
func.func @job(%x: tensor<f32>) -> (tensor<f32> {weir.stacked}) attributes {weir.job, weir.repeat = 2 : i32} {
  return %x : tensor<f32>
}

// -----

func.func @job() attributes {weir.job} {
  return
}
// expected-error @below {{'func.func' op expects 'weir.epilogue_of' on a job, to name a job with 'weir.repeat', got @job}}
func.func @job.epilogue() attributes {weir.job, weir.epilogue_of = @job} {
  return
}

// -----

func.func @job() attributes {weir.job, weir.repeat = 2 : i32} {
  return
}
// expected-note @below {{the other one is here}}
func.func @one() attributes {weir.job, weir.epilogue_of = @job} {
  return
}
// expected-error @below {{'func.func' op expects to be the only epilogue of @job}}
func.func @other() attributes {weir.job, weir.epilogue_of = @job} {
  return
}

// -----

func.func @job() attributes {weir.job, weir.repeat = 2 : i32} {
  return
}
// expected-error @below {{'func.func' op expects an epilogue to have neither arguments nor results, got '(tensor<f32>) -> ()'}}
func.func @job.epilogue(%x: tensor<f32>) attributes {weir.job, weir.epilogue_of = @job} {
  return
}

// -----

weir.variable @w : tensor<f32>
weir.variable @tied {alias = @w} : tensor<f32>
func.func @job(%x: tensor<f32>) attributes {weir.job, weir.repeat = 2 : i32} {
  // expected-note @below {{it is assigned here}}
  weir.assign @w, %x : tensor<f32>
  return
}
func.func @job.epilogue() attributes {weir.job, weir.epilogue_of = @job} {
  %c = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  // expected-error @below {{'weir.assign' op expects a storage that each iteration of @job leaves alone}}
  weir.assign @tied, %c : tensor<f32>
  return
}

// -----

// expected-note @below {{it is carried from iteration to iteration alone}}
weir.variable @sum carried : tensor<f32>
func.func @job() -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{'weir.read' op expects a variable that outlives runs, or a job with 'weir.repeat' around it, got @sum}}
  %s = weir.read @sum : tensor<f32>
  return %s : tensor<f32>
}

// -----

weir.variable @w : tensor<f32>
// expected-error @below {{'weir.variable' op expects a carried variable to have a storage of its own, got an alias of @w}}
weir.variable @sum carried {alias = @w} : tensor<f32>
