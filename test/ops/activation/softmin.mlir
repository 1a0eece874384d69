// RUN: %op_runs
// exp(-x) / sum(exp(-x)) along a dimension.

func.func @rows_f32() {
  %x = weir.constant dense<[[-2.81, -0.75, 0.55], [-1.36, -1.06, -1.03]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.8604451, 0.109667145, 0.029887784], [0.4065467, 0.3011772, 0.29227608]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[0.94, -1.92, 2.13, 2.64, 2.32, 1.48, -0.38], [0.44, 2.53, 1.29, 2.06, 0.91, -0.22, -2.49], [2.46, -1.47, -2.31,
      0.66, 0.98, 1.94, -1.78], [-2.29, -2.5, 0.9, 1.96, -2.02, -2.78, -2.86], [-1.41, -1.81, 0.66, -1.7, 0.02, 0.62,
      -1.7]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[0.04250584, 0.7422168, 0.012931179, 0.0077651157, 0.0106935585, 0.024770204, 0.15911727], [0.04340951,
      0.0053691985, 0.018553874, 0.008590686, 0.027131042, 0.08398839, 0.8129573], [0.0039783786, 0.20252724,
      0.46912736, 0.024067787, 0.0174768, 0.006691742, 0.2761307], [0.15496483, 0.19117673, 0.0063801925, 0.0022104545,
      0.11829698, 0.25295162, 0.27401918], [0.17663132, 0.26350296, 0.022288362, 0.23605497, 0.042269453, 0.023197968,
      0.23605497]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[2.58, -2.88, -1.83], [-1.31, -0.43, 0.3]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.00314103017022955, 0.738448102874474, 0.2584108669552964], [0.6193213934659169, 0.25688393084848726,
      0.12379467568559589]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.0, -2.53], [2.6, -2.72], [0.58, 0.22]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.softmin %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.36712632, 0.43991286], [0.074121535, 0.5319645], [0.5587522, 0.028122688]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[1.12, -0.12], [1.39, -2.27], [-2.79, 1.54]], [[-1.35, -1.64], [2.38, -0.72], [-0.41, 2.63]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[0.019356463, 0.10230182], [0.014776328, 0.8782466], [0.9658672, 0.019451564]], [[0.7069033, 0.7079642],
      [0.016960612, 0.28213722], [0.2761361, 0.009898601]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [-1.4, 2.38, -1.77, 2.1, 1.38, 2.34, 1.79, 1.34, 0.32, 2.96, -0.85]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.softmin %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0.28892683314066153, 0.006594087957198647, 0.4182893774427903, 0.008724834361344797, 0.017924589469313707,
      0.006863197791824627, 0.011895658284900877, 0.018656105842637126, 0.05173701503876503, 0.0036920190762241107,
      0.16669628159433922]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<11xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Exponentials of these numbers overflow, or are 0, without a shift.
func.func @shifted() {
  %x = weir.constant dense<[[1000.0, 1001.0, 1002.5], [-1000.0, -1000.5, -1003.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.6896721, 0.25371617, 0.05661173], [0.04398648, 0.07252145, 0.88349205]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<
      [[2.2, -0.26, -0.99, -0.26, 1.44], [-2.2, 2.03, 2.73, 1.04, 2.47], [-1.68, 0.89, -0.24, -1.86, 2.27]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.01968, 0.2302, 0.4778, 0.2302, 0.04205], [0.934, 0.01362, 0.006752, 0.03662, 0.00876], [0.395, 0.03024,
      0.0936, 0.4734, 0.007614]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[0.17, 0.81, 0.54, -1.22, 0.67], [-2.31, -1.26, -1.11, -0.79, -1.73], [-2.8, 0.75, -2.38, -1.23, -0.35]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.146, 0.077, 0.101, 0.586, 0.0884], [0.412, 0.144, 0.124, 0.09, 0.2295], [0.504, 0.0146, 0.332, 0.105,
      0.0437]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

// Differences beyond f16.
func.func @far_apart_f16() {
  %x = weir.constant dense<[[60000.0, -60000.0, 59970.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[0.0, 1.0, 0.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %y, %expected : tensor<1x3xf16>
  return
}

// NaN and -infinity are NaN in their row alone; infinity takes no part, unless there is nothing else.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, -1.0, -2.0], [0xFF800000, -1.0, -2.0], [0x7F800000, -1.0, -2.0], [0x7F800000, 0x7F800000,
      0x7F800000], [-0.5, 0.5, -0.25]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0, 0.26894143, 0.7310586],
      [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.46583557, 0.17137133, 0.36279312]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x3xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, -1.0, -2.0], [0xFFF0000000000000, -1.0, -2.0], [0x7FF0000000000000, -1.0, -2.0],
      [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000], [-0.5, 0.5, -0.25]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.0, 0.2689414213699951, 0.7310585786300049], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.46583556726652603, 0.17137132816379141, 0.36279310456968256]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<5x3xf64>
  return
}
