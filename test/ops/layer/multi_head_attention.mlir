// RUN: %known_size_runs
// Attention of several heads, with projections, masks and added keys.

func.func @plain_f32() {
  %query = weir.constant dense<
      [[[-0.75, -0.5, 0.5, 1.0]], [[-2.0, 1.75, -1.25, 1.5]]]> : tensor<2x1x4xf32> -> tensor<2x1x4xf32>
  %key = weir.constant dense<
      [[[0.0, -1.0, 0.75, -1.5]], [[0.75, -0.5, -0.5, 1.0]], [[-2.0, 1.25, -1.5, -0.75]]]>
      : tensor<3x1x4xf32> -> tensor<3x1x4xf32>
  %value = weir.constant dense<
      [[[0.25, 1.5, 1.0, -2.0]], [[-0.5, -0.75, -0.5, 0.0]], [[1.0, -0.75, -2.0, -0.5]]]>
      : tensor<3x1x4xf32> -> tensor<3x1x4xf32>
  %q_weight = weir.constant dense<
      [[0.4, 0.56, 0.2, 0.92], [-0.52, -0.99, -0.88, -0.18], [0.15, 0.13, -0.24, -0.23], [-0.03, 0.45, -0.08, 0.62]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %k_weight = weir.constant dense<
      [[-0.75, -0.86, -0.87, 0.51], [0.79, -0.7, 0.89, 0.62], [0.37, 0.76, -0.66, 0.18], [0.68, 0.14, 0.41, -0.34]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %v_weight = weir.constant dense<
      [[0.42, 0.32, 0.34, 0.58], [0.48, -0.82, 0.55, -0.29], [0.08, -0.38, -0.1, 0.14], [0.89, -0.93, -0.29, -0.91]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %out_weight = weir.constant dense<
      [[0.77, 0.69, 0.45, 0.73], [0.28, 0.27, -0.45, -0.15], [-0.34, -0.28, 0.1, 0.88], [-0.9, 0.84, -0.75, 0.73]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight
      {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64>} : (tensor<2x1x4xf32>,
      tensor<3x1x4xf32>, tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
      -> tensor<2x1x4xf32>
  %e = weir.constant dense<
      [[[-0.075641796, -0.030507118, 0.7019346, 1.3799466]], [[-0.38026437, 0.05660079, 0.5143459, 1.4518527]]]>
      : tensor<2x1x4xf32> -> tensor<2x1x4xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x1x4xf32>
  return
}

func.func @biases_f64() {
  %query = weir.constant dense<
      [[[-1.25, 1.75, 0.0, 1.5], [-1.75, -1.0, -1.0, -1.25]], [[0.25, 0.5, -1.75, -1.0], [-1.0, -1.5, -1.75, 0.5]],
      [[-2.0, -1.5, 0.25, 1.75], [0.0, -1.75, 1.25, -0.5]]]> : tensor<3x2x4xf64> -> tensor<3x2x4xf64>
  %key = weir.constant dense<
      [[[-1.75, 0.0, -1.0, 0.0], [2.0, 1.0, 1.25, 0.25]], [[-1.25, -1.5, 1.5, 2.0], [0.75, 1.5, -1.75, 1.75]]]>
      : tensor<2x2x4xf64> -> tensor<2x2x4xf64>
  %value = weir.constant dense<
      [[[0.25, 1.25, 0.25, -0.75], [-0.75, -2.0, -1.0, -1.5]], [[-1.0, 2.0, 0.0, -1.25], [2.0, 0.0, -1.0, 1.25]]]>
      : tensor<2x2x4xf64> -> tensor<2x2x4xf64>
  %q_weight = weir.constant dense<
      [[-0.57, 0.34, 0.61, 0.89], [-0.41, 0.36, -0.36, -0.16], [0.56, -0.13, -0.99, 0.61], [-0.45, -0.57, -0.22, -1.0]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %k_weight = weir.constant dense<
      [[-0.64, 0.42, -0.03, 0.57], [-0.67, -0.65, 0.66, 0.62], [-0.53, 0.75, 0.4, 0.05], [-0.83, 0.62, 0.64, -0.43]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %v_weight = weir.constant dense<
      [[0.07, -0.47, 0.69, -0.05], [-0.73, 0.63, 0.36, -0.43], [-0.55, 0.04, 0.45, 0.91], [-0.57, 0.86, 0.65, -0.46]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %out_weight = weir.constant dense<
      [[-0.41, 0.51, -0.98, 0.61], [0.46, -0.1, -0.95, -0.67], [-0.44, -0.8, -0.3, 0.42], [0.34, 0.4, 0.74, -0.2]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %in_bias = weir.constant dense<
      [0.57, -0.16, 0.27, 0.41, -0.2, -0.46, 0.42, 0.32, 0.49, -0.66, -0.55, -0.77]> : tensor<12xf64> -> tensor<12xf64>
  %out_bias = weir.constant dense<[0.89, -1.0, -0.25, -0.33]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %in_bias, %out_bias
      {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 0, 1>} : (tensor<3x2x4xf64>,
      tensor<2x2x4xf64>, tensor<2x2x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>,
      tensor<12xf64>, tensor<4xf64>) -> tensor<3x2x4xf64>
  %e = weir.constant dense<
      [[[3.9794377028750665, -1.361955126422068, -0.4394811237418417, -0.921960849920547], [0.5080266551594702,
      2.670634053319732, 0.5287272219439727, -1.8396798281038593]], [[3.6688563073747114, -0.948850682208247,
      -0.5866388710201691, -0.8812728763252793], [0.1681819926695242, 2.5935751877612194, 0.8246996877163517,
      -1.9326478945176329]], [[3.3471658286789494, -0.9453041296691891, -0.08264325888826925, -1.0857458498133103],
      [-0.012068861606869022, 2.5394459924452155, 1.233870214026323, -2.1455146818130673]]]>
      : tensor<3x2x4xf64> -> tensor<3x2x4xf64>
  check.expect_close %y, %e {atol = 1.0e-14 : f64} : tensor<3x2x4xf64>
  return
}

func.func @other_sizes() {
  %query = weir.constant dense<[[[0.25, 2.0]], [[0.5, 1.25]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<
      [[[0.25, -0.5, 0.75]], [[-2.0, 0.0, 1.5]], [[0.5, 1.5, 0.75]]]> : tensor<3x1x3xf32> -> tensor<3x1x3xf32>
  %value = weir.constant dense<[[[0.75]], [[0.0]], [[-0.5]]]> : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
  %q_weight = weir.constant dense<[[0.19, -0.31], [-0.44, -0.4]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[-0.86, 0.57, 0.98], [-0.59, 0.77, -0.94]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %v_weight = weir.constant dense<[[0.36], [-0.87]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %out_weight = weir.constant dense<
      [[-0.0, 0.9], [-0.22, -0.35], [0.64, -0.92], [-0.53, -0.35], [-0.18, 0.64]]> : tensor<5x2xf32> -> tensor<5x2xf32>
  %out_bias = weir.constant dense<[0.31, 0.2, -0.16, 0.35, 0.87]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %out_bias
      {num_heads = 1 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 1>} : (tensor<2x1x2xf32>,
      tensor<3x1x3xf32>, tensor<3x1x1xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<5x2xf32>,
      tensor<5xf32>) -> tensor<2x1x5xf32>
  %e = weir.constant dense<
      [[[-0.02177615, 0.29546508, 0.27677506, 0.39817744, 0.606613]], [[0.06273259, 0.2711486, 0.16552141, 0.38590586,
      0.6737019]]]> : tensor<2x1x5xf32> -> tensor<2x1x5xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x1x5xf32>
  return
}

func.func @static_keys() {
  %query = weir.constant dense<[[[1.5, -0.75]], [[1.0, 1.0]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<[[[0.5, 0.75]], [[0.5, -1.25]], [[1.25, -2.0]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %value = weir.constant dense<
      [[[-1.0, -1.25]], [[-1.5, -1.5]], [[0.75, 0.5]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %q_weight = weir.constant dense<[[-0.57, 0.72], [0.28, -0.1]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[0.09, -0.98], [-0.83, 0.11]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[0.24, 0.8], [0.63, -0.69]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[-0.19, -0.24], [-0.84, 0.51]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %static_k = weir.constant dense<[[[0.21], [0.98]], [[0.34], [-0.46]]]> : tensor<2x2x1xf32> -> tensor<2x2x1xf32>
  %static_v = weir.constant dense<[[[-0.66], [-0.95]], [[0.94], [0.01]]]> : tensor<2x2x1xf32> -> tensor<2x2x1xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %static_k,
      %static_v {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 4, 5>}
      : (tensor<2x1x2xf32>, tensor<3x1x2xf32>, tensor<3x1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2x1xf32>, tensor<2x2x1xf32>) -> tensor<2x1x2xf32>
  %e = weir.constant dense<
      [[[0.0036167756, 0.90502566]], [[0.032517906, 0.94252145]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x1x2xf32>
  return
}

func.func @causal() {
  %query = weir.constant dense<
      [[[-0.25, 0.25]], [[1.25, 1.75]], [[-0.25, 1.5]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %key = weir.constant dense<[[[0.0, 1.5]], [[-2.0, -0.5]], [[-1.25, -0.75]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %value = weir.constant dense<
      [[[1.25, -1.25]], [[0.5, 1.75]], [[-1.25, 0.25]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %q_weight = weir.constant dense<[[-0.16, -0.24], [0.02, -0.32]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[0.35, -0.83], [-0.05, -0.19]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[-0.55, 0.21], [1.0, -0.18]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[0.72, 0.9], [-0.96, -0.8]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight
      {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, is_causal, present = array<i64>}
      : (tensor<3x1x2xf32>, tensor<3x1x2xf32>, tensor<3x1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>) -> tensor<3x1x2xf32>
  %e = weir.constant dense<
      [[[0.6435, -0.26800004]], [[0.40392447, -0.17361967]], [[0.08364279, -0.018451808]]]>
      : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<3x1x2xf32>
  return
}

func.func @added_keys() {
  %query = weir.constant dense<[[[1.5, 1.5]], [[-0.5, -0.5]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<[[[2.0, 1.25]], [[1.75, 0.0]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %value = weir.constant dense<[[[1.75, 0.75]], [[0.75, 0.75]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %q_weight = weir.constant dense<[[0.44, -0.47], [0.14, 0.1]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[-0.94, -0.57], [0.29, 0.79]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[-0.61, 0.54], [-0.26, -0.39]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[-0.49, -0.05], [-0.96, -0.32]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %bias_k = weir.constant dense<[[[0.63, -0.41]]]> : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
  %bias_v = weir.constant dense<[[[-0.32, 0.76]]]> : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
  %key_padding_mask = weir.constant dense<[[false, true]]> : tensor<1x2xi1> -> tensor<1x2xi1>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %bias_k, %bias_v,
      %key_padding_mask {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, add_zero_attn,
      present = array<i64: 2, 3, 7>} : (tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x2xi1>)
      -> tensor<2x1x2xf32>
  %e = weir.constant dense<
      [[[0.17616293, 0.38551852]], [[0.15524743, 0.29035282]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x1x2xf32>
  return
}

func.func @masks() {
  %query = weir.constant dense<
      [[[-2.0, 0.75], [-0.5, -1.75]], [[0.75, 0.0], [0.25, 0.75]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %key = weir.constant dense<
      [[[2.0, -1.25], [2.0, -0.5]], [[-0.75, -2.0], [2.0, -1.5]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %value = weir.constant dense<
      [[[-1.25, -1.5], [-1.0, 0.25]], [[1.5, 0.0], [-0.5, -0.25]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %q_weight = weir.constant dense<[[0.38, 0.9], [0.11, 0.82]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[0.43, -0.49], [0.35, 0.77]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[-0.06, 0.12], [-0.03, 0.66]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[0.51, -0.31], [0.2, 0.89]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %key_padding_mask = weir.constant dense<[[0.25, -0.5], [1.75, 0.25]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %attn_mask,
      %key_padding_mask {num_heads = 1 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 6, 7>}
      : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  %e = weir.constant dense<
      [[[0.24172501, -0.868725], [-0.014550004, 0.19155]], [[0.16834186, -0.6513508], [-0.0041491278, 0.13617237]]]>
      : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x2x2xf32>
  return
}

func.func @mask_of_heads() {
  %query = weir.constant dense<[[[-0.5, -0.25]], [[-1.25, 1.5]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<[[[1.25, 1.75]], [[-2.0, -2.0]], [[0.25, -0.5]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %value = weir.constant dense<[[[-0.5, -1.75]], [[1.75, 0.75]], [[2.0, 0.0]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %q_weight = weir.constant dense<[[-0.74, 0.1], [-0.41, -0.24]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[-0.78, 0.72], [-0.93, -0.86]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[0.97, -0.48], [0.34, -0.7]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[0.78, -0.83], [0.92, -0.44]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<
      [[[0.5, -0.5, 1.5], [-0.25, 0.25, -1.75]], [[-1.25, -0.25, -1.0], [-0.75, -1.0, -0.25]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.multi_head_attention %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %attn_mask
      {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 6>} : (tensor<2x1x2xf32>,
      tensor<3x1x2xf32>, tensor<3x1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>,
      tensor<2x2x3xf32>) -> tensor<2x1x2xf32>
  %e = weir.constant dense<
      [[[0.91850156, 1.2007958]], [[0.31357405, 0.6534759]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y, %e {atol = 4.0e-6 : f64} : tensor<2x1x2xf32>
  return
}
