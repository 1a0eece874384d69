// RUN: %op_runs
// exp(x) / sum(exp(x)) along a dimension. The error of a difference of numbers is one of the exponential's argument.

func.func @rows_f32() {
  %x = weir.constant dense<[[-0.22, 2.44, 0.03], [1.45, 0.39, -1.2]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.060312483, 0.8622447, 0.077442765], [0.705663, 0.24448104, 0.049855944]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[0.46, 2.83, 2.46, 0.62, 0.93, -2.05, -0.58], [1.71, 2.47, 1.54, -1.63, -2.2, 0.66, -2.43], [1.81, -1.58, -2.34,
      -0.99, 0.58, -1.8, 0.19], [0.59, 2.59, 2.68, 1.62, 2.61, -0.25, -0.82], [-1.4, 0.17, 2.3, -1.65, 0.57, 1.97,
      -1.8]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[0.044853758, 0.4798182, 0.33142695, 0.052636374, 0.07176575, 0.003645186, 0.015853772], [0.22710349, 0.48560998,
      0.1915992, 0.008047856, 0.0045512673, 0.07947208, 0.0036161346], [0.6144294, 0.020711603, 0.009686123,
      0.037363492, 0.17959316, 0.016621452, 0.12159479], [0.036377903, 0.26879835, 0.2941123, 0.101896904, 0.27422842,
      0.015704723, 0.008881421], [0.01191153, 0.05725453, 0.48178923, 0.009276709, 0.085413724, 0.34636974,
      0.007984538]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[-1.25, 2.76, 2.18], [2.74, -0.57, -2.51]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.01149114718457358, 0.6337008064133908, 0.35480804640203567], [0.9599105896399476, 0.03505226187934772,
      0.0050371484807046766]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.32, 0.39], [2.37, -2.55], [0.59, -2.1]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.softmax %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.23043813, 0.88045555], [0.6585117, 0.046545926], [0.111050196, 0.072998546]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-0.91, 2.88], [-2.63, -0.9], [-1.51, -0.53]], [[-2.06, -2.09], [0.38, 0.44], [1.25, -0.77]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[0.57874465, 0.94709176], [0.10363356, 0.021615181], [0.3176218, 0.031293046]], [[0.025088962, 0.05781374],
      [0.28784668, 0.7257651], [0.68706435, 0.21642117]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [-2.04, 0.58, -2.29, -0.45, -2.71, -1.67, -2.55, -2.99, 2.53, 0.68, -2.17]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.softmax %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0.00735469978578048, 0.10102212330871249, 0.005727845952420932, 0.036065601192685065, 0.0037634629674287183,
      0.010647653460331339, 0.004416464704852698, 0.002844364122353343, 0.7100529434647076, 0.11164671276304108,
      0.006458128277686271]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<11xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Exponentials of these numbers overflow, or are 0, without a shift.
func.func @shifted() {
  %x = weir.constant dense<[[1000.0, 1001.0, 1002.5], [-1000.0, -1000.5, -1003.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.062890016, 0.17095278, 0.7661572], [0.6037489, 0.36619222, 0.030058887]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-0.23, -1.19, -0.57, -0.4, -0.94], [0.9, -2.81, -0.75, 0.55, -1.36], [-1.06, -1.03, 0.94, -1.92, 2.13]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.2915, 0.1116, 0.2075, 0.246, 0.1433], [0.4937, 0.01208, 0.09485, 0.348, 0.0515], [0.0293, 0.03017, 0.2163,
      0.01239, 0.712]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[2.64, 2.31, 1.48, -0.38, 0.44], [2.53, 1.29, 2.06, 0.91, -0.22], [-2.48, 2.45, -1.47, -2.31, 0.66]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.457, 0.328, 0.143, 0.0222, 0.0505], [0.459, 0.133, 0.287, 0.091, 0.0293], [0.00598, 0.832, 0.0165, 0.00708,
      0.139]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

// Differences beyond f16.
func.func @far_apart_f16() {
  %x = weir.constant dense<[[60000.0, -60000.0, 59970.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[1.0, 0.0, 0.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %y, %expected : tensor<1x3xf16>
  return
}

// NaN and infinity are NaN in their row alone; -infinity takes no part, unless there is nothing else.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000],
      [0.5, -0.5, 0.25]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0, 0.26894143, 0.7310586],
      [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.46583557, 0.17137133, 0.36279312]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x3xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, 1.0, 2.0], [0x7FF0000000000000, 1.0, 2.0], [0xFFF0000000000000, 1.0, 2.0],
      [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [0.5, -0.5, 0.25]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.0, 0.2689414213699951, 0.7310585786300049], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.46583556726652603, 0.17137132816379141, 0.36279310456968256]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<5x3xf64>
  return
}
