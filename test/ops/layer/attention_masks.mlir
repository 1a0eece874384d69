// RUN: %op_runs
// What attention leaves out: by masks, and by dropout, whose bits are those of the op dropout.

// A query that sees nothing gives 0.
func.func @bool_mask() {
  %query = weir.constant dense<[[1.3, -0.9], [0.7, 2.0], [-0.2, 1.7]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<[[-0.1, -0.1], [-1.5, 1.1], [1.5, 0.4], [-1.2, 1.6]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %value = weir.constant dense<
      [[-1.0, 1.2], [-1.4, -1.5], [1.6, 0.4], [-0.2, 1.7]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %attn_mask = weir.constant dense<
      [[true, false, true, true], [false, false, false, false], [false, true, false, false]]>
      : tensor<3x4xi1> -> tensor<3x4xi1>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3x4xi1>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.9421504, 0.6238644], [0.0, 0.0], [-1.4, -1.5]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

// A mask is broadcast.
func.func @bool_mask_of_keys() {
  %query = weir.constant dense<
      [[[1.2, 2.0], [1.6, 0.9], [-0.0, 1.1]], [[-1.8, -1.5], [1.4, 1.8], [-0.6, 0.6]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %key = weir.constant dense<
      [[[0.4, -1.1], [-1.1, 0.6], [-1.8, 1.5], [-1.9, 0.4]], [[-1.2, 1.4], [-0.6, -0.0], [1.5, 0.2], [-0.4, -1.7]]]>
      : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %value = weir.constant dense<
      [[[-0.7, 0.3], [1.1, -1.0], [1.3, -1.9], [1.8, -0.5]], [[-1.3, 1.6], [0.1, 2.0], [-0.5, -1.3], [-1.7, -1.5]]]>
      : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %attn_mask = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<2x3x2xf32>, tensor<2x4x2xf32>, tensor<2x4x2xf32>, tensor<4xi1>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[1.0187705, -1.5906475], [-0.09456307, -0.36598063], [1.0662425, -1.6428667]], [[-1.2175571, 1.3011446],
      [-0.69304764, -0.60020214], [-1.1716126, 1.1345959]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

// A float mask is added.
func.func @float_mask() {
  %query = weir.constant dense<[[-1.8, 1.2], [-0.6, 0.2], [-0.3, -0.3]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %key = weir.constant dense<[[1.2, -0.3], [1.1, -0.3], [-1.7, -0.5], [0.1, 1.9]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %value = weir.constant dense<
      [[-1.3, -0.3], [-0.8, -1.1], [-1.9, -1.4], [0.8, -0.9]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %attn_mask = weir.constant dense<
      [[0.5, -1.0, 2.0, 0.0], [0xFFF0000000000000, 0.0, 0xFFF0000000000000, 1.0], [0xFFF0000000000000,
      0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<3x2xf64>, tensor<4x2xf64>, tensor<4x2xf64>, tensor<3x4xf64>) -> tensor<3x2xf64>
  %expected = weir.constant dense<
      [[-1.6403136686525754, -1.3459064471175979], [0.560161114840898, -0.9299798606448878], [0.0, 0.0]]>
      : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x2xf64>
  return
}

func.func @float_mask_causal() {
  %query = weir.constant dense<[[1.4, -0.5], [-0.0, 0.2]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %key = weir.constant dense<[[-1.4, 0.8], [0.8, -1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %value = weir.constant dense<[[1.0, -2.0], [0.9, -1.7]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<[[0.5, -1.0], [2.0, 0.25]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64: 0>}
      : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[1.0, -2.0], [0.98812747, -1.9643824]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

// By the bits of dropout.
func.func @dropout() {
  %query = weir.constant dense<[[1.9, 0.2], [-1.7, -0.7], [0.3, -1.9]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<
      [[-0.9, -1.5], [-1.0, 1.6], [-2.0, -1.0], [-0.1, 1.4]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %value = weir.constant dense<[[-0.4, -1.5], [0.2, 0.2], [0.1, -1.4], [1.2, 0.2]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.attention %query, %key, %value, %seed, %step {dropout_p = 0.25 : f64, ordinal = 3 : i64,
      present = array<i64: 1, 2>}
      : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<i64>, tensor<i64>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.98707443, -0.13091974], [0.14096148, -1.26167], [-0.32923472, -1.9054178]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @odd_bool_mask() {
  %query = weir.constant dense<[[0.2, -0.1, -0.2], [1.2, 0.1, -1.9]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %key = weir.constant dense<
      [[-0.7, -1.0, 0.1], [1.2, -1.0, 1.2], [-1.0, 1.9, 0.3], [1.7, 0.6, -0.8], [1.9, -0.4, 0.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %value = weir.constant dense<
      [[0.1, -0.1], [1.7, -1.2], [-0.7, -0.7], [1.7, -1.1], [-0.8, -0.0]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %attn_mask = weir.constant dense<
      [[true, false, true, false, true], [false, false, true, true, false]]> : tensor<2x5xi1> -> tensor<2x5xi1>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<2x3xf32>, tensor<5x3xf32>, tensor<5x2xf32>, tensor<2x5xi1>) -> tensor<2x2xf32>
  %expected = weir.constant dense<
      [[-0.48571944, -0.21133024], [1.5864186, -1.0810698]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}
