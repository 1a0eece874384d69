// RUN: weir-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{'comm.cut' op expects a balanced part of 8 among 3 along #sbp.split<0>, got 'tensor<4x4xf32>'}}
  %0 = comm.cut %x : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0>
      among dense<[[0, 1, 2]]> : tensor<1x3xi64>
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{'comm.cut' op expects parts along a dimension of 'tensor<8x4xf32>', got #sbp.broadcast}}
  %0 = comm.cut %x : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.broadcast
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{'comm.cut' op expects x and the result to differ only in the dimensions that are split, got 'tensor<8x4xf32>' and 'tensor<4x3xf32>'}}
  %0 = comm.cut %x : tensor<8x4xf32> -> tensor<4x3xf32> to #sbp.split<0>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'comm.all_reduce' op expects each rank in one group, once, got 1}}
  %0 = comm.all_reduce %x : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'comm.all_reduce' op expects groups to be a matrix of ranks, one group per row, got 'tensor<2xi64>'}}
  %0 = comm.all_reduce %x : tensor<8xf32> by #sbp.partial<sum> among dense<[0, 1]> : tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'comm.all_reduce' op expects a combiner as #sbp.partial, got #sbp.broadcast}}
  %0 = comm.all_reduce %x : tensor<8xf32> by #sbp.broadcast among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'comm.all_to_all' op expects parts along two dimensions, got #sbp.split<0> and #sbp.split<0>}}
  %0 = comm.all_to_all %x : tensor<4x4xf32> -> tensor<8x4xf32> from #sbp.split<0> to #sbp.split<0>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'comm.exchange' op expects splits or whole values on each of the 1 axes, got #sbp.partial<sum>}}
  %0 = comm.exchange %x : tensor<4x4xf32> -> tensor<8x4xf32> of tensor<8x4xf32> from #sbp.partial<sum> to #sbp.broadcast on [2]
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'comm.exchange' op expects groups of 4 members, as many as places on the mesh, got}}
  %0 = comm.exchange %x : tensor<4x4xf32> -> tensor<8x4xf32> of tensor<8x4xf32> from #sbp.split<0> to #sbp.broadcast on [4]
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

// expected-error @below {{expects 'comm.ranks' on programs and variables, and 'comm.part' on variables, got 'comm.other'}}
func.func @f() attributes {comm.other} {
  return
}

// -----

func.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{'comm.cut' op expects a balanced part of 8 among 2 along #sbp.split<0, 4294967296, 4294967296>}}
  %0 = comm.cut %x : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0, 4294967296, 4294967296>
      among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'comm.keep' op expects groups to be a matrix of ranks, one group per row, got 'tensor<2xi64>'}}
  %0 = comm.keep %x : tensor<8xf32> for #sbp.partial<sum> among dense<[0, 1]> : tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{'comm.exchange' op expects groups of 0 members, as many as places on the mesh, got}}
  %0 = comm.exchange %x : tensor<4x4xf32> -> tensor<8x4xf32>
      of tensor<8x4xf32> from #sbp.split<0> to #sbp.broadcast on [-2, -1] among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'comm.all_reduce' op expects partial values of x to be joined by a combiner of its dtype, got #sbp.partial<and> for 'tensor<8xf32>'}}
  %0 = comm.all_reduce %x : tensor<8xf32> by #sbp.partial<and> among dense<[[0, 1]]> : tensor<1x2xi64>
  return
}

// -----

// expected-error @below {{expects places of the mesh, which has 2, got 5}}
func.func @f() attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [5]>} {
  return
}

// -----

// expected-error @below {{expects a mesh with a place for each device, got [0] for 2}}
func.func @f() attributes {comm.ranks = #comm.ranks<"f" mesh [0] devices [0, 1] places [0]>} {
  return
}

// -----

// expected-error @below {{expects the type of a tensor and how it is held, got 'f32' and 3 : i32}}
func.func @f(%x: tensor<4xf32> {comm.part = #comm.part<f32, 3 : i32>}) {
  return
}

// -----

// expected-error @below {{expects 'comm.part' to be a #comm.part on arguments and results, got 'comm.part' of 3 : i64}}
func.func @f(%x: tensor<4xf32> {comm.part = 3 : i64}) {
  return
}

// -----

func.func @of_other_rank(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{expects a part of as many dimensions as 'tensor<2x3xf32>' has, got 'tensor<3xf32>'}}
  %y = comm.all_gather %x : tensor<3xf32> -> tensor<2x3xf32> from #sbp.split<1> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %y : tensor<2x3xf32>
}
