// RUN: weir-opt %s --split-input-file --weir-infer-signatures --weir-partition --verify-diagnostics

sbp.mesh @two shape [2] devices [0, 1]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @below {{'sbp.move' op expects a sbp.mesh named @nowhere}}
  %y = sbp.move %x : tensor<4xf32> to @nowhere as #sbp.broadcast
  return %y : tensor<4xf32>
}

// -----

// expected-note @below {{the mesh is here}}
sbp.mesh @grid shape [1, 2] devices [0, 1]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @below {{expects x to be held on each of the 2 axes of the mesh, got #sbp.broadcast}}
  %y = sbp.move %x : tensor<4xf32> to @grid as #sbp.broadcast
  return %y : tensor<4xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {weir.job} {
  // expected-error @below {{expects a value of some dimensions, as ranks may have no rows of it, got 'tensor<f32>'}}
  %y = sbp.move %x : tensor<f32> to @two as #sbp.broadcast
  return %y : tensor<f32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job, sbp.placement = #sbp.placement<@two>} {
  // expected-note @below {{it is moved here}}
  %y = sbp.move %x : tensor<4xf32> to @others as #sbp.broadcast
  // expected-error @below {{not supported yet: ops on what a job has moved to another mesh}}
  %z = weir.relu %y : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
// expected-error @below {{not supported yet: variables beside jobs that move values to other meshes}}
weir.variable @w : tensor<4xf32>
func.func @f() -> tensor<4xf32> attributes {weir.job, sbp.placement = #sbp.placement<@two>} {
  %x = weir.read @w : tensor<4xf32>
  %y = sbp.move %x : tensor<4xf32> to @others as #sbp.broadcast
  return %y : tensor<4xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {weir.job, sbp.placement = #sbp.placement<@two>} {
  // expected-error @below {{not supported yet: values of unknown sizes between meshes, got 'tensor<?xf32>'}}
  %y = sbp.move %x : tensor<?xf32> to @others as #sbp.broadcast
  return %y : tensor<?xf32>
}

// -----

sbp.mesh @two shape [2] devices [0, 1]
sbp.mesh @others shape [2] devices [2, 3]
// expected-error @below {{not supported yet: arguments and results without dimensions beside values that move to other meshes, got 'tensor<f32>'}}
func.func @f(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
    attributes {weir.job, sbp.placement = #sbp.placement<@two>} {
  %y = sbp.move %x : tensor<4xf32> to @others as #sbp.broadcast
  return %y, %s : tensor<4xf32>, tensor<f32>
}

// -----

// expected-error @below {{expects at most 8 axes, got 9}}
sbp.mesh @deep shape [1, 1, 1, 1, 1, 1, 1, 1, 1] devices [0]
