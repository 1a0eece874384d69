// RUN: %known_size_runs
// Attention of several heads, with projections, masks and added keys, and its weights.

func.func @plain_f32() {
  %query = weir.constant dense<
      [[[-1.75, -2.0, -1.5, 1.25]], [[-2.0, 0.5, -1.0, 1.25]]]> : tensor<2x1x4xf32> -> tensor<2x1x4xf32>
  %key = weir.constant dense<
      [[[0.25, 1.25, -0.25, 0.5]], [[0.75, 0.5, -1.25, 1.5]], [[0.75, 0.25, 2.0, 1.75]]]>
      : tensor<3x1x4xf32> -> tensor<3x1x4xf32>
  %value = weir.constant dense<
      [[[0.0, 1.0, 1.25, -1.25]], [[1.5, -0.5, -0.25, 1.25]], [[1.0, -0.25, 1.5, -1.75]]]>
      : tensor<3x1x4xf32> -> tensor<3x1x4xf32>
  %q_weight = weir.constant dense<
      [[0.62, -0.22, -0.49, 0.36], [-0.5, -0.78, 0.47, 0.76], [0.28, 0.3, 0.51, -0.04], [0.55, -0.59, -0.26, -0.0]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %k_weight = weir.constant dense<
      [[0.1, 0.13, -0.71, -0.17], [0.18, -0.4, 0.28, -0.45], [-0.48, -0.21, -0.07, 0.1], [0.22, 0.03, -0.23, -0.22]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %v_weight = weir.constant dense<
      [[-0.2, -0.73, -0.4, -0.52], [-0.49, 0.95, 0.81, 0.2], [0.4, -0.47, -0.33, -0.18], [-0.44, -0.18, 0.65, 0.54]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %out_weight = weir.constant dense<
      [[-0.2, 0.86, 0.06, -0.66], [-0.83, 0.16, 0.95, -0.2], [0.26, 0.91, -0.77, 0.83], [0.51, -0.22, -0.0, 0.21]]>
      : tensor<4x4xf32> -> tensor<4x4xf32>
  %y:2 = weir.multi_head_attention_weights %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight
      {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64>} : (tensor<2x1x4xf32>,
      tensor<3x1x4xf32>, tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
      -> (tensor<2x1x4xf32>, tensor<1x2x2x3xf32>)
  %e0 = weir.constant dense<
      [[[0.46247187, 0.3098209, 0.11961594, -0.19515888]], [[0.4101673, 0.2591064, -0.022692455, -0.12443846]]]>
      : tensor<2x1x4xf32> -> tensor<2x1x4xf32>
  check.expect_close %y#0, %e0 {atol = 4.0e-6 : f64} : tensor<2x1x4xf32>
  %e1 = weir.constant dense<
      [[[[0.32988814, 0.20903319, 0.46107867], [0.23120157, 0.15423134, 0.6145671]], [[0.3665896, 0.33976695,
      0.29364341], [0.26881987, 0.23410639, 0.49707374]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y#1, %e1 {atol = 4.0e-6 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @biases_f64() {
  %query = weir.constant dense<
      [[[-0.25, 1.25, 0.0, 1.75], [-1.25, 1.0, -0.75, 0.75]], [[-1.5, -0.75, -1.75, 0.5], [-2.0, 1.0, -0.75, 1.25]],
      [[0.0, 1.0, 0.75, -0.25], [-1.5, -0.75, 0.75, 1.5]]]> : tensor<3x2x4xf64> -> tensor<3x2x4xf64>
  %key = weir.constant dense<
      [[[-1.0, -0.25, -0.5, -1.0], [1.5, -0.25, -1.5, 2.0]], [[0.75, -1.25, 2.0, 0.75], [-1.0, -2.0, -1.25, -1.0]]]>
      : tensor<2x2x4xf64> -> tensor<2x2x4xf64>
  %value = weir.constant dense<
      [[[1.25, 1.5, -2.0, -0.5], [0.0, 0.0, -2.0, 1.75]], [[1.5, -0.75, 1.25, 1.0], [0.25, -1.0, -0.75, -2.0]]]>
      : tensor<2x2x4xf64> -> tensor<2x2x4xf64>
  %q_weight = weir.constant dense<
      [[0.35, 0.89, 0.04, 0.34], [-0.66, -0.24, -0.72, -0.22], [0.81, 0.45, -0.56, 0.61], [0.43, -0.24, -0.11, 0.69]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %k_weight = weir.constant dense<
      [[-0.03, -0.18, 0.53, 0.08], [0.13, 0.29, -0.94, 0.66], [-0.06, 0.03, 0.56, 0.77], [-0.38, 0.45, -0.45, 0.58]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %v_weight = weir.constant dense<
      [[0.55, -0.75, 0.91, 0.15], [0.88, -0.89, -0.82, -0.47], [-0.61, 0.72, 0.16, 0.93], [-0.47, -0.13, -0.59, 0.6]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %out_weight = weir.constant dense<
      [[-0.02, -0.97, 0.47, 0.36], [0.6, 0.08, 0.94, -0.86], [-0.03, -0.79, -0.03, 0.46], [-0.65, 0.63, -0.15, -0.79]]>
      : tensor<4x4xf64> -> tensor<4x4xf64>
  %in_bias = weir.constant dense<
      [-0.17, -0.79, -0.16, 0.55, 0.26, -0.52, -0.03, 0.04, 0.56, -0.15, 0.82, 0.23]> : tensor<12xf64> -> tensor<12xf64>
  %out_bias = weir.constant dense<[-0.57, -0.56, 0.51, -0.58]> : tensor<4xf64> -> tensor<4xf64>
  %y:2 = weir.multi_head_attention_weights %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %in_bias,
      %out_bias {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, average, present = array<i64: 0, 1>}
      : (tensor<3x2x4xf64>, tensor<2x2x4xf64>, tensor<2x2x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x4xf64>,
      tensor<4x4xf64>, tensor<12xf64>, tensor<4xf64>) -> (tensor<3x2x4xf64>, tensor<2x3x2xf64>)
  %e0 = weir.constant dense<
      [[[-0.9219845303816486, 1.9462439003024687, -0.06016877398126081, -2.0581795636148597], [-1.1255275730932448,
      -1.2326413779221839, 0.00732983048918618, -0.6757724867581967]], [[-1.6866942189232252, -1.1050808503375957,
      -0.5117815454087165, 1.102179468446629], [-1.082980373257824, -1.5572359351492324, 0.16586241726785603,
      -0.4229761353997482]], [[-0.8796520819834945, 1.4494053809754686, 0.05805602213518838, -2.1102606200699157],
      [-2.5188065080617497, -1.3492148237174566, -0.7729245348950237, 0.25986046700509224]]]>
      : tensor<3x2x4xf64> -> tensor<3x2x4xf64>
  check.expect_close %y#0, %e0 {atol = 1.0e-14 : f64} : tensor<3x2x4xf64>
  %e1 = weir.constant dense<
      [[[0.1469643047462915, 0.8530356952537085], [0.86618355864609, 0.13381644135391002], [0.37407024689472346,
      0.6259297531052765]], [[0.6139351979980685, 0.38606480200193155], [0.6581614332074456, 0.3418385667925544],
      [0.328972094500811, 0.671027905499189]]]> : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y#1, %e1 {atol = 1.0e-14 : f64} : tensor<2x3x2xf64>
  return
}

func.func @added_keys() {
  %query = weir.constant dense<[[[-1.25, 0.25]], [[1.0, -0.75]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<[[[2.0, 1.25]], [[2.0, 0.0]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %value = weir.constant dense<[[[0.75, 2.0]], [[-0.75, -1.25]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %q_weight = weir.constant dense<[[-0.14, 0.45], [0.32, -0.99]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[-0.16, -0.25], [-0.49, -0.02]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[0.84, 0.18], [0.81, 0.64]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[-0.09, -0.21], [-0.44, 0.84]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %bias_k = weir.constant dense<[[[0.01, -1.0]]]> : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
  %bias_v = weir.constant dense<[[[0.38, 0.51]]]> : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
  %key_padding_mask = weir.constant dense<[[false, true]]> : tensor<1x2xi1> -> tensor<1x2xi1>
  %y:2 = weir.multi_head_attention_weights %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight, %bias_k,
      %bias_v, %key_padding_mask {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, add_zero_attn,
      present = array<i64: 2, 3, 7>} : (tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x2xi1>)
      -> (tensor<2x1x2xf32>, tensor<1x2x2x4xf32>)
  %e0 = weir.constant dense<
      [[[-0.23805833, 0.6119714]], [[-0.14873144, 0.18456939]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y#0, %e0 {atol = 4.0e-6 : f64} : tensor<2x1x2xf32>
  %e1 = weir.constant dense<
      [[[[0.29391822, 0.0, 0.35354838, 0.3525334], [0.40401974, 0.0, 0.29727867, 0.29870158]], [[0.397073, 0.0,
      0.39578953, 0.20713747], [0.2034863, 0.0, 0.2045702, 0.5919435]]]]> : tensor<1x2x2x4xf32> -> tensor<1x2x2x4xf32>
  check.expect_close %y#1, %e1 {atol = 4.0e-6 : f64} : tensor<1x2x2x4xf32>
  return
}

func.func @masks() {
  %query = weir.constant dense<
      [[[0.75, -0.5], [0.25, -0.75]], [[1.25, 1.75], [1.75, -0.75]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %key = weir.constant dense<
      [[[-0.5, 1.5], [-2.0, 1.75]], [[1.5, -1.0], [-2.0, -0.75]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %value = weir.constant dense<
      [[[0.75, -0.25], [1.0, -1.0]], [[1.0, -2.0], [-1.25, -0.75]]]> : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %q_weight = weir.constant dense<[[0.77, -0.17], [0.06, 0.37]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[0.43, 0.3], [0.47, -0.81]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[0.55, -0.21], [-0.15, -0.63]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[0.72, -0.21], [-0.93, 0.19]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  %key_padding_mask = weir.constant dense<[[2.0, 1.25], [-2.0, -1.5]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y:2 = weir.multi_head_attention_weights %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight,
      %attn_mask, %key_padding_mask {num_heads = 1 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64,
      present = array<i64: 6, 7>} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x2xf32>)
      -> (tensor<2x2x2xf32>, tensor<2x1x2x2xf32>)
  %e0 = weir.constant dense<
      [[[0.32535002, -0.4239], [0.44640002, -0.6156]], [[0.4224043, -0.6092705], [0.08808661, -0.15819994]]]>
      : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  check.expect_close %y#0, %e0 {atol = 4.0e-6 : f64} : tensor<2x2x2xf32>
  %e1 = weir.constant dense<
      [[[[1.0, 0.0], [0.3065076, 0.6934924]]], [[[1.0, 0.0], [0.6293054, 0.3706946]]]]>
      : tensor<2x1x2x2xf32> -> tensor<2x1x2x2xf32>
  check.expect_close %y#1, %e1 {atol = 4.0e-6 : f64} : tensor<2x1x2x2xf32>
  return
}

func.func @mask_of_heads() {
  %query = weir.constant dense<[[[-2.0, -0.5]], [[-1.5, 1.0]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %key = weir.constant dense<
      [[[0.5, -0.25]], [[-1.75, -0.75]], [[-1.0, 0.75]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %value = weir.constant dense<
      [[[1.75, 0.5]], [[0.75, -1.75]], [[-0.5, 0.75]]]> : tensor<3x1x2xf32> -> tensor<3x1x2xf32>
  %q_weight = weir.constant dense<[[0.51, -0.09], [0.04, -0.62]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %k_weight = weir.constant dense<[[0.46, 0.23], [-0.54, 0.27]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %v_weight = weir.constant dense<[[0.36, -0.66], [-0.3, 0.56]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %out_weight = weir.constant dense<[[-0.1, -0.43], [-0.59, -0.02]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %attn_mask = weir.constant dense<
      [[[-0.25, 0.5, -1.25], [0.75, -2.0, 1.0]], [[0.5, 1.5, -1.75], [-0.25, 0.75, -0.25]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y:2 = weir.multi_head_attention_weights %query, %key, %value, %q_weight, %k_weight, %v_weight, %out_weight,
      %attn_mask {num_heads = 2 : i64, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64: 6>}
      : (tensor<2x1x2xf32>, tensor<3x1x2xf32>, tensor<3x1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>,
      tensor<2x2xf32>, tensor<2x2x3xf32>) -> (tensor<2x1x2xf32>, tensor<1x2x2x3xf32>)
  %e0 = weir.constant dense<
      [[[0.29289672, -0.6512007]], [[0.26243973, 0.15329362]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y#0, %e0 {atol = 4.0e-6 : f64} : tensor<2x1x2xf32>
  %e1 = weir.constant dense<
      [[[[0.123877406, 0.80475867, 0.07136392], [0.32534745, 0.055597804, 0.61905473]], [[0.21645576, 0.75429696,
      0.029247267], [0.35919458, 0.4684663, 0.17233913]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y#1, %e1 {atol = 4.0e-6 : f64} : tensor<1x2x2x3xf32>
  return
}
