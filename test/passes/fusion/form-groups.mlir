// RUN: weir-opt %s --weir-form-groups --weir-verify-groups --split-input-file | FileCheck %s

// A chain of elementwise ops is one group; broadcasting is recomputed inside.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @chain
  // CHECK: kernel.group
  // CHECK-NEXT: weir.broadcast
  // CHECK-NEXT: weir.add
  // CHECK-NEXT: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK-NOT: kernel.group
  func.func @chain(%x: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> attributes {weir.job} {
    %n = weir.dim %x, 0 : tensor<?x8xf32>
    %0 = weir.broadcast %b sizes(%n) {dims = array<i64: 1>} : tensor<8xf32> -> tensor<?x8xf32>
    %1 = weir.add %x, %0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %2 = weir.exp %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
    return %2 : tensor<?x8xf32>
  }
}

// -----

// A reduction over rows and what is computed of its result share the row loop.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @softmax
  // CHECK-COUNT-1: kernel.group
  // CHECK-NOT: kernel.group
  func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {weir.job} {
    %0 = weir.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = weir.reduce_sum %0 {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
    %2 = weir.broadcast %1 {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x8xf32>
    %3 = weir.div %0, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return %3 : tensor<4x8xf32>
  }
}

// -----

// Reductions along different dimensions have no row loop in common.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @rows_then_columns
  // CHECK: kernel.group
  // CHECK: weir.reduce_max
  // CHECK: weir.sub
  // CHECK: kernel.group
  // CHECK: weir.reduce_sum
  func.func @rows_then_columns(%x: tensor<4x8xf32>) -> tensor<8xf32> attributes {weir.job} {
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x8xf32>
    %2 = weir.sub %x, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = weir.reduce_sum %2 {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----

// A product takes what is elementwise behind it, and nothing before it.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @epilogue
  // CHECK: kernel.group
  // CHECK-NEXT: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.matmul
  // CHECK-NEXT: weir.relu
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.reduce_sum
  func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4xf32> attributes {weir.job} {
    %0 = weir.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = weir.matmul %0, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %2 = weir.relu %1 : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %3 = weir.reduce_sum %2 {dims = array<i64: 1>} : (tensor<4x16xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// Merging %0 with %3 would close a cycle through the view.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @around_a_view
  // CHECK: kernel.group
  // CHECK: weir.exp
  // CHECK: weir.reshape
  // CHECK: kernel.group
  // CHECK: weir.neg
  // CHECK: weir.reshape
  // CHECK: kernel.group
  // CHECK: weir.add
  func.func @around_a_view(%x: tensor<8xf32>) -> tensor<8xf32> attributes {weir.job} {
    %0 = weir.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = weir.reshape %0 : tensor<8xf32> -> tensor<2x4xf32>
    %2 = weir.neg %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %v = weir.reshape %2 : tensor<2x4xf32> -> tensor<8xf32>
    %3 = weir.add %0, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----

// Independent updates become one group where the target holds several nests.
module attributes {kernel.target = #kernel.target<"cpu", {}>} {
  weir.variable @a : tensor<8xf32>
  weir.variable @b : tensor<3xf32>
  // CHECK-LABEL: func.func @updates
  // CHECK: %[[G:.*]]:2 = kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: weir.assign @a, %[[G]]#0
  // CHECK: weir.assign @b, %[[G]]#1
  func.func @updates() attributes {weir.job} {
    %0 = weir.read @a : tensor<8xf32>
    %1 = weir.read @b : tensor<3xf32>
    %2 = weir.neg %0 : (tensor<8xf32>) -> tensor<8xf32>
    %3 = weir.neg %1 : (tensor<3xf32>) -> tensor<3xf32>
    weir.assign @a, %2 : tensor<8xf32>
    weir.assign @b, %3 : tensor<3xf32>
    return
  }
}

// -----

// So does a product with a packed operand: its columns are one loop, whatever panels they came in.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @epilogue_of_packed
  // CHECK: kernel.group
  // CHECK-NEXT: weir.matmul_packed
  // CHECK-NEXT: weir.broadcast
  // CHECK-NEXT: weir.add
  // CHECK-NEXT: weir.relu
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.reduce_sum
  // CHECK-NOT: kernel.group
  func.func @epilogue_of_packed(%x: tensor<?x8xbf16>, %w: tensor<2x4x32xbf16>, %b: tensor<20xf32>) -> tensor<?xf32>
      attributes {weir.job} {
    %m = weir.dim %x, 0 : tensor<?x8xbf16>
    %0 = weir.matmul_packed %x, %w {columns = 20 : i64, group = 2 : i64, out = f32, panel = 16 : i64}
        : (tensor<?x8xbf16>, tensor<2x4x32xbf16>) -> tensor<?x20xf32>
    %1 = weir.broadcast %b sizes(%m) {dims = array<i64: 1>} : tensor<20xf32> -> tensor<?x20xf32>
    %2 = weir.add %0, %1 : (tensor<?x20xf32>, tensor<?x20xf32>) -> tensor<?x20xf32>
    %3 = weir.relu %2 : (tensor<?x20xf32>) -> tensor<?x20xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<?x20xf32>) -> tensor<?xf32>
    return %4 : tensor<?xf32>
  }
}

// -----

// A splat that a product reads from memory is stored by a group of its own. The epilogue and the sums recompute it, and
// putting them together with updates does not take it from where it is stored.
module attributes {kernel.target = #kernel.target<"cpu", {vector_bytes = 32 : i64}>} {
  // CHECK-LABEL: func.func @stored_splat
  // CHECK: %[[TWO:.*]] = kernel.group() -> tensor<1x2xf32>
  // CHECK: %[[Y:.*]] = kernel.group({{.*}}) -> tensor<1x2xf32> {
  // CHECK-NEXT: weir.matmul
  // CHECK-NEXT: %[[A:.*]] = weir.constant
  // CHECK-NEXT: weir.mul %{{.*}}, %[[A]]
  // CHECK: %[[DW:.*]] = kernel.group(%{{.*}} = %[[TWO]] : tensor<1x2xf32>, {{.*}}) -> tensor<2x2xf32> {
  // CHECK-NEXT: weir.matmul
  // CHECK: kernel.group(%{{.*}} = %[[Y]] : tensor<1x2xf32>, {{.*}} = %[[DW]] : tensor<2x2xf32>{{.*}} {
  // CHECK: %[[B:.*]] = weir.constant
  // CHECK: weir.reduce_sum %[[B]] {dims = array<i64: 0>}
  // CHECK-NOT: kernel.group
  func.func @stored_splat(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>)
      -> (tensor<f32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) attributes {weir.job} {
    %two = weir.constant dense<2.0> : tensor<f32> -> tensor<1x2xf32>
    %h = weir.matmul %x, %w {transpose_b} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %y = weir.mul %h, %two : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
    %loss = weir.reduce_sum %y {dims = array<i64: 0, 1>} : (tensor<1x2xf32>) -> tensor<f32>
    %db = weir.reduce_sum %two {dims = array<i64: 0>} : (tensor<1x2xf32>) -> tensor<2xf32>
    %dw = weir.matmul %two, %x {transpose_a} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
    %w1 = weir.sub %w, %dw : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %w2 = weir.add %w, %dw : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %b1 = weir.sub %b, %db : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %loss, %w1, %w2, %b1 : tensor<f32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
  }
}

// -----

// A group takes no elementwise op of another shape, and what reads a packed product transposed is another loop.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @transposed_reader
  // CHECK: kernel.group
  // CHECK-NEXT: weir.matmul_packed
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  func.func @transposed_reader(%x: tensor<4x8xf32>, %w: tensor<2x8x16xf32>) -> tensor<20x4xf32>
      attributes {weir.job} {
    %0 = weir.matmul_packed %x, %w {columns = 20 : i64, panel = 16 : i64}
        : (tensor<4x8xf32>, tensor<2x8x16xf32>) -> tensor<4x20xf32>
    %1 = weir.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<4x20xf32>) -> tensor<20x4xf32>
    %2 = weir.relu %1 : (tensor<20x4xf32>) -> tensor<20x4xf32>
    return %2 : tensor<20x4xf32>
  }
}

// -----

// What a movement reads leaves its group if another group recomputes the movement.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @recomputed_elsewhere
  // CHECK: %[[SUM:.*]]:2 = kernel.group
  // CHECK: %[[S:.*]] = weir.reduce_sum %{{.*}} {dims = array<i64: 1>}
  // CHECK: kernel.yield %[[S]], %{{.*}} : tensor<4xf32>, tensor<4x8xf32>
  // CHECK: kernel.group({{.*}}%[[SUM]]#0 : tensor<4xf32>
  func.func @recomputed_elsewhere(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) attributes {weir.job} {
    %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x8xf32>
    %2 = weir.div %x, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = weir.reduce_max %2 {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
    %4 = weir.broadcast %3 {dims = array<i64: 1>} : tensor<8xf32> -> tensor<4x8xf32>
    %5 = weir.mul %4, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return %2, %5 : tensor<4x8xf32>, tensor<4x8xf32>
  }
}

// -----

// A value that its reader needs at two positions of the loops is computed before.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @two_positions
  // CHECK: %[[E:.*]] = kernel.group
  // CHECK-NEXT: weir.exp
  // CHECK: kernel.group(%{{.*}} = %[[E]]
  // CHECK-NEXT: weir.transpose
  // CHECK-NEXT: weir.add
  // CHECK-NOT: kernel.group
  func.func @two_positions(%x: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {weir.job} {
    %0 = weir.exp %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %1 = weir.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = weir.add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %2 : tensor<?x?xf32>
  }
}

// -----

// What a stored movement reads need not be stored itself.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  weir.variable @w : tensor<8x20xf32>
  weir.variable @packed : tensor<2x8x16xf32>
  // CHECK-LABEL: func.func @derive
  // CHECK: kernel.group
  // CHECK-NEXT: %[[N:.*]] = weir.neg
  // CHECK-NEXT: %[[P:.*]] = weir.pack %[[N]]
  // CHECK-NEXT: kernel.yield %[[P]] : tensor<2x8x16xf32>
  func.func @derive() attributes {weir.derive, weir.job} {
    %w = weir.read @w : tensor<8x20xf32>
    %0 = weir.neg %w : (tensor<8x20xf32>) -> tensor<8x20xf32>
    %1 = weir.pack %0 {panel = 16 : i64} : (tensor<8x20xf32>) -> tensor<2x8x16xf32>
    weir.assign @packed, %1 : tensor<2x8x16xf32>
    return
  }
}

// -----

// Slices are recomputed by who reads them; so is what they are slices of, if it is cheap.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @slices
  // CHECK-COUNT-1: kernel.group
  // CHECK-NOT: kernel.group
  func.func @slices(%x: tensor<8x6xf32>) -> tensor<8x3xf32> attributes {weir.job} {
    %0 = weir.neg %x : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %1 = weir.slice %0 {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<8x6xf32> -> tensor<8x3xf32>
    %2 = weir.slice %0 {starts = array<i64: 0, 3>, steps = array<i64: 1, 1>} : tensor<8x6xf32> -> tensor<8x3xf32>
    %3 = weir.mul %1, %2 : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    return %3 : tensor<8x3xf32>
  }
}

// -----

// Rows that are sliced along are not those of a reduction, which is computed before. Along other dimensions it may be.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @slices_of_reductions
  // CHECK-COUNT-2: kernel.group
  // CHECK-NOT: kernel.group
  func.func @slices_of_reductions(%x: tensor<8x6xf32>) -> tensor<7xf32> attributes {weir.job} {
    %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<8x6xf32>) -> tensor<8xf32>
    %1 = weir.slice %0 {starts = array<i64: 1>, steps = array<i64: 1>} : tensor<8xf32> -> tensor<7xf32>
    %2 = weir.neg %1 : (tensor<7xf32>) -> tensor<7xf32>
    return %2 : tensor<7xf32>
  }

  // CHECK-LABEL: func.func @slices_of_rows
  // CHECK-COUNT-1: kernel.group
  // CHECK-NOT: kernel.group
  func.func @slices_of_rows(%x: tensor<8x6xf32>) -> tensor<8x5xf32> attributes {weir.job} {
    %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<8x6xf32>) -> tensor<8xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<8xf32> -> tensor<8x6xf32>
    %2 = weir.div %x, %1 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %3 = weir.slice %2 {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : tensor<8x6xf32> -> tensor<8x5xf32>
    %4 = weir.neg %3 : (tensor<8x5xf32>) -> tensor<8x5xf32>
    return %4 : tensor<8x5xf32>
  }
}

// -----

// What several need is computed by each of them, where that is one operation on what is in memory for a reduction
// anyway: the statistics of a batch are one kernel, and nothing of the batch's size is stored between the two.

module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @normalize
  // CHECK: %[[S:.*]]:2 = kernel.group(%{{.*}} = %arg0 : tensor<8x4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: weir.reduce_sum
  // CHECK: weir.sub
  // CHECK: weir.reduce_sum
  // CHECK: kernel.group(
  // CHECK: weir.sub
  // CHECK-NOT: weir.reduce_sum
  // CHECK: return
  func.func @normalize(%x: tensor<8x4x6xf32>) -> tensor<8x4x6xf32> attributes {weir.job} {
    %mean = weir.reduce_sum %x {dims = array<i64: 0, 2>} : (tensor<8x4x6xf32>) -> tensor<4xf32>
    %m = weir.broadcast %mean {dims = array<i64: 1>} : tensor<4xf32> -> tensor<8x4x6xf32>
    %d = weir.sub %x, %m : (tensor<8x4x6xf32>, tensor<8x4x6xf32>) -> tensor<8x4x6xf32>
    %s = weir.mul %d, %d : (tensor<8x4x6xf32>, tensor<8x4x6xf32>) -> tensor<8x4x6xf32>
    %variance = weir.reduce_sum %s {dims = array<i64: 0, 2>} : (tensor<8x4x6xf32>) -> tensor<4xf32>
    %v = weir.broadcast %variance {dims = array<i64: 1>} : tensor<4xf32> -> tensor<8x4x6xf32>
    %y = weir.div %d, %v : (tensor<8x4x6xf32>, tensor<8x4x6xf32>) -> tensor<8x4x6xf32>
    return %y : tensor<8x4x6xf32>
  }
}

// -----

// Groups that compute the same are written alike, wherever a splat that they share stands outside: they are one kernel.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @alike
  // CHECK: weir.square
  // CHECK-NEXT: weir.constant
  // CHECK-NEXT: weir.mul
  // CHECK: weir.square
  // CHECK-NEXT: weir.constant
  // CHECK-NEXT: weir.mul
  func.func @alike(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>) attributes {weir.job} {
    %0 = weir.square %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %k = weir.constant dense<2.0> : tensor<f32> -> tensor<4x8xf32>
    %1 = weir.mul %0, %k : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = weir.matmul %1, %y {transpose_b} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
    %3 = weir.matmul %2, %y : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = weir.square %3 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = weir.mul %4, %k : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = weir.matmul %5, %2 {transpose_a} : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %3, %6 : tensor<4x8xf32>, tensor<8x4xf32>
  }
}

// -----

// A scatter reads the index of a row from memory, and what is the same everywhere not at all.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @add_rows
  // CHECK: kernel.group(
  // CHECK: weir.broadcast
  // CHECK: weir.constant
  // CHECK: weir.scatter_add
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @add_rows(%x: tensor<4x8xf32>, %i: tensor<6xi64>) -> tensor<4x8xf32> attributes {weir.job} {
    %index = weir.broadcast %i {dims = array<i64: 0>} : tensor<6xi64> -> tensor<6x8xi64>
    %ones = weir.constant dense<1.0> : tensor<f32> -> tensor<6x8xf32>
    %y = weir.scatter_add %x, %index, %ones {dim = 0 : i64}
        : (tensor<4x8xf32>, tensor<6x8xi64>, tensor<6x8xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  }
}

// -----

// What a widening cast gives is read from fewer bytes than it has: each group that needs it casts. Both statistics of a
// column then are found from the narrow tensor.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @narrow_columns
  // CHECK: kernel.group(%{{.*}} = %arg0 : tensor<64x8xbf16>) -> tensor<8xf32>
  // CHECK-NEXT: weir.cast
  // CHECK-NEXT: weir.reduce_sum
  // CHECK: kernel.group(%{{.*}} = %arg0 : tensor<64x8xbf16>, %{{.*}} : tensor<8xf32>) -> tensor<64x8xf32>
  // CHECK-NEXT: weir.cast
  // CHECK-NEXT: weir.broadcast
  // CHECK-NEXT: weir.sub
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @narrow_columns(%x: tensor<64x8xbf16>) -> tensor<64x8xf32> attributes {weir.job} {
    %w = weir.cast %x {to = f32} : (tensor<64x8xbf16>) -> tensor<64x8xf32>
    %s = weir.reduce_sum %w {dims = array<i64: 0>} : (tensor<64x8xf32>) -> tensor<8xf32>
    %b = weir.broadcast %s {dims = array<i64: 1>} : tensor<8xf32> -> tensor<64x8xf32>
    %d = weir.sub %w, %b : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    return %d : tensor<64x8xf32>
  }
}

// -----

// Two results that have nothing to do with each other are one kernel, unless much is reduced to little: in a kernel of
// its own that is cut into parts.
module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver4", features = ""}>} {
  // CHECK-LABEL: func.func @short_columns
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  func.func @short_columns(%x: tensor<32x64xf32>, %dy: tensor<64xf32>) -> (tensor<64xf32>, tensor<32x64xf32>)
      attributes {weir.job} {
    %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<32x64xf32>) -> tensor<64xf32>
    %dx = weir.broadcast %dy {dims = array<i64: 1>} : tensor<64xf32> -> tensor<32x64xf32>
    return %y, %dx : tensor<64xf32>, tensor<32x64xf32>
  }

  // CHECK-LABEL: func.func @long_columns
  // CHECK: kernel.group
  // CHECK: weir.reduce_sum
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.broadcast
  func.func @long_columns(%x: tensor<65536x64xf32>, %dy: tensor<64xf32>) -> (tensor<64xf32>, tensor<65536x64xf32>)
      attributes {weir.job} {
    %y = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<65536x64xf32>) -> tensor<64xf32>
    %dx = weir.broadcast %dy {dims = array<i64: 1>} : tensor<64xf32> -> tensor<65536x64xf32>
    return %y, %dx : tensor<64xf32>, tensor<65536x64xf32>
  }
}

// -----

// What is made of a value that is stored in any case, in loops of its own, reads it from memory: a cache of keys is
// written in place, and the part that attention reads is copied. What has the value's loops is computed with it.
module attributes {kernel.target = #kernel.target<"cpu", {}>} {
  weir.variable @cache : tensor<4x16x8xf32>
  // CHECK-LABEL: func.func @part_of_a_stored_value
  // CHECK: [[NEW:%.*]] = kernel.group({{.*}}) -> tensor<4x16x8xf32>
  // CHECK: weir.assign @cache, [[NEW]]
  // CHECK: kernel.group({{.*}} = [[NEW]] : tensor<4x16x8xf32>) -> tensor<4x9x8xf32>
  // CHECK-NEXT: weir.slice
  // CHECK-NEXT: kernel.yield
  func.func @part_of_a_stored_value(%x: tensor<4x16x8xf32>) -> tensor<4x9x8xf32> attributes {weir.job} {
    %old = weir.read @cache : tensor<4x16x8xf32>
    %new = weir.add %old, %x : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    weir.assign @cache, %new : tensor<4x16x8xf32>
    %part = weir.slice %new {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 1>}
        : tensor<4x16x8xf32> -> tensor<4x9x8xf32>
    return %part : tensor<4x9x8xf32>
  }

  // CHECK-LABEL: func.func @of_a_stored_value
  // CHECK-COUNT-1: kernel.group
  // CHECK-NOT: kernel.group
  func.func @of_a_stored_value(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>) attributes {weir.job} {
    %0 = weir.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = weir.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
    return %0, %1 : tensor<4x8xf32>, tensor<8x4xf32>
  }

  // Two parts of a value that nobody stores.
  // CHECK-LABEL: func.func @parts
  // CHECK-COUNT-1: kernel.group
  // CHECK-NOT: kernel.group
  func.func @parts(%x: tensor<4x16x8xf32>) -> (tensor<4x9x8xf32>, tensor<4x7x8xf32>) attributes {weir.job} {
    %0 = weir.exp %x : (tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %1 = weir.slice %0 {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 1>}
        : tensor<4x16x8xf32> -> tensor<4x9x8xf32>
    %2 = weir.slice %0 {starts = array<i64: 0, 9, 0>, steps = array<i64: 1, 1, 1>}
        : tensor<4x16x8xf32> -> tensor<4x7x8xf32>
    return %1, %2 : tensor<4x9x8xf32>, tensor<4x7x8xf32>
  }
}
