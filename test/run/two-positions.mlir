// RUN: %op_runs
// One value read at two positions of the loops: with its transpose, or along both dimensions of an outer sum.

func.func @with_its_transpose() {
  %a = weir.constant dense<[[-7.0, -6.0, -5.0, -4.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0, 17.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  %e = weir.mul %a, %a : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %t = weir.transpose %e {permutation = array<i64: 1, 0>} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %y = weir.sub %e, %t : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %expected = weir.constant dense<[[0.0, 32.0, 16.0, -48.0, -160.0], [-32.0, 0.0, -16.0, -80.0, -192.0], [-16.0, 16.0, 0.0, -64.0, -176.0], [48.0, 80.0, 64.0, 0.0, -112.0], [160.0, 192.0, 176.0, 112.0, 0.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  check.expect_close %y, %expected : tensor<5x5xf32>
  return
}

func.func @outer_sum() {
  %x = weir.constant dense<[1.0, -2.0, 3.0, 5.0, -7.0]> : tensor<5xf32> -> tensor<5xf32>
  %e = weir.mul %x, %x : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %rows = weir.broadcast %e {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x5xf32>
  %columns = weir.broadcast %e {dims = array<i64: 1>} : tensor<5xf32> -> tensor<5x5xf32>
  %y = weir.sub %rows, %columns : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %expected = weir.constant dense<[[0.0, -3.0, -8.0, -24.0, -48.0], [3.0, 0.0, -5.0, -21.0, -45.0], [8.0, 5.0, 0.0, -16.0, -40.0], [24.0, 21.0, 16.0, 0.0, -24.0], [48.0, 45.0, 40.0, 24.0, 0.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  check.expect_close %y, %expected : tensor<5x5xf32>
  return
}

func.func @sums_of_rows() {
  %a = weir.constant dense<[[-7.0, -6.0, -5.0, -4.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0, 17.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  %s = weir.reduce_sum %a {dims = array<i64: 1>} : (tensor<5x5xf32>) -> tensor<5xf32>
  %rows = weir.broadcast %s {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x5xf32>
  %columns = weir.broadcast %s {dims = array<i64: 1>} : tensor<5xf32> -> tensor<5x5xf32>
  %y = weir.sub %rows, %columns : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %expected = weir.constant dense<[[0.0, -25.0, -50.0, -75.0, -100.0], [25.0, 0.0, -25.0, -50.0, -75.0], [50.0, 25.0, 0.0, -25.0, -50.0], [75.0, 50.0, 25.0, 0.0, -25.0], [100.0, 75.0, 50.0, 25.0, 0.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  check.expect_close %y, %expected : tensor<5x5xf32>
  return
}

// Movements are recomputed at both positions by one kernel.
func.func @a_movement_with_its_transpose() {
  %x = weir.constant dense<[1.0, -2.0, 3.0, 5.0, -7.0]> : tensor<5xf32> -> tensor<5xf32>
  %b = weir.broadcast %x {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x5xf32>
  %t = weir.transpose %b {permutation = array<i64: 1, 0>} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %y = weir.sub %b, %t : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %expected = weir.constant dense<[[0.0, 3.0, -2.0, -4.0, 8.0], [-3.0, 0.0, -5.0, -7.0, 5.0], [2.0, 5.0, 0.0, -2.0, 10.0], [4.0, 7.0, 2.0, 0.0, 12.0], [-8.0, -5.0, -10.0, -12.0, 0.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  check.expect_close %y, %expected : tensor<5x5xf32>
  return
}

func.func @reduced_afterwards() {
  %x = weir.constant dense<[1.0, -2.0, 3.0, 5.0, -7.0]> : tensor<5xf32> -> tensor<5xf32>
  %b = weir.broadcast %x {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x5xf32>
  %t = weir.transpose %b {permutation = array<i64: 1, 0>} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %d = weir.sub %b, %t : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %y = weir.reduce_max %d {dims = array<i64: 1>} : (tensor<5x5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[8.0, 5.0, 10.0, 12.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}
