// RUN: weir-opt %s --split-input-file --weir-infer-signatures --verify-diagnostics

// expected-note @below {{a mesh is here}}
sbp.mesh @a shape [1] devices [0]
// expected-note @below {{a mesh is here}}
sbp.mesh @b shape [1] devices [1]
// expected-error @below {{'func.func' op expects the attribute 'sbp.placement' unless the module has one mesh, got 2 meshes}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  return %x : tensor<4xf32>
}

// -----

// expected-note @below {{the mesh is here}}
sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  // expected-error @below {{'sbp.constrain' op expects a value to be held on each of the 2 axes of the mesh, got #sbp.split<0>}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.split<0>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @below {{the mesh is here}}
sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
// expected-error @below {{'func.func' op expects a value to be held on each of the 2 axes of the mesh, got #sbp.split<0>}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>} {
  return %x : tensor<4xf32>
}

// -----

sbp.mesh @one shape [1] devices [0]
// expected-error @below {{'func.func' op expects a job to have one block, got 0}}
func.func private @f(tensor<4xf32>) attributes {weir.job}
