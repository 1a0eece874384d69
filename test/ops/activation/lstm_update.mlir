// RUN: %known_size_runs
// Gates i, f, g, o of a step, one after another: next = sigmoid(f) cell + sigmoid(i) tanh(g), hidden = sigmoid(o)
// tanh(next). The last size is known, so that there are no runs with every size `?`.

func.func @rows_f32() {
  %gates = weir.constant dense<
      [[-1.48, 1.83, -0.81, -1.91, 0.78, -1.43, -2.6, 2.99, -1.89, -2.21, -0.12, -2.98, 1.74, -2.55, -2.76, 2.8, 0.1,
      2.57, 2.38, 1.4], [-2.82, 0.86, -2.61, -2.94, 2.07, -1.16, 1.48, 0.18, 1.7, 0.84, 2.84, -0.15, 2.12, 1.93, 0.52,
      0.04, -0.42, 0.88, -1.82, -0.36], [0.88, -1.16, -1.7, -2.36, 1.83, 2.25, 2.0, 1.24, 0.63, -2.65, 2.28, -0.16,
      1.12, -2.27, 1.47, -2.12, 2.75, 1.26, 0.18, 0.92]]> : tensor<3x20xf32> -> tensor<3x20xf32>
  %cell = weir.constant dense<
      [[-1.62, -0.01, -2.48, -1.32, -1.29], [-2.01, -0.5, -2.62, -2.85, -1.0], [2.95, 1.36, -0.43, -1.8, -2.27]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<3x20xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>)
  %expected_hidden = weir.constant dense<
      [[-0.30446067, -0.36498395, -0.89988905, -0.2671884, -0.5361297], [-0.20408605, -0.18692823, -0.61962295,
      -0.13697766, -0.109977804], [0.10691025, 0.7717124, -0.16030088, -0.46356645, 0.39677322]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %hidden, %expected_hidden : tensor<3x5xf32>
  %expected_next = weir.constant dense<
      [[-0.334965, -0.85801804, -2.0717716, -0.30066037, -0.8077329], [-0.42385104, -0.511902, -1.3610308, -2.3616347,
      -0.27429008], [3.360905, 1.1600199, -0.20875119, -1.258933, 0.6254264]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %next, %expected_next : tensor<3x5xf32>
  return
}

func.func @rows_f64() {
  %gates = weir.constant dense<
      [[-1.02, -2.69, -2.09, -0.38, -1.77, -1.91, -1.36, 2.27, -2.78, 2.53, -0.3, 1.43], [0.07, 2.67, -1.91, -1.47,
      0.05, 0.05, -1.01, -1.17, -2.47, 0.01, 1.98, 2.2]]> : tensor<2x12xf64> -> tensor<2x12xf64>
  %cell = weir.constant dense<[[-0.51, 2.88, 2.8], [-1.08, -2.3, 2.01]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<2x12xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  %expected_hidden = weir.constant dense<
      [[-0.38265885708555936, 0.19037415454737305, 0.1990791958733289], [-0.2692139798806461, -0.8437892970958873,
      0.6461465488652453]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %hidden, %expected_hidden : tensor<2x3xf64>
  %expected_next = weir.constant dense<
      [[-0.4393928940214733, 0.4813853238947816, 0.2519178525746172], [-0.5981743982012568, -1.9496305724751326,
      0.9029714163638783]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %next, %expected_next : tensor<2x3xf64>
  return
}

func.func @vector() {
  %gates = weir.constant dense<[2.64, 0.89, 2.79, -0.13, 0.14, -2.56, -0.78, 2.55]> : tensor<8xf32> -> tensor<8xf32>
  %cell = weir.constant dense<[-2.38, -2.18]> : tensor<2xf32> -> tensor<2xf32>
  %hidden, %next = weir.lstm_update %gates, %cell : (tensor<8xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %expected_hidden = weir.constant dense<[-0.30525744, -0.86990535]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %hidden, %expected_hidden : tensor<2xf32>
  %expected_next = weir.constant dense<[-2.112449, -1.7197175]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %next, %expected_next : tensor<2xf32>
  return
}

func.func @rank_three() {
  %gates = weir.constant dense<
      [[[-2.8, -0.03, 0.62, 0.2, 2.27, 1.08, 0.82, 0.62]], [[0.04, -2.55, -2.42, 0.86, -1.73, -0.51, 0.88, 0.6]]]>
      : tensor<2x1x8xf32> -> tensor<2x1x8xf32>
  %cell = weir.constant dense<[[[-1.53, -1.4]], [[-2.16, 0.98]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<2x1x8xf32>, tensor<2x1x2xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xf32>)
  %expected_hidden = weir.constant dense<
      [[[-0.51000965, -0.23534012]], [[-0.4065849, 0.37108392]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %hidden, %expected_hidden : tensor<2x1x2xf32>
  %expected_next = weir.constant dense<
      [[[-0.93872094, -0.37911656]], [[-0.6553034, 0.654571]]]> : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
  check.expect_close %next, %expected_next : tensor<2x1x2xf32>
  return
}

func.func @one_of_each() {
  %gates = weir.constant dense<[[-1.22, 2.22, -1.4, 0.87]]> : tensor<1x4xf64> -> tensor<1x4xf64>
  %cell = weir.constant dense<[[0.82]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<1x4xf64>, tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1x1xf64>)
  %expected_hidden = weir.constant dense<[[0.34628921866813533]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %hidden, %expected_hidden : tensor<1x1xf64>
  %expected_next = weir.constant dense<[[0.5378616682756353]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %next, %expected_next : tensor<1x1xf64>
  return
}

func.func @empty() {
  %gates = weir.constant dense<> : tensor<0x8xf32> -> tensor<0x8xf32>
  %cell = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<0x8xf32>, tensor<0x2xf32>) -> (tensor<0x2xf32>, tensor<0x2xf32>)
  %expected_hidden = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %hidden, %expected_hidden : tensor<0x2xf32>
  %expected_next = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %next, %expected_next : tensor<0x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %gates = weir.constant dense<
      [[2.7, -2.74, 2.09, 2.1, -1.69, 2.87, 2.26, 1.34], [-2.36, -0.32, 1.54, 0.32, -2.65, 1.58, -0.54, -1.68]]>
      : tensor<2x8xf16> -> tensor<2x8xf16>
  %cell = weir.constant dense<[[-0.91, -2.38], [-0.83, -2.91]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<2x8xf16>, tensor<2x2xf16>) -> (tensor<2x2xf16>, tensor<2x2xf16>)
  %expected_hidden = weir.constant dense<[[-0.845, -0.767], [-0.2379, -0.1354]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %hidden, %expected_hidden : tensor<2x2xf16>
  %expected_next = weir.constant dense<[[-1.686, -2.06], [-0.769, -1.3]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %next, %expected_next : tensor<2x2xf16>
  return
}

func.func @narrow_bf16() {
  %gates = weir.constant dense<
      [[0.75, 2.15625, 1.9765625, 1.0390625, 1.28125, 1.5390625, 0.51953125, -0.400390625], [2.390625, -2.046875,
      -2.234375, -1.1171875, -1.59375, 2.84375, 0.1796875, 2.3125]]> : tensor<2x8xbf16> -> tensor<2x8xbf16>
  %cell = weir.constant dense<[[0.310546875, -1.703125], [2.25, 2.296875]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<2x8xbf16>, tensor<2x2xbf16>) -> (tensor<2x2xbf16>, tensor<2x2xbf16>)
  %expected_hidden = weir.constant dense<[[0.4355, -0.166], [-0.3027, 0.5391]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_eq %hidden, %expected_hidden : tensor<2x2xbf16>
  %expected_next = weir.constant dense<[[0.8555, -0.4414], [-0.625, 0.6797]]> : tensor<2x2xbf16> -> tensor<2x2xbf16>
  check.expect_eq %next, %expected_next : tensor<2x2xbf16>
  return
}

func.func @special_f32() {
  %gates = weir.constant dense<
      [[0x7FC00000, 0.5, 0.5, 0.5], [0x7F800000, 0.5, 0.5, 0.5], [0xFF800000, 0.5, 0.5, 0.5], [0.5, 0x7FC00000, 0.5,
      0.5], [0.5, 0x7F800000, 0.5, 0.5], [0.5, 0xFF800000, 0.5, 0.5], [0.5, 0.5, 0x7FC00000, 0.5], [0.5, 0.5,
      0x7F800000, 0.5], [0.5, 0.5, 0xFF800000, 0.5], [0.5, 0.5, 0.5, 0x7FC00000], [0.5, 0.5, 0.5, 0x7F800000], [0.5,
      0.5, 0.5, 0xFF800000], [0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]]>
      : tensor<15x4xf32> -> tensor<15x4xf32>
  %cell = weir.constant dense<
      [[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0x7FC00000], [0x7F800000],
      [0xFF800000]]> : tensor<15x1xf32> -> tensor<15x1xf32>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<15x4xf32>, tensor<15x1xf32>) -> (tensor<15x1xf32>, tensor<15x1xf32>)
  %expected_hidden = weir.constant dense<
      [[0x7FC00000], [0.40389603], [0.18770595], [0x7FC00000], [0.4090026], [0.17426972], [0x7FC00000], [0.4558327],
      [-0.18770595], [0x7FC00000], [0.53625125], [0.0], [0x7FC00000], [0.62245935], [-0.62245935]]>
      : tensor<15x1xf32> -> tensor<15x1xf32>
  check.expect_close %hidden, %expected_hidden : tensor<15x1xf32>
  %expected_next = weir.constant dense<
      [[0x7FC00000], [0.77334684], [0.31122968], [0x7FC00000], [0.78764915], [0.28764912], [0x7FC00000], [0.933689],
      [-0.31122968], [0.5988788], [0.5988788], [0.5988788], [0x7FC00000], [0x7F800000], [0xFF800000]]>
      : tensor<15x1xf32> -> tensor<15x1xf32>
  check.expect_close %next, %expected_next : tensor<15x1xf32>
  return
}

func.func @special_f16() {
  %gates = weir.constant dense<
      [[0x7E00, 0.5, 0.5, 0.5], [0x7C00, 0.5, 0.5, 0.5], [0xFC00, 0.5, 0.5, 0.5], [0.5, 0x7E00, 0.5, 0.5], [0.5,
      0x7C00, 0.5, 0.5], [0.5, 0xFC00, 0.5, 0.5], [0.5, 0.5, 0x7E00, 0.5], [0.5, 0.5, 0x7C00, 0.5], [0.5, 0.5, 0xFC00,
      0.5], [0.5, 0.5, 0.5, 0x7E00], [0.5, 0.5, 0.5, 0x7C00], [0.5, 0.5, 0.5, 0xFC00], [0.5, 0.5, 0.5, 0.5], [0.5,
      0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]]> : tensor<15x4xf16> -> tensor<15x4xf16>
  %cell = weir.constant dense<
      [[0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0.5], [0x7E00], [0x7C00],
      [0xFC00]]> : tensor<15x1xf16> -> tensor<15x1xf16>
  %hidden, %next = weir.lstm_update %gates, %cell
      : (tensor<15x4xf16>, tensor<15x1xf16>) -> (tensor<15x1xf16>, tensor<15x1xf16>)
  %expected_hidden = weir.constant dense<
      [[0x7E00], [0.4038], [0.1877], [0x7E00], [0.409], [0.1743], [0x7E00], [0.4558], [-0.1877], [0x7E00], [0.536],
      [0.0], [0x7E00], [0.6226], [-0.6226]]> : tensor<15x1xf16> -> tensor<15x1xf16>
  check.expect_close %hidden, %expected_hidden : tensor<15x1xf16>
  %expected_next = weir.constant dense<
      [[0x7E00], [0.7734], [0.3113], [0x7E00], [0.7876], [0.2876], [0x7E00], [0.9336], [-0.3113], [0.599], [0.599],
      [0.599], [0x7E00], [0x7C00], [0xFC00]]> : tensor<15x1xf16> -> tensor<15x1xf16>
  check.expect_close %next, %expected_next : tensor<15x1xf16>
  return
}
