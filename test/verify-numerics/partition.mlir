// RUN: weir-compile %s --verify-numerics | FileCheck %s
// The programs of the ranks together compute what the job does: half of an uneven batch each, columns of a weight, a part of
// a table, random bits.

// CHECK: partition {{ *}}partition {{ *}}132
// CHECK: kernel {{.*}}left out: programs of several ranks end at the stage partition

sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
weir.variable @table {sbp.signature = #sbp.signature<() -> (#sbp.nd<[#sbp.broadcast, #sbp.split<0>]>)>} : tensor<11x6xf32>
weir.variable @w {sbp.signature = #sbp.signature<() -> (#sbp.nd<[#sbp.broadcast, #sbp.split<1>]>)>} : tensor<6x5xf32>
func.func @step(%ids: tensor<7xi64>, %seed: tensor<i64>, %step: tensor<i64>) -> (tensor<f32>, tensor<7x5xf32>)
    attributes {weir.job,
                sbp.signature = #sbp.signature<(#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>, #sbp.nd<[#sbp.broadcast, #sbp.broadcast]>, #sbp.nd<[#sbp.broadcast, #sbp.broadcast]>)
                                               -> (#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>, #sbp.nd<[#sbp.split<0>, #sbp.split<1>]>)>} {
  %table = weir.read @table : tensor<11x6xf32>
  %w = weir.read @w : tensor<6x5xf32>
  %i = weir.broadcast %ids {dims = array<i64: 0>} : tensor<7xi64> -> tensor<7x6xi64>
  %x = weir.gather %table, %i {dim = 0 : i64} : (tensor<11x6xf32>, tensor<7x6xi64>) -> tensor<7x6xf32>
  %y = weir.matmul %x, %w : (tensor<7x6xf32>, tensor<6x5xf32>) -> tensor<7x5xf32>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<7x5xi32>
  %zero = weir.constant dense<0> : tensor<i32> -> tensor<7x5xi32>
  %keep = weir.compare lt %bits, %zero : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi1>
  %nothing = weir.constant dense<0.0> : tensor<f32> -> tensor<7x5xf32>
  %kept = weir.select %keep, %y, %nothing : (tensor<7x5xi1>, tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %loss = weir.reduce_sum %kept {dims = array<i64: 0, 1>} : (tensor<7x5xf32>) -> tensor<f32>
  %g = weir.gradient %loss wrt %w : (tensor<f32>, tensor<6x5xf32>) -> tensor<6x5xf32>
  %next = weir.sub %w, %g : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
  weir.assign @w, %next : tensor<6x5xf32>
  return %loss, %kept : tensor<f32>, tensor<7x5xf32>
}
