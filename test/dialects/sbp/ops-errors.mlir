// RUN: weir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'sbp.mesh' op expects one device per place of its shape, got 3 for [2, 2]}}
sbp.mesh @m shape [2, 2] devices [0, 1, 2]

// -----

// The product of the sizes has no 64 bits.
// expected-error @below {{'sbp.mesh' op expects one device per place of its shape, got 1 for}}
sbp.mesh @m shape [4294967296, 4294967296, 4294967296] devices [0]

// -----

// expected-error @below {{'sbp.mesh' op expects sizes of at least 1, got 0}}
sbp.mesh @m shape [0] devices []

// -----

// expected-error @below {{'sbp.mesh' op expects at least one axis}}
sbp.mesh @m shape [] devices [0]

// -----

// expected-error @below {{'sbp.mesh' op expects devices to be distinct ranks from 0 on, got 1}}
sbp.mesh @m shape [2] devices [1, 1]

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'sbp.constrain' op expects x to be split along one of its 2 dimensions, got #sbp.split<2> for 'tensor<4x4xf32>'}}
  %0 = sbp.constrain %x : tensor<4x4xf32> to #sbp.split<2>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'sbp.constrain' op expects x to be split, broadcast, partial or nd, got 3}}
  %0 = sbp.constrain %x : tensor<4x4xf32> to 3
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'sbp.constrain' op expects partial values of x to be joined by a combiner of its dtype, got #sbp.partial<and> for 'tensor<4xf32>'}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.partial<and>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'sbp.constrain' op expects partial values of x to be joined by one combiner on all axes, got #sbp.nd<[#sbp.partial<prod>, #sbp.partial<sum>]>}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.nd<[#sbp.partial<prod>, #sbp.partial<sum>]>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects a combiner, one of sum, max, min, prod, and, or, got generic}}
  // expected-error @below {{failed to parse Sbp_PartialAttr}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.partial<generic>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects the dimension of a split to be in [0, 16), got -1}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.split<-1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects at least two axes, for one stands alone, got 1}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.nd<[#sbp.broadcast]>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{expects each axis to be split, broadcast or partial, got #sbp.nd<[#sbp.broadcast, #sbp.broadcast]>}}
  %0 = sbp.constrain %x : tensor<4xf32> to #sbp.nd<[#sbp.broadcast, #sbp.nd<[#sbp.broadcast, #sbp.broadcast]>]>
  return
}

// -----

// expected-error @below {{expects a sbp.mesh named @m}}
func.func @f() attributes {sbp.placement = #sbp.placement<@m>} {
  return
}

// -----

// expected-error @below {{expects 'sbp.placement' to be a #sbp.placement on a function, got "m"}}
func.func @f() attributes {sbp.placement = "m"} {
  return
}

// -----

// expected-error @below {{expects one of the attributes 'sbp.signature', 'sbp.placement' and 'sbp.as_computed', got 'sbp.other'}}
func.func @f() attributes {sbp.other} {
  return
}

// -----

// expected-error @below {{expects 'sbp.as_computed' without a value on a function}}
func.func @valued() attributes {sbp.as_computed = 1 : i64} {
  return
}
