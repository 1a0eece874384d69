// RUN: %known_size_runs
// Attention whose heads are grouped, or whose masks have dimensions of size 1. These sizes are known, so that there
// are no runs with every size `?`.

// Each head of key and value serves two of query.
func.func @grouped() {
  %query = weir.constant dense<
      [[[-1.8, -1.9], [1.3, -1.5]], [[1.1, -1.6], [1.6, 0.4]], [[1.5, 0.1], [1.1, 1.9]], [[-1.9, -1.0], [-1.2, 0.4]]]>
      : tensor<4x2x2xf32> -> tensor<4x2x2xf32>
  %key = weir.constant dense<
      [[[-1.6, 0.7], [1.0, 1.8], [-1.6, 1.9]], [[1.9, -1.5], [-0.8, -1.1], [1.7, -1.9]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %value = weir.constant dense<
      [[[1.7, 0.1], [-1.9, 1.0], [-1.9, 0.8]], [[-0.3, 1.0], [-1.2, 1.8], [-0.6, 0.2]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, enable_gqa, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<4x2x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<4x2x2xf32>
  %expected = weir.constant dense<
      [[[1.0806651, 0.2218067], [-1.1305085, 0.7956552]], [[-0.85165447, 0.7229301], [-1.7726293, 0.95822155]],
      [[-0.45648354, 0.68450284], [-0.49807382, 0.8640557]], [[-1.1375415, 1.6849148], [-1.0830748, 1.6100823]]]>
      : tensor<4x2x2xf32> -> tensor<4x2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x2x2xf32>
  return
}

func.func @one_for_all() {
  %query = weir.constant dense<
      [[[[-1.9, 1.1], [-1.3, 0.6]], [[-1.1, 1.3], [0.3, -0.5]], [[1.1, -1.4], [-1.8, 1.9]]], [[[-0.8, 0.1], [0.5, 0.6]],
      [[1.7, 0.8], [0.1, -1.3]], [[-1.3, -1.6], [-0.3, -1.6]]]]> : tensor<2x3x2x2xf64> -> tensor<2x3x2x2xf64>
  %key = weir.constant dense<
      [[[[1.4, 2.0], [1.9, -1.9], [1.0, -1.3]]], [[[-0.2, -0.2], [0.5, -0.9], [1.9, 0.6]]]]>
      : tensor<2x1x3x2xf64> -> tensor<2x1x3x2xf64>
  %value = weir.constant dense<
      [[[[-1.8, 2.0], [-0.7, -1.7], [-0.0, -1.8]]], [[[1.2, -1.7], [-0.9, 1.9], [0.4, 1.6]]]]>
      : tensor<2x1x3x2xf64> -> tensor<2x1x3x2xf64>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, is_causal, enable_gqa, ordinal = 0 : i64, present = array<i64>}
      : (tensor<2x3x2x2xf64>, tensor<2x1x3x2xf64>, tensor<2x1x3x2xf64>) -> tensor<2x3x2x2xf64>
  %expected = weir.constant dense<
      [[[[-1.8, 2.0], [-1.6815084820156692, 1.6014376213254327]], [[-1.8, 2.0], [-0.9031532730836636,
      -1.0166662632640409]], [[-1.8, 2.0], [-1.7969222272255458, 1.9896474915768356]]], [[[1.2, -1.7],
      [0.1759808699975659, 0.05546136571845837]], [[1.2, -1.7], [-0.19991481441001793, 0.6998539675600306]], [[1.2,
      -1.7], [-0.1766272762862864, 0.6599324736336337]]]]> : tensor<2x3x2x2xf64> -> tensor<2x3x2x2xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x2x2xf64>
  return
}

func.func @as_many() {
  %query = weir.constant dense<
      [[[1.8, -1.2], [-1.1, -0.5]], [[-1.9, 0.9], [-0.3, -0.7]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %key = weir.constant dense<
      [[[1.3, -1.5], [-1.4, -0.3], [-0.8, -1.7]], [[-0.6, 1.7], [1.7, -1.3], [-1.3, -1.7]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %value = weir.constant dense<
      [[[-0.3, -0.4], [0.3, 0.9], [-2.0, -1.8]], [[-1.2, 0.7], [-0.3, 1.7], [0.3, 0.6]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, enable_gqa, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x2x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %expected = weir.constant dense<
      [[[-0.4208385, -0.4909478], [-0.8184357, -0.4632552]], [[-0.85606724, 0.6825651], [-0.0140924435, 0.90958095]]]>
      : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x2xf32>
  return
}

func.func @grouped_bf16() {
  %query = weir.constant dense<
      [[[-1.0, -0.0], [-1.8, 0.9]], [[-0.7, 1.5], [0.5, 1.0]], [[1.6, 0.4], [1.8, -0.5]], [[0.9, -1.6], [1.9, -0.6]],
      [[-0.7, -1.7], [1.2, 2.0]], [[-1.2, -1.9], [0.7, 0.4]]]> : tensor<6x2x2xbf16> -> tensor<6x2x2xbf16>
  %key = weir.constant dense<
      [[[0.5, 1.1], [0.6, 2.0]], [[-0.1, 1.6], [-1.3, -0.2]], [[1.1, -0.3], [-0.6, -0.1]]]>
      : tensor<3x2x2xbf16> -> tensor<3x2x2xbf16>
  %value = weir.constant dense<
      [[[0.8, 2.0], [1.2, -0.5]], [[0.5, 1.7], [1.1, 0.9]], [[-0.0, 1.1], [-0.9, -0.4]]]>
      : tensor<3x2x2xbf16> -> tensor<3x2x2xbf16>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, enable_gqa, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<6x2x2xbf16>, tensor<3x2x2xbf16>, tensor<3x2x2xbf16>) -> tensor<6x2x2xbf16>
  %expected = weir.constant dense<
      [[[0.996, 0.793], [1.05, 0.479]], [[1.086, 0.222], [1.07, 0.346]], [[0.582, 1.59], [0.676, 1.47]], [[0.973, 1.07],
      [0.68, 1.46]], [[-0.582, 0.132], [-0.214, 0.746]], [[-0.688, -0.047], [-0.281, 0.633]]]>
      : tensor<6x2x2xbf16> -> tensor<6x2x2xbf16>
  check.expect_close %y, %expected {atol = 0.016 : f64} : tensor<6x2x2xbf16>
  return
}

// (heads, 1, S)
func.func @mask_of_heads() {
  %query = weir.constant dense<
      [[[-0.1, 0.5], [-1.0, -0.9], [-0.3, 1.6]], [[-1.2, -0.4], [0.9, 0.9], [1.1, 1.2]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %key = weir.constant dense<
      [[[-1.7, 1.5], [0.5, -0.3], [-1.4, 1.8]], [[-1.0, 1.4], [2.0, -0.5], [1.5, -1.6]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %value = weir.constant dense<
      [[[-1.9, 0.5], [-1.6, 1.0], [-0.5, -0.5]], [[0.1, -0.9], [-1.9, -1.3], [1.4, 0.4]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %attn_mask = weir.constant dense<
      [[[0.5, -1.0, 0.25]], [[0xFF800000, 1.0, 0.0]]]> : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x1x3xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-1.275424, 0.09091769], [-1.4366808, 0.23244257], [-1.1946334, 0.0025458375]], [[-0.46703747, -0.56180716],
      [-1.5129042, -1.100587], [-1.6053308, -1.1482008]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

// (N, 1, 1, S)
func.func @mask_of_batches() {
  %query = weir.constant dense<
      [[[[0.8, 0.4], [0.5, 1.6]], [[-1.2, -0.6], [-1.0, -1.6]]], [[[-0.5, -0.7], [-1.6, -1.1]], [[-0.7, -1.4], [0.9,
      0.7]]]]> : tensor<2x2x2x2xf32> -> tensor<2x2x2x2xf32>
  %key = weir.constant dense<
      [[[[0.2, 0.5], [-1.7, -1.6], [-0.3, 0.6]], [[-1.9, -1.7], [0.5, 0.1], [1.4, -1.5]]], [[[1.2, 1.0], [0.0, 1.9],
      [1.0, -0.6]], [[-0.5, 0.4], [0.4, 0.5], [1.2, -1.7]]]]> : tensor<2x2x3x2xf32> -> tensor<2x2x3x2xf32>
  %value = weir.constant dense<
      [[[[0.3, -0.9], [-0.0, 0.4], [-0.2, 0.9]], [[-1.2, 0.6], [-0.6, 1.3], [-0.2, 0.7]]], [[[-0.1, 1.9], [1.0, 1.7],
      [-1.3, 0.6]], [[-1.2, -0.5], [0.2, -0.3], [-1.8, 0.3]]]]> : tensor<2x2x3x2xf32> -> tensor<2x2x3x2xf32>
  %attn_mask = weir.constant dense<
      [[[[true, false, true]]], [[[false, true, true]]]]> : tensor<2x1x1x3xi1> -> tensor<2x1x1x3xi1>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<2x2x2x2xf32>, tensor<2x2x3x2xf32>, tensor<2x2x3x2xf32>, tensor<2x1x1x3xi1>) -> tensor<2x2x2x2xf32>
  %expected = weir.constant dense<
      [[[[0.08164909, -0.1139367], [0.05795227, -0.028628152]], [[-1.1470997, 0.60529006], [-1.1282243, 0.6071776]]],
      [[[-0.6275405, 0.9216111], [-0.5934059, 0.9379363]], [[-1.5118648, 0.21355948], [-0.5179445, -0.08461664]]]]>
      : tensor<2x2x2x2xf32> -> tensor<2x2x2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x2x2xf32>
  return
}

// (L, 1): the second query sees nothing.
func.func @mask_of_queries() {
  %query = weir.constant dense<[[1.6, 1.8], [0.6, -0.6], [0.3, 0.3]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<[[1.5, -0.0], [-0.4, -0.4]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %value = weir.constant dense<[[-0.1, 0.9], [-1.9, 0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<[[true], [false], [true]]> : tensor<3x1xi1> -> tensor<3x1xi1>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<3x1xi1>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.2178163, 0.8410918], [0.0, 0.0], [-0.78469753, 0.5576512]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

// A mask of another type.
func.func @narrow_mask() {
  %query = weir.constant dense<[[-1.1, 2.0], [1.1, 0.3]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %key = weir.constant dense<[[-1.6, 1.0], [0.1, -0.8]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %value = weir.constant dense<[[1.3, -1.4], [-0.2, 0.1]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<[[0.5, -1.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %y = weir.attention %query, %key, %value, %attn_mask {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 0>}
      : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf16>) -> tensor<2x2xf32>
  %expected = weir.constant dense<
      [[1.2930363, -1.3930364], [0.75452185, -0.8545219]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}
