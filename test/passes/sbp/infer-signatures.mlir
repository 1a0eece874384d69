// RUN: weir-opt %s --split-input-file --weir-infer-signatures --weir-verify-signatures | FileCheck %s

// Without a mesh and constraints: a mesh of one device, and everything is broadcast.

// CHECK: sbp.mesh @device shape [1] devices [0]
// CHECK: weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>}
weir.variable @w : tensor<8x4xf32>
// CHECK: func.func @step
// CHECK-SAME: sbp.placement = #sbp.placement<@device>
// CHECK-SAME: sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>
func.func @step(%x: tensor<?x8xf32>) -> tensor<?x4xf32> attributes {weir.job} {
  // CHECK: weir.read @w {sbp.signature = #sbp.signature<() -> (#sbp.broadcast)>}
  %w = weir.read @w : tensor<8x4xf32>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.broadcast, #sbp.broadcast) -> (#sbp.broadcast)>
  %y = weir.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  // CHECK: weir.dim {{.*}}#sbp.signature<(#sbp.broadcast) -> ()>
  %n = weir.dim %y, 0 : tensor<?x4xf32>
  // CHECK: arith.constant 2 : index
  %two = arith.constant 2 : index
  // CHECK: weir.assign @w, %{{.*}} {sbp.signature = #sbp.signature<(#sbp.broadcast) -> ()>}
  weir.assign @w, %w : tensor<8x4xf32>
  return %y : tensor<?x4xf32>
}
// Functions that are no jobs are left alone.
// CHECK: func.func private @helper(%{{.*}}: tensor<f32>) -> tensor<f32> {
func.func private @helper(%x: tensor<f32>) -> tensor<f32> {
  %y = weir.neg %x : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// Splitting the batch carries through; the weight is whole; the sum over the batch is partial, and whole for the log.

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
// CHECK-LABEL: func.func @data_parallel
func.func @data_parallel(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<f32> attributes {weir.job} {
  // CHECK: sbp.constrain {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>
  %0 = sbp.constrain %x : tensor<?x8xf32> to #sbp.split<0>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>)>
  %1 = weir.matmul %0, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %n = weir.dim %x, 0 : tensor<?x8xf32>
  // What its user wants is made at once.
  // CHECK: weir.broadcast {{.*}}#sbp.signature<(#sbp.broadcast) -> (#sbp.split<0>)>
  %2 = weir.broadcast %b sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
  // CHECK: weir.add {{.*}}#sbp.signature<(#sbp.split<0>, #sbp.split<0>) -> (#sbp.split<0>)>
  %3 = weir.add %1, %2 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: weir.exp {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>
  %4 = weir.exp %3 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: weir.reduce_max {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>
  %5 = weir.reduce_max %4 {dims = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
  // CHECK: weir.reduce_sum {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.partial<sum>)>
  %6 = weir.reduce_sum %5 {dims = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  // CHECK: weir.neg {{.*}}#sbp.signature<(#sbp.partial<sum>) -> (#sbp.partial<sum>)>
  %7 = weir.neg %6 : (tensor<f32>) -> tensor<f32>
  // CHECK: weir.log {{.*}}#sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>
  %8 = weir.log %7 : (tensor<f32>) -> tensor<f32>
  return %8 : tensor<f32>
}

// -----

// A split of the summed dimension gives partial sums; relu takes a part of the joined sum, which is cheaper than all of it.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @summed_dimension
func.func @summed_dimension(%x: tensor<60x800xf32>, %w: tensor<800x40xf32>) -> tensor<60x40xf32> attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<60x800xf32> to #sbp.split<1>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.split<1>, #sbp.split<0>) -> (#sbp.partial<sum>)>
  %1 = weir.matmul %0, %w : (tensor<60x800xf32>, tensor<800x40xf32>) -> tensor<60x40xf32>
  // CHECK: weir.relu {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>
  %2 = weir.relu %1 : (tensor<60x40xf32>) -> tensor<60x40xf32>
  return %2 : tensor<60x40xf32>
}

// -----

// Where two operands disagree, the smaller one is moved.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @disagreement
func.func @disagreement(%x: tensor<64x8xf32>, %w: tensor<8x4xf32>) -> tensor<64x4xf32> attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<64x8xf32> to #sbp.split<0>
  %1 = sbp.constrain %w : tensor<8x4xf32> to #sbp.split<1>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>)>
  %2 = weir.matmul %0, %1 : (tensor<64x8xf32>, tensor<8x4xf32>) -> tensor<64x4xf32>
  return %2 : tensor<64x4xf32>
}

// -----

// Of merged dimensions the one that is split stays so: 6 rows of 2 on two devices, unevenly on four.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @equal_parts
func.func @equal_parts(%x: tensor<6x2xf32>) -> tensor<12xf32> attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<6x2xf32> to #sbp.split<0>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0, 1, 2>)>
  %1 = weir.reshape %0 : tensor<6x2xf32> -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// -----

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
// CHECK-LABEL: func.func @unequal_parts
func.func @unequal_parts(%x: tensor<6x2xf32>) -> tensor<12xf32> attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<6x2xf32> to #sbp.split<0>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0, 1, 2>)>
  %1 = weir.reshape %0 : tensor<6x2xf32> -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// -----

// The axes of a grid are chosen together. To gather 80 columns of 30 rows takes less than to join partial sums.

sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
// CHECK-LABEL: func.func @axis_by_axis
func.func @axis_by_axis(%x: tensor<60x80xf32>, %w: tensor<80x60xf32>) -> (tensor<60x60xf32>, tensor<4800xf32>) attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<60x80xf32> to #sbp.nd<[#sbp.split<0>, #sbp.split<1>]>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>, #sbp.nd<[#sbp.broadcast, #sbp.broadcast]>) -> (#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>)>
  %1 = weir.matmul %0, %w : (tensor<60x80xf32>, tensor<80x60xf32>) -> tensor<60x60xf32>
  %2 = sbp.constrain %x : tensor<60x80xf32> to #sbp.nd<[#sbp.split<0>, #sbp.split<0>]>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.split<0>]>) -> (#sbp.nd<[#sbp.split<0, 1, 80>, #sbp.split<0, 1, 80>]>)>
  %3 = weir.reshape %2 : tensor<60x80xf32> -> tensor<4800xf32>
  return %1, %3 : tensor<60x60xf32>, tensor<4800xf32>
}

// -----

// On one device nothing is to be chosen.

// CHECK-LABEL: func.func @one_device
func.func @one_device(%x: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {weir.job} {
  %0 = sbp.constrain %x : tensor<?x8xf32> to #sbp.split<1>
  // CHECK: weir.relu {{.*}}#sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>
  %1 = weir.relu %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// Dimensions of size 1 come and go without a word about the others, of sizes known and unknown. Where 2 columns become 3,
// rows are not rows.

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
// CHECK-LABEL: func.func @dimensions_of_size_one
func.func @dimensions_of_size_one(%x: tensor<?xf32>, %y: tensor<1x6x1x3xf32>, %z: tensor<?x2xf32>)
    -> (tensor<?x1xf32>, tensor<?xf32>, tensor<6x3xf32>, tensor<?x3xf32>) attributes {weir.job} {
  %n = weir.dim %x, 0 : tensor<?xf32>
  %0 = sbp.constrain %x : tensor<?xf32> to #sbp.split<0>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>{{.*}} -> tensor<?x1xf32>
  %1 = weir.reshape %0 sizes(%n) : tensor<?xf32> -> tensor<?x1xf32>
  // %1 is returned whole, so that it is there.
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>{{.*}} -> tensor<?xf32>
  %2 = weir.reshape %1 sizes(%n) : tensor<?x1xf32> -> tensor<?xf32>
  %3 = sbp.constrain %y : tensor<1x6x1x3xf32> to #sbp.split<1>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.split<1>) -> (#sbp.split<0>)>{{.*}} -> tensor<6x3xf32>
  %4 = weir.reshape %3 : tensor<1x6x1x3xf32> -> tensor<6x3xf32>
  %5 = sbp.constrain %z : tensor<?x2xf32> to #sbp.split<0>
  // CHECK: weir.reshape {{.*}}#sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>{{.*}} -> tensor<?x3xf32>
  %6 = weir.reshape %5 sizes(%n) : tensor<?x2xf32> -> tensor<?x3xf32>
  return %1, %2, %4, %6 : tensor<?x1xf32>, tensor<?xf32>, tensor<6x3xf32>, tensor<?x3xf32>
}

// -----

// Hints of arguments, results and variables: columns, then rows of weights; the partial sums are joined where they are
// returned. A hint at the end reaches back.

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
// CHECK: weir.variable @up {sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>}
weir.variable @up {sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>} : tensor<1024x1024xf32>
weir.variable @down {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<1024x1024xf32>
// CHECK-LABEL: func.func @hints
// CHECK-SAME: sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast, #sbp.split<0>)>
func.func @hints(%x: tensor<512x1024xf32>) -> (tensor<512x1024xf32>, tensor<512x1024xf32>)
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast, #sbp.split<0>)>} {
  // CHECK: weir.read @up {sbp.signature = #sbp.signature<() -> (#sbp.split<1>)>}
  %up = weir.read @up : tensor<1024x1024xf32>
  %down = weir.read @down : tensor<1024x1024xf32>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.broadcast, #sbp.split<1>) -> (#sbp.split<1>)>
  %h = weir.matmul %x, %up : (tensor<512x1024xf32>, tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  // CHECK: weir.relu {{.*}}#sbp.signature<(#sbp.split<1>) -> (#sbp.split<1>)>
  %r = weir.relu %h : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  // CHECK: weir.matmul {{.*}}#sbp.signature<(#sbp.split<1>, #sbp.split<0>) -> (#sbp.partial<sum>)>
  %y = weir.matmul %r, %down : (tensor<512x1024xf32>, tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  // CHECK: weir.exp {{.*}}#sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>
  %e = weir.exp %x : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %y, %e : tensor<512x1024xf32>, tensor<512x1024xf32>
}

// -----

// An alias is held as what it shares its storage with.

sbp.mesh @two shape [2] devices [0, 1]
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>} : tensor<4xf32>
// CHECK: weir.variable @v {alias = @w, sbp.signature = #sbp.signature<() -> (#sbp.split<0>)>}
weir.variable @v {alias = @w} : tensor<4xf32>
func.func @alias(%x: tensor<4xf32>) attributes {weir.job} {
  // CHECK: weir.assign @v, %{{.*}} {sbp.signature = #sbp.signature<(#sbp.split<0>) -> ()>}
  weir.assign @v, %x : tensor<4xf32>
  return
}

// -----

// A table is split in one piece: an index doesn't find its rows in parts that lie apart.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @table
func.func @table(%x: tensor<2x400000xf32>, %i: tensor<5xi64>) -> tensor<5xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<1>, #sbp.broadcast) -> (#sbp.broadcast)>} {
  %0 = weir.reshape %x : tensor<2x400000xf32> -> tensor<800000xf32>
  // CHECK: weir.gather
  // CHECK-NOT: #sbp.signature<(#sbp.split<0, 2, 1>
  // CHECK: return
  %1 = weir.gather %0, %i {dim = 0 : i64} : (tensor<800000xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// What is held as computed moves least: rows stay rows, sums of them terms, and what is whole is not cut, though that
// would save work.

sbp.mesh @two shape [2] devices [0, 1]
// CHECK-LABEL: func.func @as_computed
// CHECK-SAME: sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>, #sbp.partial<sum>, #sbp.broadcast)>
func.func @as_computed(%x: tensor<4096x512xf32>, %y: tensor<4096x512xf32>)
    -> (tensor<4096x512xf32>, tensor<f32>, tensor<4096x512xf32>) attributes {weir.job, sbp.as_computed,
    sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.broadcast, #sbp.broadcast, #sbp.broadcast)>} {
  %0 = weir.add %x, %y : (tensor<4096x512xf32>, tensor<4096x512xf32>) -> tensor<4096x512xf32>
  %1 = weir.reduce_sum %0 {dims = array<i64: 0, 1>} : (tensor<4096x512xf32>) -> tensor<f32>
  %2 = weir.exp %y : (tensor<4096x512xf32>) -> tensor<4096x512xf32>
  return %0, %1, %2 : tensor<4096x512xf32>, tensor<f32>, tensor<4096x512xf32>
}
