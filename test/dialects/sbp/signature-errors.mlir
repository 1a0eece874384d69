// RUN: weir-opt %s --split-input-file --verify-diagnostics

// A signature is one that the op's iteration rule offers. The rule is printed, then what stands there.

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @below {{'weir.matmul' op expects a signature that its iteration rule offers: m:parallel, k:reduction<sum>, n:parallel; [m, k], [k, n] -> [m, n]; linear {0}; linear {1}; got: (S(1), S(0)) -> (S(0)) on axis 0}}
  %0 = weir.matmul %a, %b {sbp.signature = #sbp.signature<(#sbp.split<1>, #sbp.split<0>) -> (#sbp.split<0>)>}
      : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// Of two axes one is right.
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @below {{got: (P(sum), P(sum)) -> (P(sum)) on axis 1}}
  %0 = weir.matmul %a, %b
      {sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>, #sbp.nd<[#sbp.broadcast, #sbp.partial<sum>]>)
                                      -> (#sbp.nd<[#sbp.split<0>, #sbp.partial<sum>]>)>}
      : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// relu of partial sums is not the relu of the sum.
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'weir.relu' op expects a signature that its iteration rule offers: *0:parallel; [*0] -> [*0]; got: (P(sum)) -> (P(sum)) on axis 0}}
  %0 = weir.relu %a {sbp.signature = #sbp.signature<(#sbp.partial<sum>) -> (#sbp.partial<sum>)>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A maximum over parts is joined by max.
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{got: (S(0)) -> (P(sum)) on axis 0}}
  %0 = weir.reduce_max %a {dims = array<i64: 0>, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.partial<sum>)>}
      : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error @below {{'weir.dim' op expects a signature that its iteration rule offers: none, so that all values are whole; got: (S(0)) -> () on axis 0}}
  %0 = weir.dim %a, 0 {sbp.signature = #sbp.signature<(#sbp.split<0>) -> ()>} : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<6xf32>) {
  // expected-error @below {{expects outer and inner sizes of a split to divide the dimension's, got S(0, 4, 1) of size 6 for operand #0 of type 'tensor<6xf32>'}}
  %0 = weir.relu %a {sbp.signature = #sbp.signature<(#sbp.split<0, 4, 1>) -> (#sbp.split<0, 4, 1>)>}
      : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// One axis splits whole pairs, the other one single elements: no part of a part.
func.func @f(%a: tensor<6xf32>) {
  // expected-error @below {{expects splits of one dimension to be of one factor or of factors beside each other, got S(0, 1, 2) and S(0) of size 6}}
  %0 = weir.relu %a
      {sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.split<0, 1, 2>, #sbp.split<0>]>) -> (#sbp.nd<[#sbp.split<0, 1, 2>, #sbp.split<0>]>)>}
      : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// expected-error @below {{expects outer and inner sizes of a split to be at least 1, got 0 and 1}}
func.func @f(%a: tensor<6xf32>) attributes {sbp.signature = #sbp.signature<(#sbp.split<0, 0, 1>) -> ()>} {
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'sbp.constrain' op expects a signature that is the constraint #sbp.split<0>, got: #sbp.signature<(#sbp.broadcast) -> (#sbp.split<0>)>}}
  %0 = sbp.constrain %a : tensor<4xf32> to #sbp.split<0>
      {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.split<0>)>}
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{expects a signature of 2 operands, got 1 in #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>}}
  %0 = weir.add %a, %a {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @below {{expects result #0 to be split along one of its 1 dimensions, got #sbp.split<1> for 'tensor<4xf32>'}}
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32>
    attributes {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.split<1>)>} {
  return %a : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{expects all values to be held on the same axes, got 1 and 2}}
  %0 = weir.relu %a {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>)>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{expects each value to be split, broadcast, partial or nd, got "B"}}
  %0 = weir.relu %a {sbp.signature = #sbp.signature<("B") -> (#sbp.broadcast)>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{expects 'sbp.signature' to be a #sbp.signature, got #sbp.broadcast}}
  %0 = weir.relu %a {sbp.signature = #sbp.broadcast} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// An op that is wrong in itself says so, and its rule isn't asked.
func.func @f(%a: tensor<4x2xf32>) {
  // expected-error @below {{requires attribute 'permutation'}}
  %0 = "weir.transpose"(%a) {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<1>)>}
      : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}
