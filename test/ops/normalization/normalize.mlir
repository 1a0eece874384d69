// RUN: %op_runs
// input divided by its p-norm, or by eps if that is larger.

func.func @rows_f32() {
  %input = weir.constant dense<[[1.32, -0.45, -1.05], [2.01, -2.32, -2.16]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.7561522, -0.25777915, -0.60148466], [0.5355128, -0.6181043, -0.57547647]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.49, -1.22, -2.5, -0.84, 2.56, 2.51, -1.92], [-2.0, -2.59, -0.49, -0.56, 0.41, 1.31, -2.95], [-2.64, -1.75,
      1.06, -0.51, 2.48, 0.4, 0.87]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-0.097563505, -0.24291322, -0.49777296, -0.1672517, 0.5097195, 0.49976406, -0.38228965], [-0.42787725,
      -0.554101, -0.10482992, -0.11980563, 0.087714836, 0.28025958, -0.63111895], [-0.6140681, -0.4070527, 0.24655762,
      -0.11862678, 0.57685184, 0.093040615, 0.20236334]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-1.52, -0.07, -2.73, 1.39, -1.09], [2.21, 0.69, 1.43, 2.42, 0.62], [2.67, -0.78, 1.29, -2.41, 2.92]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-0.42339340099467154, -0.019498380308965137, -0.7604368320496403, 0.38718212327802193, -0.3036176362396],
      [0.5982616735373161, 0.18678758133065523, 0.3871104946417927, 0.6551100678553415, 0.16783811655798006],
      [0.5480351440716895, -0.16010015444790932, 0.26478102466385, -0.49466842592238647, 0.5993492961383271]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-0.93, -1.01], [-2.56, 1.77], [2.97, -1.77]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0>, eps = 1.0e-12 : f64}
      : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.23077989, -0.3741793], [-0.63526505, 0.65573996], [0.7370067, -0.65573996]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-2.9, 1.11], [0.59, 0.73], [1.61, 0.93]], [[2.99, -0.09], [2.36, -1.98], [-0.36, 1.7]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %expected = weir.constant dense<
      [[[-0.8607880729310357, 0.6844683345654878], [0.17512584932045208, 0.45014584165117666], [0.4778857922134371,
      0.5734734695008141]], [[0.7814677012193266, -0.034466571668604916], [0.6168106270493681, -0.7582645767093082],
      [-0.09408975666854769, 0.651035242629204]]]> : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3x2xf64>
  return
}

func.func @several() {
  %input = weir.constant dense<
      [[[-0.45, -0.96], [-0.2, 1.2], [2.93, 1.81]], [[-0.68, 0.76], [2.51, 1.67], [1.35, -0.04]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0, 2>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-0.30589604, -0.65257823], [-0.061519537, 0.36911723], [0.7920337, 0.48927674]], [[-0.4622429, 0.5166244],
      [0.77207017, 0.5136881], [0.36493018, -0.010812745]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @one() {
  %input = weir.constant dense<[[1.66, -1.35, -0.61], [-0.22, 0.7, -1.45]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 1.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.45856354, -0.37292817, -0.16850829], [-0.092827, 0.29535863, -0.6118144]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @three() {
  %input = weir.constant dense<[[-1.28, -0.48, 2.41], [-1.78, -0.65, 1.32]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 3.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.50581443, -0.18968043, 0.95235384], [-0.88219047, -0.3221482, 0.65420866]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 4.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @infinity() {
  %input = weir.constant dense<[[1.32, 1.66, 1.8], [-2.62, 2.26, 0.79]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.normalize %input {p = 0x7FF0000000000000 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.7333333333333334, 0.9222222222222222, 1.0], [-1.0, 0.8625954198473281, 0.3015267175572519]]>
      : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

// 0 over eps is 0.
func.func @zeros() {
  %input = weir.constant dense<[[0.0, 0.0, 0.0], [3.0, 0.0, -4.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.0, 0.0, 0.0], [0.6, 0.0, -0.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[0.3, 0.4], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0 : f64}
      : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0.3, 0.4], [0.6, 0.8]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-0.79, 2.25, -2.34], [-2.81, 0.69, -2.45]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<
      [[-0.236, 0.67, -0.7], [-0.742, 0.183, -0.645]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[1.48, -0.76, -0.77], [0.17, -1.41, -2.88]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[0.8076, -0.4143, -0.42], [0.05295, -0.439, -0.897]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// Squares are beyond f16, and so is a norm.
func.func @beyond_f16() {
  %input = weir.constant dense<[[3000.0, -4000.0], [60000.0, 60000.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %expected = weir.constant dense<[[0.6, -0.8], [0.707, 0.707]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [3.0, 4.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7FC00000, 0.0], [0.6, 0.8]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}
