// RUN: %op_runs
// exp(-x) / sum(exp(-x)) along a dimension.

func.func @rows_f32() {
  %x = weir.constant dense<[[0.98, 1.94, -1.78], [-2.29, -2.5, 0.9]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.05819795, 0.02228358, 0.9195185], [0.43958944, 0.54231185, 0.01809872]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[1.96, -2.02, -2.78, -2.86, -1.41, -1.81, 0.66], [-1.7, 0.02, 0.62, -1.7, 2.58, -2.88, -1.83], [-1.31, -0.43,
      0.3, 1.0, -2.53, 2.6, -2.72], [0.58, 0.22, 1.12, -0.12, 1.39, -2.27, -2.79], [1.54, -1.35, -1.64, 2.38, -0.72,
      -0.41, 2.63]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[0.0027097024, 0.14501524, 0.31008264, 0.3359085, 0.07879416, 0.117547065, 0.009942702], [0.14960238,
      0.026788723, 0.0147019625, 0.14960238, 0.0020708954, 0.48686218, 0.17037144], [0.108493805, 0.04500138,
      0.021686569, 0.010769232, 0.3674889, 0.0021742706, 0.44438583], [0.019289752, 0.02764857, 0.01124107, 0.03884479,
      0.0085812025, 0.33347702, 0.56091756], [0.016550876, 0.297805, 0.3979948, 0.007145186, 0.15860851, 0.11633093,
      0.0055646766]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[-1.4, 2.38, -1.77], [2.1, 1.38, 2.34]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.4047669720251417, 0.009237871701599051, 0.5859951562732593], [0.26034472801409936, 0.5348608554482159,
      0.20479441653768465]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.79, 1.34], [0.32, 2.96], [-0.85, 2.2]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.softmin %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.05164639, 0.61688], [0.22462228, 0.12207975], [0.72373134, 0.26104024]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-0.26, -0.99], [-0.26, 1.44], [-2.2, 2.03]], [[2.73, 1.04], [2.47, -1.68], [0.89, -0.24]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[0.1116227, 0.8796328], [0.1116227, 0.077440076], [0.7767546, 0.042927153]], [[0.116367444, 0.050563887],
      [0.15092044, 0.76757604], [0.7327121, 0.18186007]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [-1.86, 2.27, 0.17, 0.81, 0.54, -1.22, 0.67, -2.31, -1.26, -1.11, -0.79]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.softmin %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0.20632004025941875, 0.003318220206163798, 0.027097150010848833, 0.0142881219138786, 0.018716931774923656,
      0.10879099415704828, 0.016435252272412333, 0.32357423324966866, 0.113230838853757, 0.097458686178729,
      0.0707695311231511]> : tensor<11xf64> -> tensor<11xf64>
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
      [[-1.73, -2.79, 0.75, -2.37, -1.23], [-0.35, 0.57, -0.24, 2.43, -2.77], [1.35, 1.48, -2.21, 0.74, 0.21]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.1547, 0.4458, 0.01295, 0.293, 0.0938], [0.07355, 0.02931, 0.06586, 0.004562, 0.8267], [0.02379, 0.02087,
      0.8374, 0.04376, 0.0744]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[1.09, 0.07, 2.48, -1.42, 0.19], [0.77, 2.94, 2.58, 2.92, 0.1], [0.23, -2.77, 0.62, 2.17, 1.24]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softmin %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.053, 0.147, 0.0132, 0.656, 0.131], [0.299, 0.0342, 0.049, 0.0347, 0.582], [0.0452, 0.902, 0.0305, 0.00647,
      0.0164]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
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
