// RUN: %op_runs
// softmax(query times the transpose of key, times scale) times value. Of f16 and bf16, weights are rounded before
// the second product.

func.func @matrices_f32() {
  %query = weir.constant dense<[[-1.8, -0.2], [-1.9, -0.5], [-0.6, -1.4]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<[[1.6, 1.9], [0.4, 1.5], [-0.9, 1.8], [0.6, 1.6]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %value = weir.constant dense<
      [[-1.9, 0.1, -0.1], [1.3, 1.4, 0.5], [-0.6, -1.2, 0.2], [-0.8, -0.2, -0.1]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[-0.38801047, -0.68003863, 0.20130847], [-0.38392657, -0.6959563, 0.20377874], [-0.25752205, -0.07765094,
      0.1798751]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  return
}

func.func @odd() {
  %query = weir.constant dense<
      [[0.7, -1.8, -1.5], [-0.7, -1.3, -0.6], [1.5, 0.6, 1.2], [-1.8, -1.1, 0.0], [-0.3, 1.2, 1.0]]>
      : tensor<5x3xf32> -> tensor<5x3xf32>
  %key = weir.constant dense<
      [[0.7, 0.8, -0.2], [0.5, 1.9, 0.6], [-1.1, 0.5, -1.9], [-0.2, 1.4, -0.9], [-0.3, -0.7, -0.5], [1.0, -1.9, -1.2],
      [1.0, -1.6, -1.7]]> : tensor<7x3xf32> -> tensor<7x3xf32>
  %value = weir.constant dense<
      [[-1.1, 1.6], [0.9, -0.3], [-1.7, -0.2], [-0.9, 1.8], [1.6, -0.7], [-1.0, 0.1], [-1.5, -2.0]]>
      : tensor<7x2xf32> -> tensor<7x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<5x3xf32>, tensor<7x3xf32>, tensor<7x2xf32>) -> tensor<5x2xf32>
  %expected = weir.constant dense<
      [[-1.1560727, -0.9335382], [-0.79769015, -0.58410585], [0.044543974, 0.2508175], [-0.4949629, -0.32613996],
      [0.10074098, 0.3315021]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5x2xf32>
  return
}

func.func @heads_f32() {
  %query = weir.constant dense<
      [[[0.7, 1.4], [-0.8, -0.8], [1.9, 1.9]], [[0.2, -1.0], [1.1, 0.8], [-1.1, -0.1]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %key = weir.constant dense<
      [[[0.8, -1.4], [-0.2, 2.0], [-0.0, 1.7], [-0.0, 0.8]], [[0.4, -1.7], [1.1, 0.5], [-1.2, 0.9], [1.6, 0.7]]]>
      : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %value = weir.constant dense<
      [[[-0.1, -1.2, 1.2], [0.5, 1.1, -0.5], [-1.0, -1.0, -0.9], [-0.5, 0.1, 1.7]], [[-0.5, 1.5, 1.3], [1.1, 1.3, 0.6],
      [-1.8, -1.7, -1.6], [-1.8, 0.8, -1.4]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x3x2xf32>, tensor<2x4x2xf32>, tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
  %expected = weir.constant dense<
      [[[-0.2233145, 0.11081419, -0.27023304], [-0.23712134, -0.5770356, 0.8052508], [-0.2338981, 0.093827404,
      -0.3657662]], [[-0.5471276, 1.1166719, 0.59157264], [-0.77078927, 0.83072865, -0.6045227], [-1.2190744,
      -0.5298329, -0.7394776]]]> : tensor<2x3x3xf32> -> tensor<2x3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x3xf32>
  return
}

func.func @batches_f64() {
  %query = weir.constant dense<
      [[[[1.5, -0.4, -2.0], [1.6, 1.4, 1.6]], [[0.9, 1.6, 1.2], [1.9, 0.6, -1.0]]], [[[1.5, -0.6, 2.0], [1.6, 0.1,
      0.6]], [[-0.6, 1.9, -0.5], [-1.9, 0.4, 0.7]]]]> : tensor<2x2x2x3xf64> -> tensor<2x2x2x3xf64>
  %key = weir.constant dense<
      [[[[-0.4, 1.6, -0.3], [1.7, -1.8, -1.0], [0.9, -1.8, 1.4]], [[-2.0, -0.6, 0.3], [0.4, 1.4, -1.0], [1.1, 1.1,
      0.3]]], [[[-0.0, 1.3, 1.1], [1.1, 1.1, -1.0], [-0.2, -0.6, -1.9]], [[-1.2, -1.4, -1.7], [1.2, 1.3, 1.0], [0.6,
      1.7, -0.2]]]]> : tensor<2x2x3x3xf64> -> tensor<2x2x3x3xf64>
  %value = weir.constant dense<
      [[[[-0.1, 0.6], [0.3, -0.2], [-0.8, -0.6]], [[-1.8, 1.9], [2.0, 0.9], [-1.8, -1.9]]], [[[-0.9, -1.7], [-1.3,
      -0.4], [1.1, 1.6]], [[1.9, -0.4], [-0.0, 2.0], [1.7, -0.5]]]]> : tensor<2x2x3x2xf64> -> tensor<2x2x3x2xf64>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x2x2x3xf64>, tensor<2x2x3x3xf64>, tensor<2x2x3x2xf64>) -> tensor<2x2x2x2xf64>
  %expected = weir.constant dense<
      [[[[0.25525630205465843, -0.18698076173735145], [-0.3760509382556584, -0.026897303483304956]],
      [[-0.7987806983679757, -1.050645872153782], [0.1648243045543179, -0.41888447500097437]]], [[[-0.8974340978021831,
      -1.3241312722898826], [-0.9002795960333647, -0.6992781464588311]], [[1.2836203974237501, 0.13810827801260825],
      [1.4506149618316064, 0.07200018341030649]]]]> : tensor<2x2x2x2xf64> -> tensor<2x2x2x2xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x2x2x2xf64>
  return
}

func.func @causal() {
  %query = weir.constant dense<[[1.6, 0.6], [-1.2, 1.9], [1.4, 1.3]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<[[-1.8, -0.3], [0.9, -1.4], [1.3, 1.1]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %value = weir.constant dense<[[-0.8, -1.2], [0.8, -0.7], [-0.7, 1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.8, -1.2], [-0.76390827, -1.1887214], [-0.6073302, 0.8674985]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2xf32>
  return
}

// Position i sees keys up to i.
func.func @causal_longer_key() {
  %query = weir.constant dense<[[-0.6, -0.5], [1.9, 1.3]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %key = weir.constant dense<[[-1.2, -0.2], [-1.3, -0.3], [1.2, -0.7], [1.0, 1.8]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %value = weir.constant dense<[[0.6, 1.7], [-0.0, 0.1], [0.8, 1.8], [-0.8, 1.8]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0.6, 1.7], [0.33379704, 0.9901254]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

func.func @causal_longer_query() {
  %query = weir.constant dense<[[0.7, -1.6], [1.4, -1.7], [1.4, 0.8], [-1.5, 0.4]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  %key = weir.constant dense<[[1.5, 1.4], [-1.4, 1.4]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %value = weir.constant dense<[[0.4, -0.4], [0.1, 0.9]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<4x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<4x2xf64>
  %expected = weir.constant dense<
      [[0.4, -0.4], [0.38391600153570093, -0.3303026733213707], [0.38391600153570093, -0.3303026733213707],
      [0.11323352914759031, 0.8426547070271087]]> : tensor<4x2xf64> -> tensor<4x2xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x2xf64>
  return
}

func.func @scale() {
  %query = weir.constant dense<[[-0.5, -1.0], [-0.6, 1.5], [-1.7, 1.5]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %key = weir.constant dense<[[1.1, -1.9], [-1.3, 1.2], [1.9, -1.4], [-0.7, -1.3]]> : tensor<4x2xf32> -> tensor<4x2xf32>
  %value = weir.constant dense<
      [[1.6, -1.7, -0.9], [-2.0, -1.8, -1.1], [-0.1, -1.9, -0.5], [-0.7, 0.4, 0.4]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, scale = 0.3 : f64, ordinal = 0 : i64, present = array<i64>}
      : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[-0.10905701, -1.0898658, -0.428298], [-1.2072945, -1.406733, -0.7471644], [-1.498445, -1.4159412, -0.8016008]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  return
}

func.func @narrow_f16() {
  %query = weir.constant dense<[[0.3, -0.2], [-1.8, -1.1], [-1.8, 0.3]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %key = weir.constant dense<[[-1.8, 0.6], [0.7, 0.6], [-0.7, 0.7], [0.5, -1.1]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %value = weir.constant dense<
      [[-1.3, 1.5], [0.9, 1.9], [-1.5, -0.9], [1.1, -0.4]]> : tensor<4x2xf16> -> tensor<4x2xf16>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<3x2xf16>, tensor<4x2xf16>, tensor<4x2xf16>) -> tensor<3x2xf16>
  %expected = weir.constant dense<
      [[0.1064, 0.4624], [-0.941, 0.8794], [-1.202, 1.005]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  check.expect_close %y, %expected {atol = 0.0019 : f64} : tensor<3x2xf16>
  return
}

func.func @narrow_bf16() {
  %query = weir.constant dense<[[-1.6, 2.0], [-0.3, 0.9], [0.1, -1.8]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  %key = weir.constant dense<
      [[-0.3, -1.0], [-0.5, 0.4], [0.2, 0.8], [-1.2, 0.5]]> : tensor<4x2xbf16> -> tensor<4x2xbf16>
  %value = weir.constant dense<
      [[-1.7, 2.0], [-1.3, -1.2], [-1.4, -1.3], [1.9, 0.3]]> : tensor<4x2xbf16> -> tensor<4x2xbf16>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<3x2xbf16>, tensor<4x2xbf16>, tensor<4x2xbf16>) -> tensor<3x2xbf16>
  %expected = weir.constant dense<
      [[0.504, -0.28], [-0.312, -0.396], [-1.27, 1.21]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_close %y, %expected {atol = 0.016 : f64} : tensor<3x2xbf16>
  return
}

// 180000 is beyond f16, and 300 more than the next.
func.func @scores_beyond_f16() {
  %query = weir.constant dense<[[300.0, 300.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %key = weir.constant dense<[[300.0, 300.0], [300.0, 299.0], [-300.0, -300.0]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %value = weir.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<1x2xf16>, tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<1x2xf16>
  %expected = weir.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  check.expect_eq %y, %expected : tensor<1x2xf16>
  return
}

func.func @size_one() {
  %query = weir.constant dense<[[0.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %key = weir.constant dense<[[2.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %value = weir.constant dense<[[-1.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-1.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty_queries() {
  %query = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %key = weir.constant dense<[[-0.4, 1.5], [-0.7, -1.1], [-1.6, 1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %value = weir.constant dense<[[-1.6, 0.6], [-1.4, -1.8], [-1.7, 0.7]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<0x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x2xf32>
  return
}

// Nothing to see.
func.func @empty_keys() {
  %query = weir.constant dense<[[1.9, 1.9], [-1.2, -0.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %key = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %value = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x2xf32>, tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<0.0> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}

func.func @special_f32() {
  %query = weir.constant dense<[[0x7FC00000, 1.0], [1.0, 2.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %key = weir.constant dense<[[1.0, 0.5], [2.0, 1.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %value = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64>}
      : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [2.6088593, 3.6088593]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2xf32>
  return
}
