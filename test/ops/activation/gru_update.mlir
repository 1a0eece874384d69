// RUN: %known_size_runs
// Gates r, z, n of input and state: y = n + z (hidden - n), where z and r are sigmoids of sums, and n is tanh of the
// input's part and r times the state's. The last size is known, so that there are no runs with every size `?`.

func.func @rows_f32() {
  %of_input = weir.constant dense<
      [[1.46, -3.0, -0.28, 1.01, -1.86, 0.73, 0.96, 0.29, -2.87, 0.69, -2.39, -2.77, 2.19, 2.07, 2.52], [-2.39, -1.14,
      -1.85, -1.02, -2.2, 0.24, 1.84, 2.76, 1.82, -0.13, -0.83, -1.02, 0.73, 1.05, -0.86], [0.7, -2.14, -2.66, 1.77,
      -1.87, 2.2, 2.66, -1.78, -1.34, 0.42, -1.24, -2.64, 0.22, -2.19, 0.32]]> : tensor<3x15xf32> -> tensor<3x15xf32>
  %of_state = weir.constant dense<
      [[-1.88, 0.86, 1.86, -2.21, 2.59, 1.16, 0.95, 0.92, -1.36, -2.59, 1.07, -0.72, 2.29, -1.64, 1.45], [1.39, 1.34,
      0.69, -1.36, 2.72, -1.22, -1.26, 2.14, 2.55, -0.34, -2.85, 0.4, 2.25, 2.68, -1.41], [1.9, 1.57, 2.18, 1.98,
      0.94, -0.26, -0.55, 1.08, -1.51, 0.46, -2.46, -1.25, -2.86, -2.58, -2.52]]> : tensor<3x15xf32> -> tensor<3x15xf32>
  %hidden = weir.constant dense<
      [[-2.62, -1.95, -2.1, 2.22, 0.23], [-2.71, -1.94, 1.89, 0.76, -1.19], [-2.91, -0.78, -1.06, -1.28, 2.78]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<3x15xf32>, tensor<3x15xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %expected_y = weir.constant dense<
      [[-2.4023342, -1.8266008, -1.3880557, 0.9526388, 0.89822656], [-1.4093033, -1.4820286, 1.8823348, 0.7611955,
      -1.0365976], [-2.669797, -0.8033428, -0.82146835, -1.0151577, 1.8553413]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected_y : tensor<3x5xf32>
  return
}

func.func @rows_f64() {
  %of_input = weir.constant dense<
      [[1.21, 1.43, -0.8, 1.27, -2.81, -0.33, 0.95, 2.06, 2.68], [1.28, 1.22, -0.34, -0.23, -1.06, 2.52, -0.84, -1.51,
      1.89]]> : tensor<2x9xf64> -> tensor<2x9xf64>
  %of_state = weir.constant dense<
      [[-0.01, -0.39, 2.52, -2.6, -2.44, 0.32, -2.77, 2.33, 2.76], [-1.31, 2.2, -0.24, 0.3, -0.44, 2.39, -1.07, 2.53,
      -0.99]]> : tensor<2x9xf64> -> tensor<2x9xf64>
  %hidden = weir.constant dense<[[-1.5, 2.97, -2.46], [-2.16, 0.63, 2.65]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<2x9xf64>, tensor<2x9xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected_y = weir.constant dense<
      [[-0.9678252734737887, 1.0092510181034502, -0.7213938348473382], [-1.5414263735368274, 0.7159741119726516,
      2.6372746682156953]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected_y : tensor<2x3xf64>
  return
}

func.func @vector() {
  %of_input = weir.constant dense<[2.13, 1.27, -2.9, -2.61, 1.76, 1.76]> : tensor<6xf32> -> tensor<6xf32>
  %of_state = weir.constant dense<[2.88, -0.85, 0.31, -1.34, -2.44, 1.15]> : tensor<6xf32> -> tensor<6xf32>
  %hidden = weir.constant dense<[1.17, -2.61]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.gru_update %of_input, %of_state, %hidden : (tensor<6xf32>, tensor<6xf32>, tensor<2xf32>) -> tensor<2xf32>
  %expected_y = weir.constant dense<[-0.45872056, 0.91741467]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected_y : tensor<2xf32>
  return
}

func.func @rank_three() {
  %of_input = weir.constant dense<
      [[[1.17, 2.42, -1.38, 2.69, 2.1, -2.07]], [[-0.57, -0.73, 2.99, 1.07, -2.13, -0.07]]]>
      : tensor<2x1x6xf32> -> tensor<2x1x6xf32>
  %of_state = weir.constant dense<
      [[[1.58, -2.65, 1.42, 1.05, 1.52, -2.08]], [[2.7, -0.67, 0.98, -1.53, -2.78, -2.66]]]>
      : tensor<2x1x6xf32> -> tensor<2x1x6xf32>
  %hidden = weir.constant dense<[[[0.43, 2.4]], [[1.06, -2.7]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<2x1x6xf32>, tensor<2x1x6xf32>, tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  %expected_y = weir.constant dense<
      [[[0.70845765, 2.3212268]], [[1.0218445, -1.3724158]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %y, %expected_y : tensor<2x1x2xf32>
  return
}

func.func @one_of_each() {
  %of_input = weir.constant dense<[[-2.88, 2.9, -0.46]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  %of_state = weir.constant dense<[[2.33, 1.54, 1.39]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  %hidden = weir.constant dense<[[2.02]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected_y = weir.constant dense<[[1.997015588160427]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected_y : tensor<1x1xf64>
  return
}

func.func @empty() {
  %of_input = weir.constant dense<> : tensor<0x6xf32> -> tensor<0x6xf32>
  %of_state = weir.constant dense<> : tensor<0x6xf32> -> tensor<0x6xf32>
  %hidden = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<0x6xf32>, tensor<0x6xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  %expected_y = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y, %expected_y : tensor<0x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %of_input = weir.constant dense<
      [[2.95, -1.93, -0.88, 1.34, -1.68, -0.52], [-2.32, 1.77, -0.96, -2.0, -1.21, 0.51]]>
      : tensor<2x6xf16> -> tensor<2x6xf16>
  %of_state = weir.constant dense<
      [[-0.37, -1.21, -1.24, -0.92, -0.19, -0.84], [1.07, -0.94, -2.43, -2.6, -0.84, 2.85]]>
      : tensor<2x6xf16> -> tensor<2x6xf16>
  %hidden = weir.constant dense<[[-0.46, -0.65], [-2.78, -0.06]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<2x6xf16>, tensor<2x6xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
  %expected_y = weir.constant dense<[[-0.8994, -0.5923], [-0.9463, 0.976]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected_y : tensor<2x2xf16>
  return
}

func.func @narrow_bf16() {
  %of_input = weir.constant dense<
      [[-0.890625, 0.240234375, 1.84375, -0.25, -2.8125, -0.4609375], [1.453125, 0.48046875, 1.953125, 1.40625,
      0.6484375, 1.359375]]> : tensor<2x6xbf16> -> tensor<2x6xbf16>
  %of_state = weir.constant dense<
      [[-1.5625, -1.953125, -2.28125, -0.439453125, -0.48046875, -1.40625], [1.796875, -1.6875, -2.6875, -0.279296875,
      -0.78125, -2.84375]]> : tensor<2x6xbf16> -> tensor<2x6xbf16>
  %hidden = weir.constant dense<[[-0.30078125, -0.25], [2.359375, 0.890625]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<2x6xbf16>, tensor<2x6xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %expected_y = weir.constant dense<[[-0.7227, -0.4746], [0.6953, 0.8203]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_eq %y, %expected_y : tensor<2x2xbf16>
  return
}

func.func @special_f32() {
  %of_input = weir.constant dense<
      [[0x7FC00000, 0.5, 0.5], [0x7F800000, 0.5, 0.5], [0xFF800000, 0.5, 0.5], [0.5, 0x7FC00000, 0.5], [0.5,
      0x7F800000, 0.5], [0.5, 0xFF800000, 0.5], [0.5, 0.5, 0x7FC00000], [0.5, 0.5, 0x7F800000], [0.5, 0.5,
      0xFF800000], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5,
      0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]>
      : tensor<21x3xf32> -> tensor<21x3xf32>
  %of_state = weir.constant dense<
      [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5,
      0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0x7FC00000, 0.5, 0.5], [0x7F800000, 0.5, 0.5], [0xFF800000, 0.5,
      0.5], [0.5, 0x7FC00000, 0.5], [0.5, 0x7F800000, 0.5], [0.5, 0xFF800000, 0.5], [0.5, 0.5, 0x7FC00000], [0.5, 0.5,
      0x7F800000], [0.5, 0.5, 0xFF800000], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]>
      : tensor<21x3xf32> -> tensor<21x3xf32>
  %hidden = weir.constant dense<
      [[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5],
      [0.5], [0.5], [0x7FC00000], [0x7F800000], [0xFF800000]]> : tensor<21x1xf32> -> tensor<21x1xf32>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<21x3xf32>, tensor<21x3xf32>, tensor<21x1xf32>) -> tensor<21x1xf32>
  %expected_y = weir.constant dense<
      [[0x7FC00000], [0.5703535], [0.48981175], [0x7FC00000], [0.5], [0.69909555], [0x7FC00000], [0.6344707],
      [0.09658787], [0x7FC00000], [0.5703535], [0.48981175], [0x7FC00000], [0.5], [0.69909555], [0x7FC00000],
      [0.6344707], [0.09658787], [0x7FC00000], [0x7F800000], [0xFF800000]]> : tensor<21x1xf32> -> tensor<21x1xf32>
  check.expect_close %y, %expected_y : tensor<21x1xf32>
  return
}

func.func @special_f16() {
  %of_input = weir.constant dense<
      [[0x7E00, 0.5, 0.5], [0x7C00, 0.5, 0.5], [0xFC00, 0.5, 0.5], [0.5, 0x7E00, 0.5], [0.5, 0x7C00, 0.5], [0.5,
      0xFC00, 0.5], [0.5, 0.5, 0x7E00], [0.5, 0.5, 0x7C00], [0.5, 0.5, 0xFC00], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5],
      [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5,
      0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]> : tensor<21x3xf16> -> tensor<21x3xf16>
  %of_state = weir.constant dense<
      [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5,
      0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0x7E00, 0.5, 0.5], [0x7C00, 0.5, 0.5], [0xFC00, 0.5, 0.5], [0.5,
      0x7E00, 0.5], [0.5, 0x7C00, 0.5], [0.5, 0xFC00, 0.5], [0.5, 0.5, 0x7E00], [0.5, 0.5, 0x7C00], [0.5, 0.5,
      0xFC00], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]> : tensor<21x3xf16> -> tensor<21x3xf16>
  %hidden = weir.constant dense<
      [[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5],
      [0.5], [0.5], [0x7E00], [0x7C00], [0xFC00]]> : tensor<21x1xf16> -> tensor<21x1xf16>
  %y = weir.gru_update %of_input, %of_state, %hidden
      : (tensor<21x3xf16>, tensor<21x3xf16>, tensor<21x1xf16>) -> tensor<21x1xf16>
  %expected_y = weir.constant dense<
      [[0x7E00], [0.5703], [0.4897], [0x7E00], [0.5], [0.699], [0x7E00], [0.6343], [0.09656], [0x7E00], [0.5703],
      [0.4897], [0x7E00], [0.5], [0.699], [0x7E00], [0.6343], [0.09656], [0x7E00], [0x7C00], [0xFC00]]>
      : tensor<21x1xf16> -> tensor<21x1xf16>
  check.expect_close %y, %expected_y : tensor<21x1xf16>
  return
}
