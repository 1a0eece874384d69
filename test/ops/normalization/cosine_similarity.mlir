// RUN: %op_runs
// The cosine of the angle between vectors, whose lengths count as eps at least.

func.func @rows_f32() {
  %x1 = weir.constant dense<[[-0.22, 0.7, -1.45], [-1.28, -0.48, 2.41]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x2 = weir.constant dense<[[-1.78, -0.65, 1.32], [1.32, 1.66, 1.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-0.52689075, 0.24023698]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @odd() {
  %x1 = weir.constant dense<
      [[-2.62, 2.26, 0.79, -0.49, -2.06, 2.72, -1.51], [2.12, 2.94, -0.79, 2.25, -2.34, -2.82, 0.69], [-2.45, 1.48,
      -0.76, -0.77, 0.17, -1.41, -2.88]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %x2 = weir.constant dense<
      [[-1.99, 2.13, 0.65, 1.14, 0.53, 0.78, 2.42], [-1.84, -0.92, -1.45, -2.42, -0.73, -1.1, -2.38], [-1.64, -1.02,
      -2.12, 1.35, 1.06, 0.26, 0.82]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[0.34535205, -0.30549616, 0.03475946]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

func.func @rows_f64() {
  %x1 = weir.constant dense<
      [[-2.52, -2.47, -0.49, 0.97, -2.81], [-2.58, 0.78, 0.17, 2.11, -2.18], [1.83, 1.54, 0.06, 2.92, 1.45]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %x2 = weir.constant dense<
      [[-0.9, -0.76, 0.63, 0.59, 0.78], [1.74, -2.53, 0.49, -1.37, -0.03], [0.66, -0.31, 1.39, -1.82, 0.94]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [0.2886059618921371, -0.6669040256750493, -0.30065488486429776]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<3xf64>
  return
}

func.func @columns() {
  %x1 = weir.constant dense<[[-0.95, 1.99], [-0.31, 1.12], [-0.15, 2.82]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[1.54, 2.54], [-1.96, 0.96], [-1.8, -0.76]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 0 : i64, eps = 1.0e-08 : f64}
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-0.18842092, 0.3896328]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @middle() {
  %x1 = weir.constant dense<
      [[[0.24, -0.5], [-2.77, 0.4], [2.36, 2.76]], [[0.85, -0.9], [0.46, 0.48], [2.24, -0.04]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %x2 = weir.constant dense<
      [[[-0.67, -0.58], [-0.16, 1.32], [-2.85, 0.07]], [[-1.61, 3.0], [1.71, 0.51], [-2.38, 1.55]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x2xf64>
  %expected = weir.constant dense<
      [[-0.6025979588967665, 0.24724447922913675], [-0.7248733821373355, -0.7220814250946704]]>
      : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x2xf64>
  return
}

func.func @vectors() {
  %x1 = weir.constant dense<[0.13, -1.16, 2.02, -2.07, -0.31, 0.1, -2.54]> : tensor<7xf32> -> tensor<7xf32>
  %x2 = weir.constant dense<[1.81, -2.93, 0.26, -1.91, -1.59, -2.09, -2.71]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 0 : i64, eps = 1.0e-08 : f64}
      : (tensor<7xf32>, tensor<7xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.69342476> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

// The same direction, the opposite, a right angle.
func.func @angles() {
  %x1 = weir.constant dense<[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[2.0, 4.0], [-1.0, -2.0], [-2.0, 1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

func.func @zeros() {
  %x1 = weir.constant dense<[[0.0, 0.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %x2 = weir.constant dense<[[1.0, 2.0], [0.0, 0.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.0, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @large_eps() {
  %x1 = weir.constant dense<[[0.3, 0.4], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %x2 = weir.constant dense<[[0.6, 0.8], [4.0, 3.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0 : f64}
      : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[0.5, 0.96]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x1 = weir.constant dense<[[-0.48, 1.97, -2.81], [-1.04, 1.45, 0.63]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x2 = weir.constant dense<[[2.98, 1.0, 0.83], [-2.69, -1.23, 2.9]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2xbf16>
  %expected = weir.constant dense<[-0.159, 0.361]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y, %expected : tensor<2xbf16>
  return
}

func.func @narrow_f16() {
  %x1 = weir.constant dense<[[0.73, 1.59, 1.04], [-2.75, 0.05, 1.68]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[[0.21, -1.64, -0.17], [2.65, 1.86, 2.62]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[-0.778, -0.2084]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %x1 = weir.constant dense<[[3000.0, -4000.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %x2 = weir.constant dense<[[60000.0, 10000.0]]> : tensor<1x2xf16> -> tensor<1x2xf16>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<1x2xf16>, tensor<1x2xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[0.4602]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

// The result is of the wider type.
func.func @mixed() {
  %x1 = weir.constant dense<[[0.07, -0.63, 1.84], [0.11, -1.69, -2.58]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x2 = weir.constant dense<[[2.35, -1.6, -0.66], [1.24, 1.33, -2.62]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<2x3xf16>, tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-0.007389405, 0.47218573]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2xf32>
  return
}

func.func @size_one() {
  %x1 = weir.constant dense<[[-0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x2 = weir.constant dense<[[2.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1xf64>
  %expected = weir.constant dense<[-1.0]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1xf64>
  return
}

func.func @empty_rows() {
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x2 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<0xf32>
  return
}

func.func @special_f32() {
  %x1 = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [3.0, 4.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x2 = weir.constant dense<[[1.0, 1.0], [1.0, 1.0], [0x7FC00000, 2.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.cosine_similarity %x1, %x2 {dim = 1 : i64, eps = 1.0e-08 : f64}
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<0x7FC00000> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}
